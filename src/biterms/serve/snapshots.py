"""The newest snapshot of a live model, loaded in the background when there is another one."""

from __future__ import annotations

import logging
import threading
from pathlib import Path
from typing import NamedTuple

from biterms.errors import BitermsError
from biterms.serve.names import NAMELESS, Named
from biterms.serve.refused import Refused
from biterms.topics import TopicModel, load
from biterms.topics.assigner import Assigner
from biterms.topics.moments import STEP

log = logging.getLogger(__name__)
#: seconds between two looks at the folder
LOOK = 0.5
#: words of a topic in lists
WORDS = 8


class Snapshot(NamedTuple):
    """A model that was loaded.

    Parameters
    ----------
    step : int
        The last cut that it has learnt from.
    model : TopicModel
        The model.
    assigner : Assigner
        Gives topics to texts.
    named : Named
        The names and words of its topics.
    """

    step: int
    model: TopicModel
    assigner: Assigner
    named: Named

    @classmethod
    def read(cls, folder: Path) -> Snapshot:
        """Load the model of a folder, with everything that questions need."""
        model = load(folder)
        if "n_threads" in model.model_.get_params():
            model.model_.set_params(
                n_threads=1
            )  # batches are small, and the stream needs its cores
        assigner = model.assigner()
        labels = dict(zip(assigner.topics, assigner.labels, strict=True))
        topics = model.topics(n_words=WORDS, n_pairs=0, by="probability")
        words = {topic.id: [word.word for word in topic.words] for topic in topics}
        step = int(model.provenance_.get(STEP, 0))
        return cls(step, model, assigner, Named(step, labels, words))


class Snapshots:
    """Holds the newest snapshot; requests never wait for it.

    Parameters
    ----------
    folder : Path
        The live model.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._newest: Snapshot | None = None
        self._mark: tuple[int, ...] | None = None
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="snapshots", daemon=True)

    @property
    def newest(self) -> Snapshot | None:
        """The newest snapshot; None if there is none yet."""
        return self._newest

    @property
    def named(self) -> Named:
        """The names and words of its topics."""
        newest = self._newest
        return NAMELESS if newest is None else newest.named

    def needed(self) -> Snapshot:
        """The newest snapshot, for a question that cannot do without.

        Raises
        ------
        Refused
            If there is none yet.
        """
        if self._newest is None:
            raise Refused(
                503,
                f"{self._folder.name} has no model yet",
                "a stream that has learnt from some texts",
                f"start biterms stream FILE --follow --model {self._folder.name}, or wait for the "
                "first texts",
                {"Retry-After": "5"},
            )
        return self._newest

    def start(self) -> None:
        """Load what is there, and look for others from now on."""
        self._look()
        self._thread.start()

    def stop(self) -> None:
        """Look no more."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()

    def _watch(self) -> None:
        while not self._stop.wait(LOOK):
            self._look()

    def _look(self) -> None:
        """Load the snapshot if it is another one; one that cannot be read is tried again."""
        try:
            known = (self._folder / "model.json").stat()
        except FileNotFoundError:
            self._newest = self._mark = None  # nothing is told of what was deleted
            return
        except OSError:
            return
        mark = (known.st_mtime_ns, known.st_ino, known.st_size)
        if mark == self._mark:
            return
        try:
            self._newest, self._mark = Snapshot.read(self._folder), mark
        except BitermsError as error:
            log.warning("the snapshot of %s cannot be read: %s", self._folder, error)
