"""Exact decisions by CP-SAT: the whole game as one model, solved in a process of its own.

The constraint groups are a module each: `slots` (copies and slots), `bases` (places of the rows), `flow` (redeals),
`stacking`, `stall` (the stall rule) and `order` (redeal order), over the variables of `times` and `piles`; `model` puts
them together, `run` solves it. All of these import ortools; what is exported here does not, and nor does asking
`questions`: only the other process imports it. (`explain` builds models of its own from `times`, `piles`, `flow` and
`order`, and solves them in a thread.)
"""

from solver.patiences.gallery.cpsat.questions import CpSatFailed, decide, fewest_redeals

__all__ = ["CpSatFailed", "decide", "fewest_redeals"]
