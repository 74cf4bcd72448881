# Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
"""Calls of Webhooks that concern event-types."""

from __future__ import annotations

import builtins
from collections.abc import AsyncIterator, Iterator
from typing import IO, TYPE_CHECKING, Any

from .. import _values
from .._core import Call, Options, Page
from .._values import ABSENT, Absent
from ..models import (
    EventType,
)

if TYPE_CHECKING:
    from .._client import AsyncPartnerline, Partnerline


class EventTypesResource:
    """Calls of Webhooks that concern event-types."""

    def __init__(self, client: Partnerline) -> None:
        self._client = client

    def list(
        self,
        *,
        options: Options | None = None,
    ) -> builtins.list[EventType]:
        """Returns every event type with its meaning, the JSON Schema of its data and an example."""
        return self._client._call(
            Call(
                api="webhooks",
                method="GET",
                path="/api/v1/event-types",
                options=options,
            ),
            lambda answer: _values.each(EventType.from_dict, answer["data"]),
        )


class AsyncEventTypesResource:
    """Calls of Webhooks that concern event-types, to be awaited."""

    def __init__(self, client: AsyncPartnerline) -> None:
        self._client = client

    async def list(
        self,
        *,
        options: Options | None = None,
    ) -> builtins.list[EventType]:
        """Returns every event type with its meaning, the JSON Schema of its data and an example."""
        return await self._client._call(
            Call(
                api="webhooks",
                method="GET",
                path="/api/v1/event-types",
                options=options,
            ),
            lambda answer: _values.each(EventType.from_dict, answer["data"]),
        )

