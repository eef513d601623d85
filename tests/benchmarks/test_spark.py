"""The benchmark of Spark says what a reader has to know of the peer."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytest.importorskip("pyspark")
sys.path.append(str(Path(__file__).resolve().parents[2] / "benchmarks"))

from spark import Found, Plan, _section


def test_it_says_on_what_the_peer_was_tuned_and_what_it_had() -> None:
    names = ("MLlib, defaults", "MLlib, best setting", "biterms.spark.fit")
    found = {(name, "x"): Found(2.0, 3.0, -7.0) for name in names}
    section = _section(Plan(), found, -7.8, "no native BLAS")
    said = "\n".join(section.notes)
    assert "that of 11 on 13,500 tweets" in said
    assert "MLlib had no native BLAS" in said
    assert (section.data["blas"], section.data["chosen_on"]) == ("no native BLAS", 13_500)
