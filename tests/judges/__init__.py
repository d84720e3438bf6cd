"""What engines and referees are judged by: plain searches that reduce nothing, and strategies for deals and positions.

`plain` searches over the referee's moves of any patience; `gallery`, `marriage` and `cross` are brute force for one,
`…_positions` positions small enough for it. Nothing here is a test, and tests import helpers from nowhere else.
"""
