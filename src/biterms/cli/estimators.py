"""The model that the options of `biterms fit` describe."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from biterms.cli.remembered import Remembered
from biterms.cli.seeds import read_seeds
from biterms.errors import SettingError

if TYPE_CHECKING:
    from biterms.topics.guides import Guide


class Wanted(NamedTuple):
    """The options of the model as they were typed."""

    model: str
    topics: int | str | None
    biterms: str
    learner: str | None
    remembered: Remembered | None
    passes: int | None
    seed: int
    threads: int | None

    def estimator(self) -> Any:
        """The model, which has learnt nothing yet.

        Raises
        ------
        SettingError
            If options contradict each other.
        """
        if self.topics == "auto" and self.model != "lda-b":
            finds = "finds the number itself" if self.model.startswith("hdp") else "needs a number"
            raise SettingError(
                f"--topics auto: --model {self.model} {finds}; expected a number, or --model lda-b"
            )
        if self.model == "btm":
            return self._btm()
        from biterms import HDP, LDA

        kind = HDP if self.model.startswith("hdp") else LDA
        return kind(
            *(() if self.topics is None else (self.topics,)),
            learner=self._learner(),
            biterms=self._biterms(),
            passes=self.passes,
            random_state=self.seed,
            n_threads=self.threads,
        )

    def _learner(self) -> Any:
        from biterms import KPS, SVB, SVI, Annealed, BatchVB

        if self.remembered is None:
            named = {"annealed": Annealed, "svi": SVI, "svb": SVB, "kps": KPS, "batch": BatchVB}
            if self.learner == "adaptive":
                return SVB(decay="adaptive")
            return None if self.learner is None else named[self.learner]()
        if (self.learner or ("annealed" if self.model == "lda-b" else "svi")) != "annealed":
            raise SettingError(
                f"{self.remembered.option}: only --learner annealed has a memory to set"
            )
        return Annealed(most=self.remembered.most)

    def _btm(self) -> Any:
        from biterms import BTM

        if self.learner is not None or self.remembered is not None or self.biterms != "all":
            raise SettingError(
                "--model btm is a sampler: leave --biterms, --learner, --remember and --half-life "
                "out"
            )
        if self.threads not in (None, 1):
            raise SettingError(
                f"--threads {self.threads}: --model btm draws in one thread, leave it out"
            )
        sweeps: dict[str, Any] = {} if self.passes is None else {"sweeps": self.passes}
        return BTM(int(self.topics or 50), random_state=self.seed, **sweeps)

    def _biterms(self) -> Any:
        asked = self.biterms
        if not self.model.endswith("-b"):
            if asked != "all":
                raise SettingError(
                    f"--biterms {asked}: --model {self.model} has none, expected {self.model}-b"
                )
            return False
        if asked in ("all", "adjacent"):
            return asked == "all" or asked
        if not (asked.isascii() and asked.isdigit() and 2 <= int(asked[:5]) <= 1000):
            raise SettingError(
                f"--biterms {asked[:40]}: expected all, adjacent, or a number from 2 to 1000"
            )
        return int(asked)


def guide_of(seeds: Path | None, prior: Path | None, model: str) -> Guide | None:
    """The prior knowledge that the files hold, or None.

    Raises
    ------
    SettingError
        If there are two files, or if the model cannot use one.
    """
    from biterms import SeedWords, Vectors

    if (seeds or prior) and model == "btm":
        raise SettingError("--model btm has one prior for all words: leave --seeds and --prior out")
    if seeds and prior:
        raise SettingError("--seeds and --prior: one prior at a time, expected only one of them")
    if seeds:
        return SeedWords(read_seeds(seeds))
    return Vectors(prior) if prior else None
