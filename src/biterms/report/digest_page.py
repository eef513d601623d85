"""A digest of a stream as one HTML page with small pictures; it works offline, without scripts."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path

from biterms.report.page import asset, policy
from biterms.store import atomic_file
from biterms.streams.digest import Digest, Happened, Told
from biterms.streams.digest_lines import (
    alarm_line,
    checks,
    event_line,
    headline,
    moment,
    trend_line,
)
from biterms.streams.digest_words import Wording
from biterms.streams.trends import BEFORE

#: the picture of a course, in its own units
WIDTH, HEIGHT, EDGE = 176.0, 48.0, 3.0


def write_digest(digest: Digest, path: str | os.PathLike[str], title: str = "Digest") -> None:
    """Write a digest of a stream to one HTML file that any browser opens offline.

    Parameters
    ----------
    digest : Digest
        What `biterms.streams.digest` gave.
    path : str or path-like
        Name of the HTML file; one that exists is replaced when the new one is complete.
    title : str
        Headline of the page.

    Raises
    ------
    InputError
        If `path` is a folder or lies in a folder that does not exist.
    """
    with atomic_file(Path(path)) as file:
        file.write(digest_html(digest, title))


def digest_html(digest: Digest, title: str = "Digest") -> str:
    """Return a digest of a stream as the text of an HTML file.

    Parameters
    ----------
    digest : Digest
        What `biterms.streams.digest` gave.
    title : str
        Headline of the page.

    Returns
    -------
    str
        The HTML, with its style and pictures inside.
    """
    style, allowed = _style(), digest_policy()
    head = (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{allowed}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f'<title>{escape(title)}</title>\n<link rel="icon" href="data:,">\n<style>{style}</style>\n'
    )
    top = (
        f'<header class="top"><div><h1 dir="auto">{escape(title)}</h1>\n'
        f'<p class="soft">{escape(headline(digest))}</p></div></header>\n'
    )
    main = f"<main>\n{''.join(_cards(digest))}</main>\n"
    return f"{head}</head>\n<body>\n{top}{main}{_foot(digest)}</body>\n</html>\n"


def digest_policy() -> str:
    """What the page of a digest is allowed to do, as a Content-Security-Policy.

    Returns
    -------
    str
        The policy, for those who serve the page.
    """
    return policy(scripts=[], styles=[_style()])


def _style() -> str:
    return asset("page.css") + asset("digest.css")


def _cards(digest: Digest) -> Iterator[str]:
    yield _card("Alarms", map(_alarm, digest.alarms), "alarms")
    yield _card(
        "To check", (_item("", line.removeprefix("check").strip()) for line in checks(digest))
    )
    yield _card("Rising", map(_told, digest.rising))
    yield _card("Fading", map(_told, digest.fading))
    yield _card("New, gone and merged", map(_event, digest.happened))
    yield _card("Changed words", map(_wording, digest.changed))
    yield _card("Followed", map(_told, digest.followed))
    if not (digest.alarms or digest.rising or digest.fading or digest.happened or digest.changed):
        yield _card("All quiet", [_item("", "Nothing has changed beyond chance.")])


def _card(title: str, items: Iterable[str], kind: str = "") -> str:
    """A part of the page; nothing if it has no items."""
    inside = "".join(items)
    return f'<section class="card {kind}"><h2>{title}</h2>\n{inside}</section>\n' if inside else ""


def _item(title: str, line: str, *more: str) -> str:
    head = f'<h3 dir="auto">{escape(title)}</h3>\n' if title else ""
    return (
        f'<div class="item">{head}<p class="soft small">{escape(line)}</p>{"".join(more)}</div>\n'
    )


def _told(told: Told) -> str:
    return _item(told.label, trend_line(told), _quote(told.text), _picture(told))


def _alarm(alarm: dict[str, object]) -> str:
    words, texts = alarm["words"], alarm["texts"]
    assert isinstance(words, list)
    assert isinstance(texts, list)
    line = alarm_line(alarm)
    quote = _quote(texts[0]["text"]) if texts else ""
    return _item(", ".join(map(str, words[:6])), line[0].upper() + line[1:], quote)


def _event(event: Happened) -> str:
    return _item(event.label, event_line(event).removeprefix(event.label).strip())


def _wording(one: Wording) -> str:
    came = "".join(f'<span class="came">+ {escape(word)}</span> ' for word in one.came)
    went = "".join(f'<span class="went">{escape(word)}</span> ' for word in one.went)
    line = (
        f"moved by {one.moved:.2f} (Hellinger's distance); chance alone explains {one.chance:.2f}"
    )
    return _item(one.label, line, f'<p dir="auto">{came}{went}</p>')


def _quote(text: str | None) -> str:
    return f'<blockquote dir="auto">{escape(text)}</blockquote>' if text else ""


def _picture(told: Told) -> str:
    """The course of a topic, the window shaded, and a dot at its end."""
    course = told.trend.course
    top = max((value for value in course if value is not None), default=0.0) or 1.0
    step = WIDTH / max(1, len(course) - 1)
    points = [
        (i * step, HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * value / top)
        for i, value in enumerate(course)
        if value is not None
    ]
    if not points:
        return ""
    begin = WIDTH * BEFORE / (1 + BEFORE)
    said = escape(f"Share of the texts, {trend_line(told)}", quote=True)
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    x, y = points[-1]
    return (
        f'<svg viewBox="0 0 {WIDTH + 2 * EDGE:g} {HEIGHT:g}" role="img" aria-label="{said}">'
        f'<rect class="window" x="{begin:.1f}" width="{WIDTH - begin:.1f}" height="{HEIGHT:g}"/>'
        f'<polyline class="course" points="{line}"/>'
        f'<circle class="end" cx="{x:.1f}" cy="{y:.1f}" r="{EDGE:g}"/></svg>'
    )


def _foot(digest: Digest) -> str:
    span = f"{moment(digest.since)} to {moment(digest.until)} UTC"
    return (
        f'<footer class="soft small">{span}, compared with {BEFORE} times as long before. '
        "The shaded part of a picture is the window. Only changes that chance would explain in "
        "less than 1 of 100 digests are told.</footer>\n"
    )
