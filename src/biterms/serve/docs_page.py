"""The description of the API as a page; it works offline and without scripts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import escape
from typing import Any


def docs_html(description: dict[str, Any]) -> str:
    """The paths of an OpenAPI document as a page.

    Parameters
    ----------
    description : dict
        The document.

    Returns
    -------
    str
        The HTML.
    """
    rows = "".join(_rows(description))
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n<title>biterms: the API</title>\n'
        '<link rel="icon" href="/assets/favicon.svg" type="image/svg+xml">\n'
        '<link rel="stylesheet" href="/assets/app.css">\n</head>\n<body>\n<main class="api">\n'
        f"<h1>The API of biterms {escape(description['info']['version'])}</h1>\n"
        '<p class="soft">For programs: <a href="/v1/openapi.json">/v1/openapi.json</a>. '
        '<a href="/">To the page</a></p>\n<section class="card"><table>\n'
        "<thead><tr><th>request</th><th>what it gives</th><th>parameters</th></tr></thead>\n"
        f"<tbody>\n{rows}</tbody></table></section>\n</main>\n</body>\n</html>\n"
    )


def _rows(description: dict[str, Any]) -> Iterator[str]:
    for path, methods in description["paths"].items():
        for method, said in methods.items():
            parameters = ", ".join(_parameter(one) for one in said.get("parameters", ()))
            yield (
                f"<tr><th scope=row><code>{method.upper()} {escape(path)}</code></th>"
                f"<td>{_text(said.get('description', ''))}</td><td>{parameters}</td></tr>\n"
            )


def _parameter(one: dict[str, Any]) -> str:
    default = one["schema"].get("default")
    said = default if isinstance(default, str) else json.dumps(default)
    text = one["name"] if default in (None, "") else f"{one['name']}={said}"
    return f"<code>{escape(text)}</code>"


def _text(text: str) -> str:
    """A docstring, names of Python marked."""
    return re.sub("`([^`]+)`", r"<code>\1</code>", escape(text))
