"""What every model of the house promises: a new one joins by a line in MODELS."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from sklearn.exceptions import NotFittedError

from biterms import KPS, LDA, SVB, SVI, BatchVB
from biterms.errors import InputError, SettingError, StopLearning
from biterms.learning import Learner
from tests.models.planted import planted, similarity
from tests.models.snapshots import learnt

#: makes a small model of about four topics with the settings that all models share
Factory = Callable[..., Any]
MODELS: dict[str, Factory] = {"LDA": lambda **settings: LDA(**({"n_topics": 4} | settings))}
LEARNERS = {"BatchVB": BatchVB(), "SVI": SVI(), "SVB": SVB(), "KPS": KPS()}
STREAMING = {name: LEARNERS[name] for name in ("SVB", "KPS")}
ONLINE = {name: LEARNERS[name] for name in ("SVI", "SVB", "KPS")}

DATA = planted(160)
X, V = DATA.X, DATA.X.shape[1]


@pytest.fixture(params=MODELS)
def make(request: pytest.FixtureRequest) -> Factory:
    """The model with few documents at a time, one pass and a seed, unless said otherwise."""
    usual = {"batch_size": 40, "passes": 1, "random_state": 0, "n_threads": 1}

    def made(**settings: Any) -> Any:
        return MODELS[request.param](**(usual | settings))

    return made


def of_each(learners: dict[str, Learner]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("learner", learners.values(), ids=learners)


def assert_sound(model: Any, X: Any) -> None:
    """Finite positive lam, topics and mixtures that are probabilities."""
    K = len(model.topics_)
    assert model.components_.shape == (K, model.n_features_in_)
    assert np.isfinite(model.components_).all()
    assert (model.components_ > 0).all()
    assert_allclose(model.topics_.sum(axis=1), 1.0, rtol=1e-9)
    assert_allclose(model.topics_, model.components_ / model.components_.sum(axis=1)[:, None])
    mixtures = model.transform(X)
    assert mixtures.shape == (len(X), K)
    assert (mixtures > 0).all()
    assert_allclose(mixtures.sum(axis=1), 1.0, rtol=1e-6)


# learning ------------------------------------------------------------------------------------


@of_each(LEARNERS)
def test_fit_gives_topics_and_mixtures(make: Factory, learner: Learner) -> None:
    model = make(learner=learner)
    assert model.fit(X) is model
    assert_sound(model, X)
    assert model.n_features_in_ == V
    assert model.n_iter_ == 1
    assert len(model.get_feature_names_out()) == len(model.topics_)


@of_each(LEARNERS)
def test_planted_topics_are_found(make: Factory, learner: Learner) -> None:
    found = planted(600)
    models = [make(learner=learner, passes=None, random_state=seed) for seed in range(5)]
    scores = [similarity(model.fit(found.X).topics_, found.topics) for model in models]
    assert np.median(scores) > 0.95


@of_each(LEARNERS)
@pytest.mark.parametrize("init", ["documents", "random"])
def test_fit_forgets_what_was_before(make: Factory, learner: Learner, init: str) -> None:
    fresh = make(learner=learner, init=init).fit(X)
    again = make(learner=learner, init=init).fit(X[:50, :9]).fit(X)
    assert learnt(again) == learnt(fresh)


@of_each(ONLINE)
def test_partial_fit_goes_on_where_fit_ended(make: Factory, learner: Learner) -> None:
    model = make(learner=learner).fit(X)
    before, topics = (model.n_steps_, model.n_docs_), model.topics_
    model.partial_fit(X[:30])
    assert (model.n_steps_, model.n_docs_) == (before[0] + 1, before[1] + 30)
    assert 0 < np.abs(model.topics_ - topics).max() < 0.1


@of_each(STREAMING)
@pytest.mark.parametrize("init", ["documents", "random"])
def test_a_stream_is_fit_in_pieces(make: Factory, learner: Learner, init: str) -> None:
    """One pass in the given order: fit and partial_fit by minibatches are the same to the bit."""
    whole, pieces = (make(learner=learner, init=init) for _ in range(2))
    whole.fit(X)
    for at in range(0, len(X), 40):
        pieces.partial_fit(X[at : at + 40])
    assert_array_equal(whole.components_, pieces.components_)
    assert_array_equal(whole.transform(X), pieces.transform(X))


@of_each(STREAMING)
@pytest.mark.parametrize("init", ["documents", "random"])
def test_the_start_leaves_no_trace(make: Factory, learner: Learner, init: str) -> None:
    """M holds at least the words of the documents, and nothing of words that they do not have."""
    model = make(learner=learner, init=init, eta=0.25).partial_fit(X[:40])
    met = X[:40].any(axis=0)
    M = model.posterior_.M
    assert (M.sum(axis=1) >= X[:40].sum(axis=0) - 1e-3).all()
    assert not M[~met].any()
    assert_allclose(model.components_, 0.25 * model.posterior_.prior + M.T)


@of_each(STREAMING)
def test_two_passes_would_count_the_data_twice(make: Factory, learner: Learner) -> None:
    model = make(learner=learner, passes=2)
    with pytest.raises(SettingError, match="count the data twice"):
        model.fit(X)
    assert not hasattr(model, "posterior_")


def test_batch_vb_has_no_minibatches(make: Factory) -> None:
    with pytest.raises(SettingError, match="needs all documents at once"):
        make(learner=BatchVB()).partial_fit(X)
    fitted = make(learner=BatchVB()).fit(X)
    before = learnt(fitted)
    with pytest.raises(SettingError, match="needs all documents at once"):
        fitted.partial_fit(X)
    assert learnt(fitted) == before


def test_without_a_learner_it_is_svi(make: Factory) -> None:
    assert learnt(make().fit(X)) == learnt(make(learner=SVI()).fit(X))


@pytest.mark.parametrize("init", ["documents", "random"])
def test_svi_with_full_steps_is_batch_vb(make: Factory, init: str) -> None:
    """rho = 1 and D = |C|: what a sweep finds replaces what was; only the order of sums differs."""
    settings = {"init": init, "batch_size": len(X)}
    one = make(learner=BatchVB(), **settings).fit(X)
    other = make(learner=SVI(0, kappa=0.0, total_docs=len(X)), **settings).partial_fit(X)
    assert_allclose(other.components_, one.components_, rtol=1e-12)


def test_several_passes_are_counted(make: Factory) -> None:
    model = make(passes=3).fit(X)
    assert model.n_iter_ == 3
    assert (model.n_steps_, model.n_docs_) == (12, len(X))


def test_progress_is_told_after_every_minibatch(make: Factory) -> None:
    told = []
    make(passes=2).fit(X[:100], progress=lambda done, total, _: told.append((done, total)))
    assert told == [(d, 200) for d in (40, 80, 100, 140, 180, 200)]


def test_progress_is_told_how_well_what_comes_next_is_foretold(make: Factory) -> None:
    told: list[float | None] = []
    make(learner=SVB()).fit(X, progress=lambda *where: told.append(where[2]))
    model, expected = make(learner=SVB()), []
    for at in range(0, len(X), 40):
        expected.append(model.score(X[at : at + 40]) if at else None)
        model.partial_fit(X[at : at + 40])
    assert told[0] is None
    assert_allclose(np.array(told[1:]), np.array(expected[1:]), rtol=1e-6)


def test_after_the_first_pass_no_document_is_new(make: Factory) -> None:
    told: list[float | None] = []
    make(learner=SVI(), passes=2).fit(X, progress=lambda *where: told.append(where[2]))
    assert [lpp is None for lpp in told] == [True, False, False, False] + [True] * 4


def test_learning_that_was_stopped_goes_on_with_other_documents(make: Factory) -> None:
    def stop(*_: Any) -> None:
        raise StopLearning

    model = make(learner=BatchVB(), passes=5)
    with pytest.raises(StopLearning):
        model.fit(X, progress=stop)
    one = make(learner=BatchVB(), passes=1).fit(X)
    for known in (model, one):
        known.set_params(learner=SVB(), passes=None).partial_fit(X[:30])
    assert_array_equal(model.components_, one.components_)


def test_in_a_stream_the_documents_seen_so_far_are_the_collection(make: Factory) -> None:
    counted, told = make(), make(learner=SVI(total_docs=30))
    for part in (X[:30], X[30:70]):
        counted.partial_fit(part)
        told.partial_fit(part)
        told.set_params(learner=SVI(total_docs=70))
    assert_array_equal(counted.components_, told.components_)


def test_the_order_within_a_minibatch_does_not_matter(make: Factory) -> None:
    one, other = (make(init="random").partial_fit(part) for part in (X, X[::-1]))
    assert_allclose(one.components_, other.components_, rtol=1e-12)


# the same bits ---------------------------------------------------------------------------------


@of_each(LEARNERS)
@pytest.mark.parametrize("init", ["documents", "random"])
def test_the_same_seed_gives_the_same_bits(make: Factory, learner: Learner, init: str) -> None:
    one, two = (make(learner=learner, init=init, n_threads=n).fit(X) for n in (1, 2))
    assert learnt(one) == learnt(two)
    assert_array_equal(one.transform(X), two.transform(X))


def test_another_seed_gives_other_topics(make: Factory) -> None:
    one, two = (make(random_state=seed).fit(X) for seed in (0, 1))
    assert not np.array_equal(one.components_, two.components_)


def test_a_mixture_depends_on_its_document_alone(make: Factory) -> None:
    model = make().fit(X)
    together = model.transform(X)
    order = np.random.default_rng(0).permutation(len(X))
    assert_array_equal(model.transform(X[order]), together[order])
    alone = np.vstack([model.transform(X[d : d + 1]) for d in range(20)])
    assert_array_equal(alone, together[:20])


def test_nothing_is_learnt_by_looking(make: Factory) -> None:
    model = make().fit(X)
    before = learnt(model)
    model.transform(X)
    model.score(X)
    _ = model.components_, model.topics_
    assert learnt(model) == before


def forms_of(X: np.ndarray) -> dict[str, Any]:
    """The same counts in other clothes."""
    table = sparse.csr_array(X)
    shuffled = table.copy()
    rng = np.random.default_rng(0)
    for row in range(len(X)):
        here = slice(*shuffled.indptr[row : row + 2])
        order = rng.permutation(shuffled.indptr[row + 1] - shuffled.indptr[row])
        shuffled.indices[here] = shuffled.indices[here][order]
        shuffled.data[here] = shuffled.data[here][order]
    shuffled.has_sorted_indices = shuffled.has_canonical_format = False
    rows, columns = np.nonzero(X >= 0)
    zeros = sparse.csr_array((X.ravel(), (rows, columns)), shape=X.shape)
    halves = sparse.coo_array(
        (np.tile(table.data / 2, 2), np.tile(table.tocoo().coords, 2)), shape=X.shape
    )
    twice = sparse.csr_array(
        (np.repeat(table.data / 2, 2), np.repeat(table.indices, 2), 2 * table.indptr), shape=X.shape
    )
    return {
        "csr": table,
        "csr matrix": sparse.csr_matrix(X),
        "csc": sparse.csc_array(X),
        "unsorted": shuffled,
        "explicit zeros": zeros,
        "repeated entries": twice,
        "coo with repeats": halves,
        "float32": X.astype(np.float32),
        "int": X.astype(int),
        "fortran": np.asfortranarray(X),
        "list": X.tolist(),
        "64-bit indices": sparse.csr_array(
            (table.data, table.indices.astype(np.int64), table.indptr.astype(np.int64)), X.shape
        ),
    }


@pytest.mark.parametrize("form", forms_of(X[:2]))
def test_the_form_of_the_counts_does_not_matter(make: Factory, form: str) -> None:
    model, other, given = make().fit(X), make(), forms_of(X)[form]
    other.fit(given)
    assert learnt(other) == learnt(model)
    assert_array_equal(model.transform(given), model.transform(X))


@pytest.mark.parametrize("form", forms_of(X[:2]))
def test_what_is_given_is_left_as_it_is(make: Factory, form: str) -> None:
    given, same = forms_of(X)[form], forms_of(X)[form]
    model = make().fit(given).partial_fit(given)
    model.transform(given)
    model.score(given)
    if sparse.issparse(given):
        for name in ("data", "indices", "indptr"):
            assert_array_equal(getattr(given, name, None), getattr(same, name, None))
    else:
        assert_array_equal(given, same)


def test_read_only_counts_are_welcome(make: Factory) -> None:
    frozen = X.copy()
    frozen.flags.writeable = False
    assert_array_equal(make().fit(frozen).components_, make().fit(X).components_)


# bad input -------------------------------------------------------------------------------------


def with_value(value: float) -> np.ndarray:
    bad = X.copy()
    bad[7, 5] = value
    return bad


REFUSED: dict[str, tuple[Any, str]] = {
    "negative": (with_value(-1.0), "Negative values"),
    "negative sparse": (sparse.csr_array(with_value(-1.0)), "Negative values"),
    "NaN": (with_value(np.nan), "NaN"),
    "NaN sparse": (sparse.csr_array(with_value(np.nan)), "NaN"),
    "infinite": (with_value(np.inf), "infinity"),
    "too large": (with_value(1e13), r"at most 1e\+12"),
    "no documents": (X[:0], "0 sample"),
    "no words": (X[:, :0], "0 feature"),
    "one row": (X[0], "2D array"),
    "three dimensions": (X[None], "dim"),
    "text": (["a title of five words"], "could not convert string"),
    "table of text": ([["a", "b"]], "could not convert string"),
    "complex": (X + 1j, "Complex"),
    "nothing": (None, "2D array"),
}
WRONG_WIDTH = {"too narrow": (X[:, :-1], "features"), "too wide": (np.hstack([X, X]), "features")}


@pytest.mark.parametrize("kind", REFUSED)
def test_bad_input_is_refused_and_leaves_no_trace(make: Factory, kind: str) -> None:
    bad, message = REFUSED[kind]
    model = make().fit(X)
    before = learnt(model)
    for method in (model.fit, model.partial_fit, model.transform, model.score):
        with pytest.raises(ValueError, match=message):
            method(bad)
        assert learnt(model) == before
    fresh = make()
    for method in (fresh.fit, fresh.partial_fit):
        with pytest.raises(ValueError, match=message):
            method(bad)
    assert learnt(fresh) == learnt(make())


@pytest.mark.parametrize("kind", WRONG_WIDTH)
def test_another_width_is_refused_and_leaves_no_trace(make: Factory, kind: str) -> None:
    bad, message = WRONG_WIDTH[kind]
    model = make().fit(X)
    before = learnt(model)
    for method in (model.partial_fit, model.transform, model.score):
        with pytest.raises(ValueError, match=message):
            method(bad)
        assert learnt(model) == before


SETTINGS: list[dict[str, Any]] = [
    *({"eta": eta} for eta in (0, -1.0, np.nan, np.inf, "small", None, 1e-300)),
    *({"eta": eta} for eta in (np.zeros(V), np.ones(V - 1), np.ones((4, V - 1)), np.ones((V, 4)))),
    *({"batch_size": size} for size in (0, 2.5, None, True, "250")),
    *({"passes": passes} for passes in (0, -1, 1.5, "one")),
    *({"n_threads": threads} for threads in (0, -1, 1.5, "two", 10**9)),
    *({"random_state": seed} for seed in (-1, 2**32, "many")),
    *({"init": init} for init in ("zeros", 1)),
    *({"learner": learner} for learner in ("SVI", SVI, SVI(kappa=2), SVB(decay=0), 0.6)),
    *({"random_state": state} for state in ("seed", -1, 1.5)),
]


@pytest.mark.parametrize("settings", SETTINGS, ids=lambda given: str(given)[:40])
def test_bad_settings_are_refused_and_leave_no_trace(make: Factory, settings: dict) -> None:
    model, fresh = make().fit(X[:, :9]), make(**settings)
    before = learnt(model)
    model.set_params(**settings)
    for method in (model.fit, fresh.fit, fresh.partial_fit):
        with pytest.raises(ValueError, match=r"expected|[Ss]eed"):
            method(X)
    assert learnt(model) == before
    assert learnt(fresh) == learnt(make())


USES: dict[str, Callable[[Any], Any]] = {
    "transform": lambda model: model.transform(X),
    "score": lambda model: model.score(X),
    "components_": lambda model: model.components_,
    "topics_": lambda model: model.topics_,
    "grow": lambda model: model.grow(1),
}


@pytest.mark.parametrize("use", USES.values(), ids=USES)
def test_before_fit_there_is_nothing_to_use(make: Factory, use: Callable[[Any], Any]) -> None:
    model = make()
    with pytest.raises(NotFittedError):
        use(model)


# strange input that has a meaning --------------------------------------------------------------


@of_each(LEARNERS)
def test_empty_documents_are_documents(make: Factory, learner: Learner) -> None:
    """They count, they stand at the prior, and they teach nothing."""
    some = X[:40].copy()
    some[::3] = 0.0
    model = make(learner=learner).fit(some)
    assert_sound(model, some)
    assert model.n_docs_ == 40
    empty = model.transform(some)[::3]
    assert_allclose(empty, np.broadcast_to(empty[0], empty.shape), rtol=1e-12)


@of_each(LEARNERS)
@pytest.mark.parametrize("init", ["documents", "random"])
def test_nothing_but_empty_documents_teach_nothing(
    make: Factory, learner: Learner, init: str
) -> None:
    model = make(learner=learner, init=init).fit(np.zeros((5, 7)))
    assert_sound(model, np.zeros((5, 7)))
    with pytest.raises(InputError, match="no document has two distinct terms"):
        model.score(np.zeros((5, 7)))


@of_each(LEARNERS)
@pytest.mark.parametrize("init", ["documents", "random"])
@pytest.mark.parametrize("n", [1, 30])
def test_a_vocabulary_of_one_word(make: Factory, learner: Learner, init: str, n: int) -> None:
    model = make(learner=learner, init=init).fit(np.arange(1.0, n + 1)[:, None])
    assert_sound(model, np.ones((3, 1)))
    assert_allclose(model.topics_, 1.0)


@of_each(LEARNERS)
def test_fewer_documents_than_topics(make: Factory, learner: Learner) -> None:
    assert_sound(make(learner=learner).fit(X[:1]), X)


@pytest.mark.parametrize("factor", [1e-20, 1e-3, 0.37, 1e6, 1e11])
def test_any_positive_weights(make: Factory, factor: float) -> None:
    assert_sound(make().fit(X * factor), X * factor)


# merging ---------------------------------------------------------------------------------------


@of_each(ONLINE)
def test_merged_topics_hold_what_both_have_learnt(make: Factory, learner: Learner) -> None:
    model = make(learner=learner).fit(X)
    before = model.components_
    prior = model.posterior_.prior * model.posterior_.eta[0, 0]
    model.merge([2, 0])
    assert model.posterior_.n_topics == len(before) - 1
    assert_allclose(model.components_[1], before[2] + before[0] - prior, rtol=1e-9)
    assert_array_equal(np.delete(model.components_, 1, axis=0), np.delete(before, [0, 2], axis=0))
    assert_allclose(model.posterior_.sums(), model.components_.sum(axis=1), rtol=1e-12)
    assert_sound(model, X)
    assert_sound(model.partial_fit(X[:30]), X)


@pytest.mark.parametrize("topics", [[], [1], [1, 1], [0, 4], [-1, 0]])
def test_topics_that_cannot_be_merged_are_refused(make: Factory, topics: list[int]) -> None:
    model = make().fit(X)
    before = learnt(model)
    with pytest.raises(SettingError, match="different topics"):
        model.merge(topics)
    assert learnt(model) == before


# words that go ---------------------------------------------------------------------------------


@pytest.mark.parametrize("eta", [0.3, np.linspace(0.1, 0.5, V)], ids=["number", "V"])
@of_each(ONLINE)
def test_only_some_words_stay(make: Factory, learner: Learner, eta: Any) -> None:
    model = make(learner=learner, eta=eta).fit(X)
    before, stay = model.components_, np.array([7, 3, V - 1])
    assert model.keep_words(stay) is model
    assert model.n_features_in_ == 3
    assert_array_equal(model.components_, before[:, stay])
    assert_allclose(model.posterior_.sums(), before[:, stay].sum(axis=1), rtol=1e-12)
    assert_sound(model, X[:, stay])
    assert_sound(model.partial_fit(X[:30, stay]), X[:, stay])
    assert model.fit(X).n_features_in_ == V


@pytest.mark.parametrize("words", [[], [1, 1], [0, V], [-1, 0], [0.5], [[0, 1]], [True], "1", None])
def test_words_that_cannot_stay_are_refused(make: Factory, words: Any) -> None:
    model = make().fit(X)
    before = learnt(model)
    with pytest.raises(InputError, match="keep_words"):
        model.keep_words(words)
    assert learnt(model) == before


def test_names_go_when_words_move(make: Factory) -> None:
    import pandas as pd

    model = make().fit(pd.DataFrame(X, columns=[f"w{v}" for v in range(V)]))
    assert not hasattr(model.keep_words([1, 0]), "feature_names_in_")


# growing ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("eta", [0.3, np.linspace(0.1, 0.5, V)], ids=["number", "V"])
@of_each(ONLINE)
def test_new_words_can_join_at_any_time(make: Factory, learner: Learner, eta: Any) -> None:
    wide = np.hstack([X, np.arange(len(X) * 3).reshape(-1, 3) % 2])
    model = make(learner=learner, eta=eta).fit(X)
    known = model.components_
    with pytest.raises(ValueError, match="features"):
        model.partial_fit(wide)
    new = {} if np.isscalar(eta) else {"eta": [0.3, 0.3, 0.3]}
    assert model.grow(3, **new) is model
    assert model.n_features_in_ == V + 3
    assert_array_equal(model.components_[:, :V], known)
    assert_allclose(model.components_[:, V:], 0.3 * model.posterior_.prior)
    model.partial_fit(wide)
    assert_sound(model, wide)
    assert (model.components_[:, V:].sum(axis=1) > 0.9).any()
    with pytest.raises(ValueError, match="features"):
        model.partial_fit(X)


@pytest.mark.parametrize(
    ("eta", "grown"),
    [
        (0.1, (-1, None)),
        (0.1, (2, [0.1, 0.1])),
        (0.1, (1.5, None)),
        (0.1, ("two", None)),
        (np.full(V, 0.1), (2, None)),
        (np.full(V, 0.1), (2, [0.1])),
        (np.full(V, 0.1), (2, [0.1, 0.0])),
        (np.full(V, 0.1), (2, [[0.1, 0.1]] * 4)),
    ],
)
def test_growing_wrongly_is_refused_and_leaves_no_trace(
    make: Factory, eta: Any, grown: tuple[Any, Any]
) -> None:
    model = make(eta=eta).fit(X)
    before = learnt(model)
    with pytest.raises(ValueError, match=r"expected|grow"):
        model.grow(*grown)
    assert learnt(model) == before


def test_growing_by_no_word_changes_nothing(make: Factory) -> None:
    model = make().fit(X)
    lam = model.components_
    model.grow(0)
    assert_array_equal(model.components_, lam)
    assert model.n_features_in_ == V


@pytest.mark.parametrize("learner", [SVI(), SVB()], ids=lambda learner: type(learner).__name__)
def test_topics_differ_though_documents_are_few_or_equal(make: Factory, learner: Any) -> None:
    """More topics than documents, the same document again and again, and an empty beginning."""
    few = make(n_topics=12, learner=learner, batch_size=5).fit(X[:5])
    same = make(n_topics=4, learner=learner, batch_size=40).fit(np.repeat(X[:2], 40, axis=0))
    late = make(n_topics=4, learner=learner).partial_fit(np.zeros((3, X.shape[1]))).partial_fit(X)
    for model in (few, same, late):
        assert len(np.unique(model.topics_, axis=0)) == model.n_topics


def test_another_number_of_topics_is_refused_until_fit(make: Factory) -> None:
    model = make(n_topics=4, learner=SVI()).partial_fit(X)
    model.set_params(n_topics=5)
    with pytest.raises(SettingError, match="learning began with 4"):
        model.partial_fit(X)
    assert model.fit(X).topics_.shape[0] == 5
