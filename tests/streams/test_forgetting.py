"""Documents that are forgotten: as if their places had been empty, and without a trace."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import stat
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from biterms import BTM, HDP, LDA, SVB, Annealed, Record, TopicModel, Vectoriser
from biterms.errors import InputError, StoreError
from biterms.serve.journal import Journal as ServedJournal
from biterms.serve.names import NAMELESS
from biterms.store import exchange as exchange_module
from biterms.store import lock
from biterms.streams import (
    JsonLinesSink,
    ParquetSink,
    RedisSink,
    Sink,
    audit_hash,
    audits,
    dead_letters,
    follow,
    forget,
    forgetting,
    moments,
)
from biterms.streams.beside import EMPTY, beside
from biterms.streams.packed import unpacked
from tests.streams.brokers import redis_server
from tests.streams.clocks import Clock, Ticking
from tests.streams.killing import processes
from tests.streams.models import TEXTS, assert_same, loaded, timeline
from tests.streams.sinks.written import redis_rows

HOUR, CUT, N = 3600, 50, 500
LEARNERS: dict[str, Any] = {
    "svb": LDA(3, learner=SVB(), random_state=0, n_threads=1),
    "annealed": LDA(3, learner=Annealed(held=300, most=400), random_state=0, n_threads=1),
}
#: each text has a word of its own, by which its traces are found; some words come only with them
RECORDS = [
    Record(f"{text} private{i:04} secret{i % 7}", f"n{i}", None, None)
    for i, text in enumerate(TEXTS[:N])
]
GONE = [351, 352, 405, 430, 490]
IDS = [f"n{i}" for i in GONE]


def without(gone: list[int]) -> list[Record]:
    """The same stream with empty places."""
    return [EMPTY if i in gone else record for i, record in enumerate(RECORDS)]


def followed(
    folder: Path, clock: Clock, records: list[Record], learner: str = "svb", **settings: Any
) -> TopicModel:
    text = Vectoriser(min_df=2, max_words=60, prune=True)
    model = TopicModel(LEARNERS[learner], text=text, keep=200)
    given: dict[str, Any] = {"every": CUT, "most": CUT, "within": None, "retain": "4h"}
    return follow(Ticking(records, clock), folder, model, **(given | settings))


def traces(folder: Path, gone: list[int]) -> list[tuple[int, str]]:
    """Files in which there is something of a text."""
    data = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    with closing(sqlite3.connect(folder / "stream.sqlite")) as db:  # these are compressed
        rows = db.execute("SELECT n, documents FROM cut WHERE documents NOT NULL").fetchall()
    records = [record for n, documents in rows for record in unpacked(documents, n)]
    data[Path("documents")] = "\n".join(record.text for record in records).encode()
    words = {i: f"private{i:04}".encode() for i in gone}
    return [(i, path.name) for i, word in words.items() for path in data if word in data[path]]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock.patched(monkeypatch, HOUR / CUT)


@pytest.mark.parametrize("learner", LEARNERS)
@pytest.mark.parametrize(
    ("gone", "retain"),
    [(GONE, "4h"), ([3, 60, 351], "30d")],
    ids=["from a state", "from the beginning"],
)
def test_it_is_as_if_their_places_had_been_empty(
    learner: str, gone: list[int], retain: str, tmp_path: Path, clock: Clock
) -> None:
    """The model, all that is told of the stream, and old states, bit for bit."""
    live, other = tmp_path / "live", tmp_path / "other"
    followed(live, clock, RECORDS, learner, retain=retain)
    assert traces(live, gone)
    before = [moment.step for moment in moments(live)]
    found = forget(live, [f"n{i}" for i in gone])
    assert (found.documents, found.missing, found.step) == (len(gone), [], 10)
    assert (found.state == 0) == (retain == "30d")
    expected = followed(other, clock, without(gone), learner, retain=retain)
    assert_same(loaded(live), expected)
    assert timeline(live) == timeline(other)
    assert [moment.step for moment in moments(live)] == before
    for one, two in zip(moments(live), moments(other), strict=True):
        assert one.step == two.step
        assert_same(loaded(one.folder), loaded(two.folder))
    assert traces(live, gone) == []


def test_the_stream_goes_on_as_if_nothing_had_been(tmp_path: Path, clock: Clock) -> None:
    live, other = tmp_path / "live", tmp_path / "other"
    followed(live, clock, RECORDS[:430])
    forget(live, ["n400"])
    forget(live, ["n351", "n429"])
    followed(live, clock, RECORDS)
    forget(live, ["n460"])
    records = without([351, 400, 429, 460])
    followed(other, clock, records[:430])
    assert_same(loaded(live), followed(other, clock, records))
    assert timeline(live) == timeline(other)
    assert [each.documents for each in audits(live)] == [1, 2, 1]


def test_changed_alarms_are_repeated_as_they_were(tmp_path: Path, clock: Clock) -> None:
    for name, records in (("live", RECORDS), ("other", without([120]))):
        for end, rate in ((150, 2.0), (300, None), (N, 50.0)):
            followed(tmp_path / name, clock, records[:end], retain="30d", false_alarms=rate)
    forget(tmp_path / "live", ["n120"])
    assert_same(loaded(tmp_path / "live"), loaded(tmp_path / "other"))
    assert timeline(tmp_path / "live") == timeline(tmp_path / "other")


def test_what_was_removed_is_in_the_audit(tmp_path: Path, clock: Clock) -> None:
    live = tmp_path / "live"
    followed(live, clock, RECORDS)
    before = loaded(live).origin_
    forget(live, [*IDS, "nobody"])
    [line] = audits(live)
    key = (live / "audit.key").read_bytes()
    assert line.ids == [audit_hash(id_, key) for id_ in [*IDS, "nobody"]]
    assert (line.documents, line.missing, line.step) == (5, 1, 10)
    after = loaded(live).origin_
    assert before is not None
    assert after is not None
    assert (line.before, line.after) == (before.revision, after.revision)
    assert stat.S_IMODE((live / "audit.key").stat().st_mode) == 0o600
    forget(live, ["n460"], key=b"given")
    assert audits(live)[1].ids == [audit_hash("n460", b"given")]
    assert not any(id_.encode() in (live / "stream.sqlite").read_bytes() for id_ in ("nobody",))


def test_a_loaded_model_forgets_with_its_folder(tmp_path: Path, clock: Clock) -> None:
    live = tmp_path / "live"
    followed(live, clock, RECORDS)
    model = loaded(live)
    assert_same(model.forget(IDS), loaded(live))
    assert traces(live, GONE) == []
    with pytest.raises(InputError, match="comes from no folder with a journal: fit it anew"):
        TopicModel(LEARNERS["svb"]).fit(TEXTS[:200]).forget(IDS)
    TopicModel(LEARNERS["svb"]).fit(TEXTS[:200]).save(tmp_path / "fit")
    with pytest.raises(InputError, match=r"has no journal, so that .* fit it anew without them"):
        loaded(tmp_path / "fit").forget(IDS)


MODELS = {
    "hdp": HDP(8, learner=SVB(), random_state=0, n_threads=1),
    "btm": BTM(3, online="incremental", rejuvenations=2, window=900, random_state=0),
    "btm in slices": BTM(3, sweeps=3, random_state=0),
}


@pytest.mark.parametrize("name", MODELS)
def test_every_model_forgets(
    name: str, tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LEARNERS, name, MODELS[name])
    followed(tmp_path / "live", clock, RECORDS[:300], name, retain="30d")
    forget(tmp_path / "live", ["n120", "n121", "n255"])
    expected = followed(
        tmp_path / "other", clock, without([120, 121, 255])[:300], name, retain="30d"
    )
    assert_same(loaded(tmp_path / "live"), expected)
    assert timeline(tmp_path / "live") == timeline(tmp_path / "other")
    assert traces(tmp_path / "live", [120, 121, 255]) == []


def test_before_a_model_has_begun_the_journal_forgets(tmp_path: Path, clock: Clock) -> None:
    live = tmp_path / "live"
    records = [Record(f"word{i} private{i:04}", f"n{i}", None, None) for i in range(20)]
    with pytest.raises(InputError, match="no word is in"):
        followed(live, clock, records)
    assert traces(live, [3])
    assert forget(live, ["n3"]).documents == 1
    assert traces(live, [3]) == []
    assert audits(live)[0].before == ""


def test_tables_of_states_go_where_no_texts_are_kept(tmp_path: Path, clock: Clock) -> None:
    live = tmp_path / "live"
    followed(live, clock, RECORDS)
    assert [*(live / "kept").glob("*.tables")]
    followed(live, clock, RECORDS, retain=None, texts=False)
    assert not [*(live / "kept").glob("*.tables")]


def test_a_server_remembers_nothing_of_the_journal_before(tmp_path: Path, clock: Clock) -> None:
    live = tmp_path / "live"
    followed(live, clock, RECORDS)
    journal = ServedJournal(live, lambda: NAMELESS)
    with journal.reading() as reading:
        before = reading.db.execute("SELECT text FROM recent").fetchall()
        assert any("private0490" in text for (text,) in before)
        known = reading.periods

    def texts(reading: Any) -> bytes:
        return str(reading.db.execute("SELECT text FROM recent").fetchall()).encode()

    assert b"private0490" in journal.view("texts", 1, texts)
    forget(live, IDS)
    assert b"private0490" not in journal.view("texts", 1, texts)
    with journal.reading() as reading:
        after = reading.db.execute("SELECT text FROM recent").fetchall()
        assert not any("private0490" in text for (text,) in after)
        assert reading.periods is not known


def test_texts_that_came_before_are_named_if_they_are_kept(tmp_path: Path, clock: Clock) -> None:
    live = tmp_path / "live"
    followed(live, clock, RECORDS)
    kept = min(record.id for record in loaded(live).sample_.records if int(record.id[1:]) < 200)
    found = forget(live, [*IDS, kept, "nobody"])
    assert found.missing == [kept, "nobody"]
    assert found.left == [f"{kept}: its text is kept, but no longer in the journal; fit anew"]


def test_a_place_where_a_disk_is_mounted(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    followed(tmp_path / "live", clock, RECORDS[:100])
    monkeypatch.setattr(Path, "is_mount", lambda _: True)
    with pytest.raises(InputError, match="another disk is mounted"):
        forget(tmp_path / "live", ["n3"])


def test_messages_of_kafka_are_named_as_left(tmp_path: Path, clock: Clock) -> None:
    live = tmp_path / "live"
    followed(live, clock, RECORDS)
    with closing(sqlite3.connect(live / "stream.sqlite")) as db, db:
        known = json.dumps({"step": 10, "at": {"offset": 5}})
        db.execute("INSERT INTO fact VALUES ('sink/kafka/topics', ?)", (known,))
    left = forget(live, IDS).left
    assert left == [
        "kafka/topics: messages stay until the broker removes them; shorten its retention"
    ]


def test_dead_letters_lose_their_texts(tmp_path: Path, clock: Clock) -> None:
    live = tmp_path / "live"
    followed(live, clock, RECORDS)
    with closing(sqlite3.connect(live / "stream.sqlite")) as db, db:
        asked = "INSERT INTO dead (step, source, position, reason, data) VALUES (1, 'x', ?, 'r', ?)"
        db.executemany(asked, [("p1", RECORDS[351].text), ("n352", "half a text"), ("p3", "other")])
    forget(live, IDS)
    assert [letter.data for letter in dead_letters(live)] == ["", "", "other"]
    assert traces(live, GONE) == []


def test_a_dead_letter_is_known_by_its_id_or_its_text(tmp_path: Path, clock: Clock) -> None:
    live = tmp_path / "live"
    followed(live, clock, RECORDS)
    gone = [
        '{"id": "n352", "text": "half a te',
        '{"text": "half a text", "id":"n352"',
        "n352,2026-01-01,half a text",
        '2026-01-01;"n352";half a text',
        json.dumps({"body": f'caf\u00e9 "{RECORDS[351].text}"'}),
    ]
    others = ['{"id": "n3521", "text": "n352 is not mine"}', "n352 and others"]
    for data in (*gone, *others):
        _buried(live, data)
    found = forget(live, IDS)
    assert (found.letters, found.documents) == (len(gone), len(GONE))
    assert [letter.data for letter in dead_letters(live)] == ["" for _ in gone] + others


def test_an_id_that_only_a_dead_letter_has(tmp_path: Path, clock: Clock) -> None:
    """Nothing has been learnt from it, so the model and its states stay."""
    live = tmp_path / "live"
    followed(live, clock, RECORDS, states="30d")
    _buried(live, '{"id": "broken1", "text": "my private0351x')
    (live / "notes [1].txt").write_text("mine")
    before = [*timeline(live)], [moment.step for moment in moments(live)], loaded(live)
    with pytest.raises(InputError, match="no document has one of these ids"):
        forget(live, ["broken2"])
    found = forget(live, ["broken1", "broken2"])
    assert (found.letters, found.documents, found.missing) == (1, 0, ["broken2"])
    assert (found.state, found.step) == (10, 10)
    assert b"private0351x" not in b"".join(
        path.read_bytes() for path in live.rglob("*") if path.is_file()
    )
    assert [*timeline(live)] == before[0]
    assert [moment.step for moment in moments(live)] == before[1]
    assert_same(loaded(live), before[2])
    assert (live / "notes [1].txt").read_text() == "mine"
    [line] = audits(live)
    assert (line.documents, line.missing, line.before) == (0, 1, line.after)
    assert not beside(live).exists()
    assert forget(live, IDS).documents == len(GONE)


def _buried(live: Path, data: str) -> None:
    with closing(sqlite3.connect(live / "stream.sqlite")) as db, db:
        asked = (
            "INSERT INTO dead (step, source, position, reason, data) VALUES (1, 'x', 'p', 'r', ?)"
        )
        db.execute(asked, (data,))


def test_files_of_others_in_the_folder_stay(tmp_path: Path, clock: Clock) -> None:
    """A sink that writes there, notes; and who may read the folder."""
    live = tmp_path / "live"
    followed(live, clock, RECORDS[:100])
    sink = JsonLinesSink(live / "topics.jsonl")
    followed(live, clock, RECORDS, sinks=sink)
    (live / "notes").mkdir()
    (live / "notes" / "mine.txt").write_text("mine")
    live.chmod(0o700)
    assert forget(live, IDS).left == []
    assert (live / "notes" / "mine.txt").read_text() == "mine"
    rows = [json.loads(line)["id"] for line in (live / "topics.jsonl").read_text().splitlines()]
    assert len(rows) == N - 100 - len(GONE)
    assert not {*rows} & {*IDS}
    assert stat.S_IMODE(live.stat().st_mode) == 0o700
    (live / "topics.jsonl").rename(tmp_path / "moved.jsonl")
    [left] = forget(live, ["n410"]).left
    assert left.endswith("nothing is there; if it was moved, remove its rows yourself")


# sinks --------------------------------------------------------------------------------------------


def test_rows_in_files_are_removed_and_the_stream_goes_on(tmp_path: Path, clock: Clock) -> None:
    live, lines, folder = tmp_path / "live", tmp_path / "topics.jsonl", tmp_path / "parquet"

    def sinks() -> list[Sink]:
        return [JsonLinesSink(lines), ParquetSink(folder), JsonLinesSink(tmp_path / "b", "named")]

    followed(live, clock, RECORDS[:430], sinks=sinks())
    found = forget(live, ["n351", "n405"])
    assert found.left == [
        "named: its rows stay, since the sink was not given; give it as one of the sinks"
    ]
    assert forget(live, ["n352"], sinks=sinks()).left == []
    followed(live, clock, RECORDS, sinks=sinks())
    expected = [i for i in range(N) if i not in (351, 352, 405)]
    rows = [json.loads(line) for line in lines.read_text().splitlines()]
    assert [row["id"] for row in rows] == [f"n{i}" for i in expected]
    named = [json.loads(line)["id"] for line in (tmp_path / "b").read_text().splitlines()]
    assert "n352" not in named
    assert len(named) == N - 1
    written = [
        id_ for file in folder.rglob("*.parquet") for id_ in pq.read_table(file)["id"].to_pylist()
    ]
    assert sorted(written) == sorted(f"n{i}" for i in expected)


def test_entries_of_redis_are_deleted(tmp_path: Path, clock: Clock) -> None:
    with redis_server(tmp_path) as server:
        live, url = tmp_path / "live", server.url
        followed(live, clock, RECORDS[:430], sinks=RedisSink("topics", url=url))
        left = forget(live, ["n351"]).left
        assert left == [
            "redis/topics: its rows stay, since the sink was not given; give it as one of the sinks"
        ]
        assert forget(live, ["n352"], sinks=RedisSink("topics", url=url)).left == []
        followed(live, clock, RECORDS, sinks=RedisSink("topics", url=url))
        ids = [row[2] for row in redis_rows(server.client(), "topics")]
        assert "n352" not in ids
        assert len(ids) == N - 1


def test_a_sink_that_is_behind_has_to_catch_up_first(tmp_path: Path, clock: Clock) -> None:
    live, sink = tmp_path / "live", JsonLinesSink(tmp_path / "topics.jsonl")
    followed(live, clock, RECORDS[:250], sinks=sink)
    followed(live, clock, RECORDS)
    with pytest.raises(InputError, match="has its rows up to step 5 of 10: start the stream"):
        forget(live, IDS)


# what is refused ----------------------------------------------------------------------------------


def test_what_cannot_be_forgotten_says_why(tmp_path: Path, clock: Clock) -> None:
    live, short = tmp_path / "live", tmp_path / "short"
    followed(live, clock, RECORDS)
    before = {path: path.read_bytes() for path in live.rglob("*") if path.is_file()}
    with pytest.raises(InputError, match=r"no document has one of these ids; the journal has only"):
        forget(live, ["n3", "nobody"])
    with lock(live), pytest.raises(StoreError, match="is using it"):
        _in_another_process(live)
    followed(short, clock, RECORDS, retain=None)
    with pytest.raises(InputError, match=r"no document has .* the journal has no texts"):
        forget(short, IDS)
    with pytest.raises(InputError, match="does not exist, expected the folder of a live model"):
        forget(tmp_path / "nowhere", IDS)
    with pytest.raises(InputError, match="has no journal"):
        forget(tmp_path, IDS)
    with pytest.raises(InputError, match=r"ids='n351': expected a list of ids, such as \['n351'\]"):
        forget(live, "n351")
    with pytest.raises(InputError, match="an empty id was given"):
        forget(live, ["n351", ""])
    with pytest.raises(InputError, match="no ids were given"):
        forget(live, [])
    for path in (live / "kept").glob("*.tables"):
        before.pop(path)
        path.unlink()
    with pytest.raises(InputError, match="has no state before step 8 that learning can be"):
        forget(live, IDS)
    assert {path: path.read_bytes() for path in before} == before
    assert not beside(live).exists()


def _in_another_process(folder: Path) -> None:
    """Forget where the lock is not ours."""
    from contextvars import Context

    Context().run(forget, folder, IDS)


# killed -------------------------------------------------------------------------------------------


STAGES = ("prepare", "_relearnt", "_noted", "settle_sinks", "exchange")


@pytest.mark.parametrize("at", STAGES)
@pytest.mark.parametrize("done", [False, True], ids=["before", "after"])
def test_it_is_forgotten_or_it_is_not(
    at: str, done: bool, tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    live, lines = tmp_path / "live", tmp_path / "topics.jsonl"
    followed(live, clock, RECORDS, sinks=JsonLinesSink(lines))
    before, call = loaded(live), getattr(forgetting, at)

    def ended(*given: Any) -> None:
        if done:
            call(*given)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(forgetting, at, ended)
        with pytest.raises(KeyboardInterrupt):
            forget(live, IDS)
    if (at, done) == ("exchange", True):
        assert traces(live, GONE) == []
        assert len(audits(live)) == 1
    else:
        assert_same(loaded(live), before)
        assert audits(live) == []
        forget(live, IDS)
    sink = JsonLinesSink(lines)
    followed(live, clock, RECORDS, sinks=sink)  # it finishes what is left to do
    assert not beside(live).exists()
    assert [each.name for each in tmp_path.iterdir() if each.name.startswith(".")] == []
    assert len(lines.read_text().splitlines()) == N - 5
    followed(tmp_path / "other", clock, without(GONE))
    assert_same(loaded(live), loaded(tmp_path / "other"))


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with pytest.MonkeyPatch.context() as patch:
        clock, folder = Clock.patched(patch, HOUR / CUT), tmp_path_factory.mktemp("killed")
        followed(folder / "live", clock, RECORDS)
        shutil.copytree(folder / "live", folder / "after")
        forget(folder / "after", IDS)
        yield folder


@pytest.mark.parametrize("seconds", [0.02, 0.1, 0.2, 0.3, 0.4, 0.6])
def test_a_process_that_is_killed(seconds: float, prepared: Path, tmp_path: Path) -> None:
    live = tmp_path / "live"
    shutil.copytree(prepared / "live", live)
    process = processes.Process(target=forget, args=(live, IDS))
    process.start()
    time.sleep(seconds)
    process.kill()
    process.join()
    if audits(live):
        assert_same(loaded(live), loaded(prepared / "after"))
        assert traces(live, GONE) == []
    else:
        assert_same(loaded(live), loaded(prepared / "live"))
        forget(live, IDS)
        assert_same(loaded(live), loaded(prepared / "after"))
    assert timeline(live) == timeline(prepared / "after")


def test_where_folders_cannot_change_places_at_once(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = tmp_path / "live"
    followed(live, clock, RECORDS)
    monkeypatch.setattr(exchange_module, "_at_once", lambda *_: False)
    rename, left = os.rename, [1]

    def interrupted(self: Path, target: Path) -> Path:
        if self.name == ".live.forgetting" and left.pop():
            raise KeyboardInterrupt
        rename(self, target)
        return target

    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", interrupted)
        with pytest.raises(KeyboardInterrupt):
            forget(live, IDS)
    assert not live.exists()
    assert forget(live, IDS).documents == 5
    assert traces(live, GONE) == []
    assert sorted(path.name for path in tmp_path.iterdir()) == ["live"]
