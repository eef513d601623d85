"""Commands: each parses its arguments and calls one importable function of the same name."""
