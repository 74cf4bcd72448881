# Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
"""Calls of Webhooks that concern verifications."""

from __future__ import annotations

import builtins
from collections.abc import AsyncIterator, Iterator
from datetime import datetime
from typing import IO, TYPE_CHECKING, Any

from .. import _values
from .._core import Call, Options, Page
from .._values import ABSENT, Absent
from ..enums import ReasonCode, VerificationKind, VerificationOrder, VerificationStatus
from ..models import (
    CheckResultInput,
    SubjectInput,
    Verification,
)

if TYPE_CHECKING:
    from .._client import AsyncPartnerline, Partnerline


class VerificationsResource:
    """Calls of Webhooks that concern verifications."""

    def __init__(self, client: Partnerline) -> None:
        self._client = client

    def list(
        self,
        *,
        status: VerificationStatus | str | None = None,
        kind: VerificationKind | str | None = None,
        subject_ref: str | None = None,
        created_from: datetime | None = None,
        updated_from: datetime | None = None,
        order: VerificationOrder | str | None = None,
        page_size: int | None = None,
        page_token: str | None = None,
        options: Options | None = None,
    ) -> Iterator[Verification]:
        """Returns a page of sessions. With `order=updated_at` and `updated_from` a client finds what it missed, by
        comparing the list with its own data.

        It reads page after page."""
        return self._client._all(
            Call(
                api="webhooks",
                method="GET",
                path="/api/v1/verifications",
                query={
                    "status": status,
                    "kind": kind,
                    "subject_ref": subject_ref,
                    "created_from": created_from,
                    "updated_from": updated_from,
                    "order": order,
                    "page_size": page_size,
                    "page_token": page_token,
                },
                options=options,
            ),
            "page_token",
            Verification.from_dict,
        )

    def list_page(
        self,
        *,
        status: VerificationStatus | str | None = None,
        kind: VerificationKind | str | None = None,
        subject_ref: str | None = None,
        created_from: datetime | None = None,
        updated_from: datetime | None = None,
        order: VerificationOrder | str | None = None,
        page_size: int | None = None,
        page_token: str | None = None,
        options: Options | None = None,
    ) -> Page[Verification]:
        """One page of list."""
        return self._client._page(
            Call(
                api="webhooks",
                method="GET",
                path="/api/v1/verifications",
                query={
                    "status": status,
                    "kind": kind,
                    "subject_ref": subject_ref,
                    "created_from": created_from,
                    "updated_from": updated_from,
                    "order": order,
                    "page_size": page_size,
                    "page_token": page_token,
                },
                options=options,
            ),
            Verification.from_dict,
        )

    def create(
        self,
        *,
        kind: VerificationKind | str,
        subject: SubjectInput | None | Absent = ABSENT,
        metadata: dict[str, str] | None | Absent = ABSENT,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> Verification:
        """Makes a test session."""
        return self._client._call(
            Call(
                api="webhooks",
                method="POST",
                path="/api/v1/verifications",
                body={
                    "kind": kind,
                    "subject": subject,
                    "metadata": metadata,
                },
                keyed=True,
                headers={
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            lambda answer: Verification.from_dict(answer["data"]),
        )

    def get(
        self,
        id: str,
        *,
        options: Options | None = None,
    ) -> Verification:
        """Returns one session."""
        return self._client._call(
            Call(
                api="webhooks",
                method="GET",
                path="/api/v1/verifications/{id}",
                args={"id": id},
                options=options,
            ),
            lambda answer: Verification.from_dict(answer["data"]),
        )

    def advance(
        self,
        id: str,
        *,
        to: VerificationStatus | str,
        reason_codes: builtins.list[ReasonCode] | builtins.list[str] | None | Absent = ABSENT,
        checks: builtins.list[CheckResultInput] | None | Absent = ABSENT,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> Verification:
        """Moves a test session to a status, by one legal step or the shortest legal path; each step emits its event.
        `invalid_state` when there is no path. The caller plays the provider: `checks` are the results that it reports."""
        return self._client._call(
            Call(
                api="webhooks",
                method="POST",
                path="/api/v1/verifications/{id}/advance",
                args={"id": id},
                body={
                    "to": to,
                    "reason_codes": reason_codes,
                    "checks": checks,
                },
                keyed=True,
                headers={
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            lambda answer: Verification.from_dict(answer["data"]),
        )


class AsyncVerificationsResource:
    """Calls of Webhooks that concern verifications, to be awaited."""

    def __init__(self, client: AsyncPartnerline) -> None:
        self._client = client

    def list(
        self,
        *,
        status: VerificationStatus | str | None = None,
        kind: VerificationKind | str | None = None,
        subject_ref: str | None = None,
        created_from: datetime | None = None,
        updated_from: datetime | None = None,
        order: VerificationOrder | str | None = None,
        page_size: int | None = None,
        page_token: str | None = None,
        options: Options | None = None,
    ) -> AsyncIterator[Verification]:
        """Returns a page of sessions. With `order=updated_at` and `updated_from` a client finds what it missed, by
        comparing the list with its own data.

        It reads page after page."""
        return self._client._all(
            Call(
                api="webhooks",
                method="GET",
                path="/api/v1/verifications",
                query={
                    "status": status,
                    "kind": kind,
                    "subject_ref": subject_ref,
                    "created_from": created_from,
                    "updated_from": updated_from,
                    "order": order,
                    "page_size": page_size,
                    "page_token": page_token,
                },
                options=options,
            ),
            "page_token",
            Verification.from_dict,
        )

    async def list_page(
        self,
        *,
        status: VerificationStatus | str | None = None,
        kind: VerificationKind | str | None = None,
        subject_ref: str | None = None,
        created_from: datetime | None = None,
        updated_from: datetime | None = None,
        order: VerificationOrder | str | None = None,
        page_size: int | None = None,
        page_token: str | None = None,
        options: Options | None = None,
    ) -> Page[Verification]:
        """One page of list."""
        return await self._client._page(
            Call(
                api="webhooks",
                method="GET",
                path="/api/v1/verifications",
                query={
                    "status": status,
                    "kind": kind,
                    "subject_ref": subject_ref,
                    "created_from": created_from,
                    "updated_from": updated_from,
                    "order": order,
                    "page_size": page_size,
                    "page_token": page_token,
                },
                options=options,
            ),
            Verification.from_dict,
        )

    async def create(
        self,
        *,
        kind: VerificationKind | str,
        subject: SubjectInput | None | Absent = ABSENT,
        metadata: dict[str, str] | None | Absent = ABSENT,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> Verification:
        """Makes a test session."""
        return await self._client._call(
            Call(
                api="webhooks",
                method="POST",
                path="/api/v1/verifications",
                body={
                    "kind": kind,
                    "subject": subject,
                    "metadata": metadata,
                },
                keyed=True,
                headers={
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            lambda answer: Verification.from_dict(answer["data"]),
        )

    async def get(
        self,
        id: str,
        *,
        options: Options | None = None,
    ) -> Verification:
        """Returns one session."""
        return await self._client._call(
            Call(
                api="webhooks",
                method="GET",
                path="/api/v1/verifications/{id}",
                args={"id": id},
                options=options,
            ),
            lambda answer: Verification.from_dict(answer["data"]),
        )

    async def advance(
        self,
        id: str,
        *,
        to: VerificationStatus | str,
        reason_codes: builtins.list[ReasonCode] | builtins.list[str] | None | Absent = ABSENT,
        checks: builtins.list[CheckResultInput] | None | Absent = ABSENT,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> Verification:
        """Moves a test session to a status, by one legal step or the shortest legal path; each step emits its event.
        `invalid_state` when there is no path. The caller plays the provider: `checks` are the results that it reports."""
        return await self._client._call(
            Call(
                api="webhooks",
                method="POST",
                path="/api/v1/verifications/{id}/advance",
                args={"id": id},
                body={
                    "to": to,
                    "reason_codes": reason_codes,
                    "checks": checks,
                },
                keyed=True,
                headers={
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            lambda answer: Verification.from_dict(answer["data"]),
        )

