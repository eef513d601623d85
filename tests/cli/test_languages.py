"""`biterms fit` with texts in other languages than English."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from biterms import load
from biterms.cli import app
from biterms.text.languages import segment
from tests.text.languages.samples import sentences

Err = pytest.CaptureFixture[str]


def fit(tmp_path: Path, language: str, *options: str) -> int:
    (tmp_path / "texts.txt").write_text("\n".join(sentences()[language]), encoding="utf8")
    typed = ["fit", f"{tmp_path}/texts.txt", "-o", f"{tmp_path}/m", "-k", "2", "--min-df", "1"]
    return app.run([*typed, "--quiet", *options])


@pytest.mark.parametrize("stream", [[], ["--stream"]], ids=["fit", "stream"])
def test_the_language_is_found_and_said(tmp_path: Path, stream: list[str], capsys: Err) -> None:
    assert fit(tmp_path, "spanish", "--language", "auto", *stream) == 0
    assert "language: spanish (found: spanish 100% of 6 texts)" in capsys.readouterr().err
    assert app.run(["info", f"{tmp_path}/m"]) == 0
    shown = capsys.readouterr().out
    assert re.search("^language +spanish, found: spanish 100% of 6 texts$", shown, re.MULTILINE)


@pytest.mark.filterwarnings("default::biterms.LanguageWarning")
def test_the_usual_settings_warn_of_another_language(tmp_path: Path, capsys: Err) -> None:
    assert fit(tmp_path, "dutch") == 0
    assert "warning: 100% of 6 texts look Dutch" in capsys.readouterr().err
    assert fit(tmp_path, "dutch", "--language", "dutch") == 0
    assert "warning: 100%" not in capsys.readouterr().err


def test_stop_words_by_the_name_of_a_language(tmp_path: Path) -> None:
    assert fit(tmp_path, "polish", "--language", "none", "--stop-words", "polish") == 0
    words = {*load(tmp_path / "m").words()}
    assert "telefon" in words
    assert not {"się", "nie", "jest"} & words


def test_a_missing_extra_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Err
) -> None:
    monkeypatch.setitem(segment._PACKAGES, "chinese", "no-such-package")
    assert fit(tmp_path, "chinese", "--language", "auto") == 2
    assert "pip install 'biterms[chinese]'" in capsys.readouterr().err
    assert not (tmp_path / "m").exists()
