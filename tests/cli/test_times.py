"""The column of times: what was understood is said, and what was decided is kept."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from biterms import load
from biterms.cli import source as module
from biterms.cli.source import TIMED, TextFiles
from biterms.text.readers import Columns
from biterms.text.times import TimeColumn
from tests.cli.conftest import Run

TEXTS = ["late goal wins match", "rocket reaches orbit", "bank raises rates"]
FIT = ("-o", "m", "-k", 2, "--min-df", 1, "--passes", 1, "-q")


def written(folder: Path, *times: str, name: str = "a.csv") -> str:
    rows = [f"{time};{TEXTS[i % 3]}\n" for i, time in enumerate(times)]
    (folder / name).write_text("day;text\n" + "".join(rows))
    return name


def times(folder: Path) -> list[str | None]:
    return [record.time for record in load(folder / "m").sample_.records]


WAYS = {
    "iso": ("2024-05-31T14:30:00Z", "2024-05-31T14:30:00Z", ""),
    "milliseconds": ("1717165800000", "2024-05-31T14:30:00+00:00", ""),
    "twitter": ("Fri May 31 14:30:00 +0000 2024", "2024-05-31T14:30:00+00:00", ""),
    "america": (
        "5/31/2024 2:30 PM",
        "2024-05-31T14:30:00",
        "; month before day (3 must be so, 0 fit both orders)",
    ),
    "germany": (
        "31.05.2024 14:30",
        "2024-05-31T14:30:00",
        "; day before month (3 must be so, 0 fit both orders)",
    ),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("stream", [(), ("--stream",)], ids=["fit", "stream"])
def test_times_are_understood_and_kept(
    run: Run, tmp_path: Path, way: str, stream: Sequence[str]
) -> None:
    typed, kept, order = WAYS[way]
    file = written(tmp_path, typed, typed, typed)
    passes = FIT[:-3] if stream else FIT[:-1]
    done = run("fit", file, "--time", "day", *passes, "-q", *stream, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert f"times: 3 of 3 understood{order}\n" in done.stderr
    assert times(tmp_path) == [kept] * 3
    if order:
        assert load(tmp_path / "m").info()["day_first"] is (way == "germany")


def test_the_whole_column_decides_and_updates_go_on_with_it(run: Run, tmp_path: Path) -> None:
    """The only date that tells comes after many that do not."""
    file = written(tmp_path, *["5/6/2024"] * (TIMED + 1), "31/5/2024")
    done = run("fit", file, "--time", "day", *FIT, cwd=tmp_path)
    assert f"(1 must be so, {TIMED + 1:,} fit both orders)" in done.stderr
    assert {*times(tmp_path)} == {"2024-06-05", "2024-05-31"}
    more = written(tmp_path, "7/8/2024", name="more.csv")
    done = run("update", "m", more, "--time", "day", "-q", cwd=tmp_path)
    assert "day before month (as before, 1 fits both orders)" in done.stderr
    assert times(tmp_path)[-1] == "2024-08-07"
    run("update", "m", more, "--time", "day", "-q", "--time-format", "month-first", cwd=tmp_path)
    assert times(tmp_path)[-1] == "2024-07-08"


def test_a_pipe_is_read_once(run: Run, tmp_path: Path) -> None:
    table = "day,text\n" + "5/6/2024,late goal\n" * 3
    done = run("fit", "-", "--kind", "csv", "--time", "day", *FIT, cwd=tmp_path, input=table)
    assert "month before day is a guess (3 fit both orders)" in done.stderr
    assert times(tmp_path) == ["2024-05-06"] * 3
    assert "day_first" not in load(tmp_path / "m").info()


def test_options_say_how_times_are_written(run: Run, tmp_path: Path) -> None:
    file = written(tmp_path, "05/06/2024 9.30", "05/06/2024 9.45")
    options = ("--time-format", "%d/%m/%Y %H.%M", "--time-zone", "Europe/Berlin")
    done = run("fit", file, "--time", "day", *FIT, *options, cwd=tmp_path)
    assert "times: 2 of 2 understood\n" in done.stderr
    assert times(tmp_path)[0] == "2024-06-05T09:30:00+02:00"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ((), "the column of times, day: none of 3 values is a time; the first is 'soon'"),
        (("--stream",), "none of 3 values is a time"),
        (("--time-format", "never"), "time format 'never': expected day-first"),
        (("--time-zone", "Mars"), "time zone 'Mars': expected a name"),
    ],
)
def test_without_a_time_nothing_is_saved(
    run: Run, tmp_path: Path, options: Sequence[str], message: str
) -> None:
    file = written(tmp_path, "soon", "later", "never")
    done = run("fit", file, "--time", "day", *FIT[:-3], "-q", *options, cwd=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr.splitlines()[-1]
    assert not (tmp_path / "m").exists()
    done = run("fit", file, "--time-format", "day-first", *FIT, cwd=tmp_path)
    assert (done.returncode, "say with --time" in done.stderr) == (2, True)


def test_a_model_is_unchanged_when_new_texts_have_no_times(run: Run, tmp_path: Path) -> None:
    file = written(tmp_path, "2024-05-31", "2024-06-01")
    assert run("fit", file, "--time", "day", *FIT, cwd=tmp_path).returncode == 0
    before = load(tmp_path / "m").model_.n_docs_
    done = run(
        "update", "m", written(tmp_path, "", "", name="b.csv"), "--time", "day", cwd=tmp_path
    )
    assert (done.returncode, "day: it is empty" in done.stderr) == (2, True)
    assert load(tmp_path / "m").model_.n_docs_ == before


def test_a_long_stream_without_times_ends_early(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "TRIED", TIMED)
    path = tmp_path / "a.jsonl"
    path.write_text(f"{json.dumps({'text': 'goal', 'day': 'soon'})}\n" * (2 * TIMED))
    source = TextFiles([str(path)], Columns(time="day"), TimeColumn())
    with pytest.raises(module.InputError, match=f"none of {TIMED:,} values is a time"):
        next(iter(source))


def test_an_order_that_contradicts_the_one_before_is_a_warning(run: Run, tmp_path: Path) -> None:
    file = written(tmp_path, "5/31/2024", "5/30/2024", "5/29/2024")
    assert run("fit", file, "--time", "day", *FIT, cwd=tmp_path).returncode == 0
    more = written(tmp_path, "31/5/2024", "1/6/2024", name="more.csv")
    done = run("update", "m", more, "--time", "day", "-q", cwd=tmp_path)
    expected = (
        "warning: times: 2 of 2 understood; day before month (1 must be so), but month before day "
        "in the texts before"
    )
    assert expected in done.stderr
    assert times(tmp_path)[-2:] == ["2024-05-31", "2024-06-01"]
    asked = ("--time-format", "month-first")
    more = written(tmp_path, "5/31/2024", name="more.csv")
    done = run("update", "m", more, "--time", "day", "-q", *asked, cwd=tmp_path)
    assert "warning" not in done.stderr
