"""`biterms fit` on texts as they come: profiles, masks and duplicates."""

from __future__ import annotations

from pathlib import Path

import pytest

from biterms import load
from tests.cli.conftest import Run

LOG = [
    "2024-05-31 10:00:01 payment of $12.50 by joe@example.com failed",
    "2024-05-31 10:00:02 payment of $99 by ann@example.com failed",
    "2024-05-31 10:00:02 Payment of $99 by ann@example.com failed!",
    "&lt;p&gt;R&amp;amp;D asks for a refund&lt;/p&gt;",
]
FIT = ("-o", "model", "-k", 2, "-q", "--passes", 1, "--min-df", 1)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "log.txt").write_text("\n".join(LOG) + "\n")
    return tmp_path


def test_words_are_those_of_the_profile_and_the_masks(run: Run, folder: Path) -> None:
    done = run("fit", "log.txt", *FIT, "--profile", "tickets", "--mask", "numbers", cwd=folder)
    assert done.returncode == 0, done.stderr
    found = {*load(folder / "model").words()}
    assert found == {"<time>", "payment", "<amount>", "<email>", "failed", "asks", "refund"}


def test_plain_texts_are_left_as_they_are(run: Run, folder: Path) -> None:
    assert run("fit", "log.txt", *FIT, "--profile", "plain", cwd=folder).returncode == 0
    assert {"amp", "lt", "gt"} <= {*load(folder / "model").words()}


def test_all_masks(run: Run, folder: Path) -> None:
    assert run("fit", "log.txt", *FIT, "--mask", "all", cwd=folder).returncode == 0
    assert len(load(folder / "model").text_.profile.masks) == 9


def test_duplicates_are_said_and_by_option_left_out(run: Run, folder: Path) -> None:
    kept = run("fit", "log.txt", *FIT, cwd=folder)
    assert "1 of 4 texts came before, 0 letter for letter: learnt again" in kept.stderr
    once = run("fit", "log.txt", *FIT, "--duplicates", "once", cwd=folder)
    assert once.stderr.startswith("3 texts, ")
    assert "1 of 4 texts came before, 0 letter for letter: they were left out" in once.stderr
    more = run("update", "model", "log.txt", "-q", cwd=folder)
    assert more.stderr.startswith("0 new texts, 3 in all, ")
    assert "4 of 4 texts came before, 4 letter for letter: they were left out" in more.stderr
    shown = run("info", "model", cwd=folder).stdout.split("\n")
    assert [line.split() for line in shown if "duplicates" in line] == [
        ["n_duplicates", "5"],
        ["duplicates", "once"],
    ]


@pytest.mark.parametrize(
    ("option", "value"), [("--mask", "digits"), ("--profile", "news"), ("--duplicates", "twice")]
)
def test_other_values_are_refused(run: Run, folder: Path, option: str, value: str) -> None:
    done = run("fit", "log.txt", *FIT, option, value, cwd=folder)
    assert done.returncode == 2
    assert value in done.stderr
    assert not (folder / "model").exists()
