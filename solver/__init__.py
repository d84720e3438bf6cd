"""An exact solver and solvability checker for three card patiences."""
