"""The demo: its data, its picture, its progress line, its arguments."""

from __future__ import annotations

import io

import numpy as np
import pytest

from biterms.cli import demo as command
from biterms.cli.demo import demo, leans, main
from biterms.cli.picture import Topic, picture, size_bar
from biterms.cli.progress import Progress, progress_line

CORPUS = [
    ("net", "open socket address"),
    ("net", "close socket connection"),
    ("net", "connection address socket"),
    ("text", "parse string encoding"),
    ("text", "decode string encoding"),
    ("text", "parse encoding string"),
] * 20


def test_demo_finds_the_two_planted_topics() -> None:
    calls: list[tuple[int, int, float | None]] = []
    found = demo(topics=2, corpus=CORPUS, progress=lambda *where: calls.append(where))
    by_label = {topic.labels[0]: set(topic.words[:2]) for topic in found}
    assert by_label["net"] < {"socket", "address", "connection"}
    assert by_label["text"] < {"string", "encoding", "parse"}
    assert sum(topic.size for topic in found) == pytest.approx(1)
    assert found[0].size >= found[1].size
    assert calls[-1][0] == calls[-1][1]
    assert [call[0] for call in calls] == sorted(call[0] for call in calls)


def test_the_same_seed_gives_the_same_topics() -> None:
    assert demo(topics=3, seed=5, corpus=CORPUS) == demo(topics=3, seed=5, corpus=CORPUS)


def test_leans_prefer_neither_the_common_nor_the_rare() -> None:
    overall = np.array([90, 30, 1])  # a common, a middling and a rare name
    assert int(np.argmax(leans(np.array([50.0, 25.0, 1.0]), overall))) == 1
    np.testing.assert_allclose(leans(overall.astype(float), overall), 0, atol=1e-15)


def test_main_draws_one_line_per_topic(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[bool] = []

    def corpus(*, packages: bool) -> list[tuple[str, str]]:
        asked.append(packages)
        return CORPUS

    monkeypatch.setattr(command, "docstrings", corpus)
    assert main(["--topics", "2", "--seed", "3", "--packages"]) == 0
    out, err = capsys.readouterr()
    assert asked == [True]
    assert len(out.splitlines()) == 4
    assert "2 topics of 120 docstrings" in out
    assert "socket" in out
    assert "docs/s" in err


def test_main_explains_a_wrong_setting(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "docstrings", lambda *, packages: CORPUS)
    assert main(["--topics", "0"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "error: " in err
    assert "n_topics" in err


def test_picture_scales_bars_and_keeps_to_the_width() -> None:
    topics = [
        Topic(0.6, ["socket", "address"], ["net", "io"]),
        Topic(0.3, ["w" * 9] * 9, ["text"]),
    ]
    lines = picture(topics, width=60).splitlines()
    assert lines[0].startswith("██████████  60.0%  socket address")
    assert lines[0].endswith("net, io")
    assert lines[1].startswith("█████ ")
    assert max(map(len, lines)) <= 60
    assert picture(topics, width=60, encoding="ascii").isascii()
    assert picture([]) == ""


@pytest.mark.parametrize(
    ("share", "bar"), [(0, "    "), (1, "████"), (0.5, "██  "), (9 / 32, "█▏  ")]
)
def test_size_bar(share: float, bar: str) -> None:
    assert size_bar(share, 4, smooth=True) == bar


def test_progress_line_tells_speed_and_time_left() -> None:
    assert (
        progress_line(500, 2000, 0.5) == "learning: 500 of 2,000 documents, 1,000 docs/s, 2 s left"
    )
    assert progress_line(2000, 2000, 4.0) == "learning: 2,000 of 2,000 documents, 500 docs/s, 4.0 s"
    assert progress_line(2000, 2000, 4.0, -7.126).endswith("500 docs/s, LPP -7.13, 4.0 s")
    assert progress_line(0, 2000, 0.0) == "learning: 0 of 2,000 documents, 0 docs/s"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("stream", "lines"), [(io.StringIO(), 2), (Terminal(), 1)])
def test_progress_is_sparing(stream: io.StringIO, lines: int) -> None:
    clock = iter([0.0, 0.1, 11.0, 11.1, 11.2])
    progress = Progress(stream, clock=lambda: next(clock))
    for done in [1, 2, 3, 4]:
        progress(done, 4)
    text = stream.getvalue()
    assert text.count("\n") == lines
    assert text.count("learning") == 2
    assert text.endswith("4 of 4 documents, 0 docs/s, 11.2 s\n")
