"""Who is told of an alarm: a command, or a webhook."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import subprocess
from contextlib import suppress
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from biterms.errors import SettingError
from biterms.streams.delivery import Alarm, Deliver
from biterms.version import __version__

#: seconds that a command or a webhook may take
SECONDS = 30.0


def messenger(address: str) -> Deliver:
    """Who is told of alarms, by an address that was typed.

    Parameters
    ----------
    address : str
        A URL that begins with http:// or https://, or a command.

    Returns
    -------
    callable
        Takes an alarm.

    Raises
    ------
    SettingError
        If it is neither.
    """
    if address.startswith(("http://", "https://")):
        return Webhook(address)
    return Command(address)


class Command:
    """Runs a command for each alarm, which is JSON on its standard input.

    There is no shell: whatever a text holds, it is never read as a part of a command.

    Parameters
    ----------
    command : str
        The command and its arguments, with quotes where they hold spaces.
    """

    def __init__(self, command: str) -> None:
        try:
            self._arguments = shlex.split(command)
        except ValueError as error:
            raise SettingError(f"on_alarm={command!r:.80}: {error}; close the quotes") from None
        if not self._arguments or shutil.which(self._arguments[0]) is None:
            raise SettingError(
                f"on_alarm={command!r:.80}: expected a URL that begins with http:// or https://, "
                "or a command that there is"
            )

    def __call__(self, alarm: Alarm) -> None:
        """Run it.

        Parameters
        ----------
        alarm : dict
            The alarm.
        """
        pipes: Any = {"stdin": subprocess.PIPE, "stderr": subprocess.PIPE}
        # A session of its own: Ctrl-C is for the stream, and what it has started ends with it.
        with subprocess.Popen(
            self._arguments, stdout=subprocess.DEVNULL, start_new_session=True, **pipes
        ) as process:
            try:
                _, said = process.communicate(_body(alarm), timeout=SECONDS)
            except BaseException:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                raise
        if process.returncode:
            end = said.decode("utf8", "replace").strip()[-200:]
            raise RuntimeError(f"exit code {process.returncode}" + (f": {end}" if end else ""))


class Webhook:
    """Sends each alarm to a URL as JSON, by POST.

    Parameters
    ----------
    url : str
        The URL.
    """

    def __init__(self, url: str) -> None:
        if not urlsplit(url).hostname:
            raise SettingError(f"on_alarm={url!r:.80}: expected the name of a host after //")
        self._url, self._opener = url, build_opener(_NoRedirect)

    def __call__(self, alarm: Alarm) -> None:
        """Send it.

        Parameters
        ----------
        alarm : dict
            The alarm.
        """
        head = {"Content-Type": "application/json", "User-Agent": f"biterms/{__version__}"}
        request = Request(self._url, _body(alarm), head, method="POST")
        try:
            with self._opener.open(request, timeout=SECONDS):
                pass
        except HTTPError as error:
            error.close()
            raise RuntimeError(f"the webhook answered {error.code} {error.reason}") from None


class _NoRedirect(HTTPRedirectHandler):
    """A POST that is sent elsewhere would become a GET: better an error that says so."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


def _body(alarm: Alarm) -> bytes:
    return json.dumps(alarm, ensure_ascii=False).encode("utf8", "backslashreplace")
