"""Who may ask, and how much: what is refused before anything is read, computed or changed."""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import socket
import time
from collections.abc import Mapping
from contextlib import suppress
from urllib.parse import urlsplit

from biterms.serve.limits import Serving
from biterms.serve.messages import Receive
from biterms.serve.refused import Refused

#: paths that hold no data: a page must be there before it can ask for a token, and what the API
#: looks like is the same everywhere
OPEN = ("/", "/favicon.ico", "/v1/docs", "/v1/openapi.json")
ASSETS = "/assets/"
#: methods that change something, or bring a body
CHANGING = frozenset({"POST", "PUT", "PATCH", "DELETE"})
#: addresses whose requests are counted
MOST_ADDRESSES = 10_000
Headers = Mapping[bytes, bytes]


class Guard:
    """Refuses requests.

    Parameters
    ----------
    serving : Serving
        What is served, and to whom.
    """

    def __init__(self, serving: Serving) -> None:
        self._serving, self._bounds = serving, serving.bounds
        self._token = None if serving.token is None else serving.token.encode()
        names = ("localhost", serving.host, socket.gethostname(), *serving.names)
        self._names = {name.lower() for name in names}
        self._hosts: dict[bytes, bool] = {}
        self._left: dict[str, tuple[float, float]] = {}

    def check(self, method: str, path: str, address: str, headers: Headers) -> None:
        """Refuse a request by its head.

        Parameters
        ----------
        method, path, address : str
            What is asked, and by whom.
        headers : mapping of bytes to bytes
            Its headers, names in lower case.

        Raises
        ------
        Refused
            If it is refused.
        """
        self._check_host(headers.get(b"host", b""))
        self._check_rate(address)
        if path not in OPEN and not path.startswith(ASSETS):
            self._check_token(headers.get(b"authorization", b""))
        if method in CHANGING:
            self._check_change(method, path, headers)

    def _check_host(self, host: bytes) -> None:
        """A page of another site may have made its name point here: only our names are good."""
        if host not in self._hosts:
            if len(self._hosts) > 1000:
                self._hosts.clear()
            self._hosts[host] = self._known(host.decode("latin-1"))
        if not self._hosts[host]:
            raise Refused(
                400,
                f"the host {host.decode('latin-1')!r:.80}",
                "a name of this server",
                "use its address, or start it with --name",
            )

    def _known(self, host: str) -> bool:
        with suppress(ValueError):
            name = urlsplit(f"//{host}").hostname or ""
            if name in self._names:
                return True
            ipaddress.ip_address(name)  # no name at all, so nobody can have made it point here
            return True
        return False

    def _check_token(self, given: bytes) -> None:
        if self._token is None:
            return
        kind, _, token = given.partition(b" ")
        if kind.lower() != b"bearer" or not hmac.compare_digest(token.strip(), self._token):
            raise Refused(
                401,
                "no token, or a wrong one",
                "the header Authorization: Bearer TOKEN",
                "ask whoever has started the server",
                {"WWW-Authenticate": "Bearer"},
            )

    def _check_rate(self, address: str) -> None:
        """So many requests per second on average, and a second's worth at once."""
        now, rate = time.monotonic(), self._bounds.rate
        left, before = self._left.get(address, (rate, now))
        left = min(max(1.0, rate), left + (now - before) * rate)
        if left < 1:
            self._left[address] = (left, now)
            wait = max(1, round((1 - left) / rate))
            raise Refused(
                429,
                "too many requests",
                f"{rate:g} per second and address",
                f"come again in {wait} s",
                {"Retry-After": str(wait)},
            )
        if len(self._left) >= MOST_ADDRESSES and address not in self._left:
            self._left.clear()
        self._left[address] = (left - 1, now)

    def _check_change(self, method: str, path: str, headers: Headers) -> None:
        """Nothing is changed for pages of other sites, nor in read-only mode."""
        origin, host = headers.get(b"origin"), headers.get(b"host", b"")
        site = headers.get(b"sec-fetch-site", b"none")
        own = origin is None or origin.partition(b"://")[2] == host
        if not own or site not in (b"none", b"same-origin"):
            raise Refused(
                403,
                f"a request from {(origin or site).decode('latin-1')!r:.80}",
                "one from this server's own page, or from a program",
            )
        if self._serving.read_only and path.startswith("/v1/edits"):
            raise Refused(
                403,
                f"{method} {path:.80}",
                "only questions",
                "start the server without --read-only",
            )
        kind = headers.get(b"content-type", b"").partition(b";")[0].strip().lower()
        if method != "DELETE" and kind != b"application/json":
            raise Refused(415, f"Content-Type: {kind.decode('latin-1')!r:.80}", "application/json")

    async def body(self, headers: Headers, receive: Receive) -> bytes:
        """The body of a request, if it is small enough and comes in time.

        Parameters
        ----------
        headers : mapping of bytes to bytes
            The headers of the request.
        receive : callable
            Gives its parts.

        Raises
        ------
        Refused
            If it is too large or too slow, or has ended in the middle.
        """
        most, length = self._bounds.bytes, headers.get(b"content-length", b"0")
        if length.isdigit() and int(length) > most:
            raise _too_large(int(length), most)
        try:
            async with asyncio.timeout(self._bounds.seconds):
                return await _all(receive, most)
        except TimeoutError:
            raise Refused(
                408,
                f"a request that has not ended after {self._bounds.seconds:g} s",
                "a quicker one",
            ) from None


async def _all(receive: Receive, most: int) -> bytes:
    """All parts of a body."""
    parts: list[bytes] = []
    size = 0
    while (message := await receive())["type"] == "http.request":
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > most:
            raise _too_large(size, most)
        if not message.get("more_body"):
            return b"".join(parts)
    raise Refused(400, "a request that ends in the middle", "all of it")


def _too_large(size: int, most: int) -> Refused:
    return Refused(
        413, f"{size:,} bytes or more", f"at most {most:,}", "send less, or several requests"
    )
