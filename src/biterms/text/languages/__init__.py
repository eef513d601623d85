"""Languages: their names, stop words and writing, which one texts are in, words without spaces."""
