"""The errors of the package: each says what was found, what was expected and what to do."""

from __future__ import annotations


class BitermsError(Exception):
    """Base of every error the package raises on purpose."""


class InputError(BitermsError, ValueError):
    """The data cannot be used; nothing has been changed."""


class SettingError(BitermsError, ValueError):
    """A hyperparameter has a value that makes no sense."""


class StoreError(BitermsError):
    """A model cannot be read from there or written there; what was there is unchanged."""


class StopLearning(BitermsError):
    """Raised by a `progress` callback to end learning; what has been learnt stays."""


class BusyError(BitermsError, RuntimeError):
    """Another thread or process is changing what you want to change; nothing has been changed."""


class MissingPackage(BitermsError, ImportError):
    """A package of the user's choice is needed; the message is the line that installs it."""

    def __init__(self, what: str, package: str) -> None:
        super().__init__(f"{what} needs another package: pip install {package}")


class MissingExtra(BitermsError, ImportError):
    """An optional package is needed; the message is the line that installs it."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs an optional package: pip install 'biterms[{extra}]'")
