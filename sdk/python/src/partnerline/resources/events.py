# Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
"""Calls of Webhooks that concern events."""

from __future__ import annotations

import builtins
from collections.abc import AsyncIterator, Iterator
from datetime import datetime
from typing import IO, TYPE_CHECKING, Any

from .. import _values
from .._core import Call, Options, Page
from .._values import ABSENT, Absent
from ..models import (
    Event,
)

if TYPE_CHECKING:
    from .._client import AsyncPartnerline, Partnerline


class EventsResource:
    """Calls of Webhooks that concern events."""

    def __init__(self, client: Partnerline) -> None:
        self._client = client

    def list(
        self,
        *,
        type: str | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        page_size: int | None = None,
        page_token: str | None = None,
        options: Options | None = None,
    ) -> Iterator[Event]:
        """Returns a page of events, newest first.

        It reads page after page."""
        return self._client._all(
            Call(
                api="webhooks",
                method="GET",
                path="/api/v1/events",
                query={
                    "type": type,
                    "from": from_,
                    "to": to,
                    "page_size": page_size,
                    "page_token": page_token,
                },
                options=options,
            ),
            "page_token",
            Event.from_dict,
        )

    def list_page(
        self,
        *,
        type: str | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        page_size: int | None = None,
        page_token: str | None = None,
        options: Options | None = None,
    ) -> Page[Event]:
        """One page of list."""
        return self._client._page(
            Call(
                api="webhooks",
                method="GET",
                path="/api/v1/events",
                query={
                    "type": type,
                    "from": from_,
                    "to": to,
                    "page_size": page_size,
                    "page_token": page_token,
                },
                options=options,
            ),
            Event.from_dict,
        )

    def get(
        self,
        id: str,
        *,
        options: Options | None = None,
    ) -> Event:
        """Returns one event as its envelope."""
        return self._client._call(
            Call(
                api="webhooks",
                method="GET",
                path="/api/v1/events/{id}",
                args={"id": id},
                options=options,
            ),
            lambda answer: Event.from_dict(answer["data"]),
        )


class AsyncEventsResource:
    """Calls of Webhooks that concern events, to be awaited."""

    def __init__(self, client: AsyncPartnerline) -> None:
        self._client = client

    def list(
        self,
        *,
        type: str | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        page_size: int | None = None,
        page_token: str | None = None,
        options: Options | None = None,
    ) -> AsyncIterator[Event]:
        """Returns a page of events, newest first.

        It reads page after page."""
        return self._client._all(
            Call(
                api="webhooks",
                method="GET",
                path="/api/v1/events",
                query={
                    "type": type,
                    "from": from_,
                    "to": to,
                    "page_size": page_size,
                    "page_token": page_token,
                },
                options=options,
            ),
            "page_token",
            Event.from_dict,
        )

    async def list_page(
        self,
        *,
        type: str | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        page_size: int | None = None,
        page_token: str | None = None,
        options: Options | None = None,
    ) -> Page[Event]:
        """One page of list."""
        return await self._client._page(
            Call(
                api="webhooks",
                method="GET",
                path="/api/v1/events",
                query={
                    "type": type,
                    "from": from_,
                    "to": to,
                    "page_size": page_size,
                    "page_token": page_token,
                },
                options=options,
            ),
            Event.from_dict,
        )

    async def get(
        self,
        id: str,
        *,
        options: Options | None = None,
    ) -> Event:
        """Returns one event as its envelope."""
        return await self._client._call(
            Call(
                api="webhooks",
                method="GET",
                path="/api/v1/events/{id}",
                args={"id": id},
                options=options,
            ),
            lambda answer: Event.from_dict(answer["data"]),
        )

