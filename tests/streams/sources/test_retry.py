"""Pauses between attempts."""

from __future__ import annotations

import time

import pytest

from biterms.streams.sources import retry
from biterms.streams.sources.retry import Retry


def test_pauses_double_up_to_a_limit_and_half_of_each_is_random(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    now = [100.0]
    monkeypatch.setattr(retry.time, "monotonic", lambda: now[0])
    one, other = Retry("a broker"), Retry("a broker")
    pauses = []
    for _ in range(12):
        for some in (one, other):
            some.failed("gone")
        pauses.append((one._next - now[0], other._next - now[0]))
        now[0] += 60
    for n, pair in enumerate(pauses):
        whole = min(30.0, 0.1 * 2**n)
        assert all(whole / 2 <= pause <= whole for pause in pair)
    assert all(a != b for a, b in pauses)
    assert "a broker cannot be reached, next attempt in" in caplog.text
    one.worked()
    assert "is back after 720.0 s" in caplog.text
    assert one.waited(0.0)
    one.failed("gone")
    assert one._next - now[0] <= 0.1


def test_a_pause_is_waited_for_no_longer_than_asked() -> None:
    broker = Retry("a broker")
    assert broker.waited(0.0)
    for _ in range(4):
        broker.failed("gone")
    begin = time.monotonic()
    assert not broker.waited(0.05)
    assert time.monotonic() - begin < 0.3
    assert broker.waited(2.0)
    assert time.monotonic() - begin < 1.5
