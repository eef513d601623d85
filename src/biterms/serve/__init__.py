"""A live model over HTTP: what the stream has committed, for pages and programs."""
