"""From a file of texts to topics, assignments, figures, a report and more texts."""

from __future__ import annotations

import csv
import io
import json
import shutil
from collections import Counter
from pathlib import Path

import pytest
from numpy.testing import assert_allclose

from biterms import TopicModel, Vectoriser, load
from biterms.cli import app
from biterms.models import LDA
from tests.cli.conftest import Done, Run

Rows = list[dict[str, str]]


def table(text: str) -> Rows:
    return list(csv.DictReader(io.StringIO(text)))


def test_fit_shows_topics_and_says_the_rest_on_stderr(made: tuple[Done, Path], rows: Rows) -> None:
    done, out = made
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 3
    assert "%" in done.stdout.splitlines()[0]
    assert "12,000 of 12,000 documents" in done.stderr
    assert "docs/s" in done.stderr
    assert f"{len(rows):,} texts" in done.stderr
    assert "reading" in done.stderr
    assert f"saved to {out}" in done.stderr
    assert "\x1b" not in done.stdout + done.stderr


def test_fit_is_one_call_of_the_library(model: Path, rows: Rows) -> None:
    texts = [row["title"] for row in rows]
    expected = TopicModel(LDA(3, random_state=0), text=Vectoriser()).fit(texts)
    assert_allclose(load(model).transform(texts), expected.transform(texts), rtol=0)


