"""A digest tells what has changed beyond chance, and nothing else."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest

from biterms import InputError, SettingError
from biterms.cli.app import run
from biterms.report import digest_html
from biterms.streams import digest, edit
from biterms.streams.digest_words import distance
from tests.streams.chapters.planted import BEGIN, SUBJECTS, followed, model, records
from tests.streams.test_delivery import put_alarm

WORDS = [*SUBJECTS.values()]
#: 1,500 texts, ten minutes apart: in the last day there is more and more food, and no sport
LAST = 1500 - 144


def subjects(i: int, random: Random) -> list[str]:
    if i < LAST:
        return WORDS[i % 4]
    return WORDS[3] if random.random() < 0.7 else WORDS[1 + i % 2]


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("digest") / "live"
    followed(folder, records(1500, subjects, apart=600), model=model(seed=1))
    put_alarm(folder, 1, "<script>alert(1)</script> storm & rome")
    return folder


def test_what_rises_and_fades_is_told_with_since_when(live: Path) -> None:
    found = digest(live)
    assert found.until - found.since == 86_400
    assert (found.documents, found.documents_before) == (60, 7 * 144)
    (rise,) = found.rising
    assert {*re.split(", ", rise.label)} <= {*WORDS[3]}
    assert rise.trend.share > 2 * rise.trend.before
    assert rise.trend.p_value < 0.01
    assert rise.text is not None
    assert {*rise.text.split()} <= {*WORDS[3]}
    assert any({*re.split(", ", fade.label)} <= {*WORDS[0]} for fade in found.fading)
    begin = BEGIN + LAST * 600
    assert abs(rise.trend.since - begin) <= 86_400


def test_a_stream_without_change_has_an_empty_digest(tmp_path: Path) -> None:
    random = Random(4)
    followed(
        tmp_path, records(1500, lambda _, __: random.choice(WORDS), apart=600), model=model(seed=1)
    )
    found = digest(tmp_path)
    assert (found.rising, found.fading, found.changed, found.alarms) == ([], [], [], [])
    assert "nothing has changed beyond chance" in str(found)


def test_the_lines_are_about_ten_and_have_the_numbers(live: Path) -> None:
    lines = str(digest(live)).splitlines()
    assert 4 <= len(lines) <= 12
    assert lines[0].startswith("24 h up to 2011-03-")
    assert any(line.startswith("alarm    storm, rome: burst, 12 texts since") for line in lines)
    assert any(line.startswith("rises") and "p" in line for line in lines)


def test_json_and_html_come_from_the_command(
    live: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["digest", str(live), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["documents"] == digest(live).documents
    assert found["rising"][0]["course"]
    page = tmp_path / "digest.html"
    assert run(["digest", str(live), "--since", "2d", "--html", str(page)]) == 0
    text = page.read_text(encoding="utf8")
    assert text.count("<svg") == len(digest(live, "2d").rising) + len(digest(live, "2d").fading)
    assert "&lt;script&gt;alert(1)&lt;/script&gt; storm &amp; rome" in text
    assert "<script" not in text
    assert run(["digest", str(live), "--json", "--html", "x.html"]) == 2
    assert run(["digest", str(live), "--since", "long"]) == 2


def test_hidden_topics_are_left_out_and_labels_are_used(live: Path) -> None:
    topic = digest(live).rising[0].trend.topic
    number = edit(live, "label", topic, "Food & drink")
    assert "Food &amp; drink" in digest_html(digest(live))
    edit(live, "hide", topic)
    assert digest(live).rising == []
    edit(live, "hide", topic, value=False)
    assert digest(live).rising[0].label == "Food & drink"
    assert number == 1


def test_what_cannot_be_digested_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no stream has been followed"):
        digest(tmp_path)
    with pytest.raises(SettingError, match="since='soon'"):
        digest(tmp_path, since="soon")


def test_words_that_only_one_list_has_move_it_no_further_than_they_may() -> None:
    before = {1: 0.5, 2: 0.3, 3: 0.1}
    assert distance(before, before) == pytest.approx(0, abs=1e-7)
    near, far = distance(before, {1: 0.5, 2: 0.3, 4: 0.1}), distance(before, {7: 0.6, 8: 0.3})
    assert near < 0.05 < 0.3 < far <= 1
