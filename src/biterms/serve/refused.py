"""Why a request is refused: what was found, what was expected, and what to do."""

from __future__ import annotations

from biterms.errors import BitermsError, InputError, SettingError
from biterms.serve.shapes import Failed


class Refused(BitermsError):
    """A request that is not answered; its text says what was found, what was expected, what to do.

    Attributes
    ----------
    status : int
        The status of HTTP.
    headers : dict of str to str
        Headers of the answer.

    Examples
    --------
    >>> from biterms.serve import Refused
    >>> print(Refused(404, "topic 77", "the id of a topic", "ask for the list"))
    topic 77; expected the id of a topic; ask for the list
    """

    def __init__(
        self,
        status: int,
        found: str | None = None,
        expected: str | None = None,
        action: str | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        parts = (found, expected and f"expected {expected}", action)
        super().__init__("; ".join(part for part in parts if part))
        self.status, self.headers = status, headers or {}
        self._said = (found, expected, action)

    def answer(self) -> Failed:
        """What the answer says."""
        found, expected, action = self._said
        return {
            "error": {
                "status": self.status,
                "found": found,
                "expected": expected,
                "action": action,
            }
        }


def failure() -> Refused:
    """What is said when the server itself is wrong; the log says more."""
    return Refused(500, "an error of the server", None, "look at its log, and report it")


def refusal_of(error: BitermsError) -> Refused:
    """What an error of the package is in HTTP.

    Parameters
    ----------
    error : BitermsError
        Its message says what was found, what was expected and what to do, in one line.
    """
    if isinstance(error, Refused):
        return error
    found, _, rest = str(error).partition("expected ")
    expected, _, action = rest.partition("; ")
    return Refused(
        422 if isinstance(error, InputError | SettingError) else 503,
        found.rstrip(" ,;:") or None,
        expected or None,
        action or None,
    )
