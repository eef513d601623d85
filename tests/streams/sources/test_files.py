"""Files as a source: every record once, wherever reading was interrupted."""

from __future__ import annotations

import gzip
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from biterms import InputError, SettingError, StoreError
from biterms.streams import Files
from biterms.streams.sources import line_reader
from biterms.text.readers import Columns, Trouble, read
from tests.examples import examples
from tests.streams.sources.polled import Run, restarted

#: pieces of files with everything that is difficult about lines
PIECES = {
    "txt": [b"late goal\n", b"rome\r\n", b"old mac\r", b"\n", b"  \n", "süß\n".encode(), b"\xff\n"],
    "jsonl": [
        b'{"text": "late goal", "id": 7}\n',
        b'{"text": "rome"}\r\n',
        b'{"text": ["a"]}\n',
        b'{"text": 3}\n',
        b'{"text": null}\n',
        b'{"text": "br\n',
        b'{"other": 1}\n',
        b"\n",
        b'{"text": "s\\u00fc\\ud800"}\r',
    ],
    "csv": [
        b"1,late goal\n",
        b'2,"one\ntwo"\r\n',
        b'3,"one\r\ntwo, three"\n',
        b'4,"open\n',
        b'5,"a ""b"" c"\r',
        b"\n",
        b"6\n",
        b"7,a,b,c\n",
        b'8,"x" y\n',
        '9,süß\n"'.encode(),
    ],
}
HEAD = {"txt": b"first\n", "jsonl": b'{"text": "first", "id": "a"}\n', "csv": b"id,text\n"}
COLUMNS = {"txt": Columns(), "jsonl": Columns("text"), "csv": Columns("text")}


@st.composite
def growths(draw: st.DrawFn) -> tuple[str, list[bytes], list[tuple[int, bool]]]:
    """A kind of file, the bytes that are appended to it one after another, and what is done."""
    kind = draw(st.sampled_from(sorted(PIECES)))
    data = HEAD[kind] + b"".join(draw(st.lists(st.sampled_from(PIECES[kind]), max_size=30)))
    cuts = sorted(draw(st.lists(st.integers(0, len(data)), max_size=8)))
    chunks = [data[i:j] for i, j in zip([0, *cuts], [*cuts, len(data)], strict=True)]
    doings = st.tuples(st.integers(1, 7), st.booleans())
    return kind, chunks, draw(st.lists(doings, min_size=len(chunks), max_size=len(chunks)))


@examples(200)
@given(growths())
def test_a_file_that_grows_while_it_is_read_gives_every_record_once(
    growth: tuple[str, list[bytes], list[tuple[int, bool]]],
) -> None:
    kind, chunks, doings = growth
    run, trouble = Run(), Trouble()
    size = line_reader.SIZE if kind == "csv" else 64  # a row may be as long as its quotes are open
    with TemporaryDirectory() as folder, patch.object(line_reader, "SIZE", size):
        path = Path(folder, f"a.{kind}")
        columns = COLUMNS[kind]
        path.touch()
        files = run.opened(Files(path, columns, follow=True))
        for chunk, (n, restart) in zip(chunks, doings, strict=True):
            with path.open("ab") as file:
                file.write(chunk)
            run.poll(files, n)
            if restart:
                files.poll(n, 0.0)  # and what it gave is not recorded
                files.close()
                files = run.opened(Files(path, columns, follow=True))
        run.drain(files, 3)
        files.close()
        run.finish(Files(path, columns))
        expected = list(read(path, columns, trouble=trouble))
    assert run.records == expected
    broken = {"broken line", "not a text"}
    assert len(run.broken) == sum(n for kind, n in trouble.counts.items() if kind in broken)
    assert len({one.position for one in run.broken}) == len(run.broken)


