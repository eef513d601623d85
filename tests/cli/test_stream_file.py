"""biterms stream --config: the options of a file, and what is refused in it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from biterms.cli.app import app, run
from biterms.cli.file_options import options_of
from biterms.streams import status
from biterms.topics import load
from tests.streams.models import TEXTS

COMMAND: Any = get_command(app)
OPTIONS = options_of(COMMAND.commands["stream"], set())


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Texts in one folder, the file of options in another, and started from a third."""
    for name in ("inbox", "etc", "elsewhere"):
        (tmp_path / name).mkdir()
    rows = [json.dumps({"text": text, "key": f"n{i}"}) for i, text in enumerate(TEXTS[:400])]
    (tmp_path / "inbox" / "a.jsonl").write_text("".join(f"{row}\n" for row in rows))
    (tmp_path / "inbox" / "b.csv").write_text("nr,title\n7,late goal wins the match\n")
    monkeypatch.chdir(tmp_path / "elsewhere")
    return tmp_path


def options(place: Path, *lines: str) -> list[str]:
    (place / "etc" / "stream.toml").write_text("\n".join(lines))
    return ["stream", "--config", "../etc/stream.toml"]


BASE = (
    'model = "../live"', 'within = "never"', "threads = 1", "min-df = 2", "topics = 4",
    "quiet = true",
)  # fmt: skip


def test_a_file_has_options_and_sources_with_their_own_columns(place: Path) -> None:
    command = options(
        place, *BASE, 'sink = ["../rows.jsonl"]', "[[sources]]", 'address = "../inbox/a.jsonl"',
        'id = "key"', "[[sources]]", 'address = "../inbox/b.csv"', 'text = "title"', 'id = "nr"',
    )  # fmt: skip
    assert run(command) == 0
    model = load(place / "live")
    assert (model.model_.n_topics, model.model_.n_docs_) == (4, 401)
    rows = [json.loads(row) for row in (place / "rows.jsonl").read_text().splitlines()]
    assert {row["id"] for row in rows} == {*(f"n{i}" for i in range(400)), "7"}
    # Under these names positions are found again, wherever the file is.
    assert {*status(place / "live").positions} == {"../inbox/a.jsonl", "../inbox/b.csv"}


def test_what_is_typed_wins_over_the_file(place: Path) -> None:
    command = options(place, *BASE, 'sources = "../inbox/a.jsonl"', "every = 50", "tags = true")
    typed = ["../inbox/b.csv", "../inbox/a.jsonl", "--topics", "3", "--model", "mine"]
    assert run([*command, *typed]) == 0
    model = load(place / "elsewhere" / "mine")
    assert (model.model_.n_topics, model.model_.n_docs_) == (3, 401)
    assert model.text_ is not None
    assert (model.text_.tags, model.text_.min_df) == (True, 2)
    assert not (place / "live").exists()


def test_from_the_command_line_to_a_file_nothing_is_read_twice(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(place)
    model = ["--model", "live", "--within", "never", "--threads", "1", "-k", "4", "--quiet"]
    assert run(["stream", "inbox/", *model]) == 0
    before = load("live").model_.n_docs_
    (place / "s.toml").write_text('sources = ["inbox/"]\nmodel = "live"\nquiet = true')
    monkeypatch.chdir(place / "elsewhere")
    assert run(["stream", "--config", "../s.toml"]) == 0
    assert load(place / "live").model_.n_docs_ == before == 401


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("everi = 3", "everi is no option of biterms stream; did you mean every?"),
        ('every = "x"', "'--every': x, expected a whole number from 1 to 1048576"),
        ("every = true", "every = true: expected a text in quotes or a number"),
        ("follow = 1", "follow = 1: expected true or false"),
        ("every = [1]", "every = a list: expected a text"),
        ("sink = {a = 1}", "sink = a table: expected a text in quotes or a number, or a list"),
        ("max-df = 2024-05-01", "expected a text in quotes or a number"),
        ("max-df = 1.0\nmax_df = 1.0", "is there twice"),
        ("config = 'b.toml'", "config is no option"),
        ("learner = 'best'", "'best'"),
        ("sources = [1]", "sources: found 1, expected addresses in quotes, or tables"),
        ("[[sources]]\ntext = 'a'", "expected addresses in quotes, or tables with address"),
        ("[[sources]]\naddress = 'a'\ntekst = 'b'", "tekst is no option of a source; did you mean"),
        ("[[sources]]\naddress = 'a'\ntext = true", "text = true: expected a text"),
        ("x =", "expected TOML"),
    ],
)
def test_what_is_wrong_in_a_file_is_said(
    line: str, message: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(options(place, *BASE, line)) == 2
    said = capsys.readouterr().err
    assert "stream.toml: " in said
    assert message in said
    assert not (place / "live").exists()


def test_a_file_that_is_not_there_and_what_lacks(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for arguments, message in [
        (["--config", "none.toml"], "none.toml: cannot be read (No such file"),
        (["--only", "a"], "say with --config where the models are"),
        (["a.txt"], "no --model was given"),
        (["--model", "a"], "no SOURCE was given"),
    ]:
        assert run(["stream", *arguments]) == 2
        assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('on-alarm = "no-such-command"', "--on-alarm no-such-command: expected a URL"),
        ('late = "drop"', "--late drop without lateness"),
        ('lateness = "soon"', "--lateness soon: expected a span of time"),
        ('log = "no/such/folder/x.log"', "cannot be written (there is no folder"),
    ],
)
def test_a_check_finds_what_the_start_would_refuse(
    line: str, said: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = options(place, *BASE, 'sources = "../inbox/a.jsonl"', 'time = "key"', line)
    assert run([*command, "--check"]) == 2
    assert said in capsys.readouterr().err
    assert not (place / "live").exists()


def test_a_check_starts_nothing(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*options(place, *BASE, 'sources = "../inbox/"'), "--check"]) == 0
    assert "live: good, 1 source and 0 sinks" in capsys.readouterr().err
    assert not (place / "live").exists()
    assert run([*options(place, *BASE, 'sources = "ftp://a"'), "--check"]) == 2


@pytest.mark.parametrize("name", sorted(OPTIONS))
def test_every_option_can_be_in_a_file(name: str, place: Path) -> None:
    """Each becomes what would be typed; a list of options that a file may have is kept nowhere."""
    option = OPTIONS[name]
    value: Any = True if option.is_flag else "x"
    option.check(value)
    (word,) = option.arguments(value, place)
    assert word.startswith("--") or name == "sources"
    if option.is_place and name != "sources":
        assert word == f"{option.words[0]}={place / 'x'}"


def test_names_that_are_no_paths_stay_as_they_are(place: Path) -> None:
    (place / "stop.txt").write_text("the\n")
    assert OPTIONS["stop_words"].place("stop.txt", place) == str(place / "stop.txt")
    assert OPTIONS["stop_words"].place("german", place) == "german"
    assert OPTIONS["sink"].place("redis://host/a.b", place) == "redis://host/a.b"
    assert OPTIONS["log"].place("-", place) == "-"
    assert OPTIONS["within"].place("1.5s", place) == "1.5s"
