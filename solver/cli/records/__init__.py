"""What `--json` prints, typed: a record for each kind of result. Imported only where records are wanted.

`python -m solver.cli.schema` prints the JSON Schema of these types, which docs/json-schema.json holds. Every
key is always there; what is not known, or does not apply, is null.
"""
