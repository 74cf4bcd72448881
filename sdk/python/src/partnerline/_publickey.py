"""Signatures of webhooks that public keys verify."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from ._signature import _MAX_HEADER, TOLERANCE, Headers, SignatureError

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

#: Components that a signature must cover, unless others are asked for. A request whose URL has a query must have
#: ``@query`` covered, too.
COVERED: Final = ("@method", "@authority", "@path", "content-digest", "x-webhook-id")


@dataclass(frozen=True)
class PublicKey:
    """A public key of a tenant, by which signatures of the forms ed25519 and http_message are verified."""

    #: 32 bytes.
    key: bytes
    #: As the JWKS and HTTP message signatures name it; None when it is not known.
    id: str | None = None

    def __post_init__(self) -> None:
        if len(self.key) != 32:
            raise ValueError("a public key has 32 bytes")

    @staticmethod
    def parse(text: str) -> PublicKey:
        """Reads a key as Standard Webhooks writes it, ``whpk_...``; its id is not known."""
        fault = "a public key is whpk_ followed by base64 of 32 bytes"
        if not text.startswith("whpk_"):
            raise ValueError(fault)
        try:
            key = base64.b64decode(text[len("whpk_") :], validate=True)
        except (binascii.Error, ValueError):
            raise ValueError(fault) from None
        if len(key) != 32:
            raise ValueError(fault)
        return PublicKey(key)


def parse_jwks(document: str | bytes | dict[str, Any]) -> list[PublicKey]:
    """Reads the Ed25519 keys of a JWKS (RFC 7517, RFC 8037), in its order. Keys of other kinds are left out."""
    loaded = document if isinstance(document, dict) else json.loads(document)
    keys = []
    for k in loaded["keys"]:
        if k.get("kty") == "OKP" and k.get("crv") == "Ed25519":
            if not re.fullmatch(r"[A-Za-z0-9_-]{43}", str(k.get("x"))):
                raise ValueError(f"the key {k.get('kid')} of the JWKS has not 32 bytes")
            keys.append(PublicKey(base64.urlsafe_b64decode(k["x"] + "="), k.get("kid")))
    return keys


def verify_with_public_keys(
    keys: Iterable[PublicKey],
    headers: Headers,
    body: bytes,
    *,
    tolerance: float = TOLERANCE,
    now: float | None = None,
) -> None:
    """Verifies the form ed25519 of a delivery, ``v1a`` of Standard Webhooks; raises SignatureError.

    Read the JWKS again when it fails with `no_matching_signature`, but no more often than once a minute: anyone can
    send a bad signature. It needs the extra `ed25519` of this package.
    """
    known = _loaded(keys)
    values = {name.lower(): value for name, value in headers.items()}
    timestamp, header = values.get("webhook-timestamp", ""), values.get("webhook-signature", "")
    if not header or len(header) > _MAX_HEADER or not re.fullmatch(r"[+-]?[0-9]{1,18}", timestamp):
        raise SignatureError("malformed_header")
    if abs((time.time() if now is None else now) - int(timestamp)) > tolerance:
        raise SignatureError("timestamp_out_of_tolerance")
    signed = f"{values.get('webhook-id', '')}.{timestamp}.".encode() + body
    for part in header.split(" "):
        signature = _base64(part[len("v1a,") :]) if part.startswith("v1a,") else None
        if signature is not None and any(_verifies(key, signature, signed) for _, key in known):
            return
    raise SignatureError("no_matching_signature")


def verify_message(
    keys: Iterable[PublicKey],
    method: str,
    url: str,
    headers: Headers,
    body: bytes,
    *,
    covered: Sequence[str] | None = None,
    tolerance: float = TOLERANCE,
    now: float | None = None,
) -> None:
    """Verifies the form http_message of a delivery, an HTTP message signature (RFC 9421); raises SignatureError.

    `url` is the whole URL, with its scheme and host: behind a proxy, the one that the sender called. A signature counts
    only if it covers :data:`COVERED` or, if it is given, `covered`. It needs the extra `ed25519` of this package.
    """
    known = _loaded(keys)
    at = time.time() if now is None else now
    fields = _fields(headers)
    components = _derived(method, url) | fields
    components.setdefault("host", urlsplit(url).netloc)
    wanted = covered if covered is not None else (*COVERED, *(["@query"] if "?" in url.partition("#")[0] else []))
    signatures = _signatures(fields.get("signature", ""))
    late = False
    for entry in _inputs(fields.get("signature-input", "")):
        signature = signatures.get(entry.label)
        if signature is None or not set(wanted) <= set(entry.names) or not set(entry.names) <= set(components):
            continue
        created, expires = _integer(entry.params.get("created")), _integer(entry.params.get("expires", "0"))
        if created is None or expires is None or entry.params.get("alg", "ed25519") != "ed25519":
            continue
        if abs(at - created) > tolerance or ("expires" in entry.params and at > expires):
            late = True
            continue
        if "content-digest" in entry.names and not _digest_fits(components["content-digest"], body):
            continue
        lines = [f'"{name}": {components[name]}\n' for name in entry.names]
        base = ("".join(lines) + f'"@signature-params": {entry.text}').encode()
        keyid = entry.params.get("keyid")
        for name, key in known:
            if (keyid is None or name is None or name == keyid) and _verifies(key, signature, base):
                return
    raise SignatureError("timestamp_out_of_tolerance" if late else "no_matching_signature")


def _loaded(keys: Iterable[PublicKey]) -> list[tuple[str | None, Ed25519PublicKey]]:
    try:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError as e:
        raise ImportError("Ed25519 needs the package cryptography: install partnerline[ed25519]") from e
    known = [(k.id, Ed25519PublicKey.from_public_bytes(k.key)) for k in keys]
    if not known:
        raise ValueError("there is no public key")
    return known


def _verifies(key: Ed25519PublicKey, signature: bytes, signed: bytes) -> bool:
    from cryptography.exceptions import InvalidSignature

    try:
        key.verify(signature, signed)
    except InvalidSignature:
        return False
    return True


def _base64(text: str) -> bytes | None:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None


def _integer(text: str | None) -> int | None:
    return int(text) if text is not None and re.fullmatch(r"-?[0-9]{1,15}", text) else None


def _fields(headers: Headers) -> dict[str, str]:
    """Headers by their names in lower case, as they are signed: all values of a name in one."""
    fields: dict[str, str] = {}
    for name, value in headers.items():
        key, text = name.lower(), value.strip()
        fields[key] = f"{fields[key]}, {text}" if key in fields else text
    return fields


def _derived(method: str, url: str) -> dict[str, str]:
    parts = urlsplit(url)
    authority = parts.netloc.rpartition("@")[2].lower()
    authority = authority.removesuffix({"https": ":443", "http": ":80"}.get(parts.scheme, ""))
    return {"@method": method, "@authority": authority, "@path": parts.path or "/", "@query": f"?{parts.query}"}


def _digest_fits(value: str, body: bytes) -> bool:
    """Whether a Content-Digest (RFC 9530) has a digest that is known, and each of those fits."""
    known = 0
    for part in value.split(","):
        name, _, digest = part.strip().partition("=")
        if name not in ("sha-256", "sha-512"):
            continue
        known += 1
        want = base64.b64encode(hashlib.new(name.replace("-", ""), body).digest())
        if not hmac.compare_digest(digest.encode(), b":" + want + b":"):
            return False
    return known > 0


@dataclass(frozen=True)
class _Input:
    """A member of Signature-Input: `text` is what was signed, `names` is empty if a component has parameters."""

    label: str
    text: str
    names: tuple[str, ...]
    params: dict[str, str]


# The forms of a structured field (RFC 8941) that the two headers have.
_KEY: Final = r"[a-z*][a-z0-9_.*-]*"
_VALUE: Final = r'"(?:[^"\\]|\\["\\])*"|-?[0-9]{1,15}|[A-Za-z*][!#$%&\'*+.^_|~:/A-Za-z0-9-]*|:[A-Za-z0-9+/=]*:|\?[01]'
_PARAM: Final = rf";{_KEY}(?:=(?:{_VALUE}))?"
_ITEM: Final = rf'"[^"\\]*"(?:{_PARAM})*'
_ONE_INPUT: Final = re.compile(
    rf"({_KEY})=(\(({_ITEM}(?: {_ITEM})*)?\)((?:{_PARAM})*))(?:[ \t]*,[ \t]*|\Z)",
)
_ONE_SIGNATURE: Final = re.compile(rf"({_KEY})=:([A-Za-z0-9+/=]*):(?:[ \t]*,[ \t]*|\Z)")
_EACH_ITEM: Final = re.compile(rf'"([^"\\]*)"((?:{_PARAM})*)')
_EACH_PARAM: Final = re.compile(rf";({_KEY})(?:=({_VALUE}))?")


def _members(text: str, one: re.Pattern[str]) -> list[re.Match[str]]:
    if not text or len(text) > _MAX_HEADER:
        raise SignatureError("malformed_header")
    found: list[re.Match[str]] = []
    at = 0
    while at < len(text):
        match = one.match(text, at)
        if match is None:
            raise SignatureError("malformed_header")
        found.append(match)
        at = match.end()
    return found


def _inputs(text: str) -> list[_Input]:
    inputs = []
    for match in _members(text, _ONE_INPUT):
        items = _EACH_ITEM.findall(match[3] or "")
        names = tuple(name for name, _ in items)
        plain = all(not more for _, more in items) and len(set(names)) == len(names)
        params = {name: value.strip('"') for name, value in _EACH_PARAM.findall(match[4])}
        inputs.append(_Input(match[1], match[2], names if plain else (), params))
    return inputs


def _signatures(text: str) -> dict[str, bytes]:
    signatures = {}
    for match in _members(text, _ONE_SIGNATURE):
        raw = _base64(match[2])
        if raw is None:
            raise SignatureError("malformed_header")
        signatures[match[1]] = raw
    return signatures
