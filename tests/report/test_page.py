"""The HTML as text: what it may contain, and that texts of users are data only."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from biterms.report import report_html
from biterms.report.page import as_json, page
from tests.report.samples import ATTACK, sample

VOID = {"meta", "link", "input", "br", "hr", "img"}


class Reader(HTMLParser):
    """Elements with their attributes and texts; closing tags must match."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open:
            self.texts.setdefault(self.open[-1], []).append(data)


@pytest.fixture(scope="module")
def hostile() -> str:
    return report_html(sample(n_times=4, text=ATTACK))


def test_well_formed_and_nothing_from_elsewhere(hostile: str) -> None:
    reader = Reader(hostile)
    assert reader.open == []
    for tag, attributes in reader.found:
        assert tag not in {"img", "iframe", "object", "embed", "base", "form"}
        assert not {"src", "srcset", "action", "style"} & set(attributes)
        assert not any(name.startswith("on") for name in attributes)
        assert (attributes.get("href") or "#").startswith(("#", "data:,"))


def test_texts_are_in_the_data_only(hostile: str) -> None:
    reader = Reader(hostile)
    scripts = reader.texts["script"]
    assert len(scripts) == 4
    data = json.loads(scripts[0])
    assert data["title"] == ATTACK
    assert data["topics"][0]["examples"][0][0] == ATTACK
    rest = hostile.replace(scripts[0], "")
    assert "window.hit" not in rest
    assert not re.search("[<>&\u2028\u2029]", scripts[0])


def test_policy_allows_by_hash_what_is_there(hostile: str) -> None:
    reader = Reader(hostile)
    [policy] = [a["content"] for _, a in reader.found if "http-equiv" in a]
    assert policy
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"].split() == [digest(text) for text in reader.texts["script"][2:]]
    assert rules["style-src"].split() == [digest(text) for text in reader.texts["style"]]
    assert not {"connect-src", "frame-src", "font-src"} & set(rules)
    assert "unsafe" not in policy


def digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def test_a_script_cannot_end_itself() -> None:
    html = page({"title": ""}, charts={}, library="const a = '</script><!--'; done();")
    assert Reader(html).texts["script"][2] == r"const a = '<\/script><\!--'; done();"


@given(st.lists(st.text() | st.integers()))
def test_json_is_harmless_and_has_the_same_value(value: object) -> None:
    text = as_json(value)
    assert json.loads(text) == value
    assert not re.search("[<>&\u2028\u2029]", text)
