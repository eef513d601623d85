"""Cleaning many texts at once says the same as cleaning each by itself, by a naive statement."""

from __future__ import annotations

import re
from html import escape, unescape
from html.entities import html5

import pytest
from hypothesis import given
from hypothesis import strategies as st

from biterms.text.cleaning import MASKS, PLAIN, PROFILES, Profile, cleaned, lines_of
from biterms.text.vectoriser import Vectoriser

AMPERSANDS = ("amp;", "#38;", "#x26;")
MASKED = Profile(html=True, retweets=True, pictures=True, kickers=True, masks=tuple(MASKS))


def one(text: str, profile: Profile) -> str:
    return cleaned(text, profile)


def words(text: str, profile: str | Profile = "default") -> list[str]:
    vectoriser = Vectoriser(profile=profile, stop_words=None, language=None, numbers=True)
    return [span.surface for span in vectoriser.start().spans(text)]


def naive_entities(text: str) -> str:
    """From left to right, one ampersand after the other."""
    before, sign, rest = text.partition("&")
    if not sign:
        return before
    while rest.startswith(AMPERSANDS):
        rest = rest.partition(";")[2]
    name, end, after = rest.partition(";")
    numeric = re.fullmatch("#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}", name)
    if end and (numeric or f"{name};" in html5):
        return before + unescape(f"&{name};").replace("\n", " ") + naive_entities(after)
    return f"{before}&{naive_entities(rest)}"


PARTS = ["&", "amp;", "lt;", "#39;", "#x27;", "#38;", "nbsp;", "AT&T", "R&D", "#10;", ";", "x", " "]


@given(st.lists(st.sampled_from(PARTS), max_size=12).map("".join))
def test_entities_are_decoded_from_left_to_right(text: str) -> None:
    assert one(text, PROFILES["default"]) == naive_entities(text)


@given(st.text(st.sampled_from("&<>'\";#x239ampltgnbs; é\t"), max_size=40))
def test_what_was_escaped_once_more_is_the_same(text: str) -> None:
    assert one(escape(text, quote=False), Profile()) == one(text, Profile())
    assert one(escape(escape(text)), Profile()) == one(text, Profile())


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("R&amp;D at AT&amp;T", "R&D at AT&T"),
        ("R&D at AT&T; Q&A", "R&D at AT&T; Q&A"),
        ("isn&#39;t &amp;amp; isn&amp;#39;t", "isn't & isn't"),
        ("a&nbsp;b&eacute;", "a\xa0bé"),
        ("cut off &amp", "cut off &"),
        ("?a=1&copy=2&amp=3 &unknown;", "?a=1&copy=2&amp=3 &unknown;"),
        ("\x1b[31mERROR\x1b[0m &#10; end", "ERROR   end"),
    ],
)
def test_the_default_profile(text: str, found: str) -> None:
    assert one(text, PROFILES["default"]) == found
    assert one(text, PLAIN) == text


# Pieces of texts, and the words that should be left of each.
PIECES = {
    "hello": ["hello"],
    "RT @joe_1:": [],
    "MT @Ann": [],
    "@ann": ["ann"],
    "https://t.co/aB3": [],
    "t.co/aB3": [],
    "nowpic.twitter.com/xYz": ["now"],
    "htt…": [],
    "&lt;p&gt;para&lt;/p&gt;": ["para"],
    "H<sub>2</sub>O": ["h2o"],
    "<a href='x.html'>link</a><br/>": ["link"],
    "<!-- hidden > words -->": [],
    "<script>let x = 1;</script>": [],
    "fish<b and chips>": ["fish", "and", "chips"],
    "(video)": [],
    "[PDF]": [],
    "&amp;": [],
    "don&#39;t": ["don't"],
    "\u200bzero\u200bwidth\ufeff": ["zero", "width"],
    "soft\u00adware": ["software"],
    "\x00bell\x07ring": ["bell", "ring"],
}
ALL_STEPS = Profile(html=True, retweets=True, pictures=True, kickers=True)


@given(st.lists(st.sampled_from(list(PIECES)), max_size=6))
def test_a_text_is_cleaned_piece_by_piece(pieces: list[str]) -> None:
    expected = [word for piece in pieces for word in PIECES[piece]]
    assert words(" ".join(pieces), ALL_STEPS) == expected


@given(st.lists(st.text(st.sampled_from("<>&;/!-=apbscrit @RT:.co1234567890$\n '\"(video)…"))))
def test_texts_do_not_meet(texts: list[str]) -> None:
    found = cleaned(lines_of(texts), MASKED).split("\n") if texts else []
    assert found == [one(text.replace("\n", " "), MASKED) for text in texts]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("VIDEO: Storm hits coast (photos)", ["storm", "hits", "coast"]),
        ("UPDATE 2-Oil falls", ["oil", "falls"]),
        ("Fwd: RE: AW: Oil falls", ["oil", "falls"]),
        ("Wait for it: re: oil", ["wait", "for", "it", "re", "oil"]),
        ("Live music returns: video art", ["live", "music", "returns", "video", "art"]),
        ("<i>p</i>53 in <em>Drosophila</em>", ["p53", "in", "drosophila"]),
    ],
)
def test_titles(text: str, found: list[str]) -> None:
    assert words(text, "titles") == found


@pytest.mark.parametrize(
    "text",
    [
        *("<a " * 30_000, "<script>" * 30_000, "<!--" * 30_000, "<a b=" * 30_000, "&amp;" * 30_000),
        *(
            "a1" * 30_000 + "_",
            "/a" * 30_000 + "!",
            "a." * 30_000,
            "12:30 " * 30_000,
            "may 5 " * 9999,
        ),
        *(
            "RT @a" * 30_000,
            "pic.twitter.com/" * 9999,
            "1." * 30_000,
            "5 million " * 9999,
            "ab:" * 30_000,
        ),
        *(
            "a@" + "b." * 30_000,
            "\x1b[" * 30_000,
            "0x" * 30_000,
            "f" * 100_000,
            "RT" + " " * 100_000,
        ),
        *("<a " + "=" * 200_000, "<a =" + " " * 200_000 + "<", "<a " + " = " * 100_000 + "<"),
    ],
    ids=range(23),
)
def test_no_text_takes_long(text: str) -> None:
    """With time by the square these would take minutes, and the test would time out."""
    one(text, MASKED)
