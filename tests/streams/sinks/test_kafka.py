"""Messages of a Kafka topic: what brokers do not take ends the stream."""

from __future__ import annotations

from pathlib import Path

import pytest

from biterms import SettingError
from biterms.errors import StoreError
from biterms.streams import KafkaSink
from biterms.streams.sinks import kafka
from tests.streams.brokers import free_port
from tests.streams.models import undisturbed


def test_brokers_that_are_away_end_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kafka, "PATIENCE", 0.3)
    sink = KafkaSink("topics", servers=f"127.0.0.1:{free_port()}")
    with pytest.raises(StoreError, match="does not take messages of the topic 'topics'"):
        undisturbed(tmp_path / "live", sinks=sink)


def test_settings_are_checked_at_once(tmp_path: Path) -> None:
    sink = KafkaSink("topics", settings={"no.such.thing": 1})
    with pytest.raises(SettingError, match=r"no\.such\.thing"):
        undisturbed(tmp_path / "live", sinks=sink)
    assert not (tmp_path / "live").exists()
