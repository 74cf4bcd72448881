# Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
"""Calls of Partner connect that concern feed."""

from __future__ import annotations

import builtins
from collections.abc import AsyncIterator, Iterator
from typing import IO, TYPE_CHECKING, Any

from .. import _values
from .._core import Call, Options, Page
from .._values import ABSENT, Absent
from ..models import (
    FeedEvent,
    FeedEventType,
)

if TYPE_CHECKING:
    from .._client import AsyncPartnerline, Partnerline


class FeedResource:
    """Calls of Partner connect that concern feed."""

    def __init__(self, client: Partnerline) -> None:
        self._client = client

    def list(
        self,
        *,
        after: str | None = None,
        type: str | None = None,
        page_size: int | None = None,
        options: Options | None = None,
    ) -> Iterator[FeedEvent]:
        """Returns the events after one that the reader has seen.

        It reads page after page."""
        return self._client._all(
            Call(
                api="partner connect",
                method="GET",
                path="/events",
                query={
                    "after": after,
                    "type": type,
                    "page_size": page_size,
                },
                options=options,
            ),
            "after",
            FeedEvent.from_dict,
        )

    def list_page(
        self,
        *,
        after: str | None = None,
        type: str | None = None,
        page_size: int | None = None,
        options: Options | None = None,
    ) -> Page[FeedEvent]:
        """One page of list."""
        return self._client._page(
            Call(
                api="partner connect",
                method="GET",
                path="/events",
                query={
                    "after": after,
                    "type": type,
                    "page_size": page_size,
                },
                options=options,
            ),
            FeedEvent.from_dict,
        )

    def list_types(
        self,
        *,
        options: Options | None = None,
    ) -> builtins.list[FeedEventType]:
        """Returns every type of events with its meaning, the JSON Schema of its data and an example."""
        return self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/event-types",
                options=options,
            ),
            lambda answer: _values.each(FeedEventType.from_dict, answer["data"]),
        )


class AsyncFeedResource:
    """Calls of Partner connect that concern feed, to be awaited."""

    def __init__(self, client: AsyncPartnerline) -> None:
        self._client = client

    def list(
        self,
        *,
        after: str | None = None,
        type: str | None = None,
        page_size: int | None = None,
        options: Options | None = None,
    ) -> AsyncIterator[FeedEvent]:
        """Returns the events after one that the reader has seen.

        It reads page after page."""
        return self._client._all(
            Call(
                api="partner connect",
                method="GET",
                path="/events",
                query={
                    "after": after,
                    "type": type,
                    "page_size": page_size,
                },
                options=options,
            ),
            "after",
            FeedEvent.from_dict,
        )

    async def list_page(
        self,
        *,
        after: str | None = None,
        type: str | None = None,
        page_size: int | None = None,
        options: Options | None = None,
    ) -> Page[FeedEvent]:
        """One page of list."""
        return await self._client._page(
            Call(
                api="partner connect",
                method="GET",
                path="/events",
                query={
                    "after": after,
                    "type": type,
                    "page_size": page_size,
                },
                options=options,
            ),
            FeedEvent.from_dict,
        )

    async def list_types(
        self,
        *,
        options: Options | None = None,
    ) -> builtins.list[FeedEventType]:
        """Returns every type of events with its meaning, the JSON Schema of its data and an example."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/event-types",
                options=options,
            ),
            lambda answer: _values.each(FeedEventType.from_dict, answer["data"]),
        )

