"""Strangers, pages of other sites, and requests that are too large, too slow or too many."""

from __future__ import annotations

import json
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path

import pytest

from biterms import SettingError
from biterms.cli.app import run
from biterms.serve import Serving
from biterms.serve.run import check
from biterms.streams import edits
from tests.serve.running import Running, bounded, running

TOKEN = "a-token-of-many-letters"


def test_another_host_needs_a_token(live: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", str(live), "--host", "0.0.0.0"]) == 2
    assert "--token-file or BITERMS_TOKEN" in capsys.readouterr().err
    for host in ("0.0.0.0", "::", "192.0.2.1", "example.org", ""):
        with pytest.raises(SettingError, match="without a token"):
            check(Serving(live, host))
        check(Serving(live, host, token=TOKEN))
    for token in ("short", "with a space in it", "ünïcödé-ünïcödé-ünïcödé", ""):
        with pytest.raises(SettingError, match="16 or more"):
            check(Serving(live, token=token))


def test_a_port_that_is_taken_is_said(live: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert run(["serve", str(live), "--port", str(port)]) == 2
    assert f"--port {port}: cannot be listened at" in capsys.readouterr().err
    token = live.parent / "token.txt"
    token.write_text("a token that is long".replace(" ", "-"))
    words = ["--host", "nowhere.invalid", "--token-file", str(token)]
    assert run(["serve", str(live), *words]) == 2
    assert "--host nowhere.invalid: no address" in capsys.readouterr().err


def test_a_folder_without_a_stream_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["serve", str(tmp_path)]) == 2
    assert "no stream has been followed there" in capsys.readouterr().err
    assert run(["serve", str(tmp_path), "--wait", "--token-file", str(tmp_path / "none")]) == 2
    assert "expected a file with a token" in capsys.readouterr().err


def test_a_token_is_asked_for_and_never_shown(live: Path, tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text(f"{TOKEN}\n")
    with running(live, "--token-file", str(file)) as server:
        for given in ("", TOKEN, f"Bearer {TOKEN}x", f"Bearer {TOKEN[:-1]}", "Bearer", "Basic x"):
            for method, path in (("GET", "/v1/about"), ("POST", "/v1/assign"), ("GET", "/nope")):
                answer = server.ask(method, path, {"text": "goal"}, Authorization=given)
                assert (answer.status, answer.headers["www-authenticate"]) == (401, "Bearer")
        assert server.ask("GET", f"/v1/about?token={TOKEN}").status == 401
        assert server.ask("GET", "/v1/events").status == 401
        assert server.get("about", Authorization=f"Bearer {TOKEN}")["name"] == "news.live"
        assert server.get("about", Authorization=f"bearer {TOKEN}")["name"] == "news.live"
        assert server.ask("GET", "/").status == 200, "the page must be there to ask for the token"
        assert server.ask("GET", "/assets/app.css").status == 200
        for path in ("/v1/docs", "/v1/openapi.json"):  # they hold no data
            assert server.ask("GET", path).status == 200
        said = server.close()
    assert TOKEN not in said


def test_the_token_of_the_environment(live: Path) -> None:
    with running(live, BITERMS_TOKEN=TOKEN) as server:
        assert server.ask("GET", "/v1/about").status == 401
        assert server.get("about", Authorization=f"Bearer {TOKEN}")


@pytest.mark.parametrize(
    ("host", "good"),
    [
        ("127.0.0.1:{}", True),
        ("localhost:{}", True),
        ("LOCALHOST", True),
        ("[::1]:{}", True),
        ("evil.example:{}", False),
        ("127.0.0.1.evil.example", False),
        ("localhost.evil.example", False),
        ("", False),
        ("[::1", False),
    ],
)
def test_only_our_names_are_good(server: Running, host: str, good: bool) -> None:
    """A page of another site may make its own name point to this machine."""
    answer = server.ask("GET", "/v1/about", Host=host.format(server.port))
    assert answer.status == (200 if good else 400)


def test_other_sites_cannot_change_anything(server: Running, live: Path) -> None:
    before, edit = edits(live), {"what": "hide", "topic": 1}
    own = f"127.0.0.1:{server.port}"
    for headers in (
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": f"http://localhost:{server.port}"},  # another origin, to a browser
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site", "Origin": f"http://{own}"},
    ):
        assert server.ask("POST", "/v1/edits", edit, **headers).status == 403
        assert server.ask("DELETE", "/v1/edits/1", **headers).status == 403
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        body = json.dumps(edit).encode()
        assert server.ask("POST", "/v1/edits", body, Content_Type=kind).status == 415
    assert edits(live) == before
    headers = {"Origin": f"http://{own}", "Sec_Fetch_Site": "same-origin"}
    made = server.ask("POST", "/v1/edits", edit, **headers)
    assert made.status == 201
    assert server.ask("DELETE", f"/v1/edits/{made.json['number']}", **headers).status == 200


def test_read_only(live: Path) -> None:
    with running(live, "--read-only") as server:
        before = edits(live)
        answer = server.ask("POST", "/v1/edits", {"what": "hide", "topic": 1})
        assert answer.status == 403
        assert "--read-only" in answer.error["action"]
        assert server.ask("DELETE", "/v1/edits/1").status == 403
        assert edits(live) == before
        assert server.get("about")["read_only"]
        assert server.ask("POST", "/v1/assign", {"text": "goal"}).status == 200


def test_every_answer_has_the_headers_that_keep_browsers_safe(server: Running) -> None:
    for path in ("/", "/v1/docs", "/v1/about", "/v1/nope", "/assets/app.css", "/v1/metrics"):
        headers = server.ask("GET", path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "access-control-allow-origin" not in headers
        assert "server" not in headers
        if path.startswith("/v1"):
            assert headers["cache-control"] == "no-store"
    for path in ("/", "/v1/docs"):
        page = server.ask("GET", path).body
        assert page.count(b"<script") == page.count(b"<script src=") == page.count(b"></script>")
        assert b"style=" not in page


def test_files_outside_of_the_assets_are_not_there(server: Running) -> None:
    for path in ("/assets/../run.py", "/assets/%2e%2e/run.py", "/assets//etc/passwd", "/assets/"):
        assert server.ask("GET", path).status == 404


def test_what_is_too_large_is_refused_before_it_is_read(server: Running) -> None:
    head = (
        "POST /v1/assign HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        "Connection: close\r\n"
    )
    # nothing of the body is sent: an answer can only come from the head
    answer = server.raw(f"{head}Content-Length: 4000000000\r\n\r\n".encode())
    assert answer.startswith(b"HTTP/1.1 413")
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        connection.sendall(f"{head}Transfer-Encoding: chunked\r\n\r\n".encode())
        with pytest.raises(ConnectionError):
            send_for_ever(connection, b"100000\r\n" + b"x" * 0x100000 + b"\r\n")
    assert server.get("about")


def send_for_ever(connection: socket.socket, chunk: bytes) -> None:
    for _ in range(100):
        connection.sendall(chunk)


def test_a_head_without_end_is_closed(server: Running) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        connection.sendall(b"GET /v1/about HTTP/1.1\r\nHost: localhost\r\nX: ")
        with pytest.raises(ConnectionError):
            send_for_ever(connection, b"x" * 0x100000)
    assert server.get("about")


@pytest.mark.parametrize(
    "data",
    [
        b"\x16\x03\x01\x02\x00\x01\x00",
        b"GET / HTTP/9.9\r\n\r\n",
        b"POST /v1/assign HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        b"GET /" + b"a" * 60_000 + b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        b"GET /v1/%00%ff HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    ],
)
def test_malformed_requests_leave_it_answering(server: Running, data: bytes) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        connection.sendall(data)
        connection.shutdown(socket.SHUT_WR)
        assert b" 200 OK" not in connection.recv(1 << 16)
    assert server.get("about")


def test_slow_requests_are_closed_and_others_answered(live: Path) -> None:
    with bounded(live, seconds=2) as server, ThreadPoolExecutor() as threads:
        head = b"POST /v1/assign HTTP/1.1\r\nHost: localhost\r\n"
        kind = b"Content-Type: application/json\r\nContent-Length: 100\r\n\r\n"
        begin = time.monotonic()
        slow = (head + kind, head + kind + b"{", b"", head)
        for data, answer in zip(slow, threads.map(server.raw, slow), strict=True):
            assert time.monotonic() - begin >= 1.9
            assert answer[:12] == (b"HTTP/1.1 408" if kind in data else b"")
            assert server.get("about")
        # a request that comes in time is answered on a connection that was slow before
        connection = HTTPConnection("127.0.0.1", server.port, timeout=30)
        connection.connect()
        time.sleep(0.2)
        connection.request("GET", "/v1/about")
        assert connection.getresponse().status == 200
        connection.close()


def test_many_requests_of_one_address_are_slowed_down(live: Path) -> None:
    with bounded(live, rate=1.0) as server:
        answers = [server.ask("GET", "/v1/about") for _ in range(12)]
        refused = [answer for answer in answers if answer.status == 429]
        assert refused
        assert {answer.status for answer in answers} == {200, 429}
        assert refused[0].headers["retry-after"] == "1"
        time.sleep(1.1)
        assert server.ask("GET", "/v1/about").status == 200


def test_many_at_the_same_time_leave_it_answering(live: Path) -> None:
    """Fifty that wait for events, more than are allowed, and some that ask meanwhile."""
    with bounded(live, streams=20) as server:
        waiting = [socket.create_connection(("127.0.0.1", server.port), 30) for _ in range(50)]
        for connection in waiting:
            connection.sendall(b"GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        heads = [connection.recv(12) for connection in waiting]
        assert heads.count(b"HTTP/1.1 200") == 20
        assert heads.count(b"HTTP/1.1 503") == 30
        found: list[int] = []

        def ask() -> None:
            found.extend(server.ask("GET", "/v1/topics").status for _ in range(5))

        threads = [threading.Thread(target=ask) for _ in range(10)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert found == [200] * 50
        assert server.get("health")["server"]["events"] == 20
        for connection in waiting:
            connection.close()
