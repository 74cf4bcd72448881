"""The two clients, which send what the core decides."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from types import TracebackType
from typing import Any, TypeVar

import httpx

from ._core import (
    DEFAULT_MAX_RETRIES,
    DEFAULT_TIMEOUT,
    PARTNER_CONNECT,
    WEBHOOKS,
    Answer,
    Call,
    Page,
    Send,
    Settings,
    Steps,
    decoded,
    page_of,
)
from ._errors import AttemptTimeoutError, PartnerlineError, TransportError
from .resources import AsyncResources, Resources

T = TypeVar("T")


class Partnerline(Resources):
    """Calls both public APIs. It may be used by many threads at once.

    A key's prefix decides which API it is for, and whether calls are in live or in test mode; a client may have one key
    for each API. `timeout` bounds each attempt of a call, in seconds; `max_retries` is how often a call is repeated at
    most. Close the client, or use it in a `with` statement.
    """

    def __init__(
        self,
        *keys: str,
        partner_connect_url: str | None = None,
        webhooks_url: str | None = None,
        timeout: float = DEFAULT_TIMEOUT,
        max_retries: int = DEFAULT_MAX_RETRIES,
        connect_version: str | None = None,
        http_client: httpx.Client | None = None,
    ) -> None:
        urls = {PARTNER_CONNECT: partner_connect_url, WEBHOOKS: webhooks_url}
        self._settings = Settings(keys, urls, timeout, max_retries, connect_version)
        self._http = http_client or httpx.Client()
        self._sleep: Callable[[float], None] = time.sleep
        super().__init__(self)

    @property
    def livemode(self) -> bool:
        """Whether the client's keys are for live mode."""
        return self._settings.mode == "live"

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def __enter__(self) -> Partnerline:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _call(self, call: Call, decode: Callable[[Any], T]) -> T:
        return decoded(self._run(self._settings.steps(call)), decode)

    def _call_without_result(self, call: Call) -> None:
        self._run(self._settings.steps(call))

    def _page(self, call: Call, decode: Callable[[Any], T]) -> Page[T]:
        return self._call(call, page_of(decode))

    def _all(self, call: Call, parameter: str, decode: Callable[[Any], T]) -> Iterator[T]:
        while True:
            page = self._page(call, decode)
            yield from page.data
            if not page.next_page_token:
                return
            call = call.next(parameter, page.next_page_token)

    def _run(self, steps: Steps) -> bytes:
        outcome: Answer | PartnerlineError | None = None
        try:
            while True:
                step = steps.send(outcome)
                if isinstance(step, Send):
                    outcome = self._send(step)
                else:
                    self._sleep(step.seconds)
                    outcome = None
        except StopIteration as end:
            return bytes(end.value)

    def _send(self, step: Send) -> Answer | PartnerlineError:
        step.request.extensions["timeout"] = httpx.Timeout(step.timeout).as_dict()
        until = time.monotonic() + step.timeout
        try:
            response = self._http.send(step.request, stream=True, follow_redirects=False)
            try:
                body = bytearray()
                for chunk in response.iter_bytes():
                    body += chunk
                    if time.monotonic() > until:  # the timeout of httpx is that of each read
                        return AttemptTimeoutError(f"no complete answer within {step.timeout} s")
            finally:
                response.close()
        except httpx.TimeoutException as e:
            return _caused(AttemptTimeoutError(f"no answer within {step.timeout} s"), e)
        except httpx.RequestError as e:
            return _caused(TransportError(f"the request was not answered: {e}"), e)
        return Answer(response.status_code, response.headers, bytes(body))


class AsyncPartnerline(AsyncResources):
    """:class:`Partnerline` for asyncio: the same calls, to be awaited, and lists as asynchronous iterators. A call
    that is cancelled ends its request."""

    def __init__(
        self,
        *keys: str,
        partner_connect_url: str | None = None,
        webhooks_url: str | None = None,
        timeout: float = DEFAULT_TIMEOUT,
        max_retries: int = DEFAULT_MAX_RETRIES,
        connect_version: str | None = None,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        urls = {PARTNER_CONNECT: partner_connect_url, WEBHOOKS: webhooks_url}
        self._settings = Settings(keys, urls, timeout, max_retries, connect_version)
        self._http = http_client or httpx.AsyncClient()
        self._sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
        super().__init__(self)

    @property
    def livemode(self) -> bool:
        """Whether the client's keys are for live mode."""
        return self._settings.mode == "live"

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._http.aclose()

    async def __aenter__(self) -> AsyncPartnerline:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def _call(self, call: Call, decode: Callable[[Any], T]) -> T:
        return decoded(await self._run(self._settings.steps(call)), decode)

    async def _call_without_result(self, call: Call) -> None:
        await self._run(self._settings.steps(call))

    async def _page(self, call: Call, decode: Callable[[Any], T]) -> Page[T]:
        return await self._call(call, page_of(decode))

    async def _all(self, call: Call, parameter: str, decode: Callable[[Any], T]) -> AsyncIterator[T]:
        while True:
            page = await self._page(call, decode)
            for entry in page.data:
                yield entry
            if not page.next_page_token:
                return
            call = call.next(parameter, page.next_page_token)

    async def _run(self, steps: Steps) -> bytes:
        outcome: Answer | PartnerlineError | None = None
        try:
            while True:
                step = steps.send(outcome)
                if isinstance(step, Send):
                    outcome = await self._send(step)
                else:
                    await self._sleep(step.seconds)
                    outcome = None
        except StopIteration as end:
            return bytes(end.value)

    async def _send(self, step: Send) -> Answer | PartnerlineError:
        step.request.extensions["timeout"] = httpx.Timeout(step.timeout).as_dict()
        try:
            response = await asyncio.wait_for(self._http.send(step.request, follow_redirects=False), step.timeout)
        except (httpx.TimeoutException, asyncio.TimeoutError) as e:
            return _caused(AttemptTimeoutError(f"no complete answer within {step.timeout} s"), e)
        except httpx.RequestError as e:
            return _caused(TransportError(f"the request was not answered: {e}"), e)
        return Answer(response.status_code, response.headers, response.content)


def _caused(fault: PartnerlineError, cause: BaseException) -> PartnerlineError:
    fault.__cause__ = cause
    return fault
