"""Texts from files: TXT, CSV, TSV, JSON lines, Parquet, gzip of these, and standard input."""

from biterms.text.readers.encodings import Encoding
from biterms.text.readers.formats import FILE_KINDS, columns_of, read
from biterms.text.readers.problems import Location, Trouble
from biterms.text.readers.records import Columns, Record

__all__ = [
    "FILE_KINDS",
    "Columns",
    "Encoding",
    "Location",
    "Record",
    "Trouble",
    "columns_of",
    "read",
]
