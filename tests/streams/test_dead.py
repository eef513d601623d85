"""Records that could not be used are listed, mended and taken again, each once."""

from __future__ import annotations

from pathlib import Path

import pytest

from biterms import InputError, Record
from biterms.streams import (
    DeadLetter,
    DeadLetters,
    Progress,
    Texts,
    dead_letters,
    follow,
    mark_replayed,
    status,
)
from tests.streams.models import RECORDS, new

BROKEN = [17, 18, 19, 20]


def followed(folder: Path) -> None:
    texts = [*RECORDS[:100], *BROKEN, *RECORDS[100:200]]
    follow(Texts(texts), folder, new(), every=50, within=None)  # type: ignore[arg-type]


def mended(letter: DeadLetter) -> Record | None:
    """All but one."""
    if letter.data == "19":
        return None
    return Record(f"late goal {letter.data}", f"mended-{letter.number}", None, None)


def test_dead_letters_are_listed_until_they_are_marked(tmp_path: Path) -> None:
    followed(tmp_path)
    found = dead_letters(tmp_path)
    assert [letter.data for letter in found] == ["17", "18", "19", "20"]
    assert found[0] == DeadLetter(1, "texts", "100", "no text but int", "17")
    with pytest.raises(InputError, match="has no dead letter 9"):
        mark_replayed(tmp_path, [1, 9])
    assert status(tmp_path).dead == 4
    mark_replayed(tmp_path, [1, 3])
    assert [letter.number for letter in dead_letters(tmp_path)] == [2, 4]
    assert status(tmp_path).dead == 2


def test_mended_ones_are_learnt_once(tmp_path: Path) -> None:
    followed(tmp_path)
    model = follow(DeadLetters(tmp_path, mended), tmp_path, within=None)
    assert model.model_.n_docs_ == 203
    assert [letter.data for letter in dead_letters(tmp_path)] == ["19"]
    again = follow(DeadLetters(tmp_path, mended), tmp_path, within=None)
    assert again.model_.n_docs_ == 203


def test_what_is_no_record_is_refused(tmp_path: Path) -> None:
    followed(tmp_path)
    with pytest.raises(InputError, match="mend returned 'goal' for dead letter 1"):
        follow(DeadLetters(tmp_path, lambda _: "goal"), tmp_path)  # type: ignore[arg-type, return-value]
    assert status(tmp_path).dead == 4


def test_those_that_were_recorded_before_a_crash_do_not_come_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Crash(BaseException):
        """Nothing catches it."""

    def crash(*_: Progress) -> None:
        raise Crash

    followed(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(DeadLetters, "commit", lambda self, positions: crash() if positions else None)
        with pytest.raises(Crash):
            follow(DeadLetters(tmp_path, mended), tmp_path, within=None)
    assert status(tmp_path).dead == 4
    model = follow(DeadLetters(tmp_path, mended), tmp_path, within=None)
    assert model.model_.n_docs_ == 203
    assert status(tmp_path).dead == 1
