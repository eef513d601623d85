"""Where streams come from."""

from biterms.streams.sources.file_reader import SourceWarning
from biterms.streams.sources.files import Files
from biterms.streams.sources.stdin import Stdin
from biterms.streams.sources.texts import Texts

__all__ = ["Files", "SourceWarning", "Stdin", "Texts"]
