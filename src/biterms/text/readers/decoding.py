"""From bytes in any encoding to lines of text, with the decision when it is needed."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator
from itertools import chain

from biterms.text.readers.encodings import (
    UTF8,
    Encoding,
    given_encoding,
    marked_encoding,
    ordered_encoding,
)
from biterms.text.readers.guessing import guessed_encoding, lines_beyond_ascii
from biterms.text.readers.problems import INVALID, ProblemLog

#: how a decoder marks what is damaged: as a byte that is no UTF-8, to be counted with its line
_DAMAGE = "biterms.damage"
codecs.register_error(_DAMAGE, lambda error: ("\udcff", error.end))  # type: ignore[attr-defined]


class Decoder:
    """Decodes the lines of one file.

    A file is UTF-8 until a line of it is not: what is before that line is the same in all the
    encodings that are possible then. The decision is made there, once.

    Parameters
    ----------
    encoding : str or None
        The encoding that the user knows; None: it is found.

    Attributes
    ----------
    encoding : Encoding or None
        What has been decided; None: UTF-8 so far.
    """

    def __init__(self, encoding: str | None = None) -> None:
        self.encoding: Encoding | None = None
        self._codecs: tuple[str, ...] = ("utf-8",)
        self._cut_later = False
        if encoding is not None:
            self.decide(given_encoding(encoding))

    def look(self, head: bytes) -> None:
        """Decide on a byte order mark, or on UTF-16 without one."""
        if self.encoding is None and (found := marked_encoding(head)) is not None:
            self.decide(found)
        elif self.encoding is not None and self.encoding.name in ("utf-16", "utf-32"):
            self.decide(ordered_encoding(self.encoding, head))

    def blocks(self, blocks: Iterable[bytes]) -> Iterable[bytes]:
        """The blocks, turned into UTF-8 where lines cannot be cut before that."""
        return self._transcoded(blocks) if self._cut_later else blocks

    def decide(self, encoding: Encoding) -> None:
        """From now on lines are in this encoding."""
        self.encoding, self._cut_later = encoding, not encoding.keeps_ascii
        self._codecs = ("utf-8",) if self._cut_later else encoding.codecs

    def guess(self, blocks: Iterable[bytes]) -> None:
        """Decide on lines that are not all UTF-8; only some of them are looked at."""
        self.decide(guessed_encoding(lines_beyond_ascii(blocks)))

    @property
    def transcodes(self) -> bool:
        """Whether lines can be cut only after the blocks were turned into UTF-8."""
        return self._cut_later

    def _transcoded(self, blocks: Iterable[bytes]) -> Iterator[bytes]:
        assert self.encoding is not None
        decoder = codecs.getincrementaldecoder(self.encoding.name)(_DAMAGE)
        for block in chain(filter(None, blocks), [b""]):
            yield decoder.decode(block, final=not block).encode("utf-8", "surrogateescape")

    def lines(self, data: bytes, more: Iterable[bytes]) -> list[str]:
        """Decode some lines, joined by LF, and cut them; see `text`."""
        return self.text(data, more).split("\n")

    def text(
        self, data: bytes, more: Iterable[bytes], number: int = 1, log: ProblemLog | None = None
    ) -> str:
        """Decode some lines, joined by LF.

        Parameters
        ----------
        data : bytes
            The lines.
        more : iterable of bytes
            Lines that come later, for a decision; only some are looked at.
        number : int
            Number of the first line.
        log : ProblemLog, optional
            Where characters that cannot be decoded are counted; they become U+FFFD.
        """
        try:
            return data.decode(self._codecs[0])
        except UnicodeDecodeError:
            if self.encoding is None:
                self.guess(chain([data], more))
        lines = enumerate(data.split(b"\n"), number)
        return "\n".join(self.line(line, at, log) for at, line in lines)

    def known_text(self, data: bytes) -> str:
        """Decode some lines, joined by LF, without a decision.

        Parameters
        ----------
        data : bytes
            The lines.

        Raises
        ------
        UnicodeDecodeError
            If they are not UTF-8 and nothing else has been decided.
        """
        return data.decode() if self.encoding is None else self.text(data, ())

    def line(self, value: bytes, number: int, log: ProblemLog | None = None) -> str:
        """Decode one line, or a value of a column."""
        for codec in self._codecs:
            try:
                return value.decode(codec)
            except UnicodeDecodeError as error:
                why = error.reason
        if log is not None:
            log.add(INVALID, number, why)
        return value.decode(self._codecs[-1], errors="replace")

    def note(self, log: ProblemLog) -> None:
        """Add to the account of a file what was decided, if it is not plain UTF-8."""
        if self.encoding is not None and (self.encoding.sure == "given" or self.encoding != UTF8):
            log.trouble.encodings[log.file] = self.encoding
