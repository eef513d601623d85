"""The corpus of the demo."""

from __future__ import annotations

import sys
import sysconfig
from itertools import islice
from pathlib import Path

import pytest

from biterms.text.docstrings import docstrings, docstrings_below, first_sentence

MODULE = '''"""A module. With more."""
import nothing_of_that_name
raise SystemExit("this file must never run")

class Thing:
    """A thing,
    on two lines

    and a second paragraph."""

    async def method(self):
        "Say \\\\d without warning"

def silent(): "   "
def bare(): return 1
'''


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("One. Two.", "One."),
        ("One\ntwo\n\nthree.", "One two"),
        ("Use this, e.g. there. Not that.", "Use this, e.g. there."),
        ("Names, paths, etc. are kept! Others too.", "Names, paths, etc. are kept!"),
        ("os.path.join joins. Yes.", "os.path.join joins."),
        ("\n\n  Late start?\n", "Late start?"),
        ("", ""),
    ],
)
def test_first_sentence(text: str, sentence: str) -> None:
    assert first_sentence(text) == sentence


def write(folder: Path, name: str, text: str = '"""From {}."""') -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text.replace("{}", name), encoding="utf-8")


def test_reads_every_docstring_and_runs_nothing(tmp_path: Path) -> None:
    write(tmp_path, "pack/mod.py", MODULE)
    assert list(docstrings_below(tmp_path)) == [
        ("pack", "A module."),
        ("pack", "A thing, on two lines"),
        ("pack", r"Say \d without warning"),
    ]
    assert "nothing_of_that_name" not in sys.modules


def test_files_in_order_and_tests_left_out(tmp_path: Path) -> None:
    for name in ["zoo.py", "a/b.py", "a/__init__.py", "a/c/d.py", "a.py", "notes.txt"]:
        write(tmp_path, name)
    for name in ["test/x.py", "a/tests/x.py", "a/idle_test/x.py", "site-packages/p/x.py"]:
        write(tmp_path, name)
    found = list(docstrings_below(tmp_path))
    assert found == [
        (label, f"From {name}.")
        for label, name in [
            ("a", "a/__init__.py"),
            ("a", "a/b.py"),
            ("a", "a/c/d.py"),
            ("a", "a.py"),
            ("zoo", "zoo.py"),
        ]
    ]


def test_unreadable_files_are_passed_over(tmp_path: Path) -> None:
    write(tmp_path, "broken.py", "def (:")
    write(tmp_path, "null.py", '"""Null."""\0')
    (tmp_path / "bytes.py").write_bytes(b'"""caf\xe9"""')
    (tmp_path / "latin.py").write_bytes(b'# coding: latin-1\n"""caf\xe9"""')
    write(tmp_path, "escape.py", "'''Odd \\escape.'''")
    assert list(docstrings_below(tmp_path)) == [("escape", r"Odd \escape."), ("latin", "café")]


def test_the_standard_library() -> None:
    corpus = list(islice(docstrings(), 1000))  # in the order of the alphabet
    labels = {label for label, _ in corpus}
    assert len(corpus) == 1000
    assert {"argparse", "ast", "asyncio"} <= labels
    assert not {"test", "site-packages", "biterms", "altair", "build"} & labels
    assert all(text and text == " ".join(text.split()) for _, text in corpus)


def test_packages_come_after_the_library(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    write(tmp_path, "stdlib/json.py")
    write(tmp_path, "site/numpy/core.py")
    folders = {"stdlib": tmp_path / "stdlib", "purelib": tmp_path / "site"}
    folders["platlib"] = folders["purelib"]
    monkeypatch.setattr(sysconfig, "get_path", lambda name: str(folders[name]))
    assert [label for label, _ in docstrings()] == ["json"]
    assert [label for label, _ in docstrings(packages=True)] == ["json", "numpy"]
