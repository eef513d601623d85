"""The options of commands that make a model: the model, how it learns, what counts as a word."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from biterms.cli import fit_options as of
from biterms.cli import options
from biterms.cli.groups import Command, grouped

if TYPE_CHECKING:
    from biterms.topics import TopicModel

_OPTIONS: dict[str, tuple[Any, Any]] = {
    "topics": (of.Topics, None),
    "biterms": (of.Biterms, "all"),
    "learner": (of.Learner, None),
    "remember": (of.Remember, None),
    "half_life": (of.HalfLife, None),
    "seed": (options.Seed, 0),
    "threads": (of.Threads, None),
    "profile": (of.Profile, "default"),
    "mask": (of.Mask, None),
    "language": (of.Language, "english"),
    "stop_words": (of.StopWords, "auto"),
    "min_df": (of.MinDf, 3),
    "max_df": (of.MaxDf, 1.0),
    "max_words": (of.MaxWords, None),
    "prune": (of.Prune, False),
    "tags": (of.Tags, False),
    "urls": (of.Urls, False),
    "numbers": (of.Numbers, False),
    "phrases": (of.Phrases, False),
    "seeds": (of.Seeds, None),
    "prior": (of.Prior, None),
    "keep": (of.Keep, 10_000),
    "duplicates": (of.Duplicates, "keep"),
}


class NewModel(NamedTuple):
    """The options as they were typed."""

    topics: str | None = None
    method: str = "lda-b"
    biterms: str = "all"
    learner: str | None = None
    remember: str | None = None
    half_life: str | None = None
    seed: int = 0
    threads: int | None = None
    profile: str = "default"
    mask: str | None = None
    language: str = "english"
    stop_words: str = "auto"
    min_df: int = 3
    max_df: float = 1.0
    max_words: int | None = None
    prune: bool = False
    tags: bool = False
    urls: bool = False
    numbers: bool = False
    phrases: bool = False
    seeds: Path | None = None
    prior: Path | None = None
    keep: int = 10_000
    duplicates: Any = "keep"

    def make(self, passes: int | None = None) -> TopicModel:
        """The model, which has learnt nothing yet.

        Raises
        ------
        SettingError
            If options contradict each other.
        """
        from biterms import TopicModel
        from biterms.cli.estimators import Wanted, guide_of
        from biterms.cli.remembered import read_remembered

        known = (self.method, self.topics, self.biterms, self.learner)
        remembered = read_remembered(self.remember, self.half_life)
        wanted = Wanted(*known, remembered, passes, self.seed, self.threads)
        words = self._words()
        guide = guide_of(self.seeds, self.prior, self.method)
        return TopicModel(
            wanted.estimator(), text=words, guide=guide, keep=self.keep, duplicates=self.duplicates
        )

    def _words(self) -> Any:
        from biterms import Vectoriser
        from biterms.cli.cleaning import profile_asked

        same = ("min_df", "max_df", "max_words", "prune", "tags", "urls", "numbers", "phrases")
        return Vectoriser(
            language=None if self.language == "none" else self.language,
            stop_words=None if self.stop_words == "none" else self.stop_words,
            profile=profile_asked(self.profile, self.mask),
            **{name: getattr(self, name) for name in same},
        )


def makes_model(method: str) -> Callable[[Command], Command]:
    """Give a command these options; it gets their values as ``new``.

    Parameters
    ----------
    method : str
        The name of the option for the kind of model.
    """
    kind = {"method": (of.method(method), "lda-b")}
    return grouped("new", NewModel, {"topics": _OPTIONS["topics"]} | kind | _OPTIONS)
