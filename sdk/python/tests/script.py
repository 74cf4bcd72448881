"""A server that plays the exchanges of a vector, and checks the requests."""

from __future__ import annotations

import json
import threading
from email import message_from_bytes
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from partnerline import __version__

VECTORS: dict[str, Any] = json.loads((Path(__file__).parents[2] / "testdata" / "vectors.json").read_text())


class Script(ThreadingHTTPServer):
    """Answers as the exchanges say. `faults` are the requests that were not as they must be."""

    daemon_threads = True

    def __init__(self, exchanges: list[dict[str, Any]]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.exchanges = exchanges
        self.requests = 0
        self.faults: list[str] = []
        self.asked = threading.Event()
        self.over = threading.Event()
        self._expected: dict[str, Any] = {}
        self._key: str | None = None
        self._thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.01})

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def __enter__(self) -> Script:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self.shutdown()
        self._thread.join()
        self.server_close()

    def next(self, method: str, target: str, headers: Message, body: bytes) -> dict[str, Any]:
        """The answer of the next exchange."""
        if self.requests >= len(self.exchanges):
            self.requests += 1
            self.faults.append(f"a request too many: {method} {target}")
            return {"status": 500}
        exchange = self.exchanges[self.requests]
        self.requests += 1
        if "request" in exchange:
            self._expected = exchange["request"]
        elif headers["Idempotency-Key"] != self._key:
            self.faults.append(f"the idempotency key changed to {headers['Idempotency-Key']}")
        self._key = headers["Idempotency-Key"]
        for fault in _compare(self._expected, method, target, headers, body):
            self.faults.append(fault)
        answer: dict[str, Any] = exchange["answer"]
        return answer


def _compare(expected: dict[str, Any], method: str, target: str, headers: Message, body: bytes) -> list[str]:
    faults = []

    def check(what: str, got: object, want: object) -> None:
        if got != want:
            faults.append(f"{what}: {got!r}, want {want!r}")

    url = urlsplit(target)
    check("method", method, expected["method"])
    check("path", url.path, expected["path"])
    if "query" in expected:
        check("query", parse_qs(url.query, keep_blank_values=True), expected["query"])
    check(
        "Authorization", headers["Authorization"], f"Bearer {VECTORS['keys'][expected.get('key', 'partner connect')]}"
    )
    check("Accept", headers["Accept"], "application/json")
    check("User-Agent", headers["User-Agent"], f"partnerline-python/{__version__}")
    for name, value in expected.get("headers", {}).items():
        check(name, bool(headers[name]) if value == "*" else headers[name], True if value == "*" else value)
    if "parts" in expected:
        key = lambda part: str(part["name"])  # noqa: E731
        check("parts", sorted(_parts(headers, body), key=key), sorted(expected["parts"], key=key))
    elif "body" in expected:
        check("body", json.loads(body) if body else None, expected["body"])
    return faults


def _parts(headers: Message, body: bytes) -> list[dict[str, str]]:
    form = message_from_bytes(b"Content-Type: " + headers["Content-Type"].encode() + b"\r\n\r\n" + body)
    parts = []
    for part in form.get_payload():
        assert isinstance(part, Message)
        content = part.get_payload(decode=True)
        assert isinstance(content, bytes)
        one = {"name": str(part.get_param("name", header="Content-Disposition")), "text": content.decode()}
        if filename := part.get_filename():
            one["filename"] = filename
        parts.append(one)
    return parts


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Script

    def _answer(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        answer = self.server.next(self.command, self.path, self.headers, body)
        if fails := answer.get("fails"):
            self.server.asked.set()
            if fails == "timeout":
                self.server.over.wait(30)
            self.close_connection = True
            return
        if "text" in answer:
            content = answer["text"].encode()
        else:
            content = json.dumps(answer["body"]).encode() if "body" in answer else b""
        kind = "application/json" if answer["status"] < 400 else "application/problem+json"
        self.send_response(answer["status"])
        for name, value in {"Content-Type": kind, **answer.get("headers", {})}.items():
            self.send_header(name, value)
        if answer["status"] != 204:
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if answer["status"] != 204:
            self.wfile.write(content)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _answer

    def log_message(self, format: str, *args: object) -> None:
        pass
