"""Fuzzers: deals, logs, options and whole commands at random, in hostile surroundings.

`python -m tests.fuzz --minutes 60 --seed 1` runs them; each case has a number and can be run alone with `--case`.
"""