def test_topics(run: Run, model: Path, tmp_path: Path) -> None:
    known = load(model).topics(4, documents=True)
    done = run("topics", model, "--words", 4, "--json", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert found == json.loads(json.dumps(known.to_dicts()))
    done = run("topics", model, "--word", "goals", "--by", "probability", "--csv", cwd=tmp_path)
    best, *_ = table(done.stdout)
    assert best["id"] == str(load(model).find("goal")[0].id)
    assert best["label"] in {topic.label for topic in known}


def test_assign_writes_what_each_text_is_about(
    run: Run, model: Path, files: Path, rows: Rows, tmp_path: Path
) -> None:
    out = tmp_path / "topics.csv"
    chosen = ("--text", "title", "--id", "key")
    done = run("assign", model, files / "news.csv", *chosen, "-o", out, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "")
    found = table(out.read_text())
    names = ["id", "topic", "label", "probability", "second", "second_probability", "note"]
    assert list(found[0]) == names
    assert [row["id"] for row in found] == [row["key"] for row in rows]
    mixtures = load(model).transform([row["title"] for row in rows])
    assert [int(row["topic"]) for row in found] == mixtures.argmax(axis=1).tolist()
    assert_allclose([float(row["probability"]) for row in found], mixtures.max(axis=1), atol=5e-5)
    assert [path.name for path in tmp_path.iterdir()] == ["topics.csv"]
    labels = {str(topic.id): topic.label for topic in load(model).topics()}
    assert [row["label"] for row in found] == [labels[row["topic"]] for row in found]


@pytest.mark.parametrize("form", [(), ("--json",)], ids=["csv", "json"])
def test_assign_writes_texts_on_demand(
    run: Run, model: Path, form: tuple[str, ...], tmp_path: Path
) -> None:
    lines = ["late goal, wins match", "=orbit"]
    done = run("assign", model, "-", "--with-text", *form, cwd=tmp_path, input="\n".join(lines))
    read = [json.loads(line) for line in done.stdout.splitlines()] if form else table(done.stdout)
    assert [row["text"] for row in read] == (lines if form else [lines[0], "'=orbit"])
    assert list(read[0])[-2:] == ["note", "text"]


def test_topics_of_several_words(run: Run, model: Path, tmp_path: Path) -> None:
    done = run("topics", model, "--word", "goals of zorbia", "--json", cwd=tmp_path)
    assert json.loads(done.stdout)[0]["id"] == load(model).find("goal")[0].id
    assert "does not know: zorbia" in done.stderr


def test_assign_marks_what_is_unclear(run: Run, model: Path, tmp_path: Path) -> None:
    lines = "late goal wins match\nzorbia\ngoal\ngoal orbit bank\n"
    done = run("assign", model, "-", "--json", cwd=tmp_path, input=lines)
    assert done.returncode == 0
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert found[0]["note"] == ""
    assert (found[1]["note"], found[1]["topic"]) == ("no known word", None)
    assert "short" in found[2]["note"]
    assert "no clear topic" in found[3]["note"]
    assert "3 texts are marked" in done.stderr


def test_evaluate(run: Run, model: Path, files: Path, rows: Rows, tmp_path: Path) -> None:
    chosen = ("--text", "title", "--label", "section", "--top", 4)
    done = run("evaluate", model, files / "news.csv", *chosen, "--json", cwd=tmp_path)
    assert done.returncode == 0
    texts, labels = [row["title"] for row in rows], [row["section"] for row in rows]
    expected = load(model).evaluate(texts, labels, top=4)
    assert json.loads(done.stdout) == json.loads(json.dumps(expected.as_dict()))
    done = run(
        *("evaluate", model, files / "first.txt", "--top", 4, "--window", 3),
        *("--reference", files / "rest.txt", "--reference", files / "first.txt"),
        cwd=tmp_path,
    )
    other = load(model).evaluate(texts[:150], reference=texts[150:] + texts[:150], window=3, top=4)
    assert done.stdout.splitlines() == other.lines()


def test_report(run: Run, model: Path, files: Path, tmp_path: Path) -> None:
    done = run(
        *("report", model, files / "news.csv", "--text", "title", "--label", "section"),
        *("-o", "page.html", "--title", "The <News>"),
        cwd=tmp_path,
    )
    assert (done.returncode, done.stdout) == (0, "")
    assert "open it in a browser" in done.stderr
    page = (tmp_path / "page.html").read_text()
    assert "<News>" not in page
    assert "News" in page
    assert "telescope" in page


def test_info(run: Run, model: Path, rows: Rows, tmp_path: Path) -> None:
    done = run("info", model, "--json", cwd=tmp_path)
    found = json.loads(done.stdout)
    assert (found["n_docs"], found["n_topics"], found["seed"]) == (len(rows), 3, 0)
    done = run("info", model, cwd=tmp_path)
    shown = dict(line.split(maxsplit=1) for line in done.stdout.splitlines())
    assert (shown["n_docs"], shown["data"]) == (str(len(rows)), found["data"])


@pytest.mark.parametrize("stopped", [False, True])
def test_info_tells_how_far_learning_came(
    model: Path, tmp_path: Path, stopped: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    known = load(model)
    known.note(passes=4 if stopped else 10, stopped=stopped)
    known.save(tmp_path / "model")
    assert app.run(["info", str(tmp_path / "model")]) == 0
    shown = dict(line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines())
    assert shown["passes"] == ("4 of 10, stopped early" if stopped else "10 of 10")
    assert "stopped" not in shown


def test_update_learns_on_in_place_or_elsewhere(
    run: Run, model: Path, files: Path, rows: Rows, tmp_path: Path
) -> None:
    shutil.copytree(model, tmp_path / "model")
    (tmp_path / "new.txt").write_text("volcano erupts on island\n" * 4)
    done = run("update", "model", "new.txt", "-o", "other", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "4 documents" in done.stderr
    assert " of " not in done.stderr.splitlines()[0]  # nobody knows how many there will be
    assert "volcano" in load(tmp_path / "other").words()
    assert "volcano" not in load(tmp_path / "model").words()
    done = run("update", "model", "new.txt", "-q", cwd=tmp_path)
    assert done.returncode == 0
    assert "documents" not in done.stderr
    assert f"4 new texts, {len(rows) + 4} in all, " in done.stderr
    again = load(tmp_path / "model")
    assert again.model_.n_docs_ == len(rows) + 4
    expected = load(model).update(["volcano erupts on island"] * 4)
    assert_allclose(again.transform(["volcano"]), expected.transform(["volcano"]), rtol=0)


def test_the_topics_are_the_sections(run: Run, model: Path, files: Path, tmp_path: Path) -> None:
    chosen = ("--text", "title", "--id", "section")
    done = run("assign", model, files / "news.jsonl", *chosen, cwd=tmp_path)
    pairs = Counter((row["topic"], row["id"]) for row in table(done.stdout))
    right = sum(max(n for (k, _), n in pairs.items() if k == topic) for topic in "012")
    assert right > 0.7 * pairs.total()


@pytest.mark.parametrize("seeds", [True, False], ids=["seeds", "prior"])
def test_topics_can_be_guided(run: Run, files: Path, tmp_path: Path, seeds: bool) -> None:
    (tmp_path / "seeds.txt").write_text("# sport, sky\ngoals, teams\norbit\n")
    words = {"goal": "1 0", "match": "1 .1", "orbit": "0 1", "bank": ".7 .7", "money": ".6 .8"}
    (tmp_path / "vectors.txt").write_text("".join(f"{w} {x}\n" for w, x in words.items()))
    guide = ("--seeds", "seeds.txt") if seeds else ("--prior", "vectors.txt")
    out = ("-o", "model", "-k", 3, "-q", "--learner", "kps")
    done = run("fit", files / "news.txt", *guide, *out, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    if seeds:
        known = load(tmp_path / "model")
        assert [known.find(word)[0].id for word in ("goal", "orbit")] == [0, 1]
    else:
        line = next(line for line in done.stderr.splitlines() if line.startswith("warning: "))
        assert "have no vector" in line
        (tmp_path / "new.txt").write_text("volcano erupts\n" * 3)
        (tmp_path / "vectors.txt").write_text("volcano 1 0\n")
        done = run("update", "model", "new.txt", "--prior", "vectors.txt", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        known = load(tmp_path / "model")
        eta = known.model_.posterior_.eta[known.text_.column("volcano")]
        assert eta.max() > 0.5
