"""The interval programme of the marriage."""
