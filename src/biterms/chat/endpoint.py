"""An endpoint that speaks the chat protocol of OpenAI, as most servers of language models do."""

from __future__ import annotations

import json
import os
import time
from dataclasses import dataclass
from http.client import HTTPException
from ipaddress import ip_address
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import SplitResult, urlsplit
from urllib.request import HTTPRedirectHandler, OpenerDirector, ProxyHandler, Request, build_opener

from biterms.chat.local import LOCAL
from biterms.errors import InputError, SettingError

#: bytes of a question and of an answer at most
LARGEST_QUESTION, LARGEST_ANSWER = 1 << 20, 1 << 20
#: bytes that are read at a time, so that a slow answer ends at the time limit
PIECE = 1 << 16
#: characters of an error that a server sent
QUOTED = 200


class _NoRedirects(HTTPRedirectHandler):
    """Texts and keys go to the host that was named, and to no other."""

    def redirect_request(self, *_: Any) -> None:
        return None


@dataclass(frozen=True)
class Endpoint:
    """A language model at an address that understands ``POST .../chat/completions``.

    Parameters
    ----------
    model : str
        The name that the server knows the model by.
    url : str
        The address without ``/chat/completions``.
    allow_host : str, optional
        A host other than this machine that questions may be sent to: that of ``url``, again.
    key_from : str, optional
        The environment variable that holds the key of the server. The key is read when a question
        is asked, sent to the server, and kept nowhere.
    timeout : float, default=60.0
        Seconds that an answer may take.
    """

    model: str
    url: str = LOCAL
    allow_host: str | None = None
    key_from: str | None = None
    timeout: float = 60.0

    def __post_init__(self) -> None:
        if not self.model.strip():
            raise SettingError("no language model was named, expected its name")
        if not 0 < self.timeout <= 3600:
            raise SettingError(f"timeout={self.timeout!r}: expected seconds, at most 3600")
        parts = _parts(self.url)
        host = str(parts.hostname)
        if not is_loopback(host):
            if self.allow_host is None or self.allow_host.lower() != host:
                raise SettingError(
                    f"{host} is another machine, and texts would be sent to it; to allow that, "
                    f"give allow_host={host!r}"
                )
            if self.key_from is not None and parts.scheme != "https":
                raise SettingError(f"a key would be sent to {host} in the clear; use https://")

    def ask(self, question: str) -> str:
        """The answer to one question.

        Parameters
        ----------
        question : str
            The question.

        Returns
        -------
        str
            What the model wrote.

        Raises
        ------
        InputError
            If the server cannot be reached, takes too long, refuses, or sends something else.
        """
        messages = [{"role": "user", "content": question}]
        body = json.dumps({"model": self.model, "messages": messages, "temperature": 0}).encode()
        if len(body) > LARGEST_QUESTION:
            raise InputError(
                f"a question of {len(body):,} bytes, expected at most {LARGEST_QUESTION:,}"
            )
        address = f"{self.url.rstrip('/')}/chat/completions"
        request = Request(address, data=body, headers=self._headers(), method="POST")
        end = time.monotonic() + self.timeout
        try:
            with self._opener().open(request, timeout=self.timeout) as response:
                data = self._read(response, end)
        except HTTPError as error:
            with error:
                said = error.read(4 * QUOTED).decode("utf-8", "replace")[:QUOTED]
            raise InputError(
                f"{self.url} answered with {error.code} {error.reason}: {said!r}; is the name of "
                f"the model, {self.model!r}, right?"
            ) from None
        except InputError:
            raise
        except (URLError, HTTPException, OSError, ValueError) as error:
            reason = getattr(error, "reason", error)
            raise InputError(
                f"{self.url} did not answer ({reason}); is a server running?"
            ) from None
        return self._content(data)

    def _headers(self) -> dict[str, str]:
        headers = {"Content-Type": "application/json"}
        if self.key_from is not None:
            key = os.environ.get(self.key_from, "").strip()
            if not key:
                raise SettingError(
                    f"the environment has no {self.key_from}, expected the key of {self.url} in it"
                )
            if not (key.isascii() and key.isprintable()):
                raise SettingError(f"{self.key_from} holds what no key does; set it again")
            headers["Authorization"] = f"Bearer {key}"
        return headers

    def _opener(self) -> OpenerDirector:
        """Without a proxy for this machine."""
        near = is_loopback(str(_parts(self.url).hostname))
        return build_opener(_NoRedirects, *([ProxyHandler({})] if near else []))

    def _read(self, response: Any, end: float) -> bytes:
        data = b""
        while piece := response.read1(PIECE):
            data += piece
            if len(data) > LARGEST_ANSWER:
                raise InputError(
                    f"{self.url} sent over {LARGEST_ANSWER:,} bytes, expected a short answer"
                )
            if time.monotonic() > end:
                raise InputError(f"{self.url} took over {self.timeout:g} s; give a longer timeout")
        return data

    def _content(self, data: bytes) -> str:
        try:
            content = json.loads(data)["choices"][0]["message"]["content"]
        except (ValueError, KeyError, IndexError, TypeError, RecursionError):
            content = None
        if not isinstance(content, str):
            raise InputError(
                f"{self.url} sent no answer of a chat: {data[:QUOTED]!r}; expected the protocol of "
                "OpenAI, whose address often ends in /v1"
            )
        return content


def is_loopback(host: str) -> bool:
    """Whether a host is this machine.

    Parameters
    ----------
    host : str
        A name or an IP address.
    """
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _parts(url: str) -> SplitResult:
    """The parts of an address that can be used."""
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018 - a property that checks
    except (ValueError, AttributeError, TypeError):
        parts = SplitResult("", "", "", "", "")
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise SettingError(f"url={url!r:.80}: expected an address such as {LOCAL}")
    if parts.username is not None or parts.password is not None:
        raise SettingError("the address holds a name or a password; use key_from instead")
    return parts
