"""Somebody who may read a live model and not write to it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from biterms import StoreError
from biterms.streams import Texts, follow, prevalence, status
from tests.streams.models import RECORDS, loaded, new

NOBODY = 65534


def read_only(folder: Path) -> None:
    """Read it, and fail to follow with it; runs in a process of its own."""
    if os.geteuid() == 0:  # who may write anywhere
        os.setuid(NOBODY)
    assert status(folder).documents == len(RECORDS)
    assert prevalence(folder)
    assert loaded(folder).model_.n_docs_ == len(RECORDS)
    with pytest.raises(StoreError, match="cannot be written"):
        follow(Texts(RECORDS), folder, new())
