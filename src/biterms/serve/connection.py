"""A connection to a server, opened again when it was closed; it needs nothing but Python."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import closing
from functools import partial
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any, TypeVar, cast
from urllib.parse import urlencode, urlsplit

from biterms.errors import SettingError
from biterms.serve.refused import Refused
from biterms.serve.shapes import Change

T = TypeVar("T")


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
        kind = HTTPSConnection if at.scheme == "https" else HTTPConnection
        self._new = partial(kind, at.hostname, at.port, timeout=timeout)
        self._http = self._new()  # it connects with a question
        self._path, self.close = f"{at.path.rstrip('/')}/v1", self._http.close
        self._headers = {} if token is None else {"Authorization": f"Bearer {token}"}

    def ask(
        self,
        shape: type[T],  # noqa: ARG002  (for those who check types)
        path: str,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        method: str | None = None,
    ) -> T:
        """The answer to a question; a connection that was closed meanwhile is opened again.

        Parameters
        ----------
        shape : type
            What the answer looks like.
        path : str
            What to ask.
        query : mapping, optional
            Parameters; those that are None are left out.
        body : object, optional
            What to send as JSON.
        method : str, optional
            GET without and POST with a body, unless it is said here.

        Raises
        ------
        Refused
            If the server refuses.
        """
        given = {name: _written(each) for name, each in (query or {}).items() if each is not None}
        how = method or ("GET" if body is None else "POST")
        data = None if body is None else json.dumps(body)
        headers = self._headers | {"Content-Type": "application/json"}
        for new in (self._http.sock is None, True):
            try:
                self._http.request(how, f"{self._path}/{path}?{urlencode(given)}", data, headers)
                response = self._http.getresponse()
                found = response.read()
                break
            except (OSError, HTTPException) as error:
                self._http.close()
                if new or not isinstance(error, ConnectionError):
                    raise  # otherwise the server has closed what nobody used
        if response.status >= 400:
            raise _refusal(response.status, found)
        return cast("T", json.loads(found))

    def events(self, last: str) -> Iterator[tuple[str, Change]]:
        """The marks and changes of one stream of events, until it ends.

        Parameters
        ----------
        last : str
            The mark of the last change that is known; empty: none is.
        """
        with closing(self._new()) as http:
            http.request(
                "GET", f"{self._path}/events", None, self._headers | {"Last-Event-ID": last}
            )
            response = http.getresponse()
            if response.status != 200:
                raise _refusal(response.status, response.read())
            for line in response:
                name, _, value = line.decode().rstrip("\n").partition(": ")
                if name == "id":
                    last = value
                elif name == "data":
                    yield last, json.loads(value)


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
