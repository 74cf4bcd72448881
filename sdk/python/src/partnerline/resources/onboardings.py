# Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
"""Calls of Partner connect that concern onboardings."""

from __future__ import annotations

import builtins
from collections.abc import AsyncIterator, Iterator
from datetime import date, datetime
from typing import IO, TYPE_CHECKING, Any

from .. import _values
from .._core import Call, Options, Page
from .._values import ABSENT, Absent
from ..enums import ApplicantType, OnboardingStatusInput
from ..models import (
    AddressInput,
    ApplicantInput,
    BusinessInput,
    CancelOnboardingResult,
    CompanyInput,
    CreateOnboardingResult,
    FinalizeOnboardingResult,
    IdentityDocumentInput,
    NationalIdInput,
    Onboarding,
    OnboardingSummary,
    PayoutAccountInput,
    PlaceOfBirthInput,
    PrefillIdentityResult,
    RepresentationPersonInput,
    Requirement,
    SetRepresentationResult,
    UpdateOnboardingResult,
)

if TYPE_CHECKING:
    from .._client import AsyncPartnerline, Partnerline


class OnboardingsResource:
    """Calls of Partner connect that concern onboardings."""

    def __init__(self, client: Partnerline) -> None:
        self._client = client

    def create(
        self,
        *,
        partner_external_ref: str,
        channel: str | None | Absent = ABSENT,
        applicant_type: ApplicantType | str | None | Absent = ABSENT,
        applicant: ApplicantInput | None | Absent = ABSENT,
        business: BusinessInput | None | Absent = ABSENT,
        company: CompanyInput | None | Absent = ABSENT,
        payout_account: PayoutAccountInput | None | Absent = ABSENT,
        return_url: str | None | Absent = ABSENT,
        metadata: dict[str, str] | None | Absent = ABSENT,
        options: Options | None = None,
    ) -> CreateOnboardingResult:
        """Makes a draft: 201. `partner_external_ref` is its idempotency key within the channel: a repeated call gets the
        existing onboarding with 200 and `Idempotency-Replayed: true`, whatever else its body says. The header
        `Idempotency-Key` is ignored."""
        return self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/onboarding",
                body={
                    "partner_external_ref": partner_external_ref,
                    "channel": channel,
                    "applicant_type": applicant_type,
                    "applicant": applicant,
                    "business": business,
                    "company": company,
                    "payout_account": payout_account,
                    "return_url": return_url,
                    "metadata": metadata,
                },
                options=options,
            ),
            CreateOnboardingResult.from_dict,
        )

    def list(
        self,
        *,
        status: OnboardingStatusInput | str | None = None,
        channel: str | None = None,
        partner_external_ref: str | None = None,
        updated_from: datetime | None = None,
        page_size: int | None = None,
        page_token: str | None = None,
        options: Options | None = None,
    ) -> Iterator[OnboardingSummary]:
        """Lists the onboardings of the key's channels, newest first; with `updated_from`, those that changed since then,
        in the order of their changes. No answer of it leads to the hosted flow.

        It reads page after page."""
        return self._client._all(
            Call(
                api="partner connect",
                method="GET",
                path="/onboarding",
                query={
                    "status": status,
                    "channel": channel,
                    "partner_external_ref": partner_external_ref,
                    "updated_from": updated_from,
                    "page_size": page_size,
                    "page_token": page_token,
                },
                options=options,
            ),
            "page_token",
            OnboardingSummary.from_dict,
        )

    def list_page(
        self,
        *,
        status: OnboardingStatusInput | str | None = None,
        channel: str | None = None,
        partner_external_ref: str | None = None,
        updated_from: datetime | None = None,
        page_size: int | None = None,
        page_token: str | None = None,
        options: Options | None = None,
    ) -> Page[OnboardingSummary]:
        """One page of list."""
        return self._client._page(
            Call(
                api="partner connect",
                method="GET",
                path="/onboarding",
                query={
                    "status": status,
                    "channel": channel,
                    "partner_external_ref": partner_external_ref,
                    "updated_from": updated_from,
                    "page_size": page_size,
                    "page_token": page_token,
                },
                options=options,
            ),
            OnboardingSummary.from_dict,
        )

    def get(
        self,
        ref: str,
        *,
        options: Options | None = None,
    ) -> Onboarding:
        """Returns an onboarding with a fresh link to the hosted flow."""
        return self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/onboarding/{ref}",
                args={"ref": ref},
                options=options,
            ),
            Onboarding.from_dict,
        )

    def update(
        self,
        ref: str,
        *,
        applicant_type: ApplicantType | str | None | Absent = ABSENT,
        applicant: ApplicantInput | None | Absent = ABSENT,
        business: BusinessInput | None | Absent = ABSENT,
        company: CompanyInput | None | Absent = ABSENT,
        payout_account: PayoutAccountInput | None | Absent = ABSENT,
        return_url: str | None | Absent = ABSENT,
        metadata: dict[str, str] | None | Absent = ABSENT,
        if_match: str | None = None,
        options: Options | None = None,
    ) -> UpdateOnboardingResult:
        """Changes the partner's data about the merchant. In `applicant`, `business`, `company` and `payout_account` a
        member that is present replaces the stored one, null clears it, and one that is absent is kept; `metadata` is
        replaced whole. A company's register is asked, and what it says decides `company_structure`. What the merchant
        confirmed in the hosted flow is `segment_locked`."""
        return self._client._call(
            Call(
                api="partner connect",
                method="PATCH",
                path="/onboarding/{ref}",
                args={"ref": ref},
                body={
                    "applicant_type": applicant_type,
                    "applicant": applicant,
                    "business": business,
                    "company": company,
                    "payout_account": payout_account,
                    "return_url": return_url,
                    "metadata": metadata,
                },
                headers={
                    "If-Match": if_match,
                },
                options=options,
            ),
            UpdateOnboardingResult.from_dict,
        )

    def prefill_identity(
        self,
        ref: str,
        *,
        national_id: NationalIdInput | None | Absent = ABSENT,
        identity_document: IdentityDocumentInput | None | Absent = ABSENT,
        residential_address: AddressInput | None | Absent = ABSENT,
        place_of_birth: PlaceOfBirthInput | None | Absent = ABSENT,
        citizenships: builtins.list[str] | None | Absent = ABSENT,
        date_of_birth: date | None | Absent = ABSENT,
        if_match: str | None = None,
        options: Options | None = None,
    ) -> PrefillIdentityResult:
        """Stores identity data of the main applicant; it verifies nothing, and no answer ever shows it again. A member
        that is present replaces the stored one whole, null clears it, and one that is absent is kept.
        `prefill_not_applicable` for a company of several representatives: each of them identifies in the hosted flow."""
        return self._client._call(
            Call(
                api="partner connect",
                method="PATCH",
                path="/onboarding/{ref}/identity",
                args={"ref": ref},
                body={
                    "national_id": national_id,
                    "identity_document": identity_document,
                    "residential_address": residential_address,
                    "place_of_birth": place_of_birth,
                    "citizenships": citizenships,
                    "date_of_birth": date_of_birth,
                },
                headers={
                    "If-Match": if_match,
                },
                options=options,
            ),
            PrefillIdentityResult.from_dict,
        )

    def set_representation(
        self,
        ref: str,
        *,
        is_representative: bool,
        person: RepresentationPersonInput | None | Absent = ABSENT,
        if_match: str | None = None,
        options: Options | None = None,
    ) -> SetRepresentationResult:
        """Records whether the person who opens the account represents the company, and derives how from the company's
        register (docs/representation.md). A repeated call takes the place of the earlier one.
        `representation_not_applicable` for sole traders and natural persons."""
        return self._client._call(
            Call(
                api="partner connect",
                method="PUT",
                path="/onboarding/{ref}/representation",
                args={"ref": ref},
                body={
                    "is_representative": is_representative,
                    "person": person,
                },
                headers={
                    "If-Match": if_match,
                },
                options=options,
            ),
            SetRepresentationResult.from_dict,
        )

    def cancel(
        self,
        ref: str,
        *,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> CancelOnboardingResult:
        """Ends an onboarding that the merchant has not signed: its links and invitations stop working. One that is
        cancelled already stays so."""
        return self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/onboarding/{ref}/cancel",
                args={"ref": ref},
                keyed=True,
                headers={
                    "If-Match": if_match,
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            CancelOnboardingResult.from_dict,
        )

    def list_requirements(
        self,
        *,
        applicant_type: ApplicantType | str | None = None,
        options: Options | None = None,
    ) -> builtins.list[Requirement]:
        """Explains every code that `missing` can hold: whom it is asked of and which call resolves it."""
        return self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/requirements",
                query={
                    "applicant_type": applicant_type,
                },
                options=options,
            ),
            lambda answer: _values.each(Requirement.from_dict, answer["data"]),
        )

    def finalize(
        self,
        ref: str,
        *,
        options: Options | None = None,
    ) -> FinalizeOnboardingResult:
        """Reports what is missing and hands the merchant over. It changes nothing and always answers 200; a body is
        ignored."""
        return self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/onboarding/{ref}/finalize",
                args={"ref": ref},
                options=options,
            ),
            FinalizeOnboardingResult.from_dict,
        )


