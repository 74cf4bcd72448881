"""What a call may raise."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any

from .codes import Code


class PartnerlineError(Exception):
    """Any failure of this library."""


class TransportError(PartnerlineError):
    """The request was not answered: no connection, or one that broke. Retries are over."""


class AttemptTimeoutError(TransportError):
    """The last attempt was not answered within the timeout."""


class UnexpectedAnswerError(PartnerlineError):
    """The answer is a success whose content is not what the API documents."""


@dataclass(frozen=True)
class FieldError:
    """One field that was refused."""

    field: str
    """JSON pointer into the body, or the name of a parameter or header."""
    code: str
    message: str


class ApiError(PartnerlineError):
    """An answer that is not a success."""

    status: int
    code: Code | None
    """None when the answer is not from the API, but from a proxy for example."""
    title: str
    detail: str
    fields: list[FieldError]
    request_id: str | None
    """To quote to support."""
    retry_after: float | None
    """Seconds; None when the answer does not say."""
    body: bytes
    """The answer: problems may have further members."""

    def __init__(self, status: int, headers: Mapping[str, str], body: bytes, now: datetime) -> None:
        self.status = status
        self.body = body
        self.retry_after = retry_after(headers.get("Retry-After"), now)
        problem = _problem(body)
        code = problem.get("code")
        self.code = Code(code) if code else None
        self.title = str(problem.get("title") or "")
        self.detail = str(problem.get("detail") or "") if code else "the answer is not a problem document"
        self.fields = [FieldError(e["field"], e["code"], e["message"]) for e in problem.get("errors") or ()]
        self.request_id = problem.get("request_id") or headers.get("X-Request-Id")
        super().__init__(str(self))

    def __str__(self) -> str:
        text = f"{self.status} {self.code}" if self.code else str(self.status)
        if self.detail:
            text += f": {self.detail}"
        for f in self.fields:
            text += f"; {f.field}: {f.message}"
        if self.request_id:
            text += f" (request {self.request_id})"
        return text


class BadRequestError(ApiError):
    """400: the request has a fault; see `fields`."""


class AuthenticationError(ApiError):
    """401: the key is missing, unknown, revoked or expired."""


class PermissionDeniedError(ApiError):
    """403: the key lacks a scope, or the merchant has not delegated."""


class NotFoundError(ApiError):
    """404: there is no such thing, or it is another's."""


class ConflictError(ApiError):
    """409: the state forbids it."""


class PreconditionFailedError(ApiError):
    """412: the resource has changed since it was read."""


class UnprocessableError(ApiError):
    """422: the request is well formed and cannot be carried out."""


class RateLimitedError(ApiError):
    """429: too many requests; see `retry_after`."""


class ServerError(ApiError):
    """5xx: the failure is not the caller's."""


_classes: dict[int, type[ApiError]] = {
    400: BadRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    412: PreconditionFailedError,
    422: UnprocessableError,
    429: RateLimitedError,
}


def api_error(status: int, headers: Mapping[str, str], body: bytes, now: datetime) -> ApiError:
    """The error of an answer."""
    return _classes.get(status, ServerError if status >= 500 else ApiError)(status, headers, body, now)


def _problem(body: bytes) -> dict[str, Any]:
    """The members of a problem document; none when it is not one."""
    try:
        problem = json.loads(body)
    except ValueError:
        return {}
    return problem if isinstance(problem, dict) and isinstance(problem.get("code"), str) else {}


def retry_after(value: str | None, now: datetime) -> float | None:
    """The header Retry-After: seconds, or a time."""
    if value is None:
        return None
    if value.isascii() and value.isdecimal():
        return float(value)
    try:
        at = parsedate_to_datetime(value)
    except ValueError:
        return None
    if at.tzinfo is None:
        at = at.replace(tzinfo=timezone.utc)
    return max(0.0, (at - now).total_seconds())
