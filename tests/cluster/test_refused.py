"""What goes wrong is said before anything changes, with what was expected and what to do."""

from __future__ import annotations

import subprocess
import sys
from copy import copy
from pathlib import Path
from typing import Any

import pytest
from sklearn.feature_extraction.text import CountVectorizer

from biterms import (
    BTM,
    KPS,
    LDA,
    SVB,
    SVI,
    Annealed,
    BatchVB,
    ClusterError,
    InputError,
    MissingExtra,
    SettingError,
    TopicModel,
    Vectoriser,
)
from biterms.cluster import Lanes, fit
from biterms.cluster.jobs import Jobs

NOWHERE = "tcp://127.0.0.1:1"


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (BTM(5), "BTM draws its topics anew"),
        (LDA(5, learner=BatchVB()), "all documents at once"),
        (LDA(5, learner=SVB(0.9)), "fades"),
        (LDA(5, learner=SVB("adaptive")), "fades"),
        (LDA(5, learner=KPS(0.9)), "fades"),
        (LDA(5, learner=SVI(total_docs=100)), "total_docs"),
        (LDA(5, learner=Annealed(most="30d")), "times"),
        (LDA(0), "n_topics=0"),
        (TopicModel(5, text=Vectoriser(phrases=True)), "phrases are found in all texts"),
        (TopicModel(5, text=CountVectorizer()), "expected a Vectoriser"),
        (TopicModel(5, text=Vectoriser(min_df=0)), "min_df=0"),
        (TopicModel(5, duplicates="once"), "duplicates='once'"),
    ],
)
def test_what_cannot_be_learnt_in_parts(model: Any, message: str) -> None:
    """It is refused before anybody is asked for a connection."""
    with pytest.raises(SettingError, match=message):
        fit("news.txt", model, NOWHERE)


def test_a_schedule_that_is_none() -> None:
    with pytest.raises(SettingError, match="expected Lanes\\(\\) or Synchronous\\(\\)"):
        fit("news.txt", 5, NOWHERE, "lanes")  # type: ignore[arg-type]
    with pytest.raises(SettingError, match="lane=0"):
        fit("news.txt", 5, NOWHERE, Lanes(lane=0))


def test_a_scheduler_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("biterms.cluster.jobs.ANSWER", 0.3)
    with pytest.raises(ClusterError, match=f"no scheduler answers at {NOWHERE}.*dask scheduler"):
        fit("news.txt", 5, NOWHERE)


@pytest.mark.parametrize("address", ["nonsense://x", 7, None])
def test_what_is_no_client(address: Any) -> None:
    with pytest.raises((ClusterError, SettingError), match="scheduler"):
        fit("news.txt", 5, address)


def test_without_dask_the_extra_is_named() -> None:
    program = (
        "import sys\nsys.modules['distributed'] = None\nimport biterms, biterms.cluster\n"
        "try:\n    biterms.cluster.fit('news.txt', 5, 'tcp://127.0.0.1:1')\n"
        "except biterms.MissingExtra as error:\n    print(error)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.strip() == str(MissingExtra("a cluster", "cluster"))


def test_texts_of_this_process_are_refused(alone: Any) -> None:
    with pytest.raises(InputError, match=r"names of files.*TopicModel\.fit"):
        fit(iter(["late goal"]), 5, alone)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="no files"):
        fit([], 5, alone)


def test_a_file_that_workers_do_not_have(client: Any, tmp_path: Path) -> None:
    model = TopicModel(5)
    with pytest.raises(InputError, match=r"no such file.*by the same name as you do"):
        fit(tmp_path / "none.txt", model, client)
    assert not model.__sklearn_is_fitted__()


def test_a_file_that_goes_away(client: Any, news: Path, tmp_path: Path) -> None:
    """It is there when partitions are planned, and not when they are read."""
    path = tmp_path / "going.txt"
    path.write_text(news.read_text(encoding="utf-8"), encoding="utf-8")
    gone = Gone(path)
    with pytest.raises((InputError, FileNotFoundError), match=r"going\.txt"):
        fit(path, TopicModel(5, text=Vectoriser(stop_words=gone)), client)  # type: ignore[arg-type]


class Gone(list[str]):
    """Stop words; when they are read, a file is removed."""

    def __init__(self, path: Path) -> None:
        super().__init__(["the"])
        self._path = path

    def __iter__(self) -> Any:
        self._path.unlink(missing_ok=True)
        return super().__iter__()


def test_no_words(client: Any, tmp_path: Path) -> None:
    path = tmp_path / "few.txt"
    path.write_text("one rocket\ntwo comets\n", encoding="utf-8")
    with pytest.raises(InputError, match="no word is in 3 or more of the 2 texts"):
        fit(path, 5, client)
    path.write_text("", encoding="utf-8")
    with pytest.raises(InputError, match="no texts were given"):
        fit(path, 5, client)


def test_empty_partitions(client: Any, news: Path, tmp_path: Path) -> None:
    for name in ("a.txt", "c.txt"):
        (tmp_path / name).write_text("", encoding="utf-8")
    (tmp_path / "b.txt").write_text(news.read_text(encoding="utf-8"), encoding="utf-8")
    schedule = Lanes(anchor=2000, lane=3000)
    found = fit(tmp_path / "*.txt", TopicModel(LDA(5, random_state=0)), client, schedule)
    assert found.model_.n_docs_ == 6000


def test_errors_of_workers_are_in_our_words() -> None:
    class Future:
        key = "lane"
        status = "error"

        def __init__(self, error: BaseException | None) -> None:
            self._error = error

        def cancelled(self) -> bool:
            return self._error is None

        def exception(self) -> BaseException | None:
            return self._error

    jobs = Jobs(None)
    assert "install the same packages" in str(
        jobs._error(Future(ModuleNotFoundError("No module named 'biterms'")))
    )
    assert "connection to it is lost" in str(jobs._error(Future(None)))
    extra = copy(MissingExtra("Reading Parquet", "parquet"))  # as Dask sends it
    assert jobs._error(Future(extra)) is extra
    assert str(extra) == str(MissingExtra("Reading Parquet", "parquet"))


def test_nobody_works(monkeypatch: pytest.MonkeyPatch) -> None:
    from distributed import Client, LocalCluster

    monkeypatch.setattr("biterms.cluster.jobs.LOOK", 0.05)
    monkeypatch.setattr("biterms.cluster.jobs.PATIENCE", 0.2)
    settings: dict[str, Any] = {"processes": False, "dashboard_address": "127.0.0.1:0"}
    with (
        LocalCluster(n_workers=0, **settings) as cluster,
        Client(cluster, set_as_default=False) as client,
        pytest.raises(ClusterError, match=r"no worker for 0\.2 s.*dask worker"),
    ):
        fit("news.txt", 5, client)
