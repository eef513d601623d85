"""Where streams come from."""

from biterms.streams.sources.texts import Texts

__all__ = ["Texts"]
