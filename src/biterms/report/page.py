"""The page: template, style, scripts and data put into one HTML text that may load nothing.

Every text of a user is data: it stands in a block of JSON, and the scripts put it into the page as
text, never as HTML. The policy names the two scripts and the style by their hashes, so that the
browser runs nothing else and opens no connection.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from importlib.resources import files
from typing import Any

#: in this order: later ones use what earlier ones define
SCRIPTS = (
    *("elements", "charts", "layout", "names", "map", "bars"),
    *("topic", "list", "course", "time", "search", "main"),
)
_ESCAPED = {sign: f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}


def page(content: dict[str, Any], *, charts: dict[str, Any], library: str) -> str:
    """The HTML of `content`; `library` is the script that draws `charts`."""
    style, library = _text("page.css"), _closed(library)
    script = _closed("".join(["(() => {\n", *(_text(f"{name}.js") for name in SCRIPTS), "})();\n"]))
    pieces = {
        "policy": policy(scripts=[library, script], styles=[style]),
        "style": style,
        "data": as_json(content),
        "charts": as_json(charts),
        "library": library,
        "script": script,
    }
    # in one go, or a text of the user could name a piece
    return re.sub(r"\{\{(\w+)\}\}", lambda found: pieces[found[1]], _text("page.html"))


def as_json(value: Any) -> str:
    """JSON that cannot end the script element it stands in."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return re.sub("[<>&\u2028\u2029]", lambda sign: _ESCAPED[sign[0]], text)


def policy(*, scripts: list[str], styles: list[str]) -> str:
    """A Content-Security-Policy that allows these scripts and styles and no connection at all."""
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src {_hashes(scripts)}",
            f"style-src {_hashes(styles)}",
            "img-src data:",  # the empty icon
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'; trusted-types default",
        ]
    )


def _hashes(texts: list[str]) -> str:
    digests = (hashlib.sha256(text.encode()).digest() for text in texts)
    return " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)


def _closed(script: str) -> str:
    """The same program without anything that HTML takes for the end of a script or a comment."""
    return script.replace("</script", r"<\/script").replace("<!--", r"<\!--").replace("\r", "")


def _text(name: str) -> str:
    return files("biterms.report").joinpath("assets", name).read_text(encoding="utf-8")
