"""A connection to a server, opened again when it was closed; it needs nothing but Python."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from biterms.errors import SettingError
from biterms.serve.refused import Refused
from biterms.serve.shapes import Change


class Connection:
    """Asks a server, one question at a time.

    Parameters
    ----------
    url : str
        Where the server is.
    token : str or None
        The token, if it asks for one.
    timeout : float
        Seconds to wait for an answer.
    """

    def __init__(self, url: str, token: str | None, timeout: float) -> None:
        at = urlsplit(url)
        if at.scheme not in ("http", "https") or not at.hostname:
            raise SettingError(f"url={url!r:.80}: expected one such as http://127.0.0.1:8765")
        self._at, self._path, self._timeout = at, f"{at.path.rstrip('/')}/v1", timeout
        self._headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        self._open: HTTPConnection | None = None

    def ask(
        self, method: str, path: str, query: dict[str, Any] | None = None, body: Any = None
    ) -> Any:
        """The answer to a question; a connection that was closed meanwhile is opened again.

        Parameters
        ----------
        method, path : str
            What to ask.
        query : dict, optional
            Parameters; those that are None are left out.
        body : object, optional
            What to send as JSON.

        Raises
        ------
        Refused
            If the server refuses.
        """
        known = {
            name: _written(value) for name, value in (query or {}).items() if value is not None
        }
        where = f"{self._path}/{quote(path)}" + (f"?{urlencode(known)}" if known else "")
        data = None if body is None else json.dumps(body).encode()
        headers = self._headers | ({} if data is None else {"Content-Type": "application/json"})
        if self._open is not None:
            try:
                return self._answer(self._open, method, where, data, headers)
            except ConnectionError:
                self.close()  # by the server, which closes what nobody uses
        self._open = self._opened()
        try:
            return self._answer(self._open, method, where, data, headers)
        except (OSError, HTTPException):
            self.close()
            raise

    def _answer(self, to: HTTPConnection, *request: Any) -> Any:
        to.request(*request)
        response = to.getresponse()
        found = response.read()
        if response.status >= 400:
            raise _refusal(response.status, found)
        return json.loads(found)

    def events(self, last: str) -> Iterator[tuple[str, Change]]:
        """The marks and changes of one stream of events, until it ends.

        Parameters
        ----------
        last : str
            The mark of the last change that is known; empty: none is.
        """
        connection, asked = self._opened(), {"Last-Event-ID": last} if last else {}
        try:
            connection.request("GET", f"{self._path}/events", headers=self._headers | asked)
            response = connection.getresponse()
            if response.status != 200:
                raise _refusal(response.status, response.read())
            while line := response.readline().decode():
                name, _, value = line.rstrip("\n").partition(": ")
                if name == "id":
                    last = value
                elif name == "data":
                    yield last, json.loads(value)
        finally:
            connection.close()

    def _opened(self) -> HTTPConnection:
        kind = HTTPSConnection if self._at.scheme == "https" else HTTPConnection
        return kind(str(self._at.hostname), self._at.port, timeout=self._timeout)

    def close(self) -> None:
        """Close it; the next question opens another."""
        if self._open is not None:
            self._open.close()
            self._open = None


def _written(value: Any) -> str:
    """A parameter as it stands in an address."""
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _refusal(status: int, found: bytes) -> Refused:
    """Why the server has refused."""
    try:
        said = json.loads(found)["error"]
        return Refused(status, said["found"], said["expected"], said["action"])
    except (ValueError, KeyError, TypeError):
        return Refused(status, f"the answer {found[:80]!r}", "JSON", "is it this server?")
