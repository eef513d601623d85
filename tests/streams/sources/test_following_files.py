"""Files that are followed: growth, rotation, truncation and new files."""

from __future__ import annotations

import gzip
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from biterms.streams import Files, Source, SourceWarning
from biterms.streams.sources import file_reader, files, roster
from biterms.text.readers import Columns
from tests.examples import examples
from tests.streams.sources.polled import Run


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seconds become hundredths."""
    monkeypatch.setattr(roster, "SCAN", 0.0)
    monkeypatch.setattr(roster, "SHARE", 0.0)
    monkeypatch.setattr(files, "LOOK", 0.001)
    monkeypatch.setattr(file_reader, "QUIET", 0.05)


def append(path: Path, text: str) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(text)


def until(run: Run, source: Source, texts: list[str]) -> None:
    """Poll until these texts have come; a moment longer, to see that there are no others."""
    deadline = time.monotonic() + 5
    while run.texts != texts and time.monotonic() < deadline:
        run.poll(source, timeout=0.02)
    run.poll(source, timeout=0.02)
    assert run.texts == texts


def test_only_complete_lines_are_read(tmp_path: Path) -> None:
    path, run = tmp_path / "a.txt", Run()
    source = run.opened(Files(path, follow=True))  # which is not there yet
    assert run.poll(source) == 0
    append(path, "o")
    run.poll(source)
    append(path, "ne\ntw")
    until(run, source, ["one"])
    append(path, "o\n")
    until(run, source, ["one", "two"])
    assert not source.ended
    source.close()


def test_a_row_in_quotes_is_not_cut_in_two(tmp_path: Path) -> None:
    path, run = tmp_path / "a.csv", Run()
    source = run.opened(Files(path, follow=True))
    append(path, "te")
    run.poll(source)
    append(path, 'xt,id\nfirst,1\n"second\n')
    until(run, source, ["first"])
    append(path, 'goes on\nand on",2\n')
    until(run, source, ["first", "second\ngoes on\nand on"])
    source.close()


def test_a_poll_waits_no_longer_than_it_may(tmp_path: Path) -> None:
    path, run = tmp_path / "a.txt", Run()
    append(path, "one\n")
    source = run.opened(Files(path, follow=True))
    run.poll(source)
    begin = time.monotonic()
    assert run.poll(source, timeout=0.1) == 0
    assert 0.1 <= time.monotonic() - begin < 1
    source.close()


def test_a_file_that_was_truncated_is_read_from_its_beginning(tmp_path: Path) -> None:
    path, run = tmp_path / "a.txt", Run()
    append(path, "one\ntwo\n")
    source = run.opened(Files(path, follow=True))
    until(run, source, ["one", "two"])
    path.write_text("3\n")
    with pytest.warns(SourceWarning, match="shorter.*line 3 would"):
        until(run, source, ["one", "two", "3"])
    path.write_text("other lines\n")
    with pytest.warns(SourceWarning, match="another beginning"):
        until(run, source, ["one", "two", "3", "other lines"])
    source.close()
    path.write_text("written while nobody looked\nand more\n")
    with pytest.warns(SourceWarning, match="another beginning"):
        source = run.opened(Files(path, follow=True))
    until(run, source, [*run.texts, "written while nobody looked", "and more"])
    source.close()


@pytest.mark.parametrize("restart", [False, True])
@pytest.mark.parametrize("followed", ["app.txt", "*.txt", "app*"])
def test_a_log_that_is_rotated_loses_nothing(followed: str, restart: bool, tmp_path: Path) -> None:
    path, run = tmp_path / "app.txt", Run()
    append(path, "one\n")
    source = run.opened(Files(tmp_path / followed, follow=True))
    until(run, source, ["one"])
    if restart:
        source.close()
    append(path, "two\nthree")
    path.rename(tmp_path / "app.txt.1")
    append(path, "four\n")
    if restart:
        source = run.opened(Files(tmp_path / followed, follow=True))
    if followed == "app*":  # the old file is followed too, under its new name
        until(run, source, ["one", "four", "two"])
        append(tmp_path / "app.txt.1", "\n")
        until(run, source, ["one", "four", "two", "three"])
    else:
        until(run, source, ["one", "two", "three", "four"])
    (tmp_path / "app.txt.1").rename(tmp_path / "app.txt.2")
    path.rename(tmp_path / "app.txt.1")
    append(path, "five\n")
    until(run, source, [*run.texts, "five"])
    source.close()
    source = run.opened(Files(tmp_path / followed, follow=True))
    append(path, "six\n")
    until(run, source, [*run.texts, "six"])
    source.close()


def test_a_file_that_was_deleted_is_read_to_its_end(tmp_path: Path) -> None:
    path, run = tmp_path / "a.txt", Run()
    append(path, "one\n")
    source = run.opened(Files(path, follow=True))
    until(run, source, ["one"])
    with path.open("a") as file:
        file.write("two\n")
        path.unlink()
        append(path, "three\n")
    until(run, source, ["one", "two", "three"])
    source.close()


def test_a_file_that_cannot_be_found_any_more_is_missed(tmp_path: Path) -> None:
    path, run = tmp_path / "a.txt", Run()
    append(path, "one\n")
    source = run.opened(Files(path, follow=True))
    until(run, source, ["one"])
    source.close()
    (tmp_path / "b.txt").write_text("two\n")
    (tmp_path / "b.txt").rename(path)
    with pytest.warns(SourceWarning, match="taken the place of the one that was read up to line 1"):
        source = run.opened(Files(path, follow=True))
    until(run, source, ["one", "two"])
    source.close()


def test_new_files_of_a_folder_are_noticed_and_bad_ones_told_once(tmp_path: Path) -> None:
    run = Run()
    source = run.opened(Files(tmp_path, Columns("text"), follow=True))
    append(tmp_path / "b.csv", "text\none\n")
    until(run, source, ["one"])
    append(tmp_path / "a.jsonl", '{"text": "two"}\n')
    append(tmp_path / "z.csv", "other,columns\n1,2\n")
    until(run, source, ["one", "two"])
    assert ["z.csv" in one.position and "no column 'text'" in one.reason for one in run.broken] == [
        True
    ]
    source.close()
    source = run.opened(Files(tmp_path, Columns("text"), follow=True))
    append(tmp_path / "b.csv", "three\n")
    until(run, source, ["one", "two", "three"])
    assert len(run.broken) == 1
    source.close()


def test_packed_files_are_read_when_they_are_complete(tmp_path: Path) -> None:
    run = Run()
    source = run.opened(Files(tmp_path, follow=True))
    packed = gzip.compress(b"one\ntwo")
    pq.write_table(pa.table({"text": ["three"]}), tmp_path / "x")
    table = (tmp_path / "x").read_bytes()
    for part in (0, 1):
        for name, data in (("a.txt.gz", packed), ("b.parquet", table)):
            half = len(data) // 2
            with (tmp_path / name).open("ab") as file:
                file.write(data[half:] if part else data[:half])
        run.poll(source)
    until(run, source, ["one", "two", "three"])
    assert not run.broken
    with (tmp_path / "a.txt.gz").open("ab") as file:
        file.write(gzip.compress(b"\nfour\n"))
    until(run, source, ["one", "two", "three", "four"])
    source.close()


def test_many_files_take_turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_OPEN", 3)
    for i in range(10):
        append(tmp_path / f"{i}.txt", f"{i}a\n{i}b\n")
    run, source = Run(), Files(tmp_path, follow=True)
    run.opened(source)
    for _ in range(4):
        run.poll(source, 5)
        append(tmp_path / "0.txt", "0 again\n0 again\n0 again\n0 again\n0 again\n")
    assert run.texts == [f"{i}{which}" for i in range(10) for which in "ab"]
    assert sum(reader.is_open for reader in source._roster.readers.values()) == 3
    source.close()


def test_a_line_that_grows_beyond_all_bounds_is_left_out_when_it_ends(tmp_path: Path) -> None:
    path, run = tmp_path / "a.txt", Run()
    append(path, "one\n")
    source = run.opened(Files(path, follow=True))
    for _ in range(5):
        append(path, "x" * 300_000)
        run.poll(source)
    assert not run.broken
    append(path, "\ntwo\n")
    until(run, source, ["one", "two"])
    [broken] = run.broken
    assert broken.position == f"{path}:2"
    assert broken.data == "x" * 10_000
    source.close()


#: what programs do to logs and to those who follow them
DOINGS = ["write", "rotate", "replace", "poll", "restart", "crash"]


def rotate(folder: Path) -> None:
    """Every log gets the next number; there may be no new one yet."""
    for path in sorted(folder.iterdir(), key=lambda path: len(path.name), reverse=True):
        path.rename(f"{path}.1")


@pytest.mark.filterwarnings("ignore:.*taken the place")
@settings(examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(DOINGS), max_size=25))
def test_rotation_at_any_moment_gives_every_line_once(doings: list[str]) -> None:
    run, written = Run(), list[str]()
    with TemporaryDirectory() as folder:
        logs = Path(folder, "app.log*")
        source = run.opened(Files(logs, follow=True, kind="txt"))
        for doing in [*doings, "write"]:
            if doing == "write":
                written.append(f"line {len(written)}")
                append(Path(folder, "app.log"), f"{written[-1]}\n")
            elif doing == "rotate":
                rotate(Path(folder))
            elif doing == "replace" and Path(folder, "app.log").exists():
                while run.poll(source) or run.poll(source):
                    pass
                Path(folder, "app.log").rename(f"{folder}/app.log.1")
            elif doing == "poll":
                run.poll(source, 2)
            elif doing in ("restart", "crash"):
                if doing == "crash":
                    source.poll(2, 0.0)
                source.close()
                source = run.opened(Files(logs, follow=True, kind="txt"))
        while run.poll(source) or run.poll(source):
            pass
        source.close()
    assert sorted(run.texts) == sorted(written)


def test_a_file_that_was_renamed_between_two_runs_is_read_first(tmp_path: Path) -> None:
    path, run = tmp_path / "a.csv", Run()
    append(path, "text\none\n")
    run.finish(Files(path))
    append(path, "two\n")
    path.rename(tmp_path / "a.csv.old")
    append(path, "title\nthree\n")
    run.finish(Files(path))
    assert run.texts == ["one", "two", "three"]


def test_a_file_that_was_away_is_known_when_it_comes_back(tmp_path: Path) -> None:
    path, run = tmp_path / "a.txt", Run()
    append(path, "one\n")
    source = run.opened(Files(tmp_path, follow=True))
    until(run, source, ["one"])
    path.rename(tmp_path / "elsewhere")
    run.poll(source, timeout=0.2)
    (tmp_path / "elsewhere").rename(path)
    append(path, "two\n")
    until(run, source, ["one", "two"])
    source.close()
