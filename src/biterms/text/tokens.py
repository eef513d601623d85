"""From strings to tokens: ASCII goes straight to the kernel, other texts are made simple first.

Compatible forms become one (NFKC): full-width letters of Japanese keyboards, ligatures of PDF
files, and the "bold" letters of social networks are the letters they look like. Accents stay.
An emoji is a word of its own: in a short text it often shows the subject or the mood. Skin tones
and variants in style are left out, flags and joined emoji stay whole. Letters written without
spaces (Chinese, Japanese, Thai) stay together as one word; `languages.segment` cuts them before.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from unicodedata import category, combining, decimal, normalize

import numpy as np

from biterms import kernels
from biterms.kernels import Rules, Tokens
from biterms.text.cleaning import lines_of

_FOREIGN = re.compile(r"[^\x00-\x7f]+")
_BASE = (
    r"[\u231a\u231b\u2328\u23cf\u23e9-\u23fa\u2600-\u2767\u2794-\u27bf\u2b05-\u2b07\u2b1b\u2b1c"
    r"\u2b50\u2b55\U0001f000-\U0001f1e5\U0001f200-\U0001f3fa\U0001f400-\U0001faff]"
)
_STYLE = r"[\ufe0e\ufe0f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]"
_EMOJI = re.compile(rf"[\U0001f1e6-\U0001f1ff]{{2}}|{_BASE}{_STYLE}*(?:\u200d{_BASE}{_STYLE}*)*")
_STYLES = re.compile(_STYLE)
_FIRST = str.maketrans(dict.fromkeys("‘’‛ʼ´", "'") | dict.fromkeys("™℠", " "))
_SHORT = 16
_MOST_MARKS = 30  # as in the stream-safe text format of Unicode
_LONG = re.compile(rf"[^\x00-\x7f]{{{_MOST_MARKS + 1},}}")


class _Signs(dict[int, str]):
    """What becomes of a character; an entry is made when the character first comes."""

    def __missing__(self, code: int) -> str:
        self[code] = found = _sign(chr(code))
        return found


def _sign(c: str) -> str:
    if c.isascii():
        return c
    kind = category(c)
    if kind == "Nd":
        return str(decimal(c))
    if c.isalnum() or (kind in ("Mn", "Mc") and not _STYLES.match(c)):
        return c
    # Soft hyphens, marks of direction and joiners are invisible; a space of no width is a space.
    invisible = kind in ("Cf", "Mn", "Me") and c != "\u200b"
    return "" if invisible else " "


_SIGNS = _Signs()


def simple(text: str) -> str:
    """The text in lower case, with letters and emoji as the only signs that are not ASCII."""
    # NFC joins accents to ASCII letters; after it, a run of other signs can be looked at by itself.
    return _FOREIGN.sub(_of_run, normalize("NFC", _few_marks(text.lower())))


def _few_marks(text: str) -> str:
    """No run of over 30 accents, which no writing has: sorting them takes time by their square."""
    return _LONG.sub(lambda run: _marks().sub(lambda marks: marks[0][:_MOST_MARKS], run[0]), text)


@cache
def _marks() -> re.Pattern[str]:
    marks = "".join(map(chr, filter(lambda code: combining(chr(code)), range(0x300, 0x1F000))))
    return re.compile(f"[{marks}]{{{_MOST_MARKS + 1},}}")


def _of_run(match: re.Match[str]) -> str:
    run = match[0]
    return _memo(run) if len(run) <= _SHORT else _simple(run)


def _simple(run: str) -> str:
    text = normalize("NFKC", normalize("NFKC", run.translate(_FIRST)).lower())
    text = text.replace("\u0e4d\u0e32", "\u0e33")  # as Thai is typed, and in its dictionaries
    parts = _EMOJI.split(text)
    words = [part.translate(_SIGNS) for part in parts]
    for place, emoji in enumerate(_EMOJI.findall(text)):
        words[place] += f" {_STYLES.sub('', emoji)} "
    return "".join(words)


_memo = lru_cache(maxsize=1 << 16)(_simple)
_RUNS: dict[str, str] = {}
_MOST_RUNS = 1 << 16


def tokens_of(texts: Sequence[str], rules: Rules) -> Tokens:
    """The tokens of all texts, cut by one call of the kernel."""
    return kernels.split(simple_lines(lines_of(texts)), len(texts), rules)


def simple_lines(lines: str) -> str:
    """Lines that the kernel can cut: those that are not ASCII are made simple.

    What becomes of a run of signs that are not ASCII does not depend on what is around it, but for
    `_needs_context`. So each different run is looked at once, and compiled code exchanges them.
    """
    if lines.isascii():
        return lines
    runs = kernels.foreign_runs(lines, lines.count("\n") + 1)
    with_context = [*map(_needs_context, runs.words)]
    changed = kernels.with_runs(lines, runs, simple_runs(runs.words))
    if not any(with_context):
        return changed
    texts, others = changed.split("\n"), lines.split("\n")
    entries = np.flatnonzero(np.array(with_context)[runs.ids])
    for line in np.unique(np.searchsorted(runs.ptr, entries, side="right") - 1).tolist():
        texts[line] = simple(others[line])
    return "\n".join(texts)


def _needs_context(run: str) -> bool:
    """An accent belongs to the letter before; the small form of Σ depends on where it stands."""
    return combining(run[0]) > 0 or "Σ" in run


def simple_runs(runs: Sequence[str]) -> list[str]:
    """What becomes of runs, all new ones in one pass; short ones come again."""
    found = {run: known for run in runs if (known := _RUNS.get(run)) is not None}
    new = [run for run in runs if run not in found]
    if new:
        made = dict(zip(new, simple("\n".join(new)).split("\n"), strict=True))
        found.update(made)
        if len(_RUNS) > _MOST_RUNS:
            _RUNS.clear()
        _RUNS.update((run, plain) for run, plain in made.items() if len(run) <= _SHORT)
    return [found[run] for run in runs]
