# Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
"""Calls of Partner connect that concern payments."""

from __future__ import annotations

import builtins
from collections.abc import AsyncIterator, Iterator
from datetime import datetime
from typing import IO, TYPE_CHECKING, Any

from .. import _values
from .._core import Call, Options, Page
from .._values import ABSENT, Absent
from ..enums import PaymentMethod, PaymentStatusInput
from ..models import (
    Chargeback,
    Payment,
    PaymentCustomerInput,
    Refund,
)

if TYPE_CHECKING:
    from .._client import AsyncPartnerline, Partnerline


class PaymentsResource:
    """Calls of Partner connect that concern payments."""

    def __init__(self, client: Partnerline) -> None:
        self._client = client

    def register(
        self,
        *,
        amount: int,
        currency: str,
        external_ref: str,
        description: str,
        customer: PaymentCustomerInput,
        return_url: str,
        method: PaymentMethod | str | None | Absent = ABSENT,
        valid_until: datetime | None | Absent = ABSENT,
        metadata: dict[str, str] | None | Absent = ABSENT,
        on_behalf_of: str | None = None,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> Payment:
        """Registers a payment: 201, and `next_action.url` for the customer. `external_ref` is its idempotency key per
        merchant: the same content again gets the existing payment with 200 and `Idempotency-Replayed: true`, another
        `external_ref_conflict`. In live mode the payment engine opens it afterwards; without one it is
        `live_mode_unavailable`."""
        return self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/payments",
                body={
                    "amount": amount,
                    "currency": currency,
                    "external_ref": external_ref,
                    "description": description,
                    "customer": customer,
                    "return_url": return_url,
                    "method": method,
                    "valid_until": valid_until,
                    "metadata": metadata,
                },
                keyed=True,
                headers={
                    "On-Behalf-Of": on_behalf_of,
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            Payment.from_dict,
        )

    def list(
        self,
        *,
        created_from: datetime | None = None,
        created_to: datetime | None = None,
        status: PaymentStatusInput | str | None = None,
        currency: str | None = None,
        external_ref: str | None = None,
        page_size: int | None = None,
        page_token: str | None = None,
        on_behalf_of: str | None = None,
        options: Options | None = None,
    ) -> Iterator[Payment]:
        """Lists the payments of the merchant, newest first.

        It reads page after page."""
        return self._client._all(
            Call(
                api="partner connect",
                method="GET",
                path="/payments",
                query={
                    "created_from": created_from,
                    "created_to": created_to,
                    "status": status,
                    "currency": currency,
                    "external_ref": external_ref,
                    "page_size": page_size,
                    "page_token": page_token,
                },
                headers={
                    "On-Behalf-Of": on_behalf_of,
                },
                options=options,
            ),
            "page_token",
            Payment.from_dict,
        )

    def list_page(
        self,
        *,
        created_from: datetime | None = None,
        created_to: datetime | None = None,
        status: PaymentStatusInput | str | None = None,
        currency: str | None = None,
        external_ref: str | None = None,
        page_size: int | None = None,
        page_token: str | None = None,
        on_behalf_of: str | None = None,
        options: Options | None = None,
    ) -> Page[Payment]:
        """One page of list."""
        return self._client._page(
            Call(
                api="partner connect",
                method="GET",
                path="/payments",
                query={
                    "created_from": created_from,
                    "created_to": created_to,
                    "status": status,
                    "currency": currency,
                    "external_ref": external_ref,
                    "page_size": page_size,
                    "page_token": page_token,
                },
                headers={
                    "On-Behalf-Of": on_behalf_of,
                },
                options=options,
            ),
            Payment.from_dict,
        )

    def get(
        self,
        payment_id: str,
        *,
        on_behalf_of: str | None = None,
        options: Options | None = None,
    ) -> Payment:
        """Returns a payment of the merchant."""
        return self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/payments/{payment_id}",
                args={"payment_id": payment_id},
                headers={
                    "On-Behalf-Of": on_behalf_of,
                },
                options=options,
            ),
            Payment.from_dict,
        )

    def cancel(
        self,
        payment_id: str,
        *,
        on_behalf_of: str | None = None,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> Payment:
        """Withdraws a payment that is not paid. One that is cancelled already stays so."""
        return self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/payments/{payment_id}/cancel",
                args={"payment_id": payment_id},
                keyed=True,
                headers={
                    "On-Behalf-Of": on_behalf_of,
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            Payment.from_dict,
        )

    def create_refund(
        self,
        payment_id: str,
        *,
        external_ref: str,
        amount: int | None | Absent = ABSENT,
        all: bool | None | Absent = ABSENT,
        on_behalf_of: str | None = None,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> Refund:
        """Gives a part of a payment back to its customer, or all that is left of it: 201. The header `Idempotency-Key` is
        required. The amount leaves the balance at once, and returns should the refund fail. The same `external_ref` and
        content again get the existing refund with 200 and `Idempotency-Replayed: true`. In test mode a refund succeeds
        at once; one whose amount ends in 13 fails."""
        return self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/payments/{payment_id}/refunds",
                args={"payment_id": payment_id},
                body={
                    "amount": amount,
                    "external_ref": external_ref,
                    "all": all,
                },
                keyed=True,
                headers={
                    "On-Behalf-Of": on_behalf_of,
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            Refund.from_dict,
        )

    def list_refunds(
        self,
        payment_id: str,
        *,
        page_size: int | None = None,
        page_token: str | None = None,
        on_behalf_of: str | None = None,
        options: Options | None = None,
    ) -> Iterator[Refund]:
        """Lists the refunds of a payment, newest first.

        It reads page after page."""
        return self._client._all(
            Call(
                api="partner connect",
                method="GET",
                path="/payments/{payment_id}/refunds",
                args={"payment_id": payment_id},
                query={
                    "page_size": page_size,
                    "page_token": page_token,
                },
                headers={
                    "On-Behalf-Of": on_behalf_of,
                },
                options=options,
            ),
            "page_token",
            Refund.from_dict,
        )

    def list_refunds_page(
        self,
        payment_id: str,
        *,
        page_size: int | None = None,
        page_token: str | None = None,
        on_behalf_of: str | None = None,
        options: Options | None = None,
    ) -> Page[Refund]:
        """One page of list_refunds."""
        return self._client._page(
            Call(
                api="partner connect",
                method="GET",
                path="/payments/{payment_id}/refunds",
                args={"payment_id": payment_id},
                query={
                    "page_size": page_size,
                    "page_token": page_token,
                },
                headers={
                    "On-Behalf-Of": on_behalf_of,
                },
                options=options,
            ),
            Refund.from_dict,
        )

    def get_refund(
        self,
        payment_id: str,
        refund_id: str,
        *,
        on_behalf_of: str | None = None,
        options: Options | None = None,
    ) -> Refund:
        """Returns a refund of a payment."""
        return self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/payments/{payment_id}/refunds/{refund_id}",
                args={"payment_id": payment_id, "refund_id": refund_id},
                headers={
                    "On-Behalf-Of": on_behalf_of,
                },
                options=options,
            ),
            Refund.from_dict,
        )

    def list_chargebacks(
        self,
        payment_id: str,
        *,
        page_size: int | None = None,
        page_token: str | None = None,
        on_behalf_of: str | None = None,
        options: Options | None = None,
    ) -> Iterator[Chargeback]:
        """Lists the chargebacks of a payment, newest first. There are no calls that make one: the payment engine reports
        them.

        It reads page after page."""
        return self._client._all(
            Call(
                api="partner connect",
                method="GET",
                path="/payments/{payment_id}/chargebacks",
                args={"payment_id": payment_id},
                query={
                    "page_size": page_size,
                    "page_token": page_token,
                },
                headers={
                    "On-Behalf-Of": on_behalf_of,
                },
                options=options,
            ),
            "page_token",
            Chargeback.from_dict,
        )

    def list_chargebacks_page(
        self,
        payment_id: str,
        *,
        page_size: int | None = None,
        page_token: str | None = None,
        on_behalf_of: str | None = None,
        options: Options | None = None,
    ) -> Page[Chargeback]:
        """One page of list_chargebacks."""
        return self._client._page(
            Call(
                api="partner connect",
                method="GET",
                path="/payments/{payment_id}/chargebacks",
                args={"payment_id": payment_id},
                query={
                    "page_size": page_size,
                    "page_token": page_token,
                },
                headers={
                    "On-Behalf-Of": on_behalf_of,
                },
                options=options,
            ),
            Chargeback.from_dict,
        )

    def get_chargeback(
        self,
        payment_id: str,
        chargeback_id: str,
        *,
        on_behalf_of: str | None = None,
        options: Options | None = None,
    ) -> Chargeback:
        """Returns a chargeback of a payment."""
        return self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/payments/{payment_id}/chargebacks/{chargeback_id}",
                args={"payment_id": payment_id, "chargeback_id": chargeback_id},
                headers={
                    "On-Behalf-Of": on_behalf_of,
                },
                options=options,
            ),
            Chargeback.from_dict,
        )


