"""LDA as an estimator over counts."""

from __future__ import annotations

from typing import Any, Literal, Self

import numpy as np
from numpy.typing import ArrayLike

from biterms.errors import SettingError
from biterms.kernels import Array
from biterms.learning import SVB, SVI, Annealed, Learner
from biterms.learning.learnt_prior import LearntPrior
from biterms.models.biterms import BitermEstimator, document_settings, words_only
from biterms.models.lda.auto import FIRST, AutoEngine
from biterms.models.lda.engine import LDAEngine
from biterms.models.lda.prevalent import PrevalentEngine
from biterms.models.lda.state import LDAState
from biterms.models.settings import MAX_TOPICS, learning_settings
from biterms.settings import check_whole

#: The prior of the topics by inference, where none is given; None depends on the documents.
ETA = {"prevalence": None, "mean": 0.1, "vb": 0.1}


class LDA(BitermEstimator):
    """Topics of short documents from words and pairs of words: LDA-B, or plain LDA.

    Parameters
    ----------
    n_topics : int or "auto", default=50
        Number of topics, K. "auto" is the smallest number that predicts held-out words as well as
        any: it is for `fit`, biterms and annealed memory, and takes two to three times as long.
    biterms : bool, int, "adjacent" or "given", default=True
        Which pairs of words are learnt from: True any two words of a document, False none, a
        number those within so many words, "adjacent" neighbours, "given" those that a
        `biterms.Paired` names.
    alpha : float, array of shape (K,), "auto" or None, default=None
        Concentration of the mixtures. With "prevalence" it follows the learnt sizes of the topics,
        and a number is its mean, by default 30 / K; otherwise None is 10 / K, and "auto" searches
        for the best.
    eta : float, array of shape (V,) or (K, V), LearntPrior or None, default=None
        Prior of the topics; None is 0.1, and with "prevalence" 0.05 for 30,000 documents and for
        streams, more for fewer documents. With "prevalence", `fit` can learn it from word vectors.
    inference : {"prevalence", "mean", "vb"}, optional
        How mixtures are inferred: in two rounds that begin at the prevalence of topics, at
        posterior means, or by the paper's mean field. None is "prevalence" where biterms are
        learnt from by `Annealed`, else "mean".
    biterm_weight : float or "capped", default="capped"
        Weight of biterms; 1.0 is the paper's, "capped" chooses it and bounds it for long texts.
    word_weight : float, optional
        Weight of single words in learning; None is 0 with "prevalence", 1 otherwise.
    learner : Learner, optional
        `Annealed`, `SVI`, `SVB`, `KPS` or `BatchVB`; None is `Annealed` with "prevalence", else
        `SVI`.
    init : {"documents", "random"}, optional
        Where topics begin; None chooses by the inference.
    passes : int, optional
        Passes of `fit`; None is the learner's own number.
    batch_size : int, optional
        Documents of a minibatch; None is 100 with `Annealed`, 250 otherwise.
    doc_iter, doc_tol : int, float
        Rounds of the document step, and the change that ends them.
    random_state : int, generator or None
        A seed gives the same topics each time.
    n_threads : int, optional
        Threads; None is all processors. The results are the same for any number.

    Attributes
    ----------
    topics_ : array of shape (K, V)
        Probability of each word in each topic.
    components_ : array of shape (K, V)
        Dirichlet parameters of the topics.
    sizes_ : array of shape (K,)
        Share of each topic in what has been learnt.
    n_topics_ : int
        Number of topics that there are.

    Notes
    -----
    gamma_k = alpha_k + sum_n phi_nk + sum_m phi_bi_mk (section 4.1 of the paper).

    Examples
    --------
    >>> import numpy as np
    >>> X = np.array([[2, 1, 0, 0], [1, 1, 0, 0], [0, 0, 1, 2], [0, 0, 1, 1]])
    >>> model = LDA(2, random_state=0).fit(X)
    >>> model.transform(X).argmax(axis=1).tolist() in ([0, 0, 1, 1], [1, 1, 0, 0])
    True
    """

    state_class = LDAState

    def __init__(
        self,
        n_topics: int | Literal["auto"] = 50,
        *,
        biterms: bool | int | Literal["adjacent", "given"] = True,
        alpha: float | ArrayLike | Literal["auto"] | None = None,
        eta: float | ArrayLike | LearntPrior | None = None,
        inference: Literal["prevalence", "mean", "vb"] | None = None,
        biterm_weight: float | Literal["capped"] = "capped",
        word_weight: float | None = None,
        learner: Learner | None = None,
        init: Literal["documents", "random"] | None = None,
        passes: int | None = None,
        batch_size: int | None = None,
        doc_iter: int | None = None,
        doc_tol: float = 1e-3,
        random_state: Any = None,
        n_threads: int | None = None,
    ) -> None:
        self.n_topics = n_topics
        self.biterms = biterms
        self.alpha = alpha
        self.eta = eta
        self.inference = inference
        self.biterm_weight = biterm_weight
        self.word_weight = word_weight
        self.learner = learner
        self.init = init
        self.passes = passes
        self.batch_size = batch_size
        self.doc_iter = doc_iter
        self.doc_tol = doc_tol
        self.random_state = random_state
        self.n_threads = n_threads

    @classmethod
    def paper(cls, n_topics: int = 50, learner: Learner | None = None, **settings: Any) -> Self:
        """A model with the paper's settings: mean field, alpha = eta = 0.01, every biterm, SVB.

        Parameters
        ----------
        n_topics : int, default=50
            Number of topics.
        learner : Learner, optional
            Another learner than `SVB`.
        **settings
            Other settings.

        Returns
        -------
        LDA
        """
        own: dict[str, Any] = {
            "inference": "vb",
            "alpha": 0.01,
            "eta": 0.01,
            "biterm_weight": 1.0,
            "learner": SVB() if learner is None else learner,
        }
        return cls(n_topics, **(own | settings))

    @property
    def topics_at_start(self) -> int:
        """``n_topics``, or as many as were found; merging makes fewer of them."""
        if not self._auto:
            return int(self.n_topics)
        return int(self.state_.first_topics) if hasattr(self, "state_") else FIRST

    @property
    def n_topics_(self) -> int:
        """Number of topics."""
        return self.posterior_.n_topics

    @property
    def _auto(self) -> bool:
        return isinstance(self.n_topics, str) and self.n_topics == "auto"

    @property
    def alpha_(self) -> Array:
        """Concentration of the mixtures, K numbers."""
        return self.engine().alpha_of(self.state)

    @property
    def inference_in_use(self) -> str:
        """The kind of inference, also where none was given."""
        if self.inference is not None:
            return str(self.inference)
        annealed = isinstance(self.learner, Annealed | None)
        plain = words_only(self.biterms) or self.biterm_weight == 0
        return "prevalence" if annealed and not plain else "mean"

    def engine(self) -> LDAEngine:
        """The model bound to its settings.

        Raises
        ------
        SettingError
            If a setting makes no sense.
        """
        if not self._auto:
            check_whole("n_topics", self.n_topics, MAX_TOPICS)
        inference = self.inference_in_use
        if inference not in ETA:
            expected = ", ".join(map(repr, ETA))
            raise SettingError(f"inference={self.inference!r}: expected None or one of {expected}")
        prevalent = inference == "prevalence"
        learning = learning_settings(self, Annealed if prevalent else SVI, inference)
        if self._auto:
            self._check_auto(learning.learner)
        eta = ETA[inference] if self.eta is None else self.eta
        engine = (AutoEngine if self._auto else PrevalentEngine) if prevalent else LDAEngine
        return engine(self.alpha, document_settings(self), self.topics_at_start, eta, learning)

    def _check_auto(self, learner: Learner) -> None:
        """Refuse settings that the number of topics cannot be found with."""
        found = None
        if words_only(self.biterms) or self.biterm_weight == 0:
            found = f"biterms={self.biterms!r}, biterm_weight={self.biterm_weight!r}"
        elif self.inference not in (None, "prevalence"):
            found = f"inference={self.inference!r}"
        elif self.inference_in_use != "prevalence" or not isinstance(learner, Annealed):
            found = type(learner).__name__
        elif np.ndim(self.alpha):  # type: ignore[arg-type]
            found = "an alpha for each topic"
        elif np.ndim(self.eta) == 2:  # type: ignore[arg-type]
            found = "a prior for each topic"
        elif isinstance(self.eta, LearntPrior):
            found = "a prior from word vectors"
        if found is not None:
            raise SettingError(
                f"n_topics='auto' with {found}: expected biterms, Annealed and topics that do not "
                "differ before anything is learnt; give a number of topics"
            )
