"""Edits: appended by other processes while a stream runs, laid over views, never lost."""

from __future__ import annotations

import multiprocessing
from pathlib import Path

import pytest

from biterms import InputError
from biterms.cli.app import run
from biterms.streams import Progress, Texts, courses, digest, edit, edits, follow, undo
from tests.streams.models import RECORDS, assert_same, new, timeline, undisturbed

processes = multiprocessing.get_context("forkserver")
processes.set_forkserver_preload(["biterms.streams"])
EDITS = 40


def editor(folder: Path) -> None:
    """Make many edits; runs in another process."""
    for i in range(EDITS):
        edit(folder, "label", i % 4, f"name {i}", author="ann")


def test_a_stream_and_an_editor_do_not_disturb_each_other(tmp_path: Path) -> None:
    calm, live = tmp_path / "calm", tmp_path / "live"
    other = processes.Process(target=editor, args=(live,))

    def progress(now: Progress) -> None:
        if now.step == 2:
            other.start()
        if now.step == 29:  # the last cuts wait until the editor has done something
            other.join(30)

    try:
        learnt = follow(
            Texts(RECORDS), live, new(), every=50, most=50, within=None, progress=progress
        )
        other.join(30)
        assert other.exitcode == 0
    finally:
        other.kill()
    assert_same(learnt, undisturbed(calm, most=50))
    assert timeline(live) == timeline(calm)
    assert [one.value for one in edits(live)] == [f"name {i}" for i in range(EDITS)]
    assert {one.author for one in edits(live)} == {"ann"}


def test_labels_are_laid_over_views_and_can_be_undone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    undisturbed(tmp_path)
    before = {row.topic: row.label for row in courses(tmp_path)}
    assert all(before.values())
    edit(tmp_path, "label", 2, "First")
    number = edit(tmp_path, "label", 2, "Travel, mostly")
    edit(tmp_path, "follow", 1)
    assert {row.topic: row.label for row in courses(tmp_path)} == before | {2: "Travel, mostly"}
    assert [told.trend.topic for told in digest(tmp_path).followed] == [1]
    assert run(["status", str(tmp_path)]) == 0
    assert "2 Travel, mostly" in capsys.readouterr().out
    edit(tmp_path, "hide", 1)
    assert digest(tmp_path).followed == []
    undo(tmp_path, number)
    assert {row.label for row in courses(tmp_path) if row.topic == 2} == {"First"}
    edit(tmp_path, "label", 2, "")
    assert {row.topic: row.label for row in courses(tmp_path)} == before
    assert len(edits(tmp_path)) == 4
    assert len(edits(tmp_path, undone=True)) == 5


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("edits") / "live"
    undisturbed(folder)
    return folder


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"what": "name", "topic": 1}, "expected one of label, hide, follow, group, seen"),
        ({"what": "label", "topic": 1}, "expected a name"),
        ({"what": "label", "topic": "1", "value": "a"}, "expected the number of a topic"),
        ({"what": "seen", "topic": 1}, "expected the number of an alarm"),
        ({"what": "hide", "topic": 1, "value": 7}, "expected True or False"),
        ({"what": "group", "topic": 1, "value": "g" * 201}, "at most 200 letters"),
    ],
)
def test_what_says_nothing_is_refused(live: Path, given: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        edit(live, **given)  # type: ignore[arg-type]
    assert edits(live) == []


def test_an_edit_that_is_not_there_cannot_be_undone(live: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no edit 7 that counts"):
        undo(live, 7)
    with pytest.raises(InputError, match="no stream has been followed"):
        edit(tmp_path, "label", 1, "a")