def written(folder: Path, name: str) -> Path:
    """A file of 40 texts with a broken one and one without a text, in one of many formats."""
    path = folder / name
    texts = [f"text {i} {'schön' if i > 15 else 'plain'}" for i in range(40)]
    if name.endswith("parquet"):
        pq.write_table(pa.table({"text": [*texts, None]}), path, row_group_size=7)
        return path
    if "jsonl" in name:
        lines = [f'{{"text": "{text}"}}' for text in texts]
        lines[11:11] = ['{"text": ', "", '{"text": {}}']
    elif "csv" in name:
        lines = ["text,id", *(f'"{text}\r\nand more",{i}' for i, text in enumerate(texts))]
        lines[11:11] = ["1,2,3", "", ",5"]
    else:
        lines = texts
        lines[11:11] = ["", " "]
    data = "\n".join(lines).encode(
        "cp1252" if "cp1252" in name else "utf-16" if "utf16" in name else "utf-8"
    )
    path.write_bytes(gzip.compress(data) if name.endswith("gz") else data)
    return path


@pytest.mark.parametrize(
    "name",
    [
        *("a.txt", "a.jsonl", "a.csv", "a.txt.gz", "a.csv.gz", "a.jsonl.gz", "a.parquet"),
        *("cp1252.txt", "cp1252.csv", "utf16.txt", "utf16.csv", "cp1252.txt.gz"),
    ],
)
@pytest.mark.parametrize("size", [100, line_reader.SIZE])
def test_a_restart_after_each_document_changes_nothing(
    name: str, size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line_reader, "SIZE", size)
    path = written(tmp_path, name)
    straight = Run()
    straight.finish(Files(path))
    interrupted = restarted(lambda: Files(path))
    assert straight.records == list(read(path))
    assert len(straight.records) == 40
    assert len(straight.broken) == ("csv" in name) + 2 * ("jsonl" in name)
    assert vars(interrupted) == vars(straight)


