"""How calls are made: what the synchronous and the asynchronous client share, without input or output of its own."""

from __future__ import annotations

import json
import random
import secrets
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timezone
from typing import IO, Any, Final, Generic, TypeVar
from urllib.parse import quote, urlsplit

import httpx

from ._errors import ApiError, PartnerlineError, UnexpectedAnswerError, api_error
from ._values import ABSENT, Absent, to_json, to_query
from ._version import __version__
from .codes import Code

T = TypeVar("T")

DEFAULT_TIMEOUT: Final = 30.0
DEFAULT_MAX_RETRIES: Final = 2

PARTNER_CONNECT: Final = "partner connect"
WEBHOOKS: Final = "webhooks"

# The API that keys are for, by their prefixes.
_key_apis: Final = {"pk": PARTNER_CONNECT, "mk": PARTNER_CONNECT, "vk": WEBHOOKS}

# Waits between attempts, in seconds: a random part of the base, doubled with each attempt up to the longest; or what
# Retry-After says, up to the longest that is waited for.
_BASE: Final = 0.5
_LONGEST: Final = 8.0
_LONGEST_ASKED: Final = 60.0


@dataclass(frozen=True)
class Response:
    """What an answer has beside its body."""

    status: int
    headers: Mapping[str, str]

    @property
    def request_id(self) -> str | None:
        return self.headers.get("X-Request-Id")

    @property
    def etag(self) -> str | None:
        return self.headers.get("ETag")

    @property
    def replayed(self) -> bool:
        """True when the answer is that of an earlier call."""
        return self.headers.get("Idempotency-Replayed") == "true"


