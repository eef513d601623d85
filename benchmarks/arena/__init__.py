"""Every system on every set of short texts, by one protocol; see benchmarks/arena.py."""