def test_broken_records_say_where_and_why_and_what(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    long = b'{"text": "' + b"x" * (1 << 20) + b'"}\n'
    path.write_bytes(
        b'{"text": "good"}\n{"text": bad}\n' + long + b'{"text": [1]}\n{"text": ""}\n{}\n'
    )
    run = Run()
    run.finish(Files(path))
    assert run.texts == ["good"]
    shown = [(Path(one.position).name, one.reason.partition(":")[0]) for one in run.broken]
    assert shown == [
        ("a.jsonl:2", "broken line"),
        ("a.jsonl:3", "line too long"),
        ("a.jsonl:4", "not a text"),
    ]
    assert run.broken[0].data == '{"text": bad}'
    assert run.broken[1].data == long[:10_000].decode()
    assert run.broken[2].data == '{"text": [1]}'


def test_damage_is_told_once_and_costs_what_is_behind_it(tmp_path: Path) -> None:
    path = tmp_path / "a.txt.gz"
    path.write_bytes(gzip.compress(b"one\ntwo\nthree\n" * 1000)[:-9])
    run = restarted(lambda: Files(path), 1000)
    [broken] = run.broken
    assert "file damaged" in broken.reason
    assert run.records == list(read(path))


def test_values_of_parquet_that_are_no_texts_are_broken(tmp_path: Path) -> None:
    pq.write_table(pa.table({"text": [["a"], None, ["b", "ö"]]}), tmp_path / "a.parquet")
    run = restarted(lambda: Files(tmp_path / "a.parquet"))
    assert [one.data for one in run.broken] == ['["a"]', '["b", "ö"]']
    assert not run.records


def test_folders_and_patterns_are_read_in_the_order_of_paths(tmp_path: Path) -> None:
    for name in ("b.txt", "a.jsonl", "c.log", ".d.txt"):
        text = f'{{"text": "{name}"}}\n' if name == "a.jsonl" else f"{name}\n"
        (tmp_path / name).write_text(text)
    run = Run()
    run.finish(Files([tmp_path, tmp_path / "*.log"]), 1)
    assert run.texts == ["a.jsonl", "b.txt", "c.log"]
    assert [record.id for record in run.records] == [
        f"{tmp_path}/{name}:1" for name in ("a.jsonl", "b.txt", "c.log")
    ]
    assert run.records == list(read(sorted(tmp_path.glob("[a-c]*"))))


def test_what_is_not_there_or_no_text_is_refused_before_anything_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("fine\n")
    (tmp_path / "b.csv").write_text("x,y\n1,2\n")
    (tmp_path / "c.json").write_bytes(b"%PDF-1.7\n")
    for paths, why in [
        (tmp_path / "none.txt", "no such file"),
        (tmp_path / "*.tsv", "no files"),
        ([tmp_path / "a.txt", tmp_path / "b.csv"], "usual name"),
        (tmp_path / "b.*", "b.csv.*usual name"),
        (tmp_path / "c.json", "PDF"),
    ]:
        with pytest.raises(InputError, match=why):
            Files(paths).open({})
    with pytest.raises(InputError, match="usual name"):
        Files(tmp_path / "b.csv", follow=True).open({})
    for paths, why in [([], "no files"), ("-", "Stdin")]:
        with pytest.raises(InputError, match=why):
            Files(paths)
    with pytest.raises(SettingError, match="kind='xml'"):
        Files("a", kind="xml")
    with pytest.raises(SettingError, match="encoding='ytf-8'"):
        Files("a", encoding="ytf-8")
    with pytest.raises(StoreError, match="another name"):
        Files(tmp_path / "a.txt").open({"taken": 7})


def test_what_was_read_may_be_gone_at_the_next_start(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("one\n")
    run = Run()
    run.finish(Files(tmp_path))
    (tmp_path / "a.txt").unlink()
    run.finish(Files(tmp_path))
    (tmp_path / "b.txt").write_text("two\n")
    run.finish(Files(tmp_path))
    assert run.texts == ["one", "two"]


def test_a_folder_that_is_read_once_goes_on_after_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"\x7fELF\x00\x01\x02\x00" * 200)
    (tmp_path / "b.csv").write_text("other,columns\n1,2\n")
    (tmp_path / "c.csv").write_text("text\none\ntwo\n")
    (tmp_path / "d.parquet").write_bytes(b"PAR1 this is none PAR1")
    (tmp_path / "e.csv").write_text("text\nthree\n")
    run = Run()
    for _ in range(2):  # the second time nothing is told again
        run.finish(Files(tmp_path, Columns("text")))
        assert run.texts == ["one", "two", "three"]
        told = {Path(one.position).name: one.reason for one in run.broken}
        assert [*told] == ["a.txt", "b.csv", "d.parquet"]
        assert len(run.broken) == 3
        assert "no column 'text'" in told["b.csv"]
        assert all(told.values())
    (tmp_path / "b.csv").write_text("text\nfour\n")
    run.finish(Files(tmp_path, Columns("text")))
    assert run.texts == ["one", "two", "three", "four"]  # it was tried again, for it has changed


def test_interruptions_change_nothing_of_a_folder_with_files_that_cannot_be_read(
    tmp_path: Path,
) -> None:
    for n in range(4):
        (tmp_path / f"{n}.csv").write_text("text\none\ntwo\n" if n % 2 else "other\n1\n")
    run = restarted(lambda: Files(tmp_path, Columns("text")))
    assert run.texts == ["one", "two"] * 2
    assert [Path(one.position).name for one in run.broken] == ["0.csv", "2.csv"]


def test_what_was_named_itself_or_is_all_there_must_be_readable(tmp_path: Path) -> None:
    bad, good = tmp_path / "a.csv", tmp_path / "b.csv"
    bad.write_text("other,columns\n1,2\n")
    with pytest.raises(InputError, match="no column 'text'"):
        Files(tmp_path, Columns("text")).open({})
    good.write_text("text\none\n")
    with pytest.raises(InputError, match="no column 'text'"):
        Files([good, bad], Columns("text")).open({})
