"""The vectors that all client libraries run, with both clients."""

from __future__ import annotations

import asyncio
import dataclasses
import inspect
import pprint
import typing
from collections.abc import AsyncIterator, Iterator
from datetime import datetime
from enum import Enum
from typing import Any

import pytest

from partnerline import (
    ApiError,
    AsyncPartnerline,
    Options,
    Page,
    Partnerline,
    PartnerlineError,
    PublicKey,
    SignatureError,
    TransportError,
    UnexpectedAnswerError,
    models,
    parse_jwks,
    verify,
    verify_message,
    verify_with_public_keys,
)

from .script import VECTORS, Script

Client = Partnerline | AsyncPartnerline

HEADERS = {"on_behalf_of": "On-Behalf-Of", "idempotency_key": "Idempotency-Key", "if_match": "If-Match"}


def name(vector: dict[str, Any]) -> str:
    return str(vector["name"])


@pytest.fixture(params=[Partnerline, AsyncPartnerline], ids=["sync", "async"])
def kind(request: pytest.FixtureRequest) -> type[Client]:
    client: type[Client] = request.param
    return client


@pytest.mark.parametrize("vector", VECTORS["calls"], ids=name)
def test_call(vector: dict[str, Any], kind: type[Client]) -> None:
    with Script(vector["exchanges"]) as script:
        options = dict(vector.get("client", {}))
        if "timeout_ms" in options:
            options["timeout"] = options.pop("timeout_ms") / 1000
        client = kind(
            *VECTORS["keys"].values(), partner_connect_url=script.url, webhooks_url=script.url + "/", **options
        )
        waits: list[float] = []
        values = iter(vector.get("random", []))
        client._settings.random = lambda: next(values, 0.5)
        _record_waits(client, waits)
        try:
            result, fault = _outcome(client, vector["call"]), None
        except (PartnerlineError, ValueError) as e:
            result, fault = None, e
        _close(client)
    assert script.faults == []
    assert script.requests == len(vector["exchanges"])
    if "error" in vector:
        _check_fault(fault, vector["error"])
    else:
        assert fault is None
        _check_result(result, vector.get("result"))
    if "printed" in vector:
        for text in (repr(result), str(result), f"{result}", pprint.pformat(result)):
            assert vector["printed"]["has"] in text
            assert vector["printed"]["lacks"] not in text
        assert vector["printed"]["lacks"] in str(dataclasses.asdict(result))
    for key in VECTORS["keys"].values():
        assert key not in repr(client)
        assert key not in repr(client._settings)
    assert waits == vector["waits_ms"]


@pytest.mark.parametrize("vector", VECTORS["clients"], ids=name)
def test_client(vector: dict[str, Any], kind: type[Client]) -> None:
    def make() -> Client:
        client = kind(*vector["keys"], partner_connect_url=vector.get("partner_connect_url"))
        try:
            if "call" in vector:
                _outcome(client, vector["call"])
        finally:
            _close(client)
        return client

    if "contains" in vector:
        with pytest.raises(ValueError, match=vector["contains"]):
            make()
    else:
        assert make().livemode is vector["livemode"]


@pytest.mark.parametrize("vector", VECTORS["signatures"], ids=name)
def test_signature(vector: dict[str, Any]) -> None:
    headers = {"X-Webhook-Id": vector["id"], "x-signature": vector["x_signature"]}
    reason = None
    try:
        verify(vector["secrets"], headers, vector["body"].encode(), now=vector["now"])
    except SignatureError as e:
        reason = e.reason
    assert reason == vector["reason"]
    assert (reason is None) is vector["valid"]


@pytest.mark.parametrize("secret", VECTORS["secrets"])
def test_no_secret(secret: str) -> None:
    with pytest.raises(ValueError, match="whsec_ followed by base64"):
        verify(secret, {}, b"")


def public_keys(vector: dict[str, Any]) -> list[PublicKey]:
    if "jwks" in vector:
        return parse_jwks(vector["jwks"])
    return [PublicKey.parse(k) for k in vector["keys"]]


@pytest.mark.parametrize("vector", VECTORS["public_signatures"], ids=name)
def test_public_signature(vector: dict[str, Any]) -> None:
    headers = {
        "Webhook-Id": vector["id"],
        "webhook-timestamp": vector["timestamp"],
        "webhook-signature": vector["webhook_signature"],
    }
    reason = None
    try:
        verify_with_public_keys(public_keys(vector), headers, vector["body"].encode(), now=vector["now"])
    except SignatureError as e:
        reason = e.reason
    assert reason == vector["reason"]
    assert (reason is None) is vector["valid"]


