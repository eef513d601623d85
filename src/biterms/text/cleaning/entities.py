"""HTML entities become the characters they stand for."""

from __future__ import annotations

import re
from functools import lru_cache
from html import unescape
from html.entities import html5

# An ampersand that was escaped again and again is skipped at one go. Without its semicolon an
# entity is only known if nothing of a word follows: "R&D" and "?a=1&copy=2" stay as they are.
_AMPERSAND = r"(?:amp|#0{0,9}38|#[xX]0{0,9}26);"
_BODY = r"#[0-9]{1,7};|#[xX][0-9a-fA-F]{1,6};|[a-zA-Z][a-zA-Z0-9]{1,31};"
_CUT = r"(?:amp|lt|gt|quot|nbsp)(?![\w;=])"
_ENTITY = re.compile(rf"&(?P<again>(?:{_AMPERSAND})*+)(?P<body>{_BODY}|{_CUT})?")


def decoded(lines: str) -> str:
    """Lines with the characters that entities stand for; line breaks among them are spaces."""
    return _ENTITY.sub(_character, lines)


def _character(match: re.Match[str]) -> str:
    body = match["body"]
    if body is None:
        return "&"
    return _known(body) or f"&{body}"


@lru_cache(maxsize=4096)
def _known(body: str) -> str | None:
    """What an entity stands for, or None if there is none of that name."""
    if body[0] != "#" and body not in html5 and body.rstrip(";") == body:
        body += ";"
    if body[0] != "#" and body not in html5:
        return None
    return unescape(f"&{body}").replace("\n", " ")
