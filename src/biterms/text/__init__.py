"""Text in, counts out: the vectoriser, readers, and texts to try things on."""

from biterms.text.cleaning import Profile
from biterms.text.known_words import Span
from biterms.text.samples import sample_headlines
from biterms.text.vectoriser import Vectoriser

__all__ = ["Profile", "Span", "Vectoriser", "sample_headlines"]
