"""The page of the API and what the server answers are the same, path by path and field by field."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.docs.markdown import ROOT
from tests.serve.running import Running
from tests.serve.test_events import Told

PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
#: sections by their headings, such as GET /v1/topics
SECTIONS = {
    head.strip(): text
    for head, text in re.findall(r"(?ms)^## ((?:GET|POST|DELETE) [^\n]+)\n(.*?)(?=^## |\Z)", PAGE)
}
ASKED = {
    "GET /v1/topics/{id}": "topics/3",
    "GET /v1/texts": "texts?explain=true",
    "GET /v1/compare": "compare?from={first}",
}


def examples(section: str) -> list[Any]:
    return [json.loads(block) for block in re.findall(r"(?s)```json\n(.*?)```", SECTIONS[section])]


def fields(value: Any) -> Any:
    """The names in an object, and those of the first of a list, as deep as they go."""
    if isinstance(value, dict):
        return {name: fields(one) for name, one in value.items()}
    return [fields(value[0])] if isinstance(value, list) and value else None


def assert_told(example: Any, found: Any, where: str = "") -> None:
    """All that is found is in the example, and the other way round; lists may be empty."""
    if isinstance(example, dict) and isinstance(found, dict):
        assert example.keys() == found.keys(), where
        for name in example:
            if name != "value":
                assert_told(example[name], found[name], f"{where}.{name}")
    elif isinstance(example, list) and isinstance(found, list) and example and found:
        assert_told(example[0], found[0], f"{where}[]")
    elif example is not None and found is not None:
        kinds = {type(example), type(found)}
        assert kinds <= {int, float} or len(kinds) == 1, (where, example, found)


def test_every_path_is_on_the_page(server: Running) -> None:
    paths = server.get("openapi.json")["paths"]
    known = {f"{method.upper()} {path}" for path, each in paths.items() for method in each}
    assert known - {*SECTIONS} == {"GET /v1/digest.html", "GET /v1/digest.atom"}
    assert {*SECTIONS} <= known


@pytest.mark.parametrize(
    "section",
    [name for name in SECTIONS if name.startswith("GET") and "```json" in SECTIONS[name]],
)
def test_answers_have_the_fields_of_the_examples(server: Running, section: str) -> None:
    first = server.get("moments")["moments"][0]["step"]
    path = ASKED.get(section, section.removeprefix("GET /v1/")).format(first=first)
    found = server.get(path)
    assert_told(examples(section)[0], found, section)
    assert fields(found)


@pytest.mark.parametrize("path", ["assign", "explain"])
def test_questions(server: Running, path: str) -> None:
    request, *_ = examples("POST /v1/assign")
    found = server.ask("POST", f"/v1/{path}", {"texts": ["goal team match", "xyzzy"]}).json
    assert request.keys() == {"texts"}
    assert_told(examples(f"POST /v1/{path}")[-1], found, path)


def test_edits(server: Running) -> None:
    request, answer = examples("POST /v1/edits")
    made = server.ask("POST", "/v1/edits", request | {"topic": 3})
    assert (made.status, made.json.keys()) == (201, answer.keys())
    undone = server.ask("DELETE", f"/v1/edits/{made.json['number']}")
    [expected] = examples("DELETE /v1/edits/{number}")
    assert (undone.status, undone.json.keys()) == (200, expected.keys())


def test_events(server: Running) -> None:
    [block] = re.findall(r"(?s)```text\n(.*?)```", SECTIONS["GET /v1/events"])
    said = dict(line.split(": ", 1) for line in block.strip().splitlines())
    told = Told(server)
    last, found = next(told.events)
    told.close()
    assert len(said["id"].split(".")) == len(last.split("."))
    assert_told(json.loads(said["data"]), found, "events")


def test_parameters_are_on_the_page(server: Running) -> None:
    """With their defaults."""
    for path, methods in server.get("openapi.json")["paths"].items():
        for method, said in methods.items():
            section = SECTIONS.get(f"{method.upper()} {path}", "")
            for one in said.get("parameters", ()):
                if one["in"] == "query" and section:
                    assert f"`{one['name']}" in section or f" `{one['name']}`" in section, (
                        path,
                        one,
                    )


def test_the_page_of_the_server_lists_all_paths(server: Running) -> None:
    page = server.ask("GET", "/v1/docs").body.decode()
    for path in server.get("openapi.json")["paths"]:
        assert path in page


def test_errors_have_the_shape_of_the_page(server: Running) -> None:
    [example] = re.findall(r'(?s)```json\n(\{"error".*?)```', PAGE)
    answer = server.ask("GET", "/v1/topics?window=2h")
    assert answer.status == 422
    assert answer.error.keys() == json.loads(example)["error"].keys()
    assert answer.error["found"] == "window: '2h'"
    told = {int(status) for status in re.findall(r"(?m)^\| (\d{3}) \|", PAGE)}
    source = Path(__file__).parents[2] / "src" / "biterms" / "serve"
    raised = "".join(path.read_text(encoding="utf-8") for path in source.glob("*.py"))
    used = {int(status) for status in re.findall(r"Refused\(\s*(\d{3}),", raised)}
    assert used - {500} <= told
