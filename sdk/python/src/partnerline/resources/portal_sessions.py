# Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
"""Calls of Webhooks that concern portal-sessions."""

from __future__ import annotations

import builtins
from collections.abc import AsyncIterator, Iterator
from typing import IO, TYPE_CHECKING, Any

from .. import _values
from .._core import Call, Options, Page
from .._values import ABSENT, Absent
from ..enums import PortalRole
from ..models import (
    PortalSession,
)

if TYPE_CHECKING:
    from .._client import AsyncPartnerline, Partnerline


class PortalSessionsResource:
    """Calls of Webhooks that concern portal-sessions."""

    def __init__(self, client: Partnerline) -> None:
        self._client = client

    def create(
        self,
        *,
        role: PortalRole | str | None | Absent = ABSENT,
        return_url: str | None | Absent = ABSENT,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> PortalSession:
        """Returns a URL that opens a session of the portal once, within 5 minutes. Send a signed-in person of yours there
        at once, or load it in a frame of a page whose origin the operator has allowed. The session ends an hour after
        it is opened, or as long as the operator has set, and at once when it or the key that made it is revoked."""
        return self._client._call(
            Call(
                api="webhooks",
                method="POST",
                path="/api/v1/portal-sessions",
                body={
                    "role": role,
                    "return_url": return_url,
                },
                keyed=True,
                headers={
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            lambda answer: PortalSession.from_dict(answer["data"]),
        )

    def revoke(
        self,
        id: str,
        *,
        options: Options | None = None,
    ) -> None:
        """Ends a session at once, whether or not it was opened. 204 over JSON, also for one that has ended."""
        self._client._call_without_result(
            Call(
                api="webhooks",
                method="DELETE",
                path="/api/v1/portal-sessions/{id}",
                args={"id": id},
                options=options,
            )
        )


class AsyncPortalSessionsResource:
    """Calls of Webhooks that concern portal-sessions, to be awaited."""

    def __init__(self, client: AsyncPartnerline) -> None:
        self._client = client

    async def create(
        self,
        *,
        role: PortalRole | str | None | Absent = ABSENT,
        return_url: str | None | Absent = ABSENT,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> PortalSession:
        """Returns a URL that opens a session of the portal once, within 5 minutes. Send a signed-in person of yours there
        at once, or load it in a frame of a page whose origin the operator has allowed. The session ends an hour after
        it is opened, or as long as the operator has set, and at once when it or the key that made it is revoked."""
        return await self._client._call(
            Call(
                api="webhooks",
                method="POST",
                path="/api/v1/portal-sessions",
                body={
                    "role": role,
                    "return_url": return_url,
                },
                keyed=True,
                headers={
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            lambda answer: PortalSession.from_dict(answer["data"]),
        )

    async def revoke(
        self,
        id: str,
        *,
        options: Options | None = None,
    ) -> None:
        """Ends a session at once, whether or not it was opened. 204 over JSON, also for one that has ended."""
        await self._client._call_without_result(
            Call(
                api="webhooks",
                method="DELETE",
                path="/api/v1/portal-sessions/{id}",
                args={"id": id},
                options=options,
            )
        )

