"""Text in, counts out: the vectoriser, readers, and the corpus of the demo."""

from biterms.text.vectoriser import Span, Vectoriser

__all__ = ["Span", "Vectoriser"]
