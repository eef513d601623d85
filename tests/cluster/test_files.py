"""Partitions of files: each text is in one of them, wherever bytes are cut."""

from __future__ import annotations

import gzip
import itertools
import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from biterms import Columns, InputError, Record, Trouble, read
from biterms.cluster.files import Partition, Range, Reading, chunks, planned

LINES = st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\r\n"), max_size=12))
IN_FOLDER = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


def records(partition: Partition, reading: Reading, trouble: Trouble) -> list[Record]:
    return [
        record
        for chunk in chunks(partition, reading, trouble)
        for record in chunk.some(range(len(chunk.texts)))
        if isinstance(record, Record)
    ]


def texts(paths: list[str], documents: int, reading: Reading = Reading()) -> list[str]:  # noqa: B008
    partitions = planned(paths, reading, documents)
    return [
        t for each in partitions for some in chunks(each, reading, Trouble()) for t in some.texts
    ]


@IN_FOLDER
@given(LINES, st.integers(1, 40), st.booleans())
def test_each_line_is_in_one_range(
    tmp_path: Path, lines: list[str], documents: int, ended: bool
) -> None:
    path = tmp_path / "lines.txt"
    path.write_text("\n".join(lines) + "\n" * ended, encoding="utf-8", newline="")
    expected = [record.text for record in read(path, kind="txt")]
    assert texts([str(path)], documents, Reading(kind="txt")) == expected


@IN_FOLDER
@given(st.lists(st.integers(1, 400), min_size=1, max_size=12), st.data())
def test_ranges_may_be_cut_anywhere(
    tmp_path: Path, lengths: list[int], data: st.DataObject
) -> None:
    path = tmp_path / "lines.txt"
    lines = [f"{i}{'x' * n}" for i, n in enumerate(lengths)]
    path.write_text("\r\n".join(lines), encoding="utf-8", newline="")
    size = path.stat().st_size
    cuts = [0, *sorted(data.draw(st.lists(st.integers(0, size), max_size=6))), size]
    [[whole]] = planned([str(path)], Reading(kind="txt"), 10**6)
    found: list[str] = []
    for begin, end in itertools.pairwise(cuts):
        part: tuple[Range, ...] = (whole._replace(begin=begin, end=end),)
        found += [r.text for r in records(part, Reading(kind="txt"), Trouble())]
    assert found == lines


def test_json_lines_are_cut_and_columns_are_those_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "news.jsonl"
    rows = [{"title": f"goal {i}", "day": "2024-05-01"} for i in range(500)]
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    reading = Reading(Columns(text="title", time="day"))
    partitions = planned([str(path)], reading, 100)
    assert len(partitions) == 5
    found = [r for each in partitions for r in records(each, reading, Trouble())]
    assert [r.text for r in found] == [row["title"] for row in rows]
    assert {r.time for r in found} == {"2024-05-01"}
    assert len({r.id for r in found}) == 500


def test_tables_and_compressed_files_are_read_as_a_whole(tmp_path: Path) -> None:
    table = tmp_path / "a.csv"
    table.write_text('title,day\n"late\ngoal",1\nrates,2\n' * 1, encoding="utf-8")
    packed = tmp_path / "b.txt.gz"
    with gzip.open(packed, "wt", encoding="utf-8") as file:
        file.write("rocket\norbit\n")
    found = planned([str(table), str(packed)], Reading(), 1)
    assert [[some.whole for some in each] for each in found] == [[True], [True]]
    assert texts([str(table), str(packed)], 1) == ["late\ngoal", "rates", "rocket", "orbit"]


def test_small_files_are_one_partition(tmp_path: Path) -> None:
    for i in range(20):
        (tmp_path / f"{i:02}.txt").write_text(f"text {i}\n", encoding="utf-8")
    pattern = str(tmp_path / "*.txt")
    assert len(planned([pattern], Reading(), 1000)) == 1
    assert len(planned([pattern], Reading(), 4)) > 3
    assert texts([pattern], 4) == [f"text {i}" for i in range(20)]


def test_an_empty_file_does_not_tell_how_long_texts_are(tmp_path: Path) -> None:
    """It made a partition of some bytes, and so as many tasks as texts."""
    empty, other = tmp_path / "a.txt", tmp_path / "b.txt"
    empty.touch()
    other.write_text("a text of some words\n" * 100, encoding="utf-8")
    assert len(planned([str(empty), str(other)], Reading(), 50)) == 2
    assert len(planned([str(empty)], Reading(), 50)) == 1


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("none.txt", "no such file.*by the same name"),
        ("none-*.txt", "no such files on the workers"),
        ("-", "standard input"),
    ],
)
def test_what_is_not_there_is_refused(tmp_path: Path, name: str, message: str) -> None:
    path = name if name == "-" else str(tmp_path / name)
    with pytest.raises(InputError, match=message):
        planned([path], Reading(), 100)
