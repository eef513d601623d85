"""Which jobs answer to the settings: those of other settings or plans are left alone."""

from __future__ import annotations

from paper import learning, peers
from paper.settings import Table

#: where the settings have the limit of documents of a task
LIMITS = {"describe": "describe", "bag": "bags", "bigrams": "bigrams", "svm": "svm"}
#: of a model's settings, what is not in those of its jobs
NOT_IN_JOBS = ("title", "max_topics")


def asked(job: Table, settings: Table) -> bool:
    """Whether the job is one of these settings, and not of a plan or a setting of other days."""
    task, limit = job.get("task"), job.get("documents_limit")
    if task == "learn":
        budget = settings["budget"]
        same = all(job.get(key) == budget[key] for key in ("test_documents", "points"))
        return same and _is_model(job, settings)
    if task == peers.TASK:
        return _is_peer(job, settings)
    if task not in LIMITS:
        return True
    limits = {settings.get(LIMITS[task], {}).get("documents", limit)}
    return limit in limits | ({settings["budget"]["documents"]} if task == "describe" else set())


def _is_model(job: Table, settings: Table) -> bool:
    about = settings["models"].get(job.get("model"))
    if about is None:
        return False
    wanted = {key: value for key, value in about.items() if key not in NOT_IN_JOBS}
    return _has(job, learning.by_topics(wanted, job["K"]))


def _is_peer(job: Table, settings: Table) -> bool:
    about = settings.get("peers", {}).get("models", {}).get(job.get("model"))
    return about is not None and _has(job, peers.of_model(about, job["K"]))


def _has(job: Table, wanted: Table) -> bool:
    return all(job.get(key) == value for key, value in wanted.items())