@dataclass(frozen=True, kw_only=True)
class Options:
    """What any call may change."""

    timeout: float | None = None
    """Seconds of each attempt; None: as the client has it."""
    max_retries: int | None = None
    """How often the call is repeated at most; None: as the client has it."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """Further headers of the request."""
    on_response: Callable[[Response], None] | None = None
    """Gets status and headers of the answer, of a refusal too."""


@dataclass(frozen=True, kw_only=True)
class Call:
    """One call of an operation."""

    api: str
    method: str
    path: str
    args: Mapping[str, str] = field(default_factory=dict)
    query: Mapping[str, Any] = field(default_factory=dict)
    body: Mapping[str, Any] | None = None
    file: bytes | IO[bytes] | None = None
    filename: str = ""
    keyed: bool = False
    headers: Mapping[str, str | None] = field(default_factory=dict)
    options: Options | None = None

    def next(self, parameter: str, token: str) -> Call:
        """The call for the page after."""
        return replace(self, query={**self.query, parameter: token})


@dataclass(frozen=True)
class Page(Generic[T]):
    """One page of a list."""

    data: list[T]
    next_page_token: str
    """What the next page is asked for by; empty on the last one."""


@dataclass(frozen=True)
class Send:
    """Send this request, once, within the timeout."""

    request: httpx.Request
    timeout: float


@dataclass(frozen=True)
class Wait:
    """Wait before the next attempt."""

    seconds: float


@dataclass(frozen=True)
class Answer:
    """What was answered."""

    status: int
    headers: Mapping[str, str]
    body: bytes


# A call as steps: each is carried out by the client, synchronously or not, and its outcome sent back.
Steps = Generator["Send | Wait", "Answer | PartnerlineError | None", bytes]


class Settings:
    """What a client was made with."""

    def __init__(
        self,
        keys: tuple[str, ...],
        urls: Mapping[str, str | None],
        timeout: float,
        max_retries: int,
        connect_version: str | None,
    ) -> None:
        if timeout <= 0:
            raise ValueError("the timeout must be positive")
        if max_retries < 0:
            raise ValueError("max_retries cannot be negative")
        if not keys:
            raise ValueError("the client needs a key")
        self.timeout = timeout
        self.max_retries = max_retries
        self.connect_version = connect_version
        self.keys: dict[str, str] = {}
        self.mode = ""
        for key in keys:
            self._add_key(key)
        self.urls = {api: _base_url(api, url) for api, url in urls.items() if url is not None}
        self.random = random.SystemRandom().random

    def _add_key(self, key: str) -> None:
        prefix, _, rest = key.partition("_")
        mode, separator, _ = rest.partition("_")
        api = _key_apis.get(prefix)
        if api is None or not separator or mode not in ("live", "test"):
            raise ValueError("a key begins with pk_, mk_ or vk_, and then live_ or test_")
        if api in self.keys:
            raise ValueError(f"there are two keys for {api}")
        if self.mode not in ("", mode):
            raise ValueError("one key is for live mode and the other for test mode")
        self.keys[api], self.mode = key, mode

    def steps(self, call: Call) -> Steps:
        """The steps of a call: it is sent, and again where that is of use. Returns the body of the answer."""
        options = call.options or Options()
        timeout = self.timeout if options.timeout is None else options.timeout
        max_retries = self.max_retries if options.max_retries is None else options.max_retries
        url, headers = self._url(call), self._headers(call, options)
        content = _content(call)
        for attempt in range(max_retries + 1):
            outcome = yield Send(httpx.Request(call.method, url, headers=headers, **content), timeout)
            asked: float | None = None
            if isinstance(outcome, Answer):
                if options.on_response:
                    options.on_response(Response(outcome.status, outcome.headers))
                if outcome.status // 100 == 2:
                    return outcome.body
                fault: PartnerlineError = api_error(
                    outcome.status, outcome.headers, outcome.body, datetime.now(timezone.utc)
                )
            else:
                assert isinstance(outcome, PartnerlineError)
                fault = outcome
            if isinstance(fault, ApiError):
                asked = fault.retry_after
                if not _retryable(fault) or (asked is not None and asked > _LONGEST_ASKED):
                    raise fault
            if attempt == max_retries:
                raise fault
            yield Wait(self.random() * min(_LONGEST, _BASE * 2**attempt) if asked is None else asked)
        raise AssertionError("the last attempt returns or raises")

    def _url(self, call: Call) -> httpx.URL:
        base = self.urls.get(call.api)
        argument = "partner_connect_url" if call.api == PARTNER_CONNECT else "webhooks_url"
        if base is None:
            raise ValueError(f"the client has no URL of {call.api}: make it with {argument}")
        if call.api not in self.keys:
            raise ValueError(f"the client has no key for {call.api}: make it with one")
        path = call.path
        for name, value in call.args.items():
            if value in ("", ".", ".."):
                raise ValueError(f"{name} is empty or no id")
            path = path.replace("{" + name + "}", quote(value, safe=""))
        return httpx.URL(base + path, params=to_query(call.query) or None)

    def _headers(self, call: Call, options: Options) -> httpx.Headers:
        headers = httpx.Headers(
            {
                "Authorization": f"Bearer {self.keys[call.api]}",
                "Accept": "application/json",
                "User-Agent": f"partnerline-python/{__version__}",
            }
        )
        if call.api == PARTNER_CONNECT and self.connect_version:
            headers["Connect-Version"] = self.connect_version
        if call.keyed:
            headers["Idempotency-Key"] = secrets.token_hex(16)
        headers.update({name: value for name, value in call.headers.items() if value is not None})
        headers.update(options.headers)
        return headers


def _base_url(api: str, url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme not in ("https", "http") or not parts.netloc:
        raise ValueError(f"the URL of {api} must begin with https:// or http:// and name a host")
    return url.rstrip("/")


def _content(call: Call) -> dict[str, Any]:
    """The body, which all attempts send. A file is read to its end first."""
    if call.file is not None:
        content = call.file if isinstance(call.file, bytes) else call.file.read()
        texts = {k: v for k, v in to_json(call.body or {}).items() if v is not None}
        return {"data": texts, "files": {"file": (call.filename, content)}}
    if call.body is not None:
        return {"json": to_json(call.body)}
    return {}


def _retryable(fault: ApiError) -> bool:
    """Whether the same call may succeed later. All calls may be repeated: a POST has an idempotency key, or a natural
    one in its body, or changes nothing."""
    return fault.status in (429, 502, 503, 504) or fault.code == Code("idempotency_in_progress")


def decoded(body: bytes, decode: Callable[[Any], T]) -> T:
    """The result of an answer."""
    try:
        return decode(json.loads(body))
    except (KeyError, TypeError, ValueError, AttributeError) as e:
        raise UnexpectedAnswerError(f"the answer is not what the API documents: {type(e).__name__} {e}") from e


def page_of(decode: Callable[[Any], T]) -> Callable[[Any], Page[T]]:
    """Decodes a page: one API has the token of the next one in meta, the other beside data."""

    def page(answer: Any) -> Page[T]:
        token = answer.get("next_page_token") or (answer.get("meta") or {}).get("next_page_token") or ""
        return Page([decode(entry) for entry in answer["data"]], token)

    return page


__all__ = ["ABSENT", "Absent", "Answer", "Call", "Options", "Page", "Response", "Send", "Settings", "Wait"]
