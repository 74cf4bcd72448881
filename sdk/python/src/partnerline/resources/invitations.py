# Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
"""Calls of Partner connect that concern invitations."""

from __future__ import annotations

import builtins
from collections.abc import AsyncIterator, Iterator
from typing import IO, TYPE_CHECKING, Any

from .. import _values
from .._core import Call, Options, Page
from .._values import ABSENT, Absent
from ..enums import InvitationRole
from ..models import (
    CreateInvitationResult,
    Invitation,
    InviteeInput,
    ResendInvitationResult,
)

if TYPE_CHECKING:
    from .._client import AsyncPartnerline, Partnerline


class InvitationsResource:
    """Calls of Partner connect that concern invitations."""

    def __init__(self, client: Partnerline) -> None:
        self._client = client

    def create(
        self,
        ref: str,
        *,
        role: InvitationRole | str,
        invitee: InviteeInput,
        member_id: str | None | Absent = ABSENT,
        document_ids: builtins.list[str] | None | Absent = ABSENT,
        locale: str | None | Absent = ABSENT,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> CreateInvitationResult:
        """Invites someone: 201. `invitation_not_applicable` unless the representation decision asks for more people."""
        return self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/onboarding/{ref}/invitations",
                args={"ref": ref},
                body={
                    "role": role,
                    "invitee": invitee,
                    "member_id": member_id,
                    "document_ids": document_ids,
                    "locale": locale,
                },
                keyed=True,
                headers={
                    "If-Match": if_match,
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            CreateInvitationResult.from_dict,
        )

    def list(
        self,
        ref: str,
        *,
        options: Options | None = None,
    ) -> builtins.list[Invitation]:
        """Lists them, oldest first."""
        return self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/onboarding/{ref}/invitations",
                args={"ref": ref},
                options=options,
            ),
            lambda answer: _values.each(Invitation.from_dict, answer["data"]),
        )

    def get(
        self,
        ref: str,
        invitation_id: str,
        *,
        options: Options | None = None,
    ) -> Invitation:
        """Returns one."""
        return self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/onboarding/{ref}/invitations/{invitation_id}",
                args={"ref": ref, "invitation_id": invitation_id},
                options=options,
            ),
            Invitation.from_dict,
        )

    def revoke(
        self,
        ref: str,
        invitation_id: str,
        *,
        if_match: str | None = None,
        options: Options | None = None,
    ) -> None:
        """Takes a pending invitation back; its link stops working. 204."""
        self._client._call_without_result(
            Call(
                api="partner connect",
                method="DELETE",
                path="/onboarding/{ref}/invitations/{invitation_id}",
                args={"ref": ref, "invitation_id": invitation_id},
                headers={
                    "If-Match": if_match,
                },
                options=options,
            )
        )

    def resend(
        self,
        ref: str,
        invitation_id: str,
        *,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> ResendInvitationResult:
        """Sends a pending invitation again, every 10 minutes at most and 5 times in all."""
        return self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/onboarding/{ref}/invitations/{invitation_id}/resend",
                args={"ref": ref, "invitation_id": invitation_id},
                keyed=True,
                headers={
                    "If-Match": if_match,
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            ResendInvitationResult.from_dict,
        )


class AsyncInvitationsResource:
    """Calls of Partner connect that concern invitations, to be awaited."""

    def __init__(self, client: AsyncPartnerline) -> None:
        self._client = client

    async def create(
        self,
        ref: str,
        *,
        role: InvitationRole | str,
        invitee: InviteeInput,
        member_id: str | None | Absent = ABSENT,
        document_ids: builtins.list[str] | None | Absent = ABSENT,
        locale: str | None | Absent = ABSENT,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> CreateInvitationResult:
        """Invites someone: 201. `invitation_not_applicable` unless the representation decision asks for more people."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/onboarding/{ref}/invitations",
                args={"ref": ref},
                body={
                    "role": role,
                    "invitee": invitee,
                    "member_id": member_id,
                    "document_ids": document_ids,
                    "locale": locale,
                },
                keyed=True,
                headers={
                    "If-Match": if_match,
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            CreateInvitationResult.from_dict,
        )

    async def list(
        self,
        ref: str,
        *,
        options: Options | None = None,
    ) -> builtins.list[Invitation]:
        """Lists them, oldest first."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/onboarding/{ref}/invitations",
                args={"ref": ref},
                options=options,
            ),
            lambda answer: _values.each(Invitation.from_dict, answer["data"]),
        )

    async def get(
        self,
        ref: str,
        invitation_id: str,
        *,
        options: Options | None = None,
    ) -> Invitation:
        """Returns one."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/onboarding/{ref}/invitations/{invitation_id}",
                args={"ref": ref, "invitation_id": invitation_id},
                options=options,
            ),
            Invitation.from_dict,
        )

    async def revoke(
        self,
        ref: str,
        invitation_id: str,
        *,
        if_match: str | None = None,
        options: Options | None = None,
    ) -> None:
        """Takes a pending invitation back; its link stops working. 204."""
        await self._client._call_without_result(
            Call(
                api="partner connect",
                method="DELETE",
                path="/onboarding/{ref}/invitations/{invitation_id}",
                args={"ref": ref, "invitation_id": invitation_id},
                headers={
                    "If-Match": if_match,
                },
                options=options,
            )
        )

    async def resend(
        self,
        ref: str,
        invitation_id: str,
        *,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> ResendInvitationResult:
        """Sends a pending invitation again, every 10 minutes at most and 5 times in all."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/onboarding/{ref}/invitations/{invitation_id}/resend",
                args={"ref": ref, "invitation_id": invitation_id},
                keyed=True,
                headers={
                    "If-Match": if_match,
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            ResendInvitationResult.from_dict,
        )

