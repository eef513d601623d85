"""The curve of a sweep as a picture."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from biterms.errors import InputError
from biterms.report import write_curve
from biterms.report.curve import curve
from biterms.topics.sweep_table import Sweep, Tried

SWEEP = Sweep(
    [
        Tried(5, np.array([-7.0, -7.2]), 0.1, 0.0, None, 1.0),
        Tried(20, np.array([-6.0, -6.1]), 0.05, 0.1, None, 2.0),
    ],
    n_texts=90,
    n_held=2,
)


@pytest.mark.parametrize(
    ("name", "begin"),
    [("c.svg", b"<svg"), ("c.PNG", b"\x89PNG"), ("c.html", b"<!doctype html>")],
)
def test_the_name_says_which_picture(name: str, begin: bytes, tmp_path: Path) -> None:
    write_curve(SWEEP, tmp_path / name)
    written = (tmp_path / name).read_bytes().lstrip()
    assert written[: len(begin)].lower() == begin.lower()
    assert b"https://cdn" not in written


def test_it_shows_both_measures_and_the_recommendation() -> None:
    chart = curve(SWEEP).to_dict()
    assert chart["title"] == "20 topics are recommended"
    assert len(chart["vconcat"]) == 2


@pytest.mark.parametrize("name", ["c.gif", "curve", "no/such/folder/c.svg"])
def test_other_names_are_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError):
        write_curve(SWEEP, tmp_path / name)
