"""Encodings of files: chosen by a user, or shown by the start of a file."""

from __future__ import annotations

import codecs
import re
import unicodedata
from typing import NamedTuple

from biterms.errors import SettingError

_MARKS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF32_LE: "utf-32-le",  # before UTF-16, whose mark it begins with
    codecs.BOM_UTF32_BE: "utf-32-be",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}
_WIDE = tuple(_MARKS.values())[1:]
#: their bytes come in twos or more, so that a line may be UTF-8 by chance
_SEVERAL_BYTES = {"cp932", "euc_jis_2004", "gb18030", "big5hkscs", "cp949"}
#: Python has these for other purposes than files
_NO_FILES = {"idna", "punycode", "undefined", "unicode_escape", "raw_unicode_escape", "utf-7"}


class Encoding(NamedTuple):
    """The encoding that a file was read in, and how sure that is.

    Parameters
    ----------
    name : str
        Name of the encoding, such as ``windows-1252``.
    sure : {'given', 'certain', 'likely', 'unsure'}
        By whom or how it was decided: by the user, by a mark in the file, or on a sample.
    why : str
        What was seen.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from biterms import Trouble, read
    >>> trouble = Trouble()
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "news.txt")
    ...     _ = path.write_bytes("Müller schießt zwei Tore für Köln".encode("cp1252"))
    ...     texts = [record.text for record in read(path, trouble=trouble)]
    >>> texts[0], [encoding.name for encoding in trouble.encodings.values()]
    ('Müller schießt zwei Tore für Köln', ['windows-1252'])
    """

    name: str
    sure: str
    why: str

    def __str__(self) -> str:
        if self.sure == "given":
            return f"read as {self.name}, as asked"
        return f"read as {self.name} ({self.sure}: {self.why}); --encoding names another"

    @property
    def codecs(self) -> tuple[str, ...]:
        """What to decode a line with: the first that fits.

        Lines of UTF-8 in a file of another encoding are hardly ever there by chance, unless its
        characters have several bytes.
        """
        name = codecs.lookup(self.name).name
        alone = self.sure == "given" or name in _SEVERAL_BYTES
        return (name,) if alone or name == "utf-8" else ("utf-8", name)

    @property
    def keeps_ascii(self) -> bool:
        """Whether a byte below 128 is always an ASCII character where lines are cut."""
        every = bytes(range(128))
        try:
            return every.decode(self.name) == every.decode("ascii")
        except UnicodeDecodeError:
            return False


UTF8 = Encoding("utf-8", "certain", "valid UTF-8")


def given_encoding(name: str) -> Encoding:
    """Check the name of an encoding that a user has chosen.

    Raises
    ------
    SettingError
        If there is no such encoding of files.
    """
    try:
        found = codecs.lookup(name)
        usable = found._is_text_encoding and found.name not in _NO_FILES
    except (LookupError, ValueError, TypeError):
        usable = False
    if not usable:
        raise SettingError(
            f"encoding={name!r:.60}: no such encoding; expected one such as utf-8, utf-16, "
            "windows-1252, windows-1251, shift_jis or gb18030"
        )
    return Encoding(shown_name(found.name), "given", "")


def marked_encoding(head: bytes) -> Encoding | None:
    """What a byte order mark or the zeros of two-byte characters at the start of a file tell."""
    for mark, name in _MARKS.items():
        if head.startswith(mark):
            return UTF8 if name == "utf-8" else Encoding(name, "certain", "byte order mark")
    for name in _WIDE if b"\0" in head else ():
        if _is_wide(head, name):
            return Encoding(name, "likely", "zero bytes at its line ends")
    return None


def ordered_encoding(asked: Encoding, head: bytes) -> Encoding:
    """UTF-16 or UTF-32 with the order of its bytes: as the file shows, or else as Windows writes.

    Python's decoders refuse to go on without a byte order mark.
    """
    found = marked_encoding(head)
    order = found.name[-3:] if found is not None and found.name[:-3] == asked.name else "-le"
    return asked._replace(name=asked.name + order)


def _is_wide(head: bytes, name: str) -> bool:
    """Whether bytes are text in characters of two or four bytes."""
    width = 4 if "32" in name else 2
    whole = head[: len(head) // width * width]
    try:
        text = whole.decode(name)
    except UnicodeDecodeError as error:
        if error.start < len(whole) - 4:  # else the last character is cut
            return False
        text = whole[: error.start].decode(name)
    ends, zeros = head.count(b"\n"), head.count(b"\0")
    if 2 * text.count("\n") < ends or (not ends and 4 * zeros < len(head)):
        return False
    part = text[:10_000]
    odd = sum(unicodedata.category(char) in ("Cc", "Cn", "Co") for char in part)
    return odd - sum(map(part.count, "\r\n\t")) <= len(part) / 100


def shown_name(name: str) -> str:
    """The name that people know: Windows-1252 is in more manuals than cp1252."""
    return f"windows-{name[2:]}" if re.fullmatch("cp125[0-8]", name) else name
