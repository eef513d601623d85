"""Alarms: a story is found once, with what a person needs; nothing is found where nothing is."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest

from biterms import LDA, TopicModel, Vectoriser
from biterms.errors import SettingError
from biterms.streams import Progress, Texts, alarms, follow
from biterms.streams import live as live_module
from biterms.streams.chapters.detection.places import Places
from biterms.streams.chapters.detection.story import Story
from tests.streams.chapters.stories import BEGIN, FIRST, LAST, PACE, renewed, stream
from tests.streams.models import timeline


def new() -> TopicModel:
    return TopicModel(LDA(4, random_state=0, n_threads=1), text=Vectoriser(min_df=2), keep=50)


def followed(folder: Path, *, story: bool = True, false_alarms: float | None = 1.0) -> None:
    given = {"every": 100, "most": 100, "within": None, "false_alarms": false_alarms}
    follow(Texts(stream(story=story)), folder, new(), **given)


def test_a_story_is_one_alarm_with_its_words_texts_and_times(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "biterms.streams"):
        followed(tmp_path / "live")
    (alarm,) = alarms(tmp_path / "live")
    assert alarm.kind == "birth"
    assert alarm.topic is None
    assert {"volcano", "ash", "lava"} <= set(alarm.words)
    assert len(alarm.texts) == 3
    assert all("ash" in one["text"] or "lava" in one["text"] for one in alarm.texts)
    first = BEGIN + PACE * FIRST
    assert first <= alarm.since <= alarm.time <= first + 200 * PACE
    assert alarm.ended is not None
    assert alarm.ended > BEGIN + PACE * LAST
    assert 40 <= alarm.documents <= 60
    assert alarm.ratio > 10
    assert alarm.strength > 5
    said = [one.message for one in caplog.records if "alarm 1: birth" in one.message]
    assert len(said) == 1
    assert any(word in said[0] for word in ("volcano", "ash", "lava"))


def test_an_alarm_quotes_ids_and_texts_that_cannot_be_encoded(tmp_path: Path) -> None:
    given = [one._replace(id=f"\ud800{one.id}", text=f"{one.text} \udfff") for one in stream()]
    follow(Texts(given), tmp_path / "live", new(), every=100, most=100, within=None)
    (alarm,) = alarms(tmp_path / "live")
    assert all("ud800" in ascii(one["id"]) for one in alarm.texts)


@pytest.mark.parametrize("full", [8, 1000])
def test_no_story_takes_all_words_of_a_language_that_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, full: int
) -> None:
    sizes, put = [0], Places.put

    def noted(places: Places, story: Story) -> None:
        sizes.append(len(story.slots))
        put(places, story)

    monkeypatch.setattr(Places, "put", noted)
    monkeypatch.setattr("biterms.streams.chapters.detection.story.WORDS", 4)
    monkeypatch.setattr("biterms.streams.chapters.detection.opening.CORE", 4)
    monkeypatch.setattr("biterms.streams.chapters.detection.opening.FULL", full)
    cuts = {"every": 100, "most": 100, "within": None, "false_alarms": 10.0}
    follow(Texts(renewed()), tmp_path / "live", new(), **cuts)
    assert (max(sizes) <= 8) == (full == 8), sizes  # it would, if it could


def test_nothing_is_found_where_nothing_happens(tmp_path: Path) -> None:
    followed(tmp_path / "live", story=False)
    assert alarms(tmp_path / "live") == []
    assert timeline(tmp_path / "live")["burst"]


@pytest.mark.parametrize("off", [None, 0])
def test_alarms_can_be_turned_off(tmp_path: Path, off: float | None) -> None:
    followed(tmp_path / "live", false_alarms=off)
    assert alarms(tmp_path / "live") == []


@pytest.mark.parametrize("wrong", [-1, float("inf"), float("nan"), "many"])
def test_a_rate_that_is_none_is_refused(tmp_path: Path, wrong: float) -> None:
    with pytest.raises(SettingError, match=r"false_alarms=.*expected a number per day above 0"):
        follow(Texts(["a text"]), tmp_path / "live", false_alarms=wrong)


class Crash(Exception):
    """The process ends here."""


def test_alarms_are_the_same_after_crashes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    followed(tmp_path / "undisturbed")
    monkeypatch.setattr(live_module, "SECONDS", 0.0)
    monkeypatch.setattr(live_module, "TIMES", 0.0)
    # before, in the middle of and after the story; every other time without a snapshot
    for stop in (5, 31, 32, 33, 35, 45, 59):

        def progress(now: Progress, stop: int = stop) -> None:
            monkeypatch.setattr(live_module, "SECONDS", 0.0 if now.step % 2 else 60.0)
            if now.step >= stop:  # the next cut may have been recorded before a crash
                raise Crash

        given = {"every": 100, "most": 100, "within": None, "progress": progress}
        with pytest.raises(Crash):
            follow(Texts(stream()), tmp_path / "live", new(), **given)
    followed(tmp_path / "live")
    expected, found = timeline(tmp_path / "undisturbed"), timeline(tmp_path / "live")
    assert len(expected["alarm"]) == 1
    assert json.loads(expected["alarm"][0][9])
    assert expected["burst"]
    assert {name: found[name] for name in ("alarm", "burst")} == {
        name: expected[name] for name in ("alarm", "burst")
    }


def test_without_texts_an_alarm_quotes_none_and_the_memory_holds_none(tmp_path: Path) -> None:
    followed(tmp_path / "live")
    assert all(alarm.texts for alarm in alarms(tmp_path / "live"))
    given = {"every": 100, "most": 100, "within": None, "texts": False}
    again = stream(story=True)
    follow(Texts(again + again[-100:]), tmp_path / "live", **given)
    follow(Texts(again), tmp_path / "none", new(), **given)
    for folder in (tmp_path / "live", tmp_path / "none"):
        found = alarms(folder)
        assert found
        assert not any(alarm.texts for alarm in found)
        assert {"volcano", "ash", "lava"} <= set(found[0].words)
