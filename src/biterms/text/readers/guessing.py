"""Which encoding lines that are not UTF-8 are in, decided on a sample, and how sure that is."""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Iterable

from biterms.text.readers.encodings import UTF8, Encoding, shown_name

#: bytes of lines that are not ASCII that a decision looks at
SAMPLE_BYTES = 1 << 16
#: blocks that are looked through for such lines
BLOCKS_AHEAD = 16
#: with fewer bytes that are not ASCII, or a rival that is nearly as good, it is not sure
MANY, RIVAL = 50, 0.9

_LATIN = (
    *("cp1252", "cp1250", "iso8859-2", "cp1254", "cp1257", "iso8859-16"),
    *("mac-roman", "cp850", "cp437", "cp852"),
)
_OTHERS = (
    *("cp1251", "koi8-r", "koi8-u", "cp866", "iso8859-5", "mac-cyrillic"),
    *("cp1253", "iso8859-7", "cp1255", "cp1256", "cp874"),
    *("cp932", "euc_jis_2004", "gb18030", "big5hkscs", "cp949"),
)
#: apostrophes, hyphens and the dot of Catalan
_IN_WORDS = "\u2019\u2010\u2011\u2013\xb7\xad"
_WORD = re.compile(rb"[A-Za-z\x80-\xff]*[\x80-\xff][A-Za-z\x80-\xff]*")
_HIGH = re.compile(rb"[\x80-\xff]")


def guessed_encoding(sample: bytes) -> Encoding:
    """Decide on lines that are not all UTF-8.

    Parameters
    ----------
    sample : bytes
        Lines with bytes that are not ASCII.

    Returns
    -------
    Encoding
        UTF-8 if most of the characters are UTF-8, so that the others are damage, or if no other
        encoding fits.
    """
    lines = sample.split(b"\n")
    others = [line for line in lines if not _decodes(line, "utf-8")]
    mixed = len(others) < len(lines)
    if mixed and all(map(_is_cut, others)):
        return Encoding("utf-8", "likely", "its other lines are valid UTF-8")
    sample = b"\n".join(others)
    text = sample.decode(errors="replace")
    damaged = text.count("\N{REPLACEMENT CHARACTER}")
    if sum(char > "\x7f" for char in text) > 2 * damaged:
        return Encoding("utf-8", "likely", "most characters are valid UTF-8")
    return _other_encoding(sample, "; other lines are UTF-8" if mixed else "")


def _other_encoding(sample: bytes, more: str) -> Encoding:
    """Decide on lines none of which is UTF-8."""
    high, words = len(_HIGH.findall(sample)), _WORD.findall(sample)
    seen = f"{high:,} {'byte is' if high == 1 else 'bytes are'} not ASCII{more}"
    if not any(word.strip(b"\xfe\xff") for word in words):
        return UTF8  # bytes of damage; no word is made of them
    if high == 1 and _decodes(sample, "cp1252"):
        return Encoding("windows-1252", "unsure", f"only {seen}")
    # In a Latin script only some letters of a word are not ASCII.
    latin = 2 * high < sum(map(len, words))
    return _detected(sample, _LATIN if latin else _LATIN + _OTHERS, seen, sure=high >= MANY)


def lines_beyond_ascii(blocks: Iterable[bytes]) -> bytes:
    """Lines with bytes that are not ASCII, from some blocks of lines, up to SAMPLE_BYTES."""
    found, size = list[bytes](), 0
    for block, _ in zip(blocks, range(BLOCKS_AHEAD), strict=False):
        for line in () if block.isascii() else block.split(b"\n"):
            if not line.isascii():
                found.append(line[: SAMPLE_BYTES - size])
                size += len(found[-1]) + 1
                if size >= SAMPLE_BYTES:
                    return b"\n".join(found)
    return b"\n".join(found)


def _detected(sample: bytes, candidates: tuple[str, ...], seen: str, *, sure: bool) -> Encoding:
    import chardet

    found = chardet.detect_all(
        sample,
        ignore_threshold=True,
        compat_names=False,
        include_encodings=candidates,
        no_match_encoding="utf-8",
    )
    scores = {str(one["encoding"]): float(one["confidence"]) for one in found if one["encoding"]}
    fitting = {name: score for name, score in scores.items() if _decodes(sample, name)}
    if not fitting or "utf-8" in fitting:
        return UTF8
    # Of those that are nearly as good, the one with the fewest strange words, and the most common.
    least = RIVAL * max(fitting.values())
    odd = {name: _oddities(sample.decode(name)) for name in fitting if fitting[name] >= least}
    best = min(odd, key=lambda name: (odd[name], name != "cp1252", -fitting[name]))
    rivals = {sample.decode(name) for name in odd if odd[name] == odd[best]}
    same = _decodes(sample, "cp1252") and sample.decode("cp1252") == sample.decode(best)
    chosen, likely = "cp1252" if same else best, sure and len(rivals) == 1
    return Encoding(shown_name(chosen), "likely" if likely else "unsure", seen)


def _oddities(text: str) -> int:
    """Number of characters that are strange where they are: a symbol in a word, a capital in it."""
    return sum(
        before.isalpha() and _is_odd(before, char, after)
        for before, char, after in zip(text, text[1:], text[2:] + " ", strict=False)
        if char > "\x7f"
    )


def _is_odd(before: str, char: str, after: str) -> bool:
    kind = unicodedata.category(char)[0]
    inside = after.isalpha() and kind not in "LM" and char not in _IN_WORDS
    return kind in "SN" or inside or (before.islower() and char.isupper())


def _is_cut(line: bytes) -> bool:
    """Whether a line is UTF-8 but for its last character, which is not all there."""
    try:
        codecs.getincrementaldecoder("utf-8")().decode(line)
    except UnicodeDecodeError:
        return False
    return True


def _decodes(sample: bytes, name: str) -> bool:
    try:
        sample.decode(name)
    except (UnicodeDecodeError, LookupError):
        return False
    return True
