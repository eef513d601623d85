"""Writing a report: all or nothing, small enough, and honest about what is missing."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from biterms.errors import InputError, MissingExtra
from biterms.report.write import write_report
from tests.report.samples import sample


def test_replaces_a_file_and_leaves_no_other(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text("old")
    write_report(sample(), path)
    assert path.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert list(tmp_path.iterdir()) == [path]


def test_the_same_data_gives_the_same_file(tmp_path: Path) -> None:
    for name in ("a.html", "b.html"):
        write_report(sample(n_times=3), tmp_path / name)
    assert (tmp_path / "a.html").read_bytes() == (tmp_path / "b.html").read_bytes()


def test_a_failed_write_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "report.html"
    path.write_text("old")

    def full(number: int) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="disk is full"):
        write_report(sample(), path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "no folder" / "report.html"):
        with pytest.raises(InputError, match=r"expected the name of a file|there is no folder"):
            write_report(sample(), path)


def test_an_unpaired_surrogate_survives(tmp_path: Path) -> None:
    write_report(sample(2, text="broken \ud83d text"), tmp_path / "report.html")
    html = (tmp_path / "report.html").read_text(encoding="utf-8")
    data = html.split('id="data">')[1].split("</script>")[0]
    assert json.loads(data)["title"] == "broken \ud83d text"


def test_a_large_report_stays_below_five_megabytes(tmp_path: Path) -> None:
    write_report(sample(500, 50_000, n_times=100), tmp_path / "report.html")
    assert (tmp_path / "report.html").stat().st_size < 5_000_000


@pytest.mark.parametrize("package", ["altair", "vl_convert"])
def test_without_the_extra_the_error_says_what_to_install(
    package: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, "biterms.report.charts", raising=False)
    with pytest.raises(MissingExtra, match=r"pip install 'biterms\[report\]'"):
        write_report(sample(), tmp_path / "report.html")
    assert not list(tmp_path.iterdir())
