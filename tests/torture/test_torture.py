"""Files as people have them: each must come out as the table `expected.toml` says."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from biterms import TopicModel, load
from biterms.cli import app

HERE = Path(__file__).parent
FILES = HERE / "files"
TABLE: dict[str, Any] = tomllib.loads((HERE / "expected.toml").read_text(encoding="utf8"))
THEMES = {name: {*words.split()} for name, words in TABLE.pop("themes").items()}
#: The first words of a topic that must all be of one theme.
FIRST_WORDS = 3


@dataclass(frozen=True)
class Expected:
    """What must come out of a file; `expected.toml` explains the names."""

    options: str
    says: list[str]
    exit: int = 0
    words: list[str] = field(default_factory=list)
    no_words: list[str] = field(default_factory=list)
    themes: list[str] = field(default_factory=list)
    times: list[str] = field(default_factory=list)


def test_every_file_has_its_entry() -> None:
    assert {*TABLE} == {path.name for path in FILES.iterdir()}
    assert len(TABLE) >= 40


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("file", TABLE)
def test_a_file_as_people_have_it(
    file: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    expected, out = Expected(**TABLE[file]), tmp_path / "model"
    monkeypatch.chdir(FILES)
    code = app.run(["fit", file, "-o", str(out), "--quiet", *expected.options.split()])
    said = capsys.readouterr().err.splitlines()
    assert code == expected.exit, said
    assert not [line for line in said if not any(part in line for part in expected.says)]
    assert not [part for part in expected.says if not any(part in line for line in said)]
    assert out.exists() == (code == 0)
    if code == 0:
        check(load(out), expected)


def check(model: TopicModel, expected: Expected) -> None:
    words = {*model.words()}
    assert {*expected.words} <= words
    assert not {*expected.no_words} & words
    assert {*expected.times} <= {record.time for record in model.sample_.records}
    if expected.themes:
        assert sorted(map(theme_of, first_words(model))) == sorted(expected.themes)


def first_words(model: TopicModel) -> list[set[str]]:
    return [{word.word for word in topic.words[:FIRST_WORDS]} for topic in model.topics()]


def theme_of(words: set[str]) -> str:
    """The theme that all of these words are of; the words themselves, if there is none."""
    return next((name for name, theme in THEMES.items() if words <= theme), " ".join(words))
