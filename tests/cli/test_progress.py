"""The line of progress and the picture of topics."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from biterms.cli.picture import picture, size_bar
from biterms.cli.progress import Progress, progress_line
from biterms.cli.seeds import MAX_SEEDS_BYTES, read_seeds
from biterms.errors import InputError
from biterms.topics.views import Topic, Word


def test_the_line_tells_speed_and_time_left() -> None:
    line = progress_line(500, 2000, 0.5)
    assert line == "learning: 500 of 2,000 documents, 1,000 docs/s, 2 s left"
    line = progress_line(2000, 2000, 4.0, over=True)
    assert line == "learning: 2,000 of 2,000 documents, 500 docs/s, 4.0 s"
    line = progress_line(2000, 2000, 4.0, -7.126, over=True)
    assert line.endswith("500 docs/s, LPP -7.13, 4.0 s")
    assert progress_line(0, 2000, 0.0) == "learning: 0 of 2,000 documents, 0 docs/s"


def test_the_line_says_what_is_being_done() -> None:
    clock = iter([0.0, 20.0, 40.0])
    stream = io.StringIO()
    progress = Progress(stream, clock=lambda: next(clock))
    progress(500, 2000, None, "searching the number of topics, now 16")
    progress(1000, 2000, None)
    first, second = stream.getvalue().splitlines()
    stage, rest = first.split(": ")
    assert stage == "searching the number of topics, now 16"
    assert rest == "500 of 2,000 documents, 25 docs/s, 60 s left"
    assert second.startswith("learning: 1,000 of 2,000")


def test_the_line_does_not_know_what_nobody_knows() -> None:
    assert progress_line(500, None, 0.5, -7.0) == "learning: 500 documents, 1,000 docs/s, LPP -7.00"
    assert (
        progress_line(500, None, 0.5, over=True) == "learning: 500 documents, 1,000 docs/s, 0.5 s"
    )


def test_later_passes_predict_nothing() -> None:
    clock = iter([0.0, 20.0, 40.0, 60.0])
    stream = io.StringIO()
    progress = Progress(stream, clock=lambda: next(clock))
    progress(10, 20, -7.126)
    progress(20, 20, None)
    progress.close()
    assert [line.split(", ")[2] for line in stream.getvalue().splitlines()] == [
        "LPP -7.13",
        "LPP -7.13 in the first pass",
        "LPP -7.13 in the first pass",
    ]


def test_of_a_stream_only_the_last_piece_is_told() -> None:
    """It may have had texts that are too short for the LPP."""
    clock = iter([0.0, 20.0, 40.0])
    stream = io.StringIO()
    progress = Progress(stream, clock=lambda: next(clock))
    progress(10, None, -7.126)
    progress(20, None, None)
    first, second = stream.getvalue().splitlines()
    assert first.endswith("LPP -7.13")
    assert "LPP" not in second


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "lines"), [(io.StringIO(), 2), (Terminal(), 1)], ids=["file", "terminal"]
)
def test_progress_is_sparing(stream: io.StringIO, lines: int) -> None:
    clock = iter([0.0, 0.1, 11.0, 11.1, 11.2, 11.3])
    progress = Progress(stream, clock=lambda: next(clock))
    for done in [1, 2, 3, 4]:
        progress(done, 4)
    progress.close()
    text = stream.getvalue()
    assert text.count("\n") == lines
    assert text.count("learning") == 2
    assert text.endswith("4 of 4 documents, 0 docs/s, 11.3 s\n")


def test_the_time_of_reading_is_not_that_of_learning() -> None:
    clock = iter([0.0, 20.0, 21.0, 22.0, 23.0])
    stream = io.StringIO()
    progress = Progress(stream, clock=lambda: next(clock))
    progress.read(5000)
    progress.read(6000)
    progress(10, 10)
    progress.close()
    assert stream.getvalue().splitlines() == [
        "reading: 5,000 texts",
        "learning: 10 of 10 documents, 5 docs/s, 2.0 s",
    ]


def test_nothing_learnt_nothing_said() -> None:
    stream = io.StringIO()
    Progress(stream).close()
    assert stream.getvalue() == ""


def topic(number: int, size: float, label: str, words: list[str]) -> Topic:
    return Topic(number, label, size, 0.0, tuple(Word(word, 0.1, 0.1) for word in words), ())


def test_picture_scales_bars_and_keeps_to_the_width() -> None:
    topics = [
        topic(4, 0.6, "net io", ["socket", "address"]),
        topic(11, 0.3, "text " * 20, ["w" * 9] * 9),
    ]
    lines = picture(topics, width=70)
    assert lines[0].startswith("   4 ██████████  60.0%  net io")
    assert lines[0].endswith("socket address")
    assert lines[1].startswith("  11 █████ ")
    assert max(map(len, lines)) <= 70
    assert "".join(picture(topics, width=70, encoding="ascii")).isascii()
    assert picture([]) == []


@pytest.mark.parametrize(
    ("share", "bar"), [(0, "    "), (1, "████"), (0.5, "██  "), (9 / 32, "█▏  ")]
)
def test_size_bar(share: float, bar: str) -> None:
    assert size_bar(share, 4, smooth=True) == bar


def test_seeds_are_a_line_per_topic(tmp_path: Path) -> None:
    path = tmp_path / "seeds.txt"
    path.write_text("# two topics and one without\ngoal, match  team\n\nrocket\tnaïve\n\n\n")
    assert read_seeds(path) == [["goal", "match", "team"], [], ["rocket", "naïve"]]
    path.write_bytes(b"goal \xff\n")
    with pytest.raises(InputError, match="not UTF-8"):
        read_seeds(path)
    path.write_bytes(b"a" * (MAX_SEEDS_BYTES + 1))
    with pytest.raises(InputError, match="larger than 10,000,000 bytes"):
        read_seeds(path)
