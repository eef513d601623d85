"""What "How it works" says of the code is so: its steps are taken, its tree has every folder."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import pytest

import biterms
from biterms.cli.app import run
from tests.docs.markdown import ROOT, rows
from tests.topics.newsroom import news

PAGE = ROOT / "docs" / "how_it_works.md"
#: what starts the process, and a dataclass, whose constructor is not the module's
NOT_HERE = {"cli.__main__.main", "topics.fitted.Fitted"}
VALUES = sorted({cell for row in rows(PAGE, "name") for cell in re.findall(r"`(.+?)`", row[0])})


@pytest.mark.parametrize("name", VALUES)
def test_a_named_value_is_there(name: str) -> None:
    assert found(name) is not None


def test_every_step_of_the_walks_is_taken(tmp_path: Path) -> None:
    model, texts = tmp_path / "news.model", news(700)[0]
    for name, some in (("news", texts[:600]), ("today", texts[600:])):
        (tmp_path / f"{name}.csv").write_text("\n".join(["text", *some]))
    fit = ["fit", str(tmp_path / "news.csv"), "-o", str(model), "-k", "3"]
    update = ["update", str(model), str(tmp_path / "today.csv")]
    walks = {
        "fit": calls(lambda: run(fit)),
        "update": calls(lambda: run(update)),
        "explain": calls(lambda: biterms.load(model).explain(texts[0])),
    }
    for name, called in walks.items():
        named = steps(name) - NOT_HERE
        assert len(named) > 5
        assert named <= called, name


def steps(walk: str) -> set[str]:
    """The functions in the table of a walk."""
    page = PAGE.read_text(encoding="utf-8")
    section = re.search(rf"^### `[a-z]+[ .]{walk}\b.*?(?=^##)", page, re.MULTILINE | re.DOTALL)
    assert section is not None
    return set(re.findall(r"^\| `([\w.]+)`", section[0], re.MULTILINE))


def calls(function: Callable[[], object]) -> set[str]:
    """Functions of the package that a call calls; a class for its constructor."""
    called = set[str]()

    def note(frame: FrameType, event: str, _: object) -> None:
        module, code = frame.f_globals.get("__name__", ""), frame.f_code
        if event == "call" and module.startswith("biterms."):
            name = code.co_qualname.removesuffix(".__init__")
            called.add(f"{module}.{name}".removeprefix("biterms."))

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        function()
    finally:
        sys.setprofile(before)
    return called


def test_the_tree_has_every_folder() -> None:
    package = Path(biterms.__file__).parent
    folders = {path.parent.name for path in package.rglob("__init__.py")} - {package.name}
    tree = PAGE.read_text(encoding="utf-8").partition("## The rooms")[2]
    assert folders == set(re.findall(r"^ {4,6}([a-z]+)  ", tree, re.MULTILINE))


def found(name: str) -> object:
    """What a dotted name below the package stands for."""
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        try:
            thing: object = importlib.import_module(".".join(["biterms", *parts[:end]]))
        except ModuleNotFoundError:
            continue
        for part in parts[end:]:
            thing = getattr(thing, part)
        return thing
    raise AssertionError(f"biterms.{name} is not there")
