"""Every example of the docs runs, and prints what the page shows."""

from __future__ import annotations

import ast
import re
from itertools import pairwise
from pathlib import Path

import pytest

from biterms.models import registry
from tests.docs.markdown import PAGES, ROOT, Step, blocks, links, name, pattern, steps
from tests.docs.run import Command, Reader

#: libraries that the tests do without
NOT_HERE = {"bertopic", "tomotopy"}
KINDS = {"python", "python no-run", "console", "sh", "text", "json", "sql", ""}


@pytest.mark.parametrize("path", [path for path in PAGES if steps(path)], ids=name)
def test_examples(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))  # a page adds its own
    reader = Reader(tmp_path)
    for step, then in pairwise([*steps(path), None]):
        assert step is not None
        reader.check(step, then)


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_blocks_are_of_a_known_kind(path: Path) -> None:
    assert {block.kind for block in blocks(path)} <= KINDS


def test_only_code_of_other_libraries_is_not_run() -> None:
    left = [(name(p), b) for p in PAGES for b in blocks(p) if b.kind == "python no-run"]
    assert left
    for page, block in left:
        imported = {
            node.module if isinstance(node, ast.ImportFrom) else node.names[0].name
            for node in ast.walk(ast.parse(block.text))
            if isinstance(node, ast.Import | ast.ImportFrom)
        }
        assert NOT_HERE & imported, f"{page}:{block.line}: nothing keeps this from being run"


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_links_lead_somewhere(path: Path) -> None:
    for link in links(path):
        other, _, anchor = link.partition("#")
        target = path.parent / other if other else path
        assert target.exists(), f"{name(path)}: {link}"
        if anchor:
            assert anchor in _anchors(target), f"{name(path)}: {link}"


def test_every_page_is_on_the_map() -> None:
    index = ROOT / "docs" / "index.md"
    listed = {(index.parent / link).resolve() for link in links(index)} | {index}
    assert {page for page in PAGES if page.parent != ROOT} <= listed


def test_targets_of_make_exist() -> None:
    rules = (ROOT / "Makefile").read_text(encoding="utf-8")
    there = set(re.findall(r"^([a-z-]+):", rules, re.MULTILINE))
    for page in PAGES:
        named = re.findall(r"(?:`|^ {4})make ([a-z-]+)", page.read_text("utf-8"), re.MULTILINE)
        assert set(named) <= there, f"{name(page)}: {sorted(set(named) - there)}"


@pytest.mark.parametrize(
    ("shown", "found", "same"),
    [
        ("a\nb\n", "a\nb\n", True),
        ("a\nb\n", "a\nb\nc\n", False),
        ("a\n...\n", "a\n", True),
        ("a\n...\nd\n", "a\nb\nc\nd\n", True),
        ("a\n...\nd\n", "a\nb\nc\n", False),
        ("took ... s\n", "took 0.3 s\n", True),
        ("took ... s\n", "took\n0.3 s\n", False),
        ("1.5%\n", "125%\n", False),
        ("", "a\n", False),
    ],
)
def test_dots_stand_for_what_varies(shown: str, found: str, same: bool) -> None:
    assert bool(pattern(shown).fullmatch(found)) == same


@pytest.mark.parametrize(
    ("code", "command"),
    [
        ('biterms fit a.csv --title "A b"', (["fit", "a.csv", "--title", "A b"], "", False)),
        ('echo "A b" | biterms assign m -', (["assign", "m", "-"], "A b\n", False)),
        ("biterms info m > /dev/null 2>&1", (["info", "m"], "", True)),
        ("biterms topics m | head", None),
        ("biterms topics m > topics.txt", None),
        ("cat a.csv", None),
    ],
)
def test_what_needs_no_shell(code: str, command: tuple[list[str], str, bool] | None) -> None:
    assert Command.of(code) == command


def test_a_command_that_fails_is_noticed(tmp_path: Path) -> None:
    reader = Reader(tmp_path)
    failing, asking = Step("console", "exit 3", "", 1), Step("console", "echo $?", "3\n", 1)
    with pytest.raises(AssertionError, match="exit 3"):
        reader.check(failing)
    reader.check(failing, asking)
    reader.check(asking)


def _anchors(page: Path) -> set[str]:
    lines = page.read_text(encoding="utf-8").splitlines()
    titles = [line.lstrip("# ").lower() for line in lines if line.startswith("#")]
    return {"".join(c for c in t if c.isalnum() or c in " -_").replace(" ", "-") for t in titles}
