"""Ablations: each part changes what its title says; the tables show by how much."""

from __future__ import annotations

import sys
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest
from scipy import sparse

sys.path.append(str(Path(__file__).resolve().parents[2] / "benchmarks"))

from arena import ablation_tables, switches
from arena.ablations import FULL, Ablations
from arena.ours import made
from arena.plan import Cell, Filters, Plan
from arena.store import Store

from biterms import LDA, SVI, Annealed
from biterms.learning.learner import Moment
from biterms.models.lda import starts

#: nothing to change where texts are short and few
SAME = {"uncapped", "shuffled", "long_memory"}


@pytest.fixture(scope="module")
def plan() -> Ablations:
    return Ablations("quick")


@pytest.fixture(scope="module")
def documents() -> sparse.csr_matrix:
    """Two hundred documents of two themes."""
    draw = np.random.default_rng(0)
    themes = np.repeat([[0.6, 0.05], [0.05, 0.6]], 8, axis=1)
    return sparse.csr_matrix(draw.poisson(themes[draw.integers(2, size=200)]).astype(float))


def topics(plan: Plan, part: str, documents: sparse.csr_matrix) -> np.ndarray:
    options = plan.fit(Cell("tweet2011", 4, part, 0), 0)["options"]
    with switches.constants(options.get("constants", {})):
        return made(options, 4, 0).fit(documents).topics_


def test_every_part_changes_what_is_learnt(plan: Ablations, documents: sparse.csr_matrix) -> None:
    full = topics(plan, FULL, documents)
    np.testing.assert_array_equal(full, LDA(4, random_state=0).fit(documents).topics_)
    parts = [part for part in plan.systems if part not in (FULL, "largest_share")]
    same = {part for part in parts if np.array_equal(topics(plan, part, documents), full)}
    assert same == SAME


def test_it_has_the_sets_of_the_arena_at_one_number_of_topics() -> None:
    arena, ablations = Plan(), Ablations()
    cells = ablations.cells(Filters())
    assert {(cell.set, cell.K) for cell in cells} == {(name, 50) for name in arena.sets}
    assert {cell.seed for cell in cells} == {0, 1, 2}
    ours, theirs = (
        plan.fit(Cell("tmn", 50, system, 0), 0)
        for plan, system in ((ablations, FULL), (arena, "lda_b"))
    )
    assert ours.settings | {"model": "lda_b"} == theirs.settings


def test_a_new_version_of_the_full_system_is_one_of_all_parts(plan: Ablations) -> None:
    version = Plan().systems["lda_b"]["version"]
    assert {about["version"] for about in plan.systems.values()} == {version}


def test_switches_change_one_thing() -> None:
    moment = Moment(step=7, batch_docs=100, docs=10_000, share=0.8)
    usual, svi = Annealed().step(moment), SVI().step(moment)
    assert switches.StepsOfSVI().step(moment) == svi._replace(rounds=1)
    assert switches.Rounds(10).step(moment) == usual._replace(rounds=10)
    assert switches.Shuffled().step(moment) == usual
    order = LDA(2, learner=switches.Shuffled()).engine().schedule(20_000, 1)
    first = order.order(0, np.random.RandomState(0))[:8_192]
    runs = np.unique(first // 64)
    assert len(runs) == -(-20_000 // 64)  # of each run of documents some are among the first


def test_all_topics_are_alike_when_prevalence_is_flat(
    plan: Ablations, documents: sparse.csr_matrix
) -> None:
    model = LDA(4, random_state=0).fit(documents)
    assert np.ptp(model.alpha_) > 0.1
    with switches.constants(plan.systems["flat"]["constants"]):
        np.testing.assert_allclose(model.alpha_, 30 / 4, rtol=1e-6)


def test_constants_are_as_before_afterwards() -> None:
    before = starts.TIMES
    with switches.constants({"biterms.models.lda.starts.TIMES": before + 1}):
        assert before + 1 == starts.TIMES
    assert before == starts.TIMES
    with (
        pytest.raises(AttributeError, match="NO_SUCH"),
        switches.constants({"biterms.models.lda.starts.NO_SUCH": 1}),
    ):
        pass


def test_tables_show_differences_to_the_full_system(tmp_path: Path, plan: Ablations) -> None:
    few = {name: plan.systems[name] for name in (FULL, "mean", "vb")}
    with patch.dict(plan.settings, systems=few):
        store = Store(tmp_path, plan.systems)
        for system, lpp, seconds in (
            (FULL, {"tweet2011": (-5.0, -5.2), "search_snippets": (-7.0, -7.0)}, 1.0),
            ("mean", {"tweet2011": (-5.5, -5.3), "search_snippets": (-6.9, -6.9)}, 2.0),
        ):
            for name, each in lpp.items():
                for seed, value in enumerate(each):
                    job = plan.fit(Cell(name, 5, system, seed), 0)
                    numbers = {"lpp": value, "seconds": seconds, "job seconds": 1.0}
                    store.add(job, numbers, "1")
        page = ablation_tables.write(plan, store, tmp_path / "page.md").read_text()
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in page.splitlines()]
    full, mean, missing = (one["title"] for one in few.values())
    assert [full, "−7.000", "–", "–", "−5.100", "–", "–", "1"] in rows
    assert [mean, "+0.100", "–", "–", "−0.300", "–", "–", "2.00"] in rows
    assert [missing, *["–"] * 7] in rows
    # of −0.5 and −0.1; both seeds of the other set differ by 0.1
    assert ["standard error of a difference", "0.000", "–", "–", "0.200", "–", "–", ""] in rows
    assert [mean, "−0.300", "+0.100"] in rows
