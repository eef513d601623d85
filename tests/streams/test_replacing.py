"""A model in the place of another: readers have one or the other, and streams go on."""

from __future__ import annotations

from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from biterms import InputError, StoreError, load
from biterms.cli.app import run
from biterms.streams import Progress, Texts, follow, replace
from biterms.streams import live as live_module
from tests.streams.killing import processes
from tests.streams.models import RECORDS, TEXTS, assert_same, documents_of, loaded, new


def reader(link: Path, heard: Connection, said: Connection) -> None:
    """Open the link again and again; which models were there."""
    sizes = list[int]()
    while not heard.poll(0):
        model = load(link)
        assert len(model.topics()) == model.model_.n_topics
        sizes.append(model.model_.n_topics)
        said.send(sizes[-1])
    said.send(None)


def test_readers_never_miss_a_model_and_streams_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_module, "SECONDS", 0.0)
    monkeypatch.setattr(live_module, "TIMES", 0.0)
    old, live, link = tmp_path / "old", tmp_path / "live", tmp_path / "current"
    other = new()
    other.model.set_params(n_topics=5)
    follow(Texts(RECORDS[:100]), old, other, every=50, within=None)
    follow(Texts(RECORDS[:100]), live, new(), every=50, within=None, most=50)
    assert replace(link, old) is None
    (heard, stop), (results, said) = (processes.Pipe(duplex=False) for _ in range(2))
    process = processes.Process(target=reader, args=(link, heard, said))
    process.start()
    said.close()
    sizes = {results.recv()}

    def progress(now: Progress) -> None:
        assert replace(link, live, behind=1e9) == old.resolve()
        sizes.add(results.recv())
        replace(link, old, behind=1e9)

    follow(Texts(RECORDS[:500]), live, new(), progress=progress, every=50, within=None, most=50)
    replace(link, live)
    stop.send(None)
    while (size := results.recv()) is not None:
        sizes.add(size)
    process.join()
    assert process.exitcode == 0
    assert sizes == {4, 5}
    # The stream has not noticed any of it.
    expected = tmp_path / "twice"
    follow(Texts(RECORDS[:100]), expected, new(), every=50, within=None, most=50)
    follow(Texts(RECORDS[:500]), expected, new(), every=50, within=None, most=50)
    assert_same(loaded(link), loaded(expected))
    assert documents_of(live) == 500


def test_a_model_that_is_behind_or_broken_does_not_come_in_its_place(tmp_path: Path) -> None:
    old, late, link = tmp_path / "old", tmp_path / "late", tmp_path / "current"
    follow(Texts(RECORDS), old, new())
    follow(Texts(RECORDS[:100]), late, new())
    replace(link, old)
    assert str(link.readlink()) == "old"  # both can be moved together
    with pytest.raises(InputError, match=r"late is [\d,]+ s behind .*old, expected 60 s at most"):
        replace(link, late)
    (late / "model.json").write_text("{}")
    with pytest.raises(StoreError):
        replace(link, late, behind=1e9)
    with pytest.raises(InputError, match="is no link, expected a name that leads to a model"):
        replace(old, late)
    with pytest.raises(InputError, match="is the link itself"):
        replace(link, link)
    assert link.resolve() == old.resolve()
    assert {path.name for path in tmp_path.iterdir()} == {"old", "late", "current"}


def test_the_command_says_what_it_did(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("one", "two"):
        follow(Texts(TEXTS[:100]), name, new())
    assert run(["replace", "current", "one"]) == 0
    assert "current leads to one\n" in capsys.readouterr().err
    assert run(["replace", "current", "two", "--behind", "any"]) == 0
    assert f"current leads to two, and no longer to {tmp_path / 'one'}" in capsys.readouterr().err
    assert run(["topics", "current"]) == 0
    assert run(["replace", "current", "one", "--behind", "x"]) == 2
    assert "expected a span of time" in capsys.readouterr().err


def test_a_fitted_model_goes_on_as_a_live_one(tmp_path: Path) -> None:
    """A new model may be fitted to what is there of the past, and then follow."""
    new().fit(TEXTS[:500]).save(tmp_path / "live")
    model = follow(Texts(TEXTS[500:]), tmp_path / "live")
    assert model.model_.n_docs_ == len(TEXTS)
