"""biterms forget."""

from __future__ import annotations

import json
from pathlib import Path

from biterms.streams import audit_hash, audits
from tests.cli.conftest import Run
from tests.topics.newsroom import news


def followed(run: Run, folder: Path) -> None:
    lines = [json.dumps({"id": f"n{i}", "text": t}) for i, t in enumerate(news(120)[0])]
    (folder / "mails.jsonl").write_text("\n".join(lines))
    given = ("-k", "3", "--retain", "30d", "--sink", "topics.jsonl", "--quiet")
    done = run("stream", "mails.jsonl", "--model", "live", *given, cwd=folder)
    assert done.returncode == 0, done.stderr


def test_texts_are_forgotten(run: Run, tmp_path: Path) -> None:
    followed(run, tmp_path)
    (tmp_path / "ids.txt").write_bytes("\ufeffn3\r\n\r\nn5\r\nnobody\r\n".encode())  # of Windows
    (tmp_path / "key").write_bytes(b"secret")
    asked = ("--ids-file", "ids.txt", "--key-file", "key", "--json")
    done = run("forget", "live", *asked, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["documents"], found["missing"], found["left"]) == (2, ["nobody"], [])
    assert audits(tmp_path / "live")[0].ids[0] == audit_hash("n3", b"secret")
    rows = [json.loads(line) for line in (tmp_path / "topics.jsonl").read_text().splitlines()]
    assert {row["id"] for row in rows} == {f"n{i}" for i in range(120)} - {"n3", "n5"}
    done = run("forget", "live", "--ids", "n7", cwd=tmp_path)
    assert done.stderr.startswith("live: 1 text forgotten, learnt again from the beginning to step")


def test_wrong_usage(run: Run, tmp_path: Path) -> None:
    followed(run, tmp_path)
    (tmp_path / "empty").write_text("\n")
    for given, said in (
        ((), "either --ids or --ids-file"),
        (("--ids", "n1", "--ids-file", "empty"), "either --ids or --ids-file"),
        (("--ids-file", "empty"), "empty has no ids"),
        (("--ids-file", "nowhere"), "nowhere cannot be read"),
        (("--ids", "n1", "--key-file", "none"), "none cannot be read"),
        (("--ids", "nobody"), "no document has one of these ids"),
    ):
        done = run("forget", "live", *given, cwd=tmp_path)
        assert done.returncode == 2
        assert said in done.stderr
    assert audits(tmp_path / "live") == []
