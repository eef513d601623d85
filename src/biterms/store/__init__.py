"""Model folders: settings as JSON, arrays as safetensors; no model class is known here."""

from biterms.store.atomic import atomic_file, check_file
from biterms.store.fields import Fields
from biterms.store.folder import Stored, read, write
from biterms.store.locking import lock
from biterms.store.owner import Owner, owner_in
from biterms.store.place import JOURNAL
from biterms.store.words import bytes_of_words, words_of_bytes

__all__ = [
    "JOURNAL",
    "Fields",
    "Owner",
    "Stored",
    "atomic_file",
    "bytes_of_words",
    "check_file",
    "lock",
    "owner_in",
    "read",
    "words_of_bytes",
    "write",
]
