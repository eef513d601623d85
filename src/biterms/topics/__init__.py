"""Text, vocabulary and model together: what users meet."""
