"""A warning that is an error by the filter of a user must not cost what has been learnt."""

from __future__ import annotations

from types import TracebackType

from biterms.errors import TopicLimitWarning


class DeferredLimit:
    """Catches a `TopicLimitWarning` that is an error, to raise it when the state has been set.

    Examples
    --------
    >>> limit = DeferredLimit()
    >>> with limit:
    ...     raise TopicLimitWarning("all of the room is used")
    >>> limit.warning
    TopicLimitWarning('all of the room is used')
    """

    def __init__(self) -> None:
        self.warning: TopicLimitWarning | None = None

    def __enter__(self) -> None:
        self.warning = None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        if isinstance(error, TopicLimitWarning):
            self.warning = error
        return self.warning is not None

    def raise_now(self) -> None:
        """Raise what was caught, if anything was."""
        if self.warning is not None:
            raise self.warning
