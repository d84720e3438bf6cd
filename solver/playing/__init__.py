"""Games that are played: their moves with undo and redo, the folder that keeps them, searches beside them."""