class AsyncOnboardingsResource:
    """Calls of Partner connect that concern onboardings, to be awaited."""

    def __init__(self, client: AsyncPartnerline) -> None:
        self._client = client

    async def create(
        self,
        *,
        partner_external_ref: str,
        channel: str | None | Absent = ABSENT,
        applicant_type: ApplicantType | str | None | Absent = ABSENT,
        applicant: ApplicantInput | None | Absent = ABSENT,
        business: BusinessInput | None | Absent = ABSENT,
        company: CompanyInput | None | Absent = ABSENT,
        payout_account: PayoutAccountInput | None | Absent = ABSENT,
        return_url: str | None | Absent = ABSENT,
        metadata: dict[str, str] | None | Absent = ABSENT,
        options: Options | None = None,
    ) -> CreateOnboardingResult:
        """Makes a draft: 201. `partner_external_ref` is its idempotency key within the channel: a repeated call gets the
        existing onboarding with 200 and `Idempotency-Replayed: true`, whatever else its body says. The header
        `Idempotency-Key` is ignored."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/onboarding",
                body={
                    "partner_external_ref": partner_external_ref,
                    "channel": channel,
                    "applicant_type": applicant_type,
                    "applicant": applicant,
                    "business": business,
                    "company": company,
                    "payout_account": payout_account,
                    "return_url": return_url,
                    "metadata": metadata,
                },
                options=options,
            ),
            CreateOnboardingResult.from_dict,
        )

    def list(
        self,
        *,
        status: OnboardingStatusInput | str | None = None,
        channel: str | None = None,
        partner_external_ref: str | None = None,
        updated_from: datetime | None = None,
        page_size: int | None = None,
        page_token: str | None = None,
        options: Options | None = None,
    ) -> AsyncIterator[OnboardingSummary]:
        """Lists the onboardings of the key's channels, newest first; with `updated_from`, those that changed since then,
        in the order of their changes. No answer of it leads to the hosted flow.

        It reads page after page."""
        return self._client._all(
            Call(
                api="partner connect",
                method="GET",
                path="/onboarding",
                query={
                    "status": status,
                    "channel": channel,
                    "partner_external_ref": partner_external_ref,
                    "updated_from": updated_from,
                    "page_size": page_size,
                    "page_token": page_token,
                },
                options=options,
            ),
            "page_token",
            OnboardingSummary.from_dict,
        )

    async def list_page(
        self,
        *,
        status: OnboardingStatusInput | str | None = None,
        channel: str | None = None,
        partner_external_ref: str | None = None,
        updated_from: datetime | None = None,
        page_size: int | None = None,
        page_token: str | None = None,
        options: Options | None = None,
    ) -> Page[OnboardingSummary]:
        """One page of list."""
        return await self._client._page(
            Call(
                api="partner connect",
                method="GET",
                path="/onboarding",
                query={
                    "status": status,
                    "channel": channel,
                    "partner_external_ref": partner_external_ref,
                    "updated_from": updated_from,
                    "page_size": page_size,
                    "page_token": page_token,
                },
                options=options,
            ),
            OnboardingSummary.from_dict,
        )

    async def get(
        self,
        ref: str,
        *,
        options: Options | None = None,
    ) -> Onboarding:
        """Returns an onboarding with a fresh link to the hosted flow."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/onboarding/{ref}",
                args={"ref": ref},
                options=options,
            ),
            Onboarding.from_dict,
        )

    async def update(
        self,
        ref: str,
        *,
        applicant_type: ApplicantType | str | None | Absent = ABSENT,
        applicant: ApplicantInput | None | Absent = ABSENT,
        business: BusinessInput | None | Absent = ABSENT,
        company: CompanyInput | None | Absent = ABSENT,
        payout_account: PayoutAccountInput | None | Absent = ABSENT,
        return_url: str | None | Absent = ABSENT,
        metadata: dict[str, str] | None | Absent = ABSENT,
        if_match: str | None = None,
        options: Options | None = None,
    ) -> UpdateOnboardingResult:
        """Changes the partner's data about the merchant. In `applicant`, `business`, `company` and `payout_account` a
        member that is present replaces the stored one, null clears it, and one that is absent is kept; `metadata` is
        replaced whole. A company's register is asked, and what it says decides `company_structure`. What the merchant
        confirmed in the hosted flow is `segment_locked`."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="PATCH",
                path="/onboarding/{ref}",
                args={"ref": ref},
                body={
                    "applicant_type": applicant_type,
                    "applicant": applicant,
                    "business": business,
                    "company": company,
                    "payout_account": payout_account,
                    "return_url": return_url,
                    "metadata": metadata,
                },
                headers={
                    "If-Match": if_match,
                },
                options=options,
            ),
            UpdateOnboardingResult.from_dict,
        )

    async def prefill_identity(
        self,
        ref: str,
        *,
        national_id: NationalIdInput | None | Absent = ABSENT,
        identity_document: IdentityDocumentInput | None | Absent = ABSENT,
        residential_address: AddressInput | None | Absent = ABSENT,
        place_of_birth: PlaceOfBirthInput | None | Absent = ABSENT,
        citizenships: builtins.list[str] | None | Absent = ABSENT,
        date_of_birth: date | None | Absent = ABSENT,
        if_match: str | None = None,
        options: Options | None = None,
    ) -> PrefillIdentityResult:
        """Stores identity data of the main applicant; it verifies nothing, and no answer ever shows it again. A member
        that is present replaces the stored one whole, null clears it, and one that is absent is kept.
        `prefill_not_applicable` for a company of several representatives: each of them identifies in the hosted flow."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="PATCH",
                path="/onboarding/{ref}/identity",
                args={"ref": ref},
                body={
                    "national_id": national_id,
                    "identity_document": identity_document,
                    "residential_address": residential_address,
                    "place_of_birth": place_of_birth,
                    "citizenships": citizenships,
                    "date_of_birth": date_of_birth,
                },
                headers={
                    "If-Match": if_match,
                },
                options=options,
            ),
            PrefillIdentityResult.from_dict,
        )

    async def set_representation(
        self,
        ref: str,
        *,
        is_representative: bool,
        person: RepresentationPersonInput | None | Absent = ABSENT,
        if_match: str | None = None,
        options: Options | None = None,
    ) -> SetRepresentationResult:
        """Records whether the person who opens the account represents the company, and derives how from the company's
        register (docs/representation.md). A repeated call takes the place of the earlier one.
        `representation_not_applicable` for sole traders and natural persons."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="PUT",
                path="/onboarding/{ref}/representation",
                args={"ref": ref},
                body={
                    "is_representative": is_representative,
                    "person": person,
                },
                headers={
                    "If-Match": if_match,
                },
                options=options,
            ),
            SetRepresentationResult.from_dict,
        )

    async def cancel(
        self,
        ref: str,
        *,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> CancelOnboardingResult:
        """Ends an onboarding that the merchant has not signed: its links and invitations stop working. One that is
        cancelled already stays so."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/onboarding/{ref}/cancel",
                args={"ref": ref},
                keyed=True,
                headers={
                    "If-Match": if_match,
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            CancelOnboardingResult.from_dict,
        )

    async def list_requirements(
        self,
        *,
        applicant_type: ApplicantType | str | None = None,
        options: Options | None = None,
    ) -> builtins.list[Requirement]:
        """Explains every code that `missing` can hold: whom it is asked of and which call resolves it."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/requirements",
                query={
                    "applicant_type": applicant_type,
                },
                options=options,
            ),
            lambda answer: _values.each(Requirement.from_dict, answer["data"]),
        )

    async def finalize(
        self,
        ref: str,
        *,
        options: Options | None = None,
    ) -> FinalizeOnboardingResult:
        """Reports what is missing and hands the merchant over. It changes nothing and always answers 200; a body is
        ignored."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/onboarding/{ref}/finalize",
                args={"ref": ref},
                options=options,
            ),
            FinalizeOnboardingResult.from_dict,
        )

