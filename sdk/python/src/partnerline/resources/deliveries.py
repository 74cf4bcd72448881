# Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
"""Calls of Webhooks that concern deliveries."""

from __future__ import annotations

import builtins
from collections.abc import AsyncIterator, Iterator
from datetime import datetime
from typing import IO, TYPE_CHECKING, Any

from .. import _values
from .._core import Call, Options, Page
from .._values import ABSENT, Absent
from ..enums import DeliveryStatus
from ..models import (
    Delivery,
    DeliveryDetail,
)

if TYPE_CHECKING:
    from .._client import AsyncPartnerline, Partnerline


class DeliveriesResource:
    """Calls of Webhooks that concern deliveries."""

    def __init__(self, client: Partnerline) -> None:
        self._client = client

    def list(
        self,
        id: str,
        *,
        status: DeliveryStatus | str | None = None,
        type: str | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        page_size: int | None = None,
        page_token: str | None = None,
        options: Options | None = None,
    ) -> Iterator[Delivery]:
        """Returns a page of an endpoint's deliveries, newest event first.

        It reads page after page."""
        return self._client._all(
            Call(
                api="webhooks",
                method="GET",
                path="/api/v1/webhooks/{id}/deliveries",
                args={"id": id},
                query={
                    "status": status,
                    "type": type,
                    "from": from_,
                    "to": to,
                    "page_size": page_size,
                    "page_token": page_token,
                },
                options=options,
            ),
            "page_token",
            Delivery.from_dict,
        )

    def list_page(
        self,
        id: str,
        *,
        status: DeliveryStatus | str | None = None,
        type: str | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        page_size: int | None = None,
        page_token: str | None = None,
        options: Options | None = None,
    ) -> Page[Delivery]:
        """One page of list."""
        return self._client._page(
            Call(
                api="webhooks",
                method="GET",
                path="/api/v1/webhooks/{id}/deliveries",
                args={"id": id},
                query={
                    "status": status,
                    "type": type,
                    "from": from_,
                    "to": to,
                    "page_size": page_size,
                    "page_token": page_token,
                },
                options=options,
            ),
            Delivery.from_dict,
        )

    def get(
        self,
        id: str,
        *,
        options: Options | None = None,
    ) -> DeliveryDetail:
        """Returns one delivery with all its attempts."""
        return self._client._call(
            Call(
                api="webhooks",
                method="GET",
                path="/api/v1/deliveries/{id}",
                args={"id": id},
                options=options,
            ),
            lambda answer: DeliveryDetail.from_dict(answer["data"]),
        )

    def resend(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> Delivery:
        """Sends a delivery now, under the same id. One that has ended begins one more run of the schedule; a run that
        fails so does not count against the endpoint. One that waits for a retry makes its next attempt now, which keeps
        its number, and goes on by the schedule. `invalid_state` while an attempt is due or under way,
        `endpoint_inactive` when the endpoint is."""
        return self._client._call(
            Call(
                api="webhooks",
                method="POST",
                path="/api/v1/deliveries/{id}/resend",
                args={"id": id},
                keyed=True,
                headers={
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            lambda answer: Delivery.from_dict(answer["data"]),
        )

    def skip(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> Delivery:
        """Lets the other events of a key go on. A delivery that waits, for its retry or behind another one of its key,
        ends as `cancelled` with the reason `skipped`. One that has failed and stops its key stays `failed`.
        `invalid_state` while an attempt is due or under way, and for a delivery that has ended and holds back nothing."""
        return self._client._call(
            Call(
                api="webhooks",
                method="POST",
                path="/api/v1/deliveries/{id}/skip",
                args={"id": id},
                keyed=True,
                headers={
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            lambda answer: Delivery.from_dict(answer["data"]),
        )


class AsyncDeliveriesResource:
    """Calls of Webhooks that concern deliveries, to be awaited."""

    def __init__(self, client: AsyncPartnerline) -> None:
        self._client = client

    def list(
        self,
        id: str,
        *,
        status: DeliveryStatus | str | None = None,
        type: str | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        page_size: int | None = None,
        page_token: str | None = None,
        options: Options | None = None,
    ) -> AsyncIterator[Delivery]:
        """Returns a page of an endpoint's deliveries, newest event first.

        It reads page after page."""
        return self._client._all(
            Call(
                api="webhooks",
                method="GET",
                path="/api/v1/webhooks/{id}/deliveries",
                args={"id": id},
                query={
                    "status": status,
                    "type": type,
                    "from": from_,
                    "to": to,
                    "page_size": page_size,
                    "page_token": page_token,
                },
                options=options,
            ),
            "page_token",
            Delivery.from_dict,
        )

    async def list_page(
        self,
        id: str,
        *,
        status: DeliveryStatus | str | None = None,
        type: str | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        page_size: int | None = None,
        page_token: str | None = None,
        options: Options | None = None,
    ) -> Page[Delivery]:
        """One page of list."""
        return await self._client._page(
            Call(
                api="webhooks",
                method="GET",
                path="/api/v1/webhooks/{id}/deliveries",
                args={"id": id},
                query={
                    "status": status,
                    "type": type,
                    "from": from_,
                    "to": to,
                    "page_size": page_size,
                    "page_token": page_token,
                },
                options=options,
            ),
            Delivery.from_dict,
        )

    async def get(
        self,
        id: str,
        *,
        options: Options | None = None,
    ) -> DeliveryDetail:
        """Returns one delivery with all its attempts."""
        return await self._client._call(
            Call(
                api="webhooks",
                method="GET",
                path="/api/v1/deliveries/{id}",
                args={"id": id},
                options=options,
            ),
            lambda answer: DeliveryDetail.from_dict(answer["data"]),
        )

    async def resend(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> Delivery:
        """Sends a delivery now, under the same id. One that has ended begins one more run of the schedule; a run that
        fails so does not count against the endpoint. One that waits for a retry makes its next attempt now, which keeps
        its number, and goes on by the schedule. `invalid_state` while an attempt is due or under way,
        `endpoint_inactive` when the endpoint is."""
        return await self._client._call(
            Call(
                api="webhooks",
                method="POST",
                path="/api/v1/deliveries/{id}/resend",
                args={"id": id},
                keyed=True,
                headers={
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            lambda answer: Delivery.from_dict(answer["data"]),
        )

    async def skip(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> Delivery:
        """Lets the other events of a key go on. A delivery that waits, for its retry or behind another one of its key,
        ends as `cancelled` with the reason `skipped`. One that has failed and stops its key stays `failed`.
        `invalid_state` while an attempt is due or under way, and for a delivery that has ended and holds back nothing."""
        return await self._client._call(
            Call(
                api="webhooks",
                method="POST",
                path="/api/v1/deliveries/{id}/skip",
                args={"id": id},
                keyed=True,
                headers={
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            lambda answer: Delivery.from_dict(answer["data"]),
        )

