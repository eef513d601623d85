"""Every experiment of "Bag of biterms modeling for short texts", run again.

`python -m paper --help` says how; docs/paper.md says what came out.
"""
