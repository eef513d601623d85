"""Requests made up from the description of the API find no answer that is not described."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode

from tests.examples import TIMES
from tests.serve.running import Running, running
from tests.serve.test_api_page import SECTIONS

#: the path that has no end is looked at elsewhere
PATHS = sorted({*SECTIONS, "GET /v1/digest.html", "GET /v1/digest.atom"} - {"GET /v1/events"})


@pytest.fixture(scope="module")
def edited(live: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server of a copy, for requests that change something."""
    folder = tmp_path_factory.mktemp("described") / "news.live"
    with running(Path(shutil.copytree(live, folder))) as server:
        yield server


@pytest.fixture(scope="module")
def described(edited: Running) -> Any:
    """The description, as the server gives it."""
    return schemathesis.openapi.from_url(f"{edited.url}/v1/openapi.json")


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
@pytest.mark.parametrize("asked", PATHS)
def test_every_answer_is_as_described(described: Any, asked: str, mode: GenerationMode) -> None:
    path = asked.split(" ")[1]
    operation = described[path][asked.split(" ", maxsplit=1)[0]]
    said = described.raw_schema["paths"][path][operation.method.lower()]
    if mode is GenerationMode.NEGATIVE and not said.get("parameters") and "requestBody" not in said:
        return  # nothing can be wrong with it

    @settings(
        max_examples=10 * TIMES,
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=[*HealthCheck],
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def check(case: schemathesis.Case) -> None:
        case.call_and_validate()

    check()
