"""Model files: settings as JSON, arrays as safetensors; no model class is known here."""

from biterms.store.fields import Fields
from biterms.store.folder import Stored, read, write
from biterms.store.words import bytes_of_words, words_of_bytes

__all__ = ["Fields", "Stored", "bytes_of_words", "read", "words_of_bytes", "write"]
