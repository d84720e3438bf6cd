"""Playing the gallery without peeking: a policy that sees what a player sees, play-outs, and search on top of them.

    table.py      the cards in small integers, hidden ones marked, and careful play
    policy.py     which of several contested plays is made: weights of what is seen
    advising.py   the reference search: which play wins most often in play-outs of sampled completions
    player.py     advice for a seen position, and whole games played by it, as moves of the referee

The search exists natively, too (native/gallery/fair.cpp), and the twins do the same steps with the same dice.
"""
