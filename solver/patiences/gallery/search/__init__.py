"""The searches of the gallery, on packed positions: the readable reference."""
