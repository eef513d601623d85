"""The arena: what is done is not done again, choices and tables follow from the rows."""

from __future__ import annotations

import gzip
import itertools
import json
import sys
from pathlib import Path

import numpy as np
import pytest
from scipy import sparse

sys.path.append(str(Path(__file__).resolve().parents[2] / "benchmarks"))

from arena import page, process, runner, targets
from arena.data import counts, in_order, pieces, sequences
from arena.labels import LETTER, box, placed
from arena.ours import as_stream, made
from arena.plan import Cell, Filters, Plan, groups
from arena.process import Place
from arena.store import OVER, Numbers, Store
from arena.table import Results, best, cell

from paper.corpus import Corpus

SET, PEER = "tweet2011", "topica_btm"


@pytest.fixture(scope="module")
def plan() -> Plan:
    return Plan("quick")


@pytest.fixture
def store(tmp_path: Path, plan: Plan) -> Store:
    return Store(tmp_path / "rows", plan.systems)


def corpus(documents: list[list[int]], words: list[str]) -> Corpus:
    ptr = np.cumsum([0, *map(len, documents)])
    order = np.array([word for one in documents for word in one], dtype=np.int32)
    return Corpus(words, ptr, order, np.full(len(documents), ""))


def choose(plan: Plan, store: Store, found: list[Numbers]) -> int | None:
    """The choice after the first candidates have been run."""
    for job, numbers in zip(plan.choices(SET, PEER), found, strict=False):
        store.add(job, numbers | {"job seconds": 1.0}, "1")
    return store.chosen(plan, SET, PEER)


def test_words_stay_in_their_order() -> None:
    documents = [[2, 0, 2], [1], [0, 1, 2, 1]]
    taken = in_order(corpus(documents, ["a", "b", "c"]))[1:]
    assert [one.tolist() for one in sequences(taken)] == documents[1:]
    assert counts(taken).toarray().tolist() == [[0, 1, 0], [1, 2, 1]]


def test_long_texts_are_cut_into_pieces_over_other_words() -> None:
    other = corpus([[0, 1, 2, 0, 1], [2]], ["x", "b", "a"])
    found = pieces(other, ["a", "b"], 2).toarray().tolist()
    assert found == [[0, 1], [1, 0], [0, 1], [1, 0]]


def test_the_outside_reference_has_no_text_of_the_set() -> None:
    full = Plan()
    for name in full.sets:
        others = list(groups(full, name))
        kinds = [full.sets[other]["group"] for other in others]
        assert full.sets[name]["group"] not in kinds
        assert len(set(kinds)) == len(kinds) == len({a["group"] for a in full.sets.values()}) - 1


def test_all_of_ours_can_be_made() -> None:
    full = Plan()
    for system in filter(full.is_ours, full.systems):
        model = made(full.fit(Cell(SET, 7, system, 3), 0)["options"], 7, 3)
        assert model.random_state == 3


def test_the_best_candidate_is_chosen_when_all_are_done(plan: Plan, store: Store) -> None:
    assert choose(plan, store, [{"lpp": -7.0}, {"lpp": -6.0}]) is None
    assert choose(plan, store, [{"lpp": -7.0}, {"lpp": -6.0}, {"lpp": -6.5}]) == 1


def test_candidates_after_one_over_the_limit_are_not_tried(plan: Plan, store: Store) -> None:
    assert choose(plan, store, [{"lpp": -7.0}, {OVER: 600.0}]) == 0


def test_slow_systems_have_fewer_seeds(plan: Plan, store: Store) -> None:
    first = Cell(SET, 5, "lda_b", 0)
    job = plan.fit(first, 0)
    for numbers, seeds in (({"seconds": 1.0}, 5), ({"seconds": 90.0}, 3), ({OVER: 600.0}, 1)):
        store.add(job, numbers, "1")
        wanted = [store.wanted(plan, first._replace(seed=seed)) for seed in range(5)]
        assert sum(wanted) == seeds


def test_a_system_may_be_limited_to_one_number_of_topics_and_few_seeds() -> None:
    plan = Plan("quick")
    plan.sets[SET]["topics"] = [5, 8]
    plan.systems["bitermplus"].update(one_number=True, most_seeds=1)
    assert plan.cells(Filters((SET,), ("bitermplus",))) == [Cell(SET, 5, "bitermplus", 0)]
    assert {cell.K for cell in plan.cells(Filters((SET,), (PEER,)))} == {5, 8}


def test_a_stream_is_learnt_from_piece_by_piece() -> None:
    X = sparse.random(2_500, 30, density=0.2, format="csr", rng=0)
    one, other = made({"model": "LDA"}, 5, 0), made({"model": "LDA"}, 5, 0)
    as_stream(one, X)
    for begin, end in ((0, 1_000), (1_000, 2_000), (2_000, 2_500)):
        other.partial_fit(X[begin:end])
    np.testing.assert_array_equal(one.topics_, other.topics_)


