"""The page: template, style, scripts and data in one HTML text that loads nothing.

Every text of a user is data: it is in a block of JSON, and the scripts show it as text, never as
HTML. The Content-Security-Policy allows the two scripts and the style by their hashes, so the
browser runs nothing else and opens no connection.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from importlib.resources import files
from typing import Any

from biterms.topics.themes import DARK, LIGHT

#: In this order, because later scripts use what earlier ones define.
SCRIPTS = (
    *("elements", "charts", "exports", "shorten", "map_layout", "map_names", "map", "bars"),
    *("themes", "topic", "list", "time_reader", "periods", "time", "stream", "classes", "search"),
    *(
        "points",
        "points_pace",
        "points_drawing",
        "points_names",
        "pointer_moves",
        "lasso",
        "selection",
        "documents",
        "main",
    ),
)
#: zlib's level: higher ones take much longer for a few percent
LEVEL = 6
_ESCAPED = {sign: f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}


def page(content: dict[str, Any], *, charts: dict[str, Any], library: str) -> str:
    """Put a page together.

    Parameters
    ----------
    content : dict
        The data of the page, as `biterms.report.content.content` makes it.
    charts : dict
        Vega-Lite specifications by name.
    library : str
        The script that draws the charts.

    Returns
    -------
    str
        The HTML.
    """
    style, library = _theme_colours() + asset("page.css"), _inside_script(library)
    script = _inside_script(
        "".join(["(() => {\n", *(asset(f"{name}.js") for name in SCRIPTS), "})();\n"])
    )
    pieces = {
        "policy": policy(scripts=[library, script], styles=[style]),
        "style": style,
        "data": as_json(content),
        "charts": as_json(charts),
        "library": library,
        "script": script,
    }
    # All at once: otherwise a text of the user could contain the name of a piece.
    return re.sub(r"\{\{(\w+)\}\}", lambda match: pieces[match[1]], asset("page.html"))


def packed(data: bytes) -> str:
    """Compress what is large; the page unpacks it when it is needed.

    Parameters
    ----------
    data : bytes
        Anything.

    Returns
    -------
    str
        zlib's format in base64.
    """
    return base64.b64encode(zlib.compress(data, LEVEL)).decode()


def as_json(value: Any) -> str:
    """Write JSON that cannot end the script element it is in.

    Parameters
    ----------
    value : object
        Anything that JSON can express.

    Returns
    -------
    str
        The JSON, in which the characters that mean something in HTML are escaped.
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return re.sub("[<>&\u2028\u2029]", lambda sign: _ESCAPED[sign[0]], text)


def policy(*, scripts: list[str], styles: list[str]) -> str:
    """Write a Content-Security-Policy that allows these scripts and styles and no connection.

    Parameters
    ----------
    scripts, styles : list of str
        The complete texts of the elements.

    Returns
    -------
    str
        The policy.
    """
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src {_hashes(scripts)}",
            f"style-src {_hashes(styles)}",
            "img-src data:",  # The empty icon.
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'; trusted-types default",
        ]
    )


def _theme_colours() -> str:
    """The colours of themes as variables, the same that figures in Python have."""
    light, dark = (
        "".join(f"--theme-{number}: {colour};" for number, colour in enumerate(colours))
        for colours in (LIGHT, DARK)
    )
    return (
        f":root {{ {light} }}\n"
        f"@media screen and (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}\n"
    )


def _hashes(texts: list[str]) -> str:
    digests = (hashlib.sha256(text.encode()).digest() for text in texts)
    return " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)


def _inside_script(script: str) -> str:
    """The same program without anything that HTML reads as the end of a script or a comment."""
    return script.replace("</script", r"<\/script").replace("<!--", r"<\!--").replace("\r", "")


def asset(name: str) -> str:
    """Return the text of a file that pages are made of."""
    return files("biterms.report").joinpath("assets", name).read_text(encoding="utf-8")
