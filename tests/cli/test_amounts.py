"""Very many texts, very few, and a vocabulary that is full."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from biterms import load
from biterms.cli import app, learning, measured
from biterms.text import phrase_growth
from biterms.text.readers import read
from biterms.topics.sample import Sample

Err = pytest.CaptureFixture[str]


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> int:
    """So many texts are measured at most."""
    monkeypatch.setattr(measured, "MOST", 120)
    return 120


@pytest.mark.parametrize("window", [None, 3], ids=["texts", "windows"])
def test_large_files_are_measured_on_a_fair_sample(
    model: Path, files: Path, few: int, window: int | None, capsys: Err
) -> None:
    typed = f"evaluate {model} {files}/news.txt --reference {files}/rest.txt --top 4"
    more = [] if window is None else ["--window", str(window)]
    assert app.run([*typed.split(), *more]) == 0
    sample, rest = Sample(few), list(read(files / "rest.txt"))
    counted = Sample(few)
    for one, texts in ((sample, read(files / "news.txt")), (counted, iter(rest))):
        list(one.watch(texts))
    reference = counted.records if window is None else rest  # windows need no sample
    expected = load(model).evaluate(sample.records, reference=reference, window=window, top=4)
    notes = [
        "measured on a fair sample: 120 of 400 texts",
        "measured on a fair sample: 120 of 250 reference texts",
    ]
    assert capsys.readouterr().out.splitlines() == [
        *expected.lines(),
        *(notes if window is None else notes[:1]),
    ]


def test_labels_go_with_their_texts(model: Path, files: Path, few: int, capsys: Err) -> None:
    typed = f"evaluate {model} {files}/news.csv --text title --label section --json"
    assert app.run(typed.split()) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["n_docs"] == few
    assert found["purity"] > 0.7
    assert found["notes"][-1] == "measured on a fair sample: 120 of 400 texts"


def test_a_report_of_a_large_file_says_so(
    model: Path, files: Path, few: int, tmp_path: Path, capsys: Err
) -> None:
    out = tmp_path / "page.html"
    assert app.run(["report", str(model), f"{files}/news.txt", "-o", str(out)]) == 0
    note, written = capsys.readouterr().err.splitlines()[-2:]
    assert note == "measured on a fair sample: 120 of 400 texts"
    assert written.startswith("written to ")


MORE = [[], ["-q"], ["--stream"], ["--memory", "1G"]]


@pytest.mark.parametrize("more", MORE, ids=["fit", "quiet", "stream", "memory"])
def test_very_many_texts_are_better_kept_on_disk_or_streamed(
    files: Path, tmp_path: Path, more: list[str], monkeypatch: pytest.MonkeyPatch, capsys: Err
) -> None:
    monkeypatch.setattr(learning, "MANY", 399)
    typed = ["fit", f"{files}/news.txt", "-o", str(tmp_path / "m"), "-k", "3", *more]
    assert app.run(typed) == 0
    hint = "over 399 texts, whose counts are all held in memory: --memory 2G keeps them on disk, "
    held = not {"--stream", "--memory"} & {*more}
    assert capsys.readouterr().err.count(hint + "--stream learns") == held


@pytest.mark.parametrize(("n_topics", "warned"), [(200, False), (201, True)])
def test_more_topics_than_texts_can_tell(
    files: Path, tmp_path: Path, n_topics: int, warned: bool, capsys: Err
) -> None:
    typed = ["fit", f"{files}/news.txt", "-o", str(tmp_path / "m"), "-k", str(n_topics), "-q"]
    assert app.run([*typed, "--passes", "1"]) == 0
    lines = [line for line in capsys.readouterr().err.splitlines() if "warning" in line]
    expected = "warning: 201 topics of 400 texts are mostly chance: use more texts, or fewer topics"
    assert [line.startswith(expected) for line in lines] == [True] * warned
    assert all(line.endswith(", such as -k 40") for line in lines)


@pytest.mark.parametrize("more", [[], ["--stream"]], ids=["fit", "stream"])
def test_phrases_are_words(
    tmp_path: Path, more: list[str], monkeypatch: pytest.MonkeyPatch, capsys: Err
) -> None:
    monkeypatch.setattr(phrase_growth, "EVERY", 50)
    model, texts = tmp_path / "m", tmp_path / "texts.txt"
    subjects = "North Korea", "the north", "a storm", "senate", "court"
    lines = [f"{subject} {verb}\n" for subject in subjects for verb in ("fall", "rise", "wait")]
    texts.write_text("".join(lines) * 20)
    assert app.run(["fit", str(texts), "-o", str(model), "-k", "2", "--phrases", *more]) == 0
    assert app.run(["update", str(model), str(texts)]) == 0
    assert "north korea" in load(model).words()
    assert app.run(["topics", str(model)]) == 0
    assert "north korea" in capsys.readouterr().out


def test_a_full_vocabulary_lets_words_go(tmp_path: Path, capsys: Err) -> None:
    model, texts = tmp_path / "m", tmp_path / "texts.txt"
    for n in range(6):
        texts.write_text("".join(f"item{n}x{i % 15} thing{n}x{i % 15}\n" for i in range(450)))
        begin = ["fit", "-o", str(model), "-k", "2", "--stream", "--max-words", "30", "--prune"]
        command = begin if n == 0 else ["update", str(model)]
        options = ["--language", "none", "--numbers"] if n == 0 else []
        assert app.run([*command, str(texts), "-q", *options]) == 0
        assert "30 words" in capsys.readouterr().err
    words = load(model).words()
    assert any("5x" in word for word in words)
    assert not any("0x" in word for word in words)
