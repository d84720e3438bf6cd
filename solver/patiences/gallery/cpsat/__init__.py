"""Exact decisions by CP-SAT: the whole game as one model, run in a child process.

The constraint groups are a module each: `slots` (copies and slots), `bases` (places of the rows), `flow` (redeals),
`stacking`, `stall` (the stall rule) and `order` (redeal order), over the variables of `times` and `piles`; `model` puts
them together. Only the child imports ortools.
"""

from solver.patiences.gallery.cpsat.engine import ChildFailed, Decided, Fewest, count_redeals, decide, fewest_redeals

__all__ = ["ChildFailed", "Decided", "Fewest", "count_redeals", "decide", "fewest_redeals"]
