# Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
"""Calls of Partner connect that concern payouts."""

from __future__ import annotations

import builtins
from collections.abc import AsyncIterator, Iterator
from typing import IO, TYPE_CHECKING, Any

from .. import _values
from .._core import Call, Options, Page
from .._values import ABSENT, Absent
from ..enums import PayoutStatusInput
from ..models import (
    Payout,
    RequestPayoutsOptInResult,
)

if TYPE_CHECKING:
    from .._client import AsyncPartnerline, Partnerline


class PayoutsResource:
    """Calls of Partner connect that concern payouts."""

    def __init__(self, client: Partnerline) -> None:
        self._client = client

    def request_opt_in(
        self,
        ref: str,
        *,
        on_behalf_of: str | None = None,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> RequestPayoutsOptInResult:
        """Asks the merchant to allow payouts: 201, and `next_action.url` for the merchant. Where the merchant was asked
        before, or has allowed it: 200."""
        return self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/merchants/{ref}/payouts-opt-in-requests",
                args={"ref": ref},
                keyed=True,
                headers={
                    "On-Behalf-Of": on_behalf_of,
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            RequestPayoutsOptInResult.from_dict,
        )

    def create(
        self,
        ref: str,
        *,
        currency: str,
        external_ref: str,
        amount: int | None | Absent = ABSENT,
        all: bool | None | Absent = ABSENT,
        description: str | None | Absent = ABSENT,
        on_behalf_of: str | None = None,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> Payout:
        """Requests a payout and reserves its money: 201. The header `Idempotency-Key` is required. The same `external_ref`
        and content again get the existing payout with 200 and `Idempotency-Replayed: true`."""
        return self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/merchants/{ref}/payouts",
                args={"ref": ref},
                body={
                    "amount": amount,
                    "all": all,
                    "currency": currency,
                    "external_ref": external_ref,
                    "description": description,
                },
                keyed=True,
                headers={
                    "On-Behalf-Of": on_behalf_of,
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            Payout.from_dict,
        )

    def list(
        self,
        ref: str,
        *,
        status: PayoutStatusInput | str | None = None,
        currency: str | None = None,
        page_size: int | None = None,
        page_token: str | None = None,
        on_behalf_of: str | None = None,
        options: Options | None = None,
    ) -> Iterator[Payout]:
        """Lists payouts, newest first.

        It reads page after page."""
        return self._client._all(
            Call(
                api="partner connect",
                method="GET",
                path="/merchants/{ref}/payouts",
                args={"ref": ref},
                query={
                    "status": status,
                    "currency": currency,
                    "page_size": page_size,
                    "page_token": page_token,
                },
                headers={
                    "On-Behalf-Of": on_behalf_of,
                },
                options=options,
            ),
            "page_token",
            Payout.from_dict,
        )

    def list_page(
        self,
        ref: str,
        *,
        status: PayoutStatusInput | str | None = None,
        currency: str | None = None,
        page_size: int | None = None,
        page_token: str | None = None,
        on_behalf_of: str | None = None,
        options: Options | None = None,
    ) -> Page[Payout]:
        """One page of list."""
        return self._client._page(
            Call(
                api="partner connect",
                method="GET",
                path="/merchants/{ref}/payouts",
                args={"ref": ref},
                query={
                    "status": status,
                    "currency": currency,
                    "page_size": page_size,
                    "page_token": page_token,
                },
                headers={
                    "On-Behalf-Of": on_behalf_of,
                },
                options=options,
            ),
            Payout.from_dict,
        )

    def get(
        self,
        ref: str,
        payout_id: str,
        *,
        on_behalf_of: str | None = None,
        options: Options | None = None,
    ) -> Payout:
        """Returns a payout."""
        return self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/merchants/{ref}/payouts/{payout_id}",
                args={"ref": ref, "payout_id": payout_id},
                headers={
                    "On-Behalf-Of": on_behalf_of,
                },
                options=options,
            ),
            Payout.from_dict,
        )

    def cancel(
        self,
        ref: str,
        payout_id: str,
        *,
        on_behalf_of: str | None = None,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> Payout:
        """Withdraws a payout that is not under way, and releases its money. One that is cancelled already stays so."""
        return self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/merchants/{ref}/payouts/{payout_id}/cancel",
                args={"ref": ref, "payout_id": payout_id},
                keyed=True,
                headers={
                    "On-Behalf-Of": on_behalf_of,
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            Payout.from_dict,
        )


class AsyncPayoutsResource:
    """Calls of Partner connect that concern payouts, to be awaited."""

    def __init__(self, client: AsyncPartnerline) -> None:
        self._client = client

    async def request_opt_in(
        self,
        ref: str,
        *,
        on_behalf_of: str | None = None,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> RequestPayoutsOptInResult:
        """Asks the merchant to allow payouts: 201, and `next_action.url` for the merchant. Where the merchant was asked
        before, or has allowed it: 200."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/merchants/{ref}/payouts-opt-in-requests",
                args={"ref": ref},
                keyed=True,
                headers={
                    "On-Behalf-Of": on_behalf_of,
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            RequestPayoutsOptInResult.from_dict,
        )

    async def create(
        self,
        ref: str,
        *,
        currency: str,
        external_ref: str,
        amount: int | None | Absent = ABSENT,
        all: bool | None | Absent = ABSENT,
        description: str | None | Absent = ABSENT,
        on_behalf_of: str | None = None,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> Payout:
        """Requests a payout and reserves its money: 201. The header `Idempotency-Key` is required. The same `external_ref`
        and content again get the existing payout with 200 and `Idempotency-Replayed: true`."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/merchants/{ref}/payouts",
                args={"ref": ref},
                body={
                    "amount": amount,
                    "all": all,
                    "currency": currency,
                    "external_ref": external_ref,
                    "description": description,
                },
                keyed=True,
                headers={
                    "On-Behalf-Of": on_behalf_of,
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            Payout.from_dict,
        )

    def list(
        self,
        ref: str,
        *,
        status: PayoutStatusInput | str | None = None,
        currency: str | None = None,
        page_size: int | None = None,
        page_token: str | None = None,
        on_behalf_of: str | None = None,
        options: Options | None = None,
    ) -> AsyncIterator[Payout]:
        """Lists payouts, newest first.

        It reads page after page."""
        return self._client._all(
            Call(
                api="partner connect",
                method="GET",
                path="/merchants/{ref}/payouts",
                args={"ref": ref},
                query={
                    "status": status,
                    "currency": currency,
                    "page_size": page_size,
                    "page_token": page_token,
                },
                headers={
                    "On-Behalf-Of": on_behalf_of,
                },
                options=options,
            ),
            "page_token",
            Payout.from_dict,
        )

    async def list_page(
        self,
        ref: str,
        *,
        status: PayoutStatusInput | str | None = None,
        currency: str | None = None,
        page_size: int | None = None,
        page_token: str | None = None,
        on_behalf_of: str | None = None,
        options: Options | None = None,
    ) -> Page[Payout]:
        """One page of list."""
        return await self._client._page(
            Call(
                api="partner connect",
                method="GET",
                path="/merchants/{ref}/payouts",
                args={"ref": ref},
                query={
                    "status": status,
                    "currency": currency,
                    "page_size": page_size,
                    "page_token": page_token,
                },
                headers={
                    "On-Behalf-Of": on_behalf_of,
                },
                options=options,
            ),
            Payout.from_dict,
        )

    async def get(
        self,
        ref: str,
        payout_id: str,
        *,
        on_behalf_of: str | None = None,
        options: Options | None = None,
    ) -> Payout:
        """Returns a payout."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/merchants/{ref}/payouts/{payout_id}",
                args={"ref": ref, "payout_id": payout_id},
                headers={
                    "On-Behalf-Of": on_behalf_of,
                },
                options=options,
            ),
            Payout.from_dict,
        )

    async def cancel(
        self,
        ref: str,
        payout_id: str,
        *,
        on_behalf_of: str | None = None,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> Payout:
        """Withdraws a payout that is not under way, and releases its money. One that is cancelled already stays so."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/merchants/{ref}/payouts/{payout_id}/cancel",
                args={"ref": ref, "payout_id": payout_id},
                keyed=True,
                headers={
                    "On-Behalf-Of": on_behalf_of,
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            Payout.from_dict,
        )

