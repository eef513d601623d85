"""The texts that come with the package are what their README says."""

from __future__ import annotations

import hashlib
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import pytest

from biterms import sample_headlines
from biterms.text.samples import HEADLINES

FOLDER = files("biterms.text.samples")


def test_the_file_is_the_one_of_the_readme() -> None:
    stored = FOLDER.joinpath(HEADLINES).read_bytes()
    readme = FOLDER.joinpath("README.md").read_text(encoding="utf-8")
    assert hashlib.sha256(stored).hexdigest() in readme
    assert len(stored) < 1_500_000


def test_headlines_have_texts_and_ascending_dates() -> None:
    records = sample_headlines()
    readme = FOLDER.joinpath("README.md").read_text(encoding="utf-8")
    assert f"{len(records):,} headlines" in readme
    assert (records[0].time, records[-1].time) == ("2003-02-19", "2004-02-24")
    assert all(str(one.time) <= str(two.time) for one, two in pairwise(records))
    assert all(record.text and record.label is None for record in records)
    assert len({record.id for record in records}) == len(records)


@pytest.mark.data
def test_they_are_those_of_the_data_folder(data_dir: Path) -> None:
    original = data_dir / "abc_headlines" / HEADLINES
    assert original.read_bytes() == FOLDER.joinpath(HEADLINES).read_bytes()
