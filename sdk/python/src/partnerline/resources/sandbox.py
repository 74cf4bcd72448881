# Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
"""Calls of Partner connect that concern sandbox."""

from __future__ import annotations

import builtins
from collections.abc import AsyncIterator, Iterator
from typing import IO, TYPE_CHECKING, Any

from .. import _values
from .._core import Call, Options, Page
from .._values import ABSENT, Absent
from ..enums import OnboardingTarget, PaymentStatusInput, PayoutStatusInput
from ..models import (
    AdvanceClockResult,
    AdvanceOnboardingResult,
    Chargeback,
    Payment,
    Payout,
    SandboxMessage,
    SettleMerchantResult,
)

if TYPE_CHECKING:
    from .._client import AsyncPartnerline, Partnerline


class SandboxResource:
    """Calls of Partner connect that concern sandbox."""

    def __init__(self, client: Partnerline) -> None:
        self._client = client

    def advance_onboarding(
        self,
        ref: str,
        *,
        to: OnboardingTarget | str,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> AdvanceOnboardingResult:
        """Walks the shortest legal way to a status as the merchant and the operator would; data that the way needs is
        filled with fictitious values. `invalid_state` when there is no such way."""
        return self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/sandbox/onboarding/{ref}/advance",
                args={"ref": ref},
                body={
                    "to": to,
                },
                keyed=True,
                headers={
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            AdvanceOnboardingResult.from_dict,
        )

    def advance_clock(
        self,
        *,
        advance_s: int,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> AdvanceClockResult:
        """Lets happen now what time alone would do, within a span from now, to the test data of the key's channels:
        onboardings without activity expire, invitations and payments lapse, and what is pending settles. No clock is
        turned: times in answers stay those of the world, and the next call counts from the present again."""
        return self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/sandbox/clock",
                body={
                    "advance_s": advance_s,
                },
                keyed=True,
                headers={
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            AdvanceClockResult.from_dict,
        )

    def list_messages(
        self,
        ref: str,
        *,
        options: Options | None = None,
    ) -> builtins.list[SandboxMessage]:
        """Lists the messages to the people of an onboarding, oldest first: the sandbox sends none to a real address. Their
        texts have the links of invited people and the one-time codes."""
        return self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/sandbox/onboarding/{ref}/messages",
                args={"ref": ref},
                options=options,
            ),
            lambda answer: _values.each(SandboxMessage.from_dict, answer["data"]),
        )

    def advance_payment(
        self,
        payment_id: str,
        *,
        to: PaymentStatusInput | str,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> Payment:
        """Takes a payment to a status by the shortest legal way, each step with its events and postings; `invalid_state`
        when no way leads there. `partially_refunded` gives half of it back."""
        return self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/sandbox/payments/{payment_id}/advance",
                args={"payment_id": payment_id},
                body={
                    "to": to,
                },
                keyed=True,
                headers={
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            Payment.from_dict,
        )

    def charge_back_payment(
        self,
        payment_id: str,
        *,
        amount: int | None | Absent = ABSENT,
        all: bool | None | Absent = ABSENT,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> Chargeback:
        """Takes a part of a paid payment back, or all that is left of it, as the payer's bank would: 201."""
        return self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/sandbox/payments/{payment_id}/chargebacks",
                args={"payment_id": payment_id},
                body={
                    "amount": amount,
                    "all": all,
                },
                keyed=True,
                headers={
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            Chargeback.from_dict,
        )

    def reverse_chargeback(
        self,
        payment_id: str,
        chargeback_id: str,
        *,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> Chargeback:
        """Decides a chargeback for the merchant, which has the amount again. One that is reversed already stays so."""
        return self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/sandbox/payments/{payment_id}/chargebacks/{chargeback_id}/reverse",
                args={"payment_id": payment_id, "chargeback_id": chargeback_id},
                keyed=True,
                headers={
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            Chargeback.from_dict,
        )

    def advance_payout(
        self,
        payout_id: str,
        *,
        to: PayoutStatusInput | str,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> Payout:
        """Takes a payout to a status by the shortest legal way; `invalid_state` when no way leads there."""
        return self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/sandbox/payouts/{payout_id}/advance",
                args={"payout_id": payout_id},
                body={
                    "to": to,
                },
                keyed=True,
                headers={
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            Payout.from_dict,
        )

    def settle_merchant(
        self,
        ref: str,
        *,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> SettleMerchantResult:
        """Settles now what is pending, also what is not due: 200."""
        return self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/sandbox/merchants/{ref}/settle",
                args={"ref": ref},
                keyed=True,
                headers={
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            SettleMerchantResult.from_dict,
        )


class AsyncSandboxResource:
    """Calls of Partner connect that concern sandbox, to be awaited."""

    def __init__(self, client: AsyncPartnerline) -> None:
        self._client = client

    async def advance_onboarding(
        self,
        ref: str,
        *,
        to: OnboardingTarget | str,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> AdvanceOnboardingResult:
        """Walks the shortest legal way to a status as the merchant and the operator would; data that the way needs is
        filled with fictitious values. `invalid_state` when there is no such way."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/sandbox/onboarding/{ref}/advance",
                args={"ref": ref},
                body={
                    "to": to,
                },
                keyed=True,
                headers={
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            AdvanceOnboardingResult.from_dict,
        )

    async def advance_clock(
        self,
        *,
        advance_s: int,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> AdvanceClockResult:
        """Lets happen now what time alone would do, within a span from now, to the test data of the key's channels:
        onboardings without activity expire, invitations and payments lapse, and what is pending settles. No clock is
        turned: times in answers stay those of the world, and the next call counts from the present again."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/sandbox/clock",
                body={
                    "advance_s": advance_s,
                },
                keyed=True,
                headers={
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            AdvanceClockResult.from_dict,
        )

    async def list_messages(
        self,
        ref: str,
        *,
        options: Options | None = None,
    ) -> builtins.list[SandboxMessage]:
        """Lists the messages to the people of an onboarding, oldest first: the sandbox sends none to a real address. Their
        texts have the links of invited people and the one-time codes."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/sandbox/onboarding/{ref}/messages",
                args={"ref": ref},
                options=options,
            ),
            lambda answer: _values.each(SandboxMessage.from_dict, answer["data"]),
        )

    async def advance_payment(
        self,
        payment_id: str,
        *,
        to: PaymentStatusInput | str,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> Payment:
        """Takes a payment to a status by the shortest legal way, each step with its events and postings; `invalid_state`
        when no way leads there. `partially_refunded` gives half of it back."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/sandbox/payments/{payment_id}/advance",
                args={"payment_id": payment_id},
                body={
                    "to": to,
                },
                keyed=True,
                headers={
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            Payment.from_dict,
        )

    async def charge_back_payment(
        self,
        payment_id: str,
        *,
        amount: int | None | Absent = ABSENT,
        all: bool | None | Absent = ABSENT,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> Chargeback:
        """Takes a part of a paid payment back, or all that is left of it, as the payer's bank would: 201."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/sandbox/payments/{payment_id}/chargebacks",
                args={"payment_id": payment_id},
                body={
                    "amount": amount,
                    "all": all,
                },
                keyed=True,
                headers={
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            Chargeback.from_dict,
        )

    async def reverse_chargeback(
        self,
        payment_id: str,
        chargeback_id: str,
        *,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> Chargeback:
        """Decides a chargeback for the merchant, which has the amount again. One that is reversed already stays so."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/sandbox/payments/{payment_id}/chargebacks/{chargeback_id}/reverse",
                args={"payment_id": payment_id, "chargeback_id": chargeback_id},
                keyed=True,
                headers={
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            Chargeback.from_dict,
        )

    async def advance_payout(
        self,
        payout_id: str,
        *,
        to: PayoutStatusInput | str,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> Payout:
        """Takes a payout to a status by the shortest legal way; `invalid_state` when no way leads there."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/sandbox/payouts/{payout_id}/advance",
                args={"payout_id": payout_id},
                body={
                    "to": to,
                },
                keyed=True,
                headers={
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            Payout.from_dict,
        )

    async def settle_merchant(
        self,
        ref: str,
        *,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> SettleMerchantResult:
        """Settles now what is pending, also what is not due: 200."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/sandbox/merchants/{ref}/settle",
                args={"ref": ref},
                keyed=True,
                headers={
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            SettleMerchantResult.from_dict,
        )

