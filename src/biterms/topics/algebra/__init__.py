"""Models add up: sums and differences of what models have learnt, and what has changed."""
