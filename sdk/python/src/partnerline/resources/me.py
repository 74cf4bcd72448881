# Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
"""Calls of Partner connect that concern me."""

from __future__ import annotations

import builtins
from collections.abc import AsyncIterator, Iterator
from typing import IO, TYPE_CHECKING, Any

from .. import _values
from .._core import Call, Options, Page
from .._values import ABSENT, Absent
from ..models import (
    Me,
)

if TYPE_CHECKING:
    from .._client import AsyncPartnerline, Partnerline


class MeResource:
    """Calls of Partner connect that concern me."""

    def __init__(self, client: Partnerline) -> None:
        self._client = client

    def get(
        self,
        *,
        options: Options | None = None,
    ) -> Me:
        """Describes the calling key."""
        return self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/me",
                options=options,
            ),
            Me.from_dict,
        )


class AsyncMeResource:
    """Calls of Partner connect that concern me, to be awaited."""

    def __init__(self, client: AsyncPartnerline) -> None:
        self._client = client

    async def get(
        self,
        *,
        options: Options | None = None,
    ) -> Me:
        """Describes the calling key."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/me",
                options=options,
            ),
            Me.from_dict,
        )

