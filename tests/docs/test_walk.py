"""The functions that "How it works" walks through exist, and its tree has every folder."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

import biterms
from tests.docs.markdown import ROOT, rows

PAGE = ROOT / "docs" / "how_it_works.md"
STEPS = sorted({cell for row in rows(PAGE, "function") for cell in re.findall(r"`(.+?)`", row[0])})
VALUES = sorted({cell for row in rows(PAGE, "name") for cell in re.findall(r"`(.+?)`", row[0])})


@pytest.mark.parametrize("name", [*STEPS, *VALUES])
def test_a_named_function_is_there(name: str) -> None:
    assert found(name) is not None


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
