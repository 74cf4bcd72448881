"""Signatures of webhooks."""

from __future__ import annotations

import base64
import binascii
import hmac
import time
from collections.abc import Iterable
from hashlib import sha256
from typing import Final, Literal, Protocol

from ._errors import PartnerlineError

#: How far the time of a signature may be from now, in seconds. It keeps a recorded request from being replayed later;
#: every attempt is signed afresh, so late retries pass.
TOLERANCE: Final = 300

Reason = Literal["malformed_header", "timestamp_out_of_tolerance", "no_matching_signature"]

# Bounds what is parsed of a header from an unverified sender.
_MAX_HEADER: Final = 4 << 10


class Headers(Protocol):
    """Headers of any framework: a mapping, or a message of the standard library."""

    def items(self) -> Iterable[tuple[str, str]]: ...


class SignatureError(PartnerlineError):
    """A delivery that is not from Partnerline, or not of now. Answer 401, and do not use its body."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason: Reason = reason


def verify(
    secret: str | Iterable[str],
    headers: Headers,
    body: bytes,
    *,
    tolerance: float = TOLERANCE,
    now: float | None = None,
) -> None:
    """Verifies a delivery by its headers and its body as it came, before it is parsed; raises SignatureError.

    The same delivery may arrive several times: its id, the header X-Webhook-Id, stays the same. While a secret is being
    rotated, deliveries are signed with both, so a receiver may hold either, or give both. `now` is seconds since 1970.
    """
    keys = [_key(s) for s in ([secret] if isinstance(secret, str) else secret)]
    if not keys:
        raise ValueError("there is no secret")
    values = {name.lower(): value for name, value in headers.items()}
    timestamp, signatures = _parse(values.get("x-signature", ""))
    if abs((time.time() if now is None else now) - int(timestamp)) > tolerance:
        raise SignatureError("timestamp_out_of_tolerance")
    signed = f"{values.get('x-webhook-id', '')}.{timestamp}.".encode() + body
    for key in keys:
        want = hmac.new(key, signed, sha256).digest()
        if any([hmac.compare_digest(want, got) for got in signatures]):
            return
    raise SignatureError("no_matching_signature")


def _key(secret: str) -> bytes:
    fault = "a secret is whsec_ followed by base64 of 24 to 64 bytes"
    if not secret.startswith("whsec_"):
        raise ValueError(fault)
    try:
        key = base64.b64decode(secret[len("whsec_") :], validate=True)
    except (binascii.Error, ValueError):
        raise ValueError(fault) from None
    if not 24 <= len(key) <= 64:
        raise ValueError(fault)
    return key


def _parse(header: str) -> tuple[str, list[bytes]]:
    """Reads t=...,v1=...[,v1=...]; parts of schemes that it does not know are passed over."""
    if len(header) > _MAX_HEADER:
        raise SignatureError("malformed_header")
    timestamp, signatures = "", []
    for part in header.split(","):
        name, separator, value = part.partition("=")
        if not separator or (name == "t" and (timestamp or not value)):
            raise SignatureError("malformed_header")
        if name == "t":
            timestamp = value
        elif name == "v1":
            try:
                signatures.append(bytes.fromhex(value))
            except ValueError:
                continue
    if not (timestamp.isascii() and timestamp.isdecimal()) or len(timestamp) > 18:
        raise SignatureError("malformed_header")
    return timestamp, signatures
