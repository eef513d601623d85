"""Files that are no texts: other formats, binary data and whole web pages are refused."""

from __future__ import annotations

import re

from biterms.errors import InputError

#: of its bytes, and in number: with more control characters a file is no text
MOST_CONTROLS, FEW_CONTROLS = 0.05, 16

_EXCEL = ("a zip archive, or an Excel or Word file", "save the sheet as CSV, or unpack it")
_FORMATS = {
    rb"PK(\x03\x04|\x05\x06)": _EXCEL,
    rb"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": (
        "an old Excel or Word file",
        "save the sheet as CSV, or the document as text",
    ),
    rb"%PDF-": ("a PDF", "save its text"),
    rb"\{\\rtf": ("an RTF document", "save it as plain text"),
    rb"SQLite format 3\0": ("an SQLite database", "export the table as CSV"),
    rb"\x89PNG|\xff\xd8\xff|GIF8[79]a|RIFF....WEBP": ("an image", "give the texts in it"),
    rb"\x7fELF|MZ.{58,}PE\0\0|[\xfe\xcf]\xfa\xed\xfe": ("a program", "give a file of texts"),
    rb"BZh[1-9]1AY": ("compressed with bzip2", "unpack it, or use gzip"),
    rb"\xfd7zXZ": ("compressed with xz", "unpack it, or use gzip"),
    rb"\x28\xb5\x2f\xfd": ("compressed with zstd", "unpack it, or use gzip"),
    rb"7z\xbc\xaf\x27\x1c|Rar!\x1a\x07": ("a 7z or RAR archive", "unpack it, or use gzip"),
    rb".{257}ustar": ("a tar archive", "unpack it and name the files in it"),
    rb"\x1f\x8b": ("compressed with gzip twice", "unpack it once"),
}
_KNOWN = {re.compile(start, re.DOTALL): what for start, what in _FORMATS.items()}
#: not among them: backspace, the ends of words, lines and pages, and escape, of coloured logs
_CONTROLS = bytes({*range(32), 127} - {*b"\b\t\n\v\f\r\x1b"})
# Comments are never given back: the ways to cut many of them would be tried one by one.
_PAGE = re.compile(
    rb"(\xef\xbb\xbf)?\s*+(?:<!--.*?-->\s*+)*+(<!doctype\s+html|<\?xml\s|<html[\s>].*<(head|body)\b)",
    re.I | re.S,
)


def check_format(name: str, head: bytes) -> None:
    """Refuse what its first bytes show to be of another format.

    Raises
    ------
    InputError
        If they do.
    """
    for start, (what, remedy) in _KNOWN.items():
        if start.match(head):
            raise InputError(f"{name}: {what}, expected texts; {remedy}")


def check_text(name: str, head: bytes) -> None:
    """Refuse the start of a file, in UTF-8 or what it is in, if it is binary or a web page.

    Raises
    ------
    InputError
        If it is.
    """
    controls = len(head) - len(head.translate(None, _CONTROLS))
    if controls > max(FEW_CONTROLS, MOST_CONTROLS * len(head)):
        raise InputError(
            f"{name}: no text, {controls / len(head):.0%} of its first {len(head):,} bytes are "
            "control characters; expected a file of texts; export them as CSV or one per line"
        )
    if _PAGE.match(head[: 1 << 16]):
        raise InputError(
            f"{name}: an HTML or XML page, expected texts; extract the texts, one per line or as "
            "CSV"
        )
