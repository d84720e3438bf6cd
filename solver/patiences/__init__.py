"""The patiences, a folder each."""
