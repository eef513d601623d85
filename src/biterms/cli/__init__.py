"""Commands: each parses its arguments and calls one importable function of the same name.

What they need is imported when they run: `--help` and the completion of the shell do not wait.
"""
