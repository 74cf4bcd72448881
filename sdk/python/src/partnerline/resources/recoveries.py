# Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
"""Calls of Webhooks that concern recoveries."""

from __future__ import annotations

import builtins
from collections.abc import AsyncIterator, Iterator
from typing import IO, TYPE_CHECKING, Any

from .. import _values
from .._core import Call, Options, Page
from .._values import ABSENT, Absent
from ..models import (
    Recovery,
)

if TYPE_CHECKING:
    from .._client import AsyncPartnerline, Partnerline


class RecoveriesResource:
    """Calls of Webhooks that concern recoveries."""

    def __init__(self, client: Partnerline) -> None:
        self._client = client

    def get(
        self,
        id: str,
        *,
        options: Options | None = None,
    ) -> Recovery:
        """Shows the progress of a job."""
        return self._client._call(
            Call(
                api="webhooks",
                method="GET",
                path="/api/v1/recoveries/{id}",
                args={"id": id},
                options=options,
            ),
            lambda answer: Recovery.from_dict(answer["data"]),
        )

    def cancel(
        self,
        id: str,
        *,
        options: Options | None = None,
    ) -> None:
        """Stops a job; what it sent on its way stays there. 204 over JSON, also for a job that has ended."""
        self._client._call_without_result(
            Call(
                api="webhooks",
                method="DELETE",
                path="/api/v1/recoveries/{id}",
                args={"id": id},
                options=options,
            )
        )


class AsyncRecoveriesResource:
    """Calls of Webhooks that concern recoveries, to be awaited."""

    def __init__(self, client: AsyncPartnerline) -> None:
        self._client = client

    async def get(
        self,
        id: str,
        *,
        options: Options | None = None,
    ) -> Recovery:
        """Shows the progress of a job."""
        return await self._client._call(
            Call(
                api="webhooks",
                method="GET",
                path="/api/v1/recoveries/{id}",
                args={"id": id},
                options=options,
            ),
            lambda answer: Recovery.from_dict(answer["data"]),
        )

    async def cancel(
        self,
        id: str,
        *,
        options: Options | None = None,
    ) -> None:
        """Stops a job; what it sent on its way stays there. 204 over JSON, also for a job that has ended."""
        await self._client._call_without_result(
            Call(
                api="webhooks",
                method="DELETE",
                path="/api/v1/recoveries/{id}",
                args={"id": id},
                options=options,
            )
        )

