"""The searches of the cross, on packed rounds: the readable reference."""
