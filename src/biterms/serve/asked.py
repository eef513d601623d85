"""The texts that a request asks about, or why it is refused."""

from __future__ import annotations

import json
from typing import Any

from biterms.serve.limits import Bounds
from biterms.serve.refused import Refused

_SHAPE = '{"text": "..."} or {"texts": ["...", ...]}'


def object_in(body: bytes) -> dict[str, Any]:
    """The object of JSON that a request brings.

    Parameters
    ----------
    body : bytes
        Its body.

    Raises
    ------
    Refused
        If it is something else.
    """
    try:
        found = json.loads(body)
    except (ValueError, RecursionError) as error:
        what = str(error) if isinstance(error, json.JSONDecodeError) else "not UTF-8, or too deep"
        raise Refused(400, f"no JSON: {what:.80}", "an object of JSON in UTF-8") from None
    if not isinstance(found, dict):
        raise Refused(422, f"a {type(found).__name__}", "an object of JSON", "put it in {}")
    return found


def texts_in(body: bytes, bounds: Bounds, most: int) -> list[str]:
    """The texts of a request.

    Parameters
    ----------
    body : bytes
        Its body.
    bounds : Bounds
        How long texts may be.
    most : int
        How many there may be.

    Raises
    ------
    Refused
        If there are none, or too many, or they are too long.
    """
    given = object_in(body)
    texts = [given["text"]] if given.keys() == {"text"} else given.get("texts")
    if not isinstance(texts, list) or len(given) != 1 or not texts:
        raise Refused(422, f"{body[:60].decode(errors='replace')}", _SHAPE)
    if len(texts) > most:
        raise Refused(422, f"{len(texts):,} texts", f"at most {most:,}", "send several requests")
    for place, text in enumerate(texts):
        if not isinstance(text, str):
            raise Refused(422, f"texts[{place}] is {text!r:.40}", "a string")
        if len(text) > bounds.letters:
            raise Refused(
                422,
                f"texts[{place}] has {len(text):,} letters",
                f"at most {bounds.letters:,}",
                "cut it into several",
            )
        if not text.isascii():
            texts[place] = encodable(text)
    return texts


def encodable(text: str) -> str:
    """A text without halves of letters, which JSON can hold and nothing can show."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
