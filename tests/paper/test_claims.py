"""Claims on made-up results: intervals, what decides, and which results count."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import accumulate
from typing import Any

import pytest
from scipy.stats import ttest_1samp

from paper import claims, figures, settings, tables, verdicts
from paper.job import Found
from paper.selection import Result, Results

SETTINGS = settings.read()
BUDGET = {"documents_limit": 75_000, "test_documents": 2000, "points": 10}
USUAL = {"K": 50, "batch": 500}
NAMED = {
    "tau": SETTINGS["runs"]["named"]["taus"][0],
    "kappa": SETTINGS["runs"]["named"]["kappas"][0],
}
SVB = [-8.60, -8.52, -8.55, -8.47, -8.58]
SVB_B = [-7.90, -7.95, -7.81, -7.88, -8.01]


def made(model: str, seed: int, *lpp: float, **changed: Any) -> Result:
    """A finished job of TMNtitle."""
    about = {k: v for k, v in SETTINGS["models"][model].items() if k != "title"}
    about |= {k: 1 / 50 for k, v in about.items() if v == "1/K"}
    wanted = {"task": "learn", "set": "tmn_authors", "model": model, "seed": seed}
    found = [Found(500 * i, "lpp", value) for i, value in enumerate(lpp, 1)]
    return Result(
        wanted | about | BUDGET | USUAL | changed,
        "1.0",
        datetime(2026, 1, 1, tzinfo=UTC),
        tuple(found),
    )


def streams(**changed: Any) -> list[Result]:
    both = {"svb": SVB, "svb_b": SVB_B}
    return [
        made(model, seed, value, **changed)
        for model, values in both.items()
        for seed, value in enumerate(values)
    ]


def compared(results: list[Result], **claim: Any) -> verdicts.Comparison:
    [found] = verdicts.compare({"sets": ["tmn_authors"]} | claim, Results(results, SETTINGS))
    return found


def test_the_interval_is_that_of_a_t_test_paired_by_seed() -> None:
    found = compared(streams(), measure="end", pairs=[["svb_b", "svb"]])
    expected = ttest_1samp([b - a for a, b in zip(SVB, SVB_B, strict=True)], 0)
    assert found.seeds is not None
    assert found.seeds[1:3] == pytest.approx(tuple(expected.confidence_interval(0.95)))
    assert (found.verdict, found.seeds.n) == ("holds", 5)


@pytest.mark.parametrize(
    ("values", "verdict"),
    [
        ([-8.0, -8.1, -8.2, -8.1, -8.0], "undecided"),  # as SVB-B, in another order
        ([-7.0, -7.1, -7.0, -7.1, -7.0], "does not hold"),
        ([-9.0], "undecided"),  # one seed
        ([], "not run"),
    ],
)
def test_zero_inside_the_interval_decides_nothing(values: list[float], verdict: str) -> None:
    above = [made("svb_b", i, v) for i, v in enumerate([-8.1, -8.0, -8.1, -8.2, -8.0])]
    below = [made("svb", i, value) for i, value in enumerate(values)]
    assert compared(above + below, measure="end", pairs=[["svb_b", "svb"]]).verdict == verdict


def test_one_step_size_of_all_is_enough_against_a_claim_on_all() -> None:
    steps = [(tau, kappa) for tau in (1, 20, 40, 60, 80, 100) for kappa in (0.6, 0.7, 0.8, 0.9)]

    def found(lower: int, n: int) -> verdicts.Comparison:
        bob = [-7.5] * (24 - lower) + [-8.5] * lower
        results = [
            made(model, 0, value, tau=tau, kappa=kappa, threshold=2)
            for model, values in {"olda_bob": bob, "olda_bow": [-8.0] * 24}.items()
            for (tau, kappa), value in list(zip(steps, values, strict=True))[:n]
        ]
        pairs = [["olda_bob", "olda_bow"]]
        return compared(results, measure="end", units="settings", pairs=pairs)

    assert [found(0, 24).verdict, found(1, 24).verdict] == ["holds", "does not hold"]
    assert found(1, 24).settings == pytest.approx((24, 23, (23 * 0.5 - 0.5) / 24, -0.5, 0.5))
    assert found(0, 20).verdict == "undecided"


def test_a_peak_and_a_gain_are_taken_from_the_course() -> None:
    courses = [made("olda_bow", seed, -8.0, -7.0 - seed / 10, -7.5, **NAMED) for seed in (0, 1)]
    gain = compared(courses, measure="gain", pairs=[["olda_bow"]])
    fall = compared(courses, measure="fall", pairs=[["olda_bow"]])
    assert gain.seeds is not None
    assert fall.seeds is not None
    assert (gain.seeds.mean, fall.seeds.mean) == pytest.approx((0.5, 0.45))


def test_noise_without_a_fall_is_not_taken_for_one() -> None:
    """Each course has its best point at a place of its own and ends where the others do."""
    courses = [(0.3, 0, 0, 0), (0, 0.3, 0, 0), (0, 0, 0.3, 0)]
    results = [made("olda_bow", seed, *course, **NAMED) for seed, course in enumerate(courses)]
    fall = compared(results, measure="fall", pairs=[["olda_bow"]])
    assert fall.seeds is not None
    assert (fall.seeds.mean, fall.seeds.n) == (0, 3)
    assert compared(results[:1], measure="fall", pairs=[["olda_bow"]]).verdict == "not run"


@pytest.mark.parametrize(
    ("holds", "against", "undecided", "word", "most"),
    [
        (3, 0, 0, "holds", "holds"),
        (2, 1, 0, "in part", "holds"),
        (1, 1, 0, "in part", "undecided"),
        (1, 2, 0, "in part", "does not hold"),
        (0, 1, 9, "undecided", "undecided"),
        (0, 6, 4, "does not hold", "does not hold"),
        (0, 0, 0, "not run", "not run"),
    ],
)
def test_one_word_for_many_comparisons(
    holds: int, against: int, undecided: int, word: str, most: str
) -> None:
    counted = {"holds": holds, "does not hold": against, "undecided": undecided, "not run": 5}
    found = [verdict for verdict in claims.VERDICTS for _ in range(counted[verdict])]
    assert (claims.overall(found), claims.overall(found, most=True)) == (word, most)


def counted(task: str, numbers: dict[str, float], **wanted: Any) -> Result:
    found = tuple(Found(200, measure, value) for measure, value in numbers.items())
    about = {"task": task, "set": "tmn", "documents_limit": 0, **wanted}
    return Result(about, "1.0", datetime(2026, 1, 1, tzinfo=UTC), found)


@pytest.mark.parametrize(("slow", "verdict"), [(9.0, "holds"), (2.0, "does not hold")])
def test_seconds_are_compared_at_the_ends_of_the_thresholds(slow: float, verdict: str) -> None:
    results = [
        counted("svm", {"svm seconds": seconds}, model="bob", weighting="tf", threshold=threshold)
        for threshold, seconds in {10: slow, 20: 100.0, 40: 3.0}.items()
    ]
    claim = {"test": "ratio", "at": "ends", "bound": 1.0, "pairs": [["bob tf", "bob tf"]]}
    assert compared(results, sets=["tmn"], **claim).verdict == verdict
    assert compared(results[:1], sets=["tmn"], **claim).verdict == "not run"


def test_shares_are_of_what_is_named_or_of_all_documents() -> None:
    numbers = {"empty documents at 2": 50, "bigrams of frequency 1": 30, "bigrams at 1": 40}
    results = [counted("bigrams", numbers, model="bigrams", min_df=3)]
    of_documents = {"counts": ["empty documents at 2"], "least": 0.3}
    of_bigrams = {"counts": ["bigrams of frequency 1"], "among": "bigrams at 1", "least": 0.75}
    found = [compared(results, sets=["tmn"], test="share", **c) for c in (of_documents, of_bigrams)]
    assert [(one.note, one.verdict) for one in found] == [
        ("25.0%", "does not hold"),
        ("75.0%", "holds"),
    ]


def test_the_range_over_batch_sizes_is_told_as_a_share_of_the_gap() -> None:
    other = [made("svb_b", s, v - 0.0646, batch=1000) for s, v in enumerate(SVB_B)]
    found = compared(
        streams() + other, test="narrow", over="batch", share=0.25, pairs=[["svb_b", "svb"]]
    )
    assert (found.verdict, found.note) == ("holds", "range 0.065, 10% of the gap")


def test_results_of_other_settings_do_not_count() -> None:
    strange = [
        *streams(documents_limit=800),
        *streams(alpha=0.5),
        *streams(test_documents=10),
        *(made("svb", seed, 0.0, K=25) for seed in range(5)),
        *(made("svb", seed, 0.0) for seed in range(5, 9)),
    ]
    results = Results([*strange, *streams()], SETTINGS)
    assert [one.course[-1][1] for one in results.named("tmn_authors", "svb").values()] == SVB
    assert list(results.varied("tmn_authors", "svb", "K")) == [25, 50]


def test_margins() -> None:
    inside, across, outside = ((-0.01, 0.03), (0.01, 0.09), (0.06, 0.09))
    found = [
        claims.near(claims.Interval(0.0, *one, 5), 0, 0.05) for one in (inside, across, outside)
    ]
    assert found == ["holds", "undecided", "does not hold"]


def test_the_papers_bigrams_add_up() -> None:
    """All but those of 1 to n - 1 documents are left at threshold n."""
    listed = {one["label"]: one for one in tables.read()["tables"]}
    at, frequency = listed["tab:threshold_bigram"], listed["tab:bigram_freq"]
    for name, counts in frequency["rows"].items():
        left = [at["rows"][name][0] - gone for gone in accumulate(counts, initial=0)]
        assert [left[n - 1] for n in (1, 2, 5, 10)] == at["rows"][name][:4]
    documents, length = listed["tab:dataset_description"]["rows"]["TMNtitle"][:2]
    assert at["rows"]["TMNtitle"][0] > documents * (length - 1)  # as the errata say


def test_everything_named_is_there() -> None:
    published = tables.read()
    labels = [label for section in published["sections"] for label in section["items"]]
    listed = [one["label"] for one in published["tables"]] + list(published["titles"])
    assert sorted(labels) == sorted(listed)
    pointing = [*verdicts.read(), *figures.read()]
    assert {one["label"] for one in pointing} <= set(labels)
    assert {label for one in published["errata"] for label in one["labels"]} <= set(labels)
    for one in published["tables"]:
        assert {len(row) for row in one["rows"].values()} == {len(tables.columns(one))}, one[
            "label"
        ]
    names = [name for one in pointing for pair in one.get("pairs", []) for name in pair]
    names += [name for one in pointing for name in one.get("models", [])]
    assert {name for name in names if " " not in name} <= set(SETTINGS["models"])
