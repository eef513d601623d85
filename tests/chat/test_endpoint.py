"""Questions to a server on this machine, and what is refused."""

from __future__ import annotations

import socket
import threading
import time
from typing import Any

import pytest

from biterms import InputError, SettingError, TopicModel
from biterms.chat import Endpoint
from biterms.chat.endpoint import LARGEST_ANSWER, LARGEST_QUESTION, is_loopback
from tests.chat.server import Reply, content, serving
from tests.topics.newsroom import newspaper

KEY = "TEST_KEY_OF_A_SERVER"


def test_a_question_and_its_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")  # not for this machine
    with serving(lambda question: content(question.upper())) as (url, asked):
        assert Endpoint("llama", url).ask("what?") == "WHAT?"
    assert asked.paths == ["/v1/chat/completions"]
    assert asked.bodies[0]["model"] == "llama"
    assert "Authorization" not in asked.headers[0]


def test_a_key_comes_from_the_environment_and_is_in_no_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with serving(lambda _: (401, {}, b"who are you?")) as (url, asked):
        endpoint = Endpoint("llama", url, key_from=KEY)
        with pytest.raises(SettingError, match=KEY):
            endpoint.ask("what?")
        assert not asked.bodies
        monkeypatch.setenv(KEY, "secret")
        with pytest.raises(InputError, match=r"401 .*who are you\?") as caught:
            endpoint.ask("what?")
    assert asked.headers[0]["Authorization"] == "Bearer secret"
    assert "secret" not in str(caught.value) + repr(endpoint)


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ((200, {}, b"<html>"), "no answer of a chat"),
        ((200, {}, b"{}"), "no answer of a chat"),
        (content(None), "no answer of a chat"),
        ((200, {}, b"[" * 100_000), "no answer of a chat"),
        ((302, {"Location": "http://192.0.2.1/"}, b""), "302"),
        ((500, {}, b"x" * 10_000), "500"),
        ((200, {}, b" " * (LARGEST_ANSWER + 1)), r"/v1 sent over .* bytes"),
        ((200, {"Content-Length": "9999"}, b"{"), "did not answer|no answer"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_other_answers_are_refused(reply: Reply, said: str) -> None:
    with (
        serving(lambda _: reply) as (url, _),
        pytest.raises(InputError, match=said) as caught,
    ):
        Endpoint("llama", url, timeout=5).ask("what?")
    assert len(str(caught.value)) < 1000


def test_servers_that_are_not_there_or_too_slow() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
    with pytest.raises(InputError, match="did not answer"):
        Endpoint("llama", url).ask("what?")

    def slow(_: str) -> Reply:
        time.sleep(0.5)
        return content("late")

    with serving(slow) as (url, _), pytest.raises(InputError, match="did not answer"):
        Endpoint("llama", url, timeout=0.1).ask("what?")
    with pytest.raises(InputError, match="bytes"):
        Endpoint("llama", url).ask("x" * LARGEST_QUESTION)


def test_a_server_that_speaks_no_http() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def mumble() -> None:
            connection, _ = server.accept()
            with connection:
                connection.recv(1 << 16)
                connection.sendall(b"\x00\x01 mumble\r\n")

        thread = threading.Thread(target=mumble, daemon=True)
        thread.start()
        url = f"http://127.0.0.1:{server.getsockname()[1]}/v1"
        with pytest.raises(InputError, match="did not answer"):
            Endpoint("llama", url, timeout=5).ask("what?")
        thread.join(5)


@pytest.mark.parametrize(
    "settings",
    [
        {"url": "http://example.org/v1"},
        {"url": "http://192.0.2.1/v1", "allow_host": "example.org"},
        {"url": "http://127.0.0.1.example.org/v1"},
        {"url": "http://example.org/v1", "allow_host": "example.org", "key_from": KEY},
        {"url": "http://user:secret@127.0.0.1/v1"},
        {"url": "file:///etc/passwd"},
        {"url": "127.0.0.1:80"},
        {"url": "http://127.0.0.1:port/v1"},
        {"url": "http://127.0.0.1/v1?key=secret"},
        {"model": " "},
        {"timeout": 0},
    ],
    ids=repr,
)
def test_addresses_that_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(SettingError) as caught:
        Endpoint(**{"model": "llama", **settings})
    assert "secret@" not in str(caught.value)


def test_other_machines_have_to_be_named() -> None:
    endpoint = Endpoint("m", "https://Example.org/v1", allow_host="example.org", key_from=KEY)
    assert endpoint.url == "https://Example.org/v1"
    assert all(map(is_loopback, ["localhost", "127.0.0.1", "127.8.0.1", "::1"]))
    assert not any(map(is_loopback, ["example.org", "10.0.0.1", "0.0.0.0", "::", "2130706433"]))


def test_topics_are_named_by_a_server_or_not_at_all() -> None:
    def name(question: str) -> Reply:
        words = question.partition("Words of the topic: ")[2].split(", ")
        return content(f'"About {words[0]}"\n')

    model = newspaper(300).set_labels({1: "Mine"})
    with serving(name) as (url, asked):
        model.name_topics("llama", url)
    assert len(asked.bodies) == 2
    assert model.labels_[1] == "Mine"
    for k in (0, 2):
        assert model.labels_[k] == f"About {model.topic(k).words[0].word}"
    before = model.labels_
    with (
        serving(lambda _: content("the same")) as (url, _),
        pytest.raises(InputError, match="same"),
    ):
        model.name_topics("llama", url, topics=[0, 1])
    with serving(lambda _: (500, {}, b"")) as (url, _), pytest.raises(InputError, match="500"):
        model.name_topics("llama", url, topics=[0])
    with pytest.raises(InputError, match="no topic 9"):
        model.name_topics("llama", "http://127.0.0.1:9/v1", topics=[9])
    assert model.labels_ == before


def test_the_default_is_this_machine() -> None:
    with pytest.raises(SettingError, match=r"allow_host='example\.org'"):
        TopicModel().name_topics("llama", "http://example.org/v1")
