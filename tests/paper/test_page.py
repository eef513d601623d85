"""The page from few rows and from none: numbers, what is missing, and nothing from elsewhere."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from paper import markup, page, peers, settings
from paper.job import Found, Job
from paper.rows import Rows
from paper.selection import Result

EVIL = 'Titles <img src=x onerror="alert(1)"> & more'


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two streams of two seeds, and a table with one set."""
    folder = tmp_path_factory.mktemp("page")
    wanted = settings.read()
    wanted["sets"]["tmn_authors"]["title"] = EVIL
    rows = Rows(folder / "rows.parquet")
    for model, ends in {"svb": (-8.5, -8.4), "svb_b": (-7.9, -7.9)}.items():
        about = {k: v for k, v in wanted["models"][model].items() if k != "title"}
        own = {"task": "learn", "set": "tmn_authors", "model": model, "K": 50, "batch": 500}
        own |= {"documents_limit": 75_000, "test_documents": 2000, "points": 10}
        for seed, end in enumerate(ends):
            found = [Found(500, "lpp", -9.0), Found(1000, "lpp", end), Found(0, "job seconds", 6.0)]
            rows.add(Job(own | about | {"seed": seed}), found, "9.9")
    own = {"task": "describe", "set": "tmn_authors", "model": "bow", "seed": 0}
    found = [Found(16_000, "documents", 16_000), Found(16_000, "mean length", 4.6372)]
    rows.add(Job(own | {"documents_limit": 0}), found, "9.9")
    own = {"task": "peer", "set": "tmn_authors", "model": "bitermplus", "documents_limit": 20_000}
    own |= peers.of_model(wanted["peers"]["models"]["bitermplus"], 50)
    for seed in (0, 1):
        found = [Found(15_000, "lpp", -7.1 - seed / 10), Found(15_000, "learning seconds", 2.5)]
        rows.add(Job(own | {"seed": seed}), found, "9.9")
        other = own | {"candidates": own["candidates"][:1]}  # of settings of other days
        rows.add(Job(other | {"seed": seed}), [Found(15_000, "lpp", -9.0)], "9.9")
    page.build(rows.path, folder, wanted)
    return folder


@pytest.fixture(scope="module")
def text(out: Path) -> str:
    return (out / "index.html").read_text(encoding="utf8")


def test_numbers_stand_beside_the_papers(text: str) -> None:
    [table] = re.findall(r'<article id="tab-dataset-description">.*?</article>', text, re.S)
    paper, ours = table.split("<tr")[-2:]
    assert re.findall(r"<td>(.*?)</td>", paper) == ["26,251", "4.60", "2,823", "7"]
    assert re.findall(r"<td>(?:<span.*?>)?([^<]*)", ours) == [
        "16,000",
        "4.64",
        "not run",
        "not run",
    ]
    assert "here, stand-in</span> Congress tweets" in table


def test_a_claim_says_whether_it_holds_and_by_how_much(text: str) -> None:
    boxes = text.split('<div class="claim"')[1:]
    box = next(one for one in boxes if "predict better than SVB and KPS" in one)
    # differences 0.6 and 0.5: t = 12.706 with one degree of freedom
    assert "<b>+0.550</b><br>[−0.085, +1.185]" in box
    assert "SVB-B − SVB: undecided 1, not run 5." in box


def test_other_software_stands_in_one_table(text: str) -> None:
    [cells] = re.findall(r"more: bitermplus BTM</th>(.*?)</tr>", text)
    assert re.findall(r">([^<]+)<", cells.replace(" <small>", "<small>")) == [
        *("2", "-7.150", "[-7.785, -6.515]", "not run", "2.500", "[2.500, 2.500]")
    ]


def test_a_figure_tells_its_budget(out: Path, text: str) -> None:
    [figure] = re.findall(r"<figcaption>SVB, KPS.*?</figure>", text, re.S)
    assert "2 seeds; 4 jobs; 24 core-seconds; version 9.9" in figure
    assert "var(--biterms)" in figure
    for end in ("svg", "png"):
        assert (out / "figures" / f"streams.{end}").stat().st_size > 1000
    assert not (out / "figures" / "hdp_b.svg").exists()


def test_seeds_are_counted_by_step_size() -> None:
    def job(seed: int, **wanted: object) -> Result:
        about = {"task": "learn", "set": "tmn", "model": "olda_b", "seed": seed}
        day = datetime(2026, 1, 1, tzinfo=UTC)
        return Result(about | {"test_documents": 2000, **wanted}, "9.9", day, ())

    grid = [job(0, tau=tau, kappa=0.6) for tau in (1, 20, 40)]
    named = [job(seed, tau=40, kappa=0.7) for seed in range(5)]
    peers = [job(s, task="peer", model="tomotopy_pt", train_limit=5000) for s in range(3)]
    text = markup.budget([*grid, *named, *peers])
    assert "at most 2,000 test documents; tomotopy_pt: 5,000 documents;" in text
    assert "3 step sizes with 1 seed; 1 step size with 5 seeds; no step size: 3 seeds;" in text


def test_a_remark_stands_under_the_title(out: Path) -> None:
    wanted = settings.read() | {"remark": "numbers < nothing"}
    text = page.build(out / "none.parquet", out / "remark", wanted).read_text("utf8")
    assert re.search(r'</h1>\s*<p class="remark">numbers &lt; nothing</p>', text)


def test_texts_are_escaped_and_nothing_is_loaded(text: str) -> None:
    assert "<img" not in text
    assert "Titles &lt;img src=x" in text
    assert not re.search(r"<script|<link(?! rel=\"icon\")|@import|url\(|src=[\"']", text)


def test_links_lead_somewhere(text: str) -> None:
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', text)) <= set(ids)


def test_without_rows_everything_is_not_run(tmp_path: Path) -> None:
    text = page.build(tmp_path / "none.parquet", tmp_path, settings.read()).read_text("utf8")
    assert "<svg" not in text
    assert not re.search(r'class="verdict (?!not-run)', text)