def test_the_best_is_bold_and_the_limit_is_shown() -> None:
    found = {
        "a": Results("A", [{"lpp": -7.0, "seconds": 2.0}, {"lpp": -6.0, "seconds": 4.0}]),
        "b": Results("B", [{"lpp": -7.0, "seconds": 1.0}]),
        "c": Results("C", [{OVER: 600.0}]),
    }
    lpp, seconds = best(found, "lpp"), best(found, "seconds")
    assert (lpp, seconds) == (-6.5, 1.0)
    assert cell(found["a"], "lpp", lpp) == "**−6.500 ± 0.707**"
    assert cell(found["b"], "lpp", lpp) == "−7.000"
    assert cell(found["b"], "seconds", seconds) == "**1.00**"
    assert [cell(found["c"], name, 0.0) for name in ("lpp", "seconds")] == ["–", "over 600 s"]


def test_every_shortfall_is_a_row(plan: Plan, store: Store) -> None:
    """LPP is enough; NPMI is within the spread of the seeds; NMI is not; k-means is no model."""
    ours = [(-6.0, 0.10, 0.5), (-6.2, 0.14, 0.5)]
    peers = {"topica_btm_01": (-6.3, 0.13, 0.6), "svd_kmeans": (-9.0, 0.12, 0.9)}
    found = {("lda_b", seed): one for seed, one in enumerate(ours)}
    found |= {(name, 0): one for name, one in peers.items()}
    for (name, seed), numbers in found.items():
        named = dict(zip(("lpp", "npmi", "nmi"), numbers, strict=True)) | {"seconds": 1.0}
        for job in plan.choices(SET, name):
            store.add(job, named, "1")
        store.add(plan.fit(Cell(SET, 5, name, seed), 0), named, "1")
    made = list(targets.compared(plan, store))
    assert [(one.target.split()[0], one.met) for one in made] == [
        ("LPP", True),
        ("NPMI", True),
        ("NMI", False),
        ("a", False),
    ]
    assert [one.by for one in made] == ["topica BTM, β 0.1"] * 4


def test_a_page_without_marks_is_left_alone(tmp_path: Path, plan: Plan, store: Store) -> None:
    path = tmp_path / "page.md"
    path.write_text("# A page\n")
    with pytest.raises(SystemExit, match="arena: begin"):
        page.write(plan, store, path)
    assert path.read_text() == "# A page\n"


def test_names_of_close_points_do_not_lie_on_one_another() -> None:
    points, names = [(50.0 + i, 100.0 + i) for i in range(4)], ["a system of some length"] * 4
    boxes = [box(label, LETTER * len(names[0])) for label in placed(points, names)]
    assert not any(one.overlap(other) for one, other in itertools.combinations(boxes, 2))


def texts(folder: Path, plan: Plan) -> None:
    """Both sets of the quick plan: three themes of ten words."""
    draw = np.random.default_rng(0)
    for about in plan.sets.values():
        path = folder / about["files"]["texts"]
        path.parent.mkdir(parents=True)
        with gzip.open(path, "wt", encoding="utf8") as file:
            for theme in draw.integers(3, size=400):
                words = [f"{'xyz'[theme]}{'abcdefghij'[i]}" for i in draw.integers(10, size=12)]
                print(json.dumps({"text": " ".join(words), "label": str(theme)}), file=file)


@pytest.mark.slow
def test_a_run_goes_on_where_it_was(
    tmp_path: Path, plan: Plan, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in process.ONE_THREAD:
        monkeypatch.setenv(name, "1")
    monkeypatch.setattr(process, "PRELOADED", ["biterms.measures"])
    texts(tmp_path / "data", plan)
    place = Place("quick", tmp_path / "data", tmp_path / "cache")
    cells = plan.cells(Filters((SET,), ("lda_b",)))
    store = Store(tmp_path / "rows", plan.systems)
    assert runner.run(plan, store, cells[:1], place) == []
    first = store.numbers(plan, cells[0])
    assert first is not None
    assert first["purity"] == 1.0
    assert -np.log(10) - 0.5 < first["lpp"] < -np.log(10) + 0.5
    again = Store(tmp_path / "rows", plan.systems)
    assert runner.run(plan, again, cells, place) == []
    assert again.numbers(plan, cells[0]) == first
    assert again.numbers(plan, cells[1])["lpp"] != first["lpp"]
    written = page.write(plan, again, tmp_path / "quality.md").read_text()
    assert "| LDA-B |" in written
    assert (tmp_path / "images" / "quality.png").stat().st_size > 1000


def test_a_job_over_the_limit_says_so(tmp_path: Path, plan: Plan) -> None:
    texts(tmp_path / "data", plan)
    place = Place("quick", tmp_path / "data", tmp_path / "cache")
    job = plan.fit(Cell(SET, 5, "btm_01", 0), 0)
    job.settings["options"]["sweeps"] = 1_000_000
    assert process.do(job, place, 1).keys() == {OVER, "job seconds"}
