"""Text in, counts out: the vectoriser, readers, and the corpus of the demo."""

from biterms.text.cleaning import Profile
from biterms.text.known_words import Span
from biterms.text.vectoriser import Vectoriser

__all__ = ["Profile", "Span", "Vectoriser"]