@pytest.mark.parametrize("vector", VECTORS["messages"], ids=name)
def test_message(vector: dict[str, Any]) -> None:
    request, reason = vector["request"], None
    try:
        verify_message(
            public_keys(vector),
            request["method"],
            request["url"],
            request["headers"],
            vector["body"].encode(),
            covered=vector.get("covered"),
            now=vector["now"],
        )
    except SignatureError as e:
        reason = e.reason
    assert reason == vector["reason"]
    assert (reason is None) is vector["valid"]


@pytest.mark.parametrize("text", VECTORS["public_keys"])
def test_no_public_key(text: str) -> None:
    with pytest.raises(ValueError, match="whpk_ followed by base64"):
        PublicKey.parse(text)


def test_no_keys() -> None:
    with pytest.raises(ValueError, match="no public key"):
        verify_with_public_keys([], {}, b"")
    with pytest.raises(ValueError, match="has not 32 bytes"):
        parse_jwks('{"keys":[{"kty":"OKP","crv":"Ed25519","x":"AA"}]}')
    with pytest.raises(ValueError, match="has 32 bytes"):
        PublicKey(b"short")


def _record_waits(client: Client, waits: list[float]) -> None:
    if isinstance(client, Partnerline):
        client._sleep = lambda seconds: waits.append(seconds * 1000)
        return

    async def sleep(seconds: float) -> None:
        waits.append(seconds * 1000)

    client._sleep = sleep


def _close(client: Client) -> None:
    if isinstance(client, Partnerline):
        client.close()


def _outcome(client: Client, call: dict[str, Any]) -> Any:
    resource = getattr(client, call["resource"])
    method = getattr(resource, call["method"])
    arguments = _arguments(method, call.get("params", {}))
    options = dict(call.get("options", {}))
    keywords = inspect.signature(method).parameters
    for name, header in HEADERS.items():
        if name in options and name in keywords:
            arguments[name] = options.pop(name)
        elif name in options:  # the document does not name the header for this method
            options["headers"] = {header: options.pop(name)}
    if options:
        arguments["options"] = Options(**options)
    if isinstance(client, Partnerline):
        result = method(*call.get("args", []), **arguments)
        return list(result) if isinstance(result, Iterator) else result

    async def run() -> Any:
        async with client:
            result = method(*call.get("args", []), **arguments)
            return [entry async for entry in result] if isinstance(result, AsyncIterator) else await result

    return asyncio.run(run())


def _arguments(method: Any, params: dict[str, Any]) -> dict[str, Any]:
    """Parameters as their types have them: models for objects, times for texts."""
    hints = typing.get_type_hints(inspect.unwrap(method), {**vars(inspect.getmodule(method)), **vars(models)})
    out = {}
    for name, value in params.items():
        if name == "file":
            value = value["text"].encode()
        member = name if name in hints else name + "_"
        out[member] = _as(hints[member], value)
    return out


def _as(hint: Any, value: Any) -> Any:
    for option in typing.get_args(hint) or (hint,):
        if dataclasses.is_dataclass(option) and isinstance(value, dict) and isinstance(option, type):
            hints = typing.get_type_hints(option)
            return option(**{k: _as(hints[k], v) for k, v in value.items()})
        if option is datetime and isinstance(value, str):
            return datetime.fromisoformat(value.replace("Z", "+00:00"))
    return value


def _check_fault(fault: Exception | None, want: dict[str, Any]) -> None:
    if want["kind"] == "usage":
        assert isinstance(fault, ValueError)
        assert want["contains"] in str(fault)
    elif want["kind"] == "connection":
        assert isinstance(fault, TransportError)
    elif want["kind"] == "decode":
        assert isinstance(fault, UnexpectedAnswerError)
    else:
        assert isinstance(fault, ApiError)
        got = {
            "status": fault.status,
            "code": str(fault.code or ""),
            "title": fault.title,
            "detail": fault.detail,
            "fields": [dataclasses.asdict(f) for f in fault.fields],
            "request_id": fault.request_id,
            "retry_after_s": fault.retry_after,
        }
        assert {k: got[k] for k in want if k != "kind"} == {k: v for k, v in want.items() if k != "kind"}


def _check_result(got: Any, want: Any) -> None:
    if isinstance(got, Page):
        _check_result({"data": got.data, "next_page_token": got.next_page_token}, want)
    elif isinstance(want, dict):
        for name, value in want.items():
            if isinstance(got, dict):
                _check_result(got[name], value)
            else:
                _check_result(getattr(got, name, None) if hasattr(got, name) else getattr(got, name + "_"), value)
    elif isinstance(want, list):
        assert len(got) == len(want)
        for g, w in zip(got, want, strict=True):
            _check_result(g, w)
    elif isinstance(got, datetime):
        assert got == datetime.fromisoformat(want.replace("Z", "+00:00"))
    else:
        assert (got.value if isinstance(got, Enum) else got) == want
