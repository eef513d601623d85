"""Text in, counts out: readers, and the corpus of the demo."""
