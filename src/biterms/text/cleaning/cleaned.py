"""One pass over many texts, one per line: each step looks once whether there is work for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from biterms.text.cleaning.entities import decoded
from biterms.text.cleaning.labels import (
    without_codes,
    without_kickers,
    without_pictures,
    without_retweets,
)
from biterms.text.cleaning.markup import without_tags
from biterms.text.cleaning.masks import masked
from biterms.text.cleaning.profile import Profile


class Step(NamedTuple):
    """A field of `Profile`, the signs without which there is nothing to do, and what to do."""

    field: str
    signs: tuple[str, ...]
    clean: Callable[[str], str]


#: Entities come before tags: exports often hold markup that was escaped.
STEPS = (
    Step("terminal", ("\x1b",), without_codes),
    Step("entities", ("&",), decoded),
    Step("html", ("<",), without_tags),
    Step("retweets", ("@",), without_retweets),
    Step("pictures", (".co", "…"), without_pictures),
    Step("kickers", (":", "-", "]", ")"), without_kickers),
)


def lines_of(texts: Sequence[str]) -> str:
    """Texts as lines, one each; line breaks inside of a text become spaces.

    Parameters
    ----------
    texts : sequence of str
        The texts.

    Returns
    -------
    str
        As many lines as there are texts.
    """
    lines = "\n".join(texts)
    if lines.count("\n") >= len(texts) > 0:
        lines = "\n".join([text.replace("\n", " ") for text in texts])
    return lines


def cleaned(lines: str, profile: Profile) -> str:
    """Lines of texts after cleaning; there are as many as before.

    Parameters
    ----------
    lines : str
        Texts, one per line.
    profile : Profile
        What to do.

    Returns
    -------
    str
        The lines; masks are words that `PLACEHOLDERS` knows.
    """
    for step in STEPS:
        if getattr(profile, step.field) and any(sign in lines for sign in step.signs):
            lines = step.clean(lines)
    return masked(lines, tuple(profile.masks)) if profile.masks else lines
