"""Two writers of one folder: nobody's learning is lost silently."""

from __future__ import annotations

from pathlib import Path

import pytest

from biterms import load
from biterms.errors import StoreError
from tests.topics.newsroom import fresh, news

TEXTS = news(200)[0]


def test_what_somebody_else_has_saved_meanwhile_is_not_replaced(tmp_path: Path) -> None:
    fresh().fit(TEXTS).save(tmp_path / "m")
    one, other = load(tmp_path / "m"), load(tmp_path / "m")
    one.update(TEXTS[:50]).save(tmp_path / "m")
    with pytest.raises(StoreError, match="since"):
        other.update(TEXTS[50:150]).save(tmp_path / "m")
    assert load(tmp_path / "m").model_.n_docs_ == 250
    other.save(tmp_path / "elsewhere")
    assert load(tmp_path / "elsewhere").model_.n_docs_ == 300


def test_one_writer_may_save_again_and_again(tmp_path: Path) -> None:
    model = fresh().fit(TEXTS)
    for n in range(3):
        model.save(tmp_path / "m")
        assert load(tmp_path / "m").model_.n_docs_ == 200 + 50 * n
        model.update(TEXTS[:50])


def test_a_folder_that_has_gone_is_written_anew(tmp_path: Path) -> None:
    model = fresh().fit(TEXTS)
    model.save(tmp_path / "m")
    (tmp_path / "m").rename(tmp_path / "old")
    model.save(tmp_path / "m")
    assert load(tmp_path / "m").model_.n_docs_ == 200
