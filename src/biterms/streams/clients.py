"""The clients of brokers, which are optional packages."""

from __future__ import annotations

from typing import Any

from biterms.errors import MissingExtra


def redis_client(what: str) -> Any:
    """The package redis.

    Parameters
    ----------
    what : str
        What it is needed for.

    Raises
    ------
    MissingExtra
        If it is not installed.
    """
    try:
        import redis
        import redis.backoff
        import redis.retry
    except ImportError:
        raise MissingExtra(what, "redis") from None
    return redis


def kafka_client(what: str) -> Any:
    """The package confluent_kafka.

    Parameters
    ----------
    what : str
        What it is needed for.

    Raises
    ------
    MissingExtra
        If it is not installed.
    """
    try:
        import confluent_kafka
    except ImportError:
        raise MissingExtra(what, "kafka") from None
    return confluent_kafka
