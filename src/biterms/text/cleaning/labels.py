"""Labels that a platform or an editor puts around a text, and codes of terminals."""

from __future__ import annotations

import re

_SPACE = r"[^\S\n]"
_CODE = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|[@-Z\\^_])")
# What begins with letters and not with a condition is searched for much faster.
_RETWEET = re.compile(rf"[RrMm][Tt](?<!\w..){_SPACE}{{0,9}}@\w+(?:{_SPACE}?:)?")
# The address of a picture often follows the last word without a space. A link at the end of a
# retweet may be cut off: "htt…".
_PICTURES = (
    re.compile(r"http(?:s?://(?:pic\.twitter\.com|t\.co|pbs\.twimg\.com)/[^\s…]*…?|s?:?/{0,2}…)"),
    re.compile(r"pic\.twitter\.com/[^\s…]*…?"),
    re.compile(r"t\.co/(?<![\w.]t\.co/)[^\s…]*…?"),
    re.compile(r"ht(?<!\wht)t?…"),
)
_SHOWN = (
    "(?:audio|gallery|graphics?|infographics?|interactive|live|pdf|photos?|pictures?|podcasts?"
    "|slideshow|videos?|watch)"
)
_NEWS = r"(?:breaking|exclusive|update(?:[^\S\n]?[0-9]{1,2})?|correct(?:ed|ion))"
_ANSWER = "(?:re|fwd?|aw|wg)"  # of mail, in German, too
_KICKER = re.compile(
    rf"\n(?:{_SPACE}{{0,9}}"
    rf"(?:(?:{_SHOWN}|{_NEWS}|{_ANSWER}):|UPDATE{_SPACE}?[0-9]{{1,2}}{_SPACE}?-))++",
    re.IGNORECASE,
)
_IN_BRACKETS = re.compile(rf"[(\[]{_SHOWN}[)\]]", re.IGNORECASE)


def without_codes(lines: str) -> str:
    """Lines without what colours them in a terminal."""
    return _CODE.sub("", lines)


def without_retweets(lines: str) -> str:
    """Lines without ``RT @name:``."""
    return _RETWEET.sub(" ", lines)


def without_pictures(lines: str) -> str:
    """Lines without addresses that Twitter gives to pictures and links."""
    for picture in _PICTURES:
        lines = picture.sub(" ", lines)
    return lines


def without_kickers(lines: str) -> str:
    """Headlines without labels that say what there is to see."""
    return _IN_BRACKETS.sub(" ", _KICKER.sub("\n ", "\n" + lines))[1:]
