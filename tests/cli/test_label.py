"""biterms label: names from a file and from a server of this machine."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from biterms import load
from tests.chat.server import content, serving
from tests.cli.conftest import Run
from tests.topics.newsroom import newspaper


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A model of three topics that may be changed."""
    newspaper(120).save(tmp_path / "news.model")
    return tmp_path / "news.model"


def test_prompts_are_written_and_answers_are_read(run: Run, saved: Path, tmp_path: Path) -> None:
    done = run("label", saved, "--prompts", "prompts.json", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "3 topics, written to prompts.json\n"
    found = json.loads((tmp_path / "prompts.json").read_text())
    (tmp_path / "names.json").write_text(
        json.dumps({topic["id"]: f"Name {topic['id']}" for topic in found["topics"]})
    )
    done = run("label", saved, "--names", "names.json", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, f"3 topics named, saved to {saved}\n")
    assert load(saved).labels_ == {k: f"Name {k}" for k in range(3)}
    assert "Name 2" in run("topics", saved, cwd=tmp_path).stdout


def test_a_server_is_asked(run: Run, saved: Path) -> None:
    count = iter(range(9))
    with serving(lambda _: content(f"Topic of note {next(count)}")) as (url, asked):
        done = run(
            "label", saved, "--ask", "llama", "--url", url, "--timeout", "5", cwd=saved.parent
        )
    assert done.returncode == 0, done.stderr
    assert {body["model"] for body in asked.bodies} == {"llama"}
    assert {*load(saved).labels_.values()} == {f"Topic of note {i}" for i in range(3)}


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ((), "expected one of --prompts, --names and --ask"),
        (("--ask", "m", "--prompts", "p.json"), "expected one of"),
        (("--ask", "m", "--url", "http://example.org/v1"), "another machine"),
        (("--names", "nothing.json"), "No such file"),
        (("--names", "empty.json"), "empty.json names no topic: it is an empty object; expected {"),
        (("--names", "list.json"), "list.json is JSON, but no object; expected {"),
    ],
)
def test_what_is_refused_changes_nothing(
    run: Run, saved: Path, tmp_path: Path, options: tuple[str, ...], said: str
) -> None:
    (tmp_path / "empty.json").write_text("{}")
    (tmp_path / "list.json").write_text("[]")
    done = run("label", saved, *options, cwd=tmp_path)
    assert done.returncode in (1, 2)
    assert said in done.stderr
    assert load(saved).labels_ == {}