class AsyncPaymentsResource:
    """Calls of Partner connect that concern payments, to be awaited."""

    def __init__(self, client: AsyncPartnerline) -> None:
        self._client = client

    async def register(
        self,
        *,
        amount: int,
        currency: str,
        external_ref: str,
        description: str,
        customer: PaymentCustomerInput,
        return_url: str,
        method: PaymentMethod | str | None | Absent = ABSENT,
        valid_until: datetime | None | Absent = ABSENT,
        metadata: dict[str, str] | None | Absent = ABSENT,
        on_behalf_of: str | None = None,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> Payment:
        """Registers a payment: 201, and `next_action.url` for the customer. `external_ref` is its idempotency key per
        merchant: the same content again gets the existing payment with 200 and `Idempotency-Replayed: true`, another
        `external_ref_conflict`. In live mode the payment engine opens it afterwards; without one it is
        `live_mode_unavailable`."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/payments",
                body={
                    "amount": amount,
                    "currency": currency,
                    "external_ref": external_ref,
                    "description": description,
                    "customer": customer,
                    "return_url": return_url,
                    "method": method,
                    "valid_until": valid_until,
                    "metadata": metadata,
                },
                keyed=True,
                headers={
                    "On-Behalf-Of": on_behalf_of,
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            Payment.from_dict,
        )

    def list(
        self,
        *,
        created_from: datetime | None = None,
        created_to: datetime | None = None,
        status: PaymentStatusInput | str | None = None,
        currency: str | None = None,
        external_ref: str | None = None,
        page_size: int | None = None,
        page_token: str | None = None,
        on_behalf_of: str | None = None,
        options: Options | None = None,
    ) -> AsyncIterator[Payment]:
        """Lists the payments of the merchant, newest first.

        It reads page after page."""
        return self._client._all(
            Call(
                api="partner connect",
                method="GET",
                path="/payments",
                query={
                    "created_from": created_from,
                    "created_to": created_to,
                    "status": status,
                    "currency": currency,
                    "external_ref": external_ref,
                    "page_size": page_size,
                    "page_token": page_token,
                },
                headers={
                    "On-Behalf-Of": on_behalf_of,
                },
                options=options,
            ),
            "page_token",
            Payment.from_dict,
        )

    async def list_page(
        self,
        *,
        created_from: datetime | None = None,
        created_to: datetime | None = None,
        status: PaymentStatusInput | str | None = None,
        currency: str | None = None,
        external_ref: str | None = None,
        page_size: int | None = None,
        page_token: str | None = None,
        on_behalf_of: str | None = None,
        options: Options | None = None,
    ) -> Page[Payment]:
        """One page of list."""
        return await self._client._page(
            Call(
                api="partner connect",
                method="GET",
                path="/payments",
                query={
                    "created_from": created_from,
                    "created_to": created_to,
                    "status": status,
                    "currency": currency,
                    "external_ref": external_ref,
                    "page_size": page_size,
                    "page_token": page_token,
                },
                headers={
                    "On-Behalf-Of": on_behalf_of,
                },
                options=options,
            ),
            Payment.from_dict,
        )

    async def get(
        self,
        payment_id: str,
        *,
        on_behalf_of: str | None = None,
        options: Options | None = None,
    ) -> Payment:
        """Returns a payment of the merchant."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/payments/{payment_id}",
                args={"payment_id": payment_id},
                headers={
                    "On-Behalf-Of": on_behalf_of,
                },
                options=options,
            ),
            Payment.from_dict,
        )

    async def cancel(
        self,
        payment_id: str,
        *,
        on_behalf_of: str | None = None,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> Payment:
        """Withdraws a payment that is not paid. One that is cancelled already stays so."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/payments/{payment_id}/cancel",
                args={"payment_id": payment_id},
                keyed=True,
                headers={
                    "On-Behalf-Of": on_behalf_of,
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            Payment.from_dict,
        )

    async def create_refund(
        self,
        payment_id: str,
        *,
        external_ref: str,
        amount: int | None | Absent = ABSENT,
        all: bool | None | Absent = ABSENT,
        on_behalf_of: str | None = None,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> Refund:
        """Gives a part of a payment back to its customer, or all that is left of it: 201. The header `Idempotency-Key` is
        required. The amount leaves the balance at once, and returns should the refund fail. The same `external_ref` and
        content again get the existing refund with 200 and `Idempotency-Replayed: true`. In test mode a refund succeeds
        at once; one whose amount ends in 13 fails."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/payments/{payment_id}/refunds",
                args={"payment_id": payment_id},
                body={
                    "amount": amount,
                    "external_ref": external_ref,
                    "all": all,
                },
                keyed=True,
                headers={
                    "On-Behalf-Of": on_behalf_of,
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            Refund.from_dict,
        )

    def list_refunds(
        self,
        payment_id: str,
        *,
        page_size: int | None = None,
        page_token: str | None = None,
        on_behalf_of: str | None = None,
        options: Options | None = None,
    ) -> AsyncIterator[Refund]:
        """Lists the refunds of a payment, newest first.

        It reads page after page."""
        return self._client._all(
            Call(
                api="partner connect",
                method="GET",
                path="/payments/{payment_id}/refunds",
                args={"payment_id": payment_id},
                query={
                    "page_size": page_size,
                    "page_token": page_token,
                },
                headers={
                    "On-Behalf-Of": on_behalf_of,
                },
                options=options,
            ),
            "page_token",
            Refund.from_dict,
        )

    async def list_refunds_page(
        self,
        payment_id: str,
        *,
        page_size: int | None = None,
        page_token: str | None = None,
        on_behalf_of: str | None = None,
        options: Options | None = None,
    ) -> Page[Refund]:
        """One page of list_refunds."""
        return await self._client._page(
            Call(
                api="partner connect",
                method="GET",
                path="/payments/{payment_id}/refunds",
                args={"payment_id": payment_id},
                query={
                    "page_size": page_size,
                    "page_token": page_token,
                },
                headers={
                    "On-Behalf-Of": on_behalf_of,
                },
                options=options,
            ),
            Refund.from_dict,
        )

    async def get_refund(
        self,
        payment_id: str,
        refund_id: str,
        *,
        on_behalf_of: str | None = None,
        options: Options | None = None,
    ) -> Refund:
        """Returns a refund of a payment."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/payments/{payment_id}/refunds/{refund_id}",
                args={"payment_id": payment_id, "refund_id": refund_id},
                headers={
                    "On-Behalf-Of": on_behalf_of,
                },
                options=options,
            ),
            Refund.from_dict,
        )

    def list_chargebacks(
        self,
        payment_id: str,
        *,
        page_size: int | None = None,
        page_token: str | None = None,
        on_behalf_of: str | None = None,
        options: Options | None = None,
    ) -> AsyncIterator[Chargeback]:
        """Lists the chargebacks of a payment, newest first. There are no calls that make one: the payment engine reports
        them.

        It reads page after page."""
        return self._client._all(
            Call(
                api="partner connect",
                method="GET",
                path="/payments/{payment_id}/chargebacks",
                args={"payment_id": payment_id},
                query={
                    "page_size": page_size,
                    "page_token": page_token,
                },
                headers={
                    "On-Behalf-Of": on_behalf_of,
                },
                options=options,
            ),
            "page_token",
            Chargeback.from_dict,
        )

    async def list_chargebacks_page(
        self,
        payment_id: str,
        *,
        page_size: int | None = None,
        page_token: str | None = None,
        on_behalf_of: str | None = None,
        options: Options | None = None,
    ) -> Page[Chargeback]:
        """One page of list_chargebacks."""
        return await self._client._page(
            Call(
                api="partner connect",
                method="GET",
                path="/payments/{payment_id}/chargebacks",
                args={"payment_id": payment_id},
                query={
                    "page_size": page_size,
                    "page_token": page_token,
                },
                headers={
                    "On-Behalf-Of": on_behalf_of,
                },
                options=options,
            ),
            Chargeback.from_dict,
        )

    async def get_chargeback(
        self,
        payment_id: str,
        chargeback_id: str,
        *,
        on_behalf_of: str | None = None,
        options: Options | None = None,
    ) -> Chargeback:
        """Returns a chargeback of a payment."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/payments/{payment_id}/chargebacks/{chargeback_id}",
                args={"payment_id": payment_id, "chargeback_id": chargeback_id},
                headers={
                    "On-Behalf-Of": on_behalf_of,
                },
                options=options,
            ),
            Chargeback.from_dict,
        )

