"""What the vectors do not say: cancellation, slow answers, what is seen of an answer, values."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timezone

import pytest

from partnerline import (
    ABSENT,
    AsyncPartnerline,
    AttemptTimeoutError,
    Code,
    Options,
    Partnerline,
    Response,
)
from partnerline._values import time, to_json

from .script import VECTORS, Script

KEY: str = VECTORS["keys"]["partner connect"]


def test_a_cancelled_task_ends_its_call() -> None:
    async def run(script: Script) -> None:
        async with AsyncPartnerline(KEY, partner_connect_url=script.url) as client:
            task = asyncio.create_task(client.payments.get("pay_1"))
            await asyncio.to_thread(script.asked.wait, 10)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

    with Script([{"request": {"method": "GET", "path": "/payments/pay_1"}, "answer": {"fails": "timeout"}}]) as script:
        asyncio.run(run(script))
    assert script.faults == []
    assert script.requests == 1


@contextmanager
def dripping() -> Iterator[str]:
    """A server whose answer comes a byte at a time, without an end."""
    over = threading.Event()
    listener = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        connection, _ = listener.accept()
        with connection:
            connection.recv(65536)
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n")
            try:
                while not over.wait(0.02):
                    connection.sendall(b" ")
            except OSError:
                pass

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        over.set()
        thread.join()
        listener.close()


def test_the_timeout_bounds_the_body_too() -> None:
    once = Options(timeout=0.2, max_retries=0)
    with dripping() as url, Partnerline(KEY, partner_connect_url=url) as client, pytest.raises(AttemptTimeoutError):
        client.payments.get("pay_1", options=once)

    async def run(url: str) -> None:
        async with AsyncPartnerline(KEY, partner_connect_url=url) as client:
            with pytest.raises(AttemptTimeoutError):
                await client.payments.get("pay_1", options=once)

    with dripping() as url:
        asyncio.run(run(url))


def test_status_and_headers_of_an_answer_are_passed_on() -> None:
    headers = {"ETag": '"7"', "X-Request-Id": "req_1", "Idempotency-Replayed": "true"}
    answer = {"status": 200, "headers": headers, "body": {"payment_id": "pay_1"}}
    seen: list[Response] = []
    exchanges = [{"request": {"method": "GET", "path": "/payments/pay_1"}, "answer": answer}]
    with Script(exchanges) as script, Partnerline(KEY, partner_connect_url=script.url) as client:
        client.payments.get("pay_1", options=Options(on_response=seen.append))
    assert [(r.status, r.etag, r.request_id, r.replayed) for r in seen] == [(200, '"7"', "req_1", True)]


def test_codes_beyond_the_known_ones_survive() -> None:
    assert Code("idempotency_in_progress") is Code.IDEMPOTENCY_IN_PROGRESS
    assert Code("newer") == "newer"
    assert str(Code("newer")) == "newer"


@pytest.mark.parametrize(
    ("text", "microsecond"),
    [
        ("2026-05-01T10:00:00Z", 0),
        ("2026-05-01T10:00:00.5Z", 500_000),
        ("2026-05-01T12:00:00.123456789+02:00", 123_456),
    ],
)
def test_times_have_fractions_of_any_length(text: str, microsecond: int) -> None:
    assert time(text) == datetime(2026, 5, 1, 10, 0, 0, microsecond, tzinfo=timezone.utc)


def test_absent_members_are_left_out_and_none_is_null() -> None:
    assert to_json({"a": ABSENT, "b": None, "c": [{"d": ABSENT}]}) == {"b": None, "c": [{}]}


def test_a_time_without_a_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="has no time zone"):
        to_json(datetime(2026, 5, 1))
