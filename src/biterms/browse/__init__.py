"""Looking at topics: the report, one HTML file that needs nothing else."""
