"""Fragments of HTML without their tags; what only looks like a tag is left alone."""

from __future__ import annotations

import re

_ELEMENTS = (
    "a abbr address article aside audio blockquote body br button canvas caption center cite code "
    "col colgroup data dd del details dfn div dl dt fieldset figcaption figure font footer form "
    "h1 h2 h3 h4 h5 h6 head header hr html iframe img input ins kbd label legend li link main map "
    "meta nav noscript object ol optgroup option output p param picture pre q samp section select "
    "source span strike summary svg table tbody td textarea tfoot th thead time title tr u ul var "
    "video"
)
# They are inside of words: H<sub>2</sub>O, <em>anti</em>matter.
_INSIDE = "b big em i mark s small strong sub sup tt wbr"
# Attributes have a value: "a <b and c> d" is no tag. What has been read is never given back, so
# that the time is linear, whatever the text is.
_ATTRIBUTES = r"[^\S\n](?=[^<>\n=]*+=)[^<>\n]*+"
_REST = rf"(?:{_ATTRIBUTES}>|[^\S\n]*+/?>)"
_UNSEEN = (
    r"!--[^\n]*?(?:-->|$)|(?P<kind>script|style)\b[^<>\n]*>[^\n]*?(?:</(?P=kind)[^\S\n]*>|$)"
    r"|[!?][a-z\[][^<>\n]*>"
)
_NAMED = rf"/?(?:{'|'.join(_ELEMENTS.split())}|[a-z]{{1,9}}:[a-z]{{1,30}})"
# The last tag of a text may have been cut off, together with the text.
_CUT_OFF = rf"{_ATTRIBUTES}$"
# "<time>" is also the mask of a time.
_TAG = re.compile(
    rf"<(?:(?P<inside>/?(?:{'|'.join(_INSIDE.split())}){_REST})"
    rf"|{_UNSEEN}|(?!time>){_NAMED}(?:{_REST}|{_CUT_OFF}))",
    re.IGNORECASE | re.MULTILINE,
)


def without_tags(lines: str) -> str:
    """Lines with a space for each tag, comment, script and style."""
    return _TAG.sub(lambda match: "" if match["inside"] else " ", lines)
