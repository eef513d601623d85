"""A broker that has gone away is tried again: at once, then ever more rarely, never in step."""

from __future__ import annotations

import logging
import time
from random import Random

from biterms.streams.log import report

#: seconds before the second attempt, and before any later one at most
FIRST, LAST = 0.1, 30.0


class Retry:
    """When to try a broker again; the pauses double, and half of each is random.

    Parameters
    ----------
    what : str
        The broker, for people.

    Notes
    -----
    Without the random half all readers of a broker would come back at the same moment.
    """

    def __init__(self, what: str) -> None:
        self.what, self._random = what, Random()
        self._pause, self._next, self._since = FIRST, 0.0, 0.0

    @property
    def away(self) -> bool:
        """Whether the last attempt failed."""
        return self._since > 0

    def waited(self, timeout: float) -> bool:
        """Wait for the next attempt.

        Parameters
        ----------
        timeout : float
            Seconds to wait at most.

        Returns
        -------
        bool
            Whether it may be made now.
        """
        left = self._next - time.monotonic()
        if left > 0:
            time.sleep(max(0.0, min(left, timeout)))
        return left <= timeout

    def failed(self, error: object) -> None:
        """Report a failed attempt, and pause.

        Parameters
        ----------
        error : object
            What the broker, or the network, said.
        """
        now = time.monotonic()
        self._since = self._since or now
        pause = self._pause * self._random.uniform(0.5, 1.0)
        self._next, self._pause = now + pause, min(2 * self._pause, LAST)
        report(
            "source lost",
            "{source} cannot be reached, next attempt in {next_attempt} s: {error}",
            logging.WARNING,
            source=self.what,
            next_attempt=round(pause, 1),
            error=str(error),
        )

    def worked(self) -> None:
        """Forget the failures; the next pause is a short one again."""
        if self.away:
            away = time.monotonic() - self._since
            report(
                "source back",
                "{source} is back after {seconds} s; nothing was lost",
                logging.WARNING,
                source=self.what,
                seconds=round(away, 1),
            )
            self._pause, self._next, self._since = FIRST, 0.0, 0.0
