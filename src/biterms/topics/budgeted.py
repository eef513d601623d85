"""Learning within a budget of memory: what is refused, and when."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

from biterms.errors import SettingError
from biterms.models.estimator import TopicEstimator
from biterms.store.budget import BudgetedSpace, MemoryBudget, check_room, words_memory
from biterms.store.space import IN_MEMORY, Space
from biterms.text.scikit_words import ScikitWords
from biterms.text.vectoriser import Vectoriser


def room_of(budget: MemoryBudget | None) -> AbstractContextManager[Space]:
    """Where the numbers of documents are kept: in memory, or with a budget on disk."""
    return nullcontext(IN_MEMORY) if budget is None else BudgetedSpace(budget)


def check_budget(budget: MemoryBudget | None, text: Vectoriser, model: TopicEstimator) -> None:
    """Refuse what cannot be done with a budget, before a text is read.

    Raises
    ------
    SettingError
        If it is so.
    """
    if budget is None:
        return
    model.engine().working_memory(0, 0)
    if isinstance(text.tokenizer, ScikitWords):
        raise SettingError(
            "a vectorizer of scikit-learn and a limit of memory: it chooses among all words of all "
            "texts at once; leave one of them out, or use a biterms.Vectoriser"
        )


def check_topics(
    budget: MemoryBudget | None, text: Vectoriser, model: TopicEstimator, n_docs: int
) -> None:
    """Refuse topics that do not fit into a budget, before anything is learnt.

    Raises
    ------
    InputError
        If they do not.
    """
    if budget is None:
        return
    words, K = text.words_, model.topics_at_start
    known = words_memory(len(words.keys), len(words.forms.names), words.n_ids)
    learning = model.engine().working_memory(n_docs, words.n_ids)
    saving = known + 8 * K * words.n_ids  # what was saved is read again, and words are made twice
    check_room(
        budget,
        known + max(learning, saving),
        f"learning {K:,} topics of {words.n_ids:,} words from {n_docs:,} texts",
        "use fewer topics or words (max_words)",
    )
