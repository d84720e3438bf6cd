"""Benchmarks: each is run from the project's root as `python -m benchmarks.NAME`, with the package installed."""
