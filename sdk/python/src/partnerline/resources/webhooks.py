# Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
"""Calls of Partner connect that concern webhooks."""

from __future__ import annotations

import builtins
from collections.abc import AsyncIterator, Iterator
from datetime import datetime
from typing import IO, TYPE_CHECKING, Any

from .. import _values
from .._core import Call, Options, Page
from .._values import ABSENT, Absent
from ..enums import DeliveryStatus, MissedStatus, OrderOnFailure, PortalRole, SignatureForm, StatisticsInterval
from ..models import (
    AuthenticationInput,
    BodyPreview,
    BodyShapeInput,
    CreatedEndpoint,
    Delivery,
    DeliveryDetail,
    Endpoint,
    EndpointStatistics,
    PortalSession,
    Recovery,
    RotatedSecret,
    SigningKeys,
    SourceAddresses,
    TestDelivery,
)

if TYPE_CHECKING:
    from .._client import AsyncPartnerline, Partnerline


class WebhooksResource:
    """Calls of Partner connect that concern webhooks."""

    def __init__(self, client: Partnerline) -> None:
        self._client = client

    def create_endpoint(
        self,
        *,
        url: str,
        events: builtins.list[str],
        description: str | None | Absent = ABSENT,
        filter: str | None | Absent = ABSENT,
        honour_retry_after: bool | None | Absent = ABSENT,
        deactivate_on_410: bool | None | Absent = ABSENT,
        headers: dict[str, str] | None | Absent = ABSENT,
        rate_limit: int | None | Absent = ABSENT,
        channels: builtins.list[str] | None | Absent = ABSENT,
        signatures: builtins.list[SignatureForm] | builtins.list[str] | None | Absent = ABSENT,
        body: BodyShapeInput | None | Absent = ABSENT,
        order_by: str | None | Absent = ABSENT,
        order_on_failure: OrderOnFailure | str | None | Absent = ABSENT,
        authentication: AuthenticationInput | None | Absent = ABSENT,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> CreatedEndpoint:
        """Registers an endpoint. The signing secret is in this response and in no later one."""
        return self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/webhooks",
                body={
                    "url": url,
                    "events": events,
                    "description": description,
                    "filter": filter,
                    "honour_retry_after": honour_retry_after,
                    "deactivate_on_410": deactivate_on_410,
                    "headers": headers,
                    "rate_limit": rate_limit,
                    "channels": channels,
                    "signatures": signatures,
                    "body": body,
                    "order_by": order_by,
                    "order_on_failure": order_on_failure,
                    "authentication": authentication,
                },
                keyed=True,
                headers={
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            CreatedEndpoint.from_dict,
        )

    def list_endpoints(
        self,
        *,
        options: Options | None = None,
    ) -> builtins.list[Endpoint]:
        """Returns all endpoints of the partner and mode, newest first."""
        return self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/webhooks",
                options=options,
            ),
            lambda answer: _values.each(Endpoint.from_dict, answer["data"]),
        )

    def get_endpoint(
        self,
        id: str,
        *,
        options: Options | None = None,
    ) -> Endpoint:
        """Returns one endpoint."""
        return self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/webhooks/{id}",
                args={"id": id},
                options=options,
            ),
            lambda answer: Endpoint.from_dict(answer["data"]),
        )

    def update_endpoint(
        self,
        id: str,
        *,
        url: str | Absent = ABSENT,
        events: builtins.list[str] | Absent = ABSENT,
        description: str | None | Absent = ABSENT,
        is_active: bool | Absent = ABSENT,
        filter: str | None | Absent = ABSENT,
        honour_retry_after: bool | Absent = ABSENT,
        deactivate_on_410: bool | Absent = ABSENT,
        headers: dict[str, str] | None | Absent = ABSENT,
        rate_limit: int | None | Absent = ABSENT,
        channels: builtins.list[str] | None | Absent = ABSENT,
        signatures: builtins.list[SignatureForm] | builtins.list[str] | Absent = ABSENT,
        body: BodyShapeInput | None | Absent = ABSENT,
        order_by: str | None | Absent = ABSENT,
        order_on_failure: OrderOnFailure | str | Absent = ABSENT,
        authentication: AuthenticationInput | None | Absent = ABSENT,
        if_match: str | None = None,
        options: Options | None = None,
    ) -> Endpoint:
        """Changes the fields that are present. `is_active` true on an inactive or deactivated endpoint resets
        `failure_count` and `disabled_at`. Where the operator requires proof of ownership, it is `ownership_unproven` in
        live mode until VerifyEndpoint has proven it, and another `url` makes the endpoint inactive."""
        return self._client._call(
            Call(
                api="partner connect",
                method="PATCH",
                path="/webhooks/{id}",
                args={"id": id},
                body={
                    "url": url,
                    "events": events,
                    "description": description,
                    "is_active": is_active,
                    "filter": filter,
                    "honour_retry_after": honour_retry_after,
                    "deactivate_on_410": deactivate_on_410,
                    "headers": headers,
                    "rate_limit": rate_limit,
                    "channels": channels,
                    "signatures": signatures,
                    "body": body,
                    "order_by": order_by,
                    "order_on_failure": order_on_failure,
                    "authentication": authentication,
                },
                headers={
                    "If-Match": if_match,
                },
                options=options,
            ),
            lambda answer: Endpoint.from_dict(answer["data"]),
        )

    def delete_endpoint(
        self,
        id: str,
        *,
        options: Options | None = None,
    ) -> None:
        """Removes an endpoint. No attempt starts later than one second after the answer."""
        self._client._call_without_result(
            Call(
                api="partner connect",
                method="DELETE",
                path="/webhooks/{id}",
                args={"id": id},
                options=options,
            )
        )

    def test_endpoint(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> TestDelivery:
        """Sends a `webhook.test` event to this endpoint only, through the pipeline that all events take.
        `endpoint_inactive` when it is not active. The delivery and the event that the answer names can be read at once."""
        return self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/webhooks/{id}/test",
                args={"id": id},
                keyed=True,
                headers={
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            lambda answer: TestDelivery.from_dict(answer["data"]),
        )

    def verify_endpoint(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> TestDelivery:
        """Sends a `webhook.challenge` event to this endpoint only, whether or not it is active, through the pipeline that
        all events take. A receiver that answers 2xx with `data.challenge`, as text or as `{"challenge": "..."}`, within
        an hour proves that the endpoint's owner controls it: `ownership` is `proven` until the URL changes. A later
        challenge replaces an earlier one. `invalid_state` for 5 seconds after a change of the endpoint, and
        `rate_limited` after 60 challenges of the partner and mode in an hour."""
        return self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/webhooks/{id}/verify",
                args={"id": id},
                keyed=True,
                headers={
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            lambda answer: TestDelivery.from_dict(answer["data"]),
        )

    def rotate_secret(
        self,
        id: str,
        *,
        overlap_seconds: int | None | Absent = ABSENT,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> RotatedSecret:
        """Makes a new signing secret, shown in this response and in no later one. Until the overlap ends, both secrets
        sign every delivery, the newest first. At most three secrets are valid at once: a rotation that would make a
        fourth is `secret_limit_reached` and changes nothing, since ending the oldest early could cut off receivers that
        know no other. A rotation with `overlap_seconds` 0 ends all older secrets at once and is never refused for their
        number."""
        return self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/webhooks/{id}/rotate-secret",
                args={"id": id},
                body={
                    "overlap_seconds": overlap_seconds,
                },
                keyed=True,
                headers={
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            RotatedSecret.from_dict,
        )

    def list_signing_keys(
        self,
        *,
        options: Options | None = None,
    ) -> SigningKeys:
        """Returns the public keys of the partner and mode that are published, newest first: those of the signatures
        `ed25519` and `http_message`. There are none before the first endpoint asks for one of these, or
        RotateSigningKey is called."""
        return self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/signing-keys",
                options=options,
            ),
            lambda answer: SigningKeys.from_dict(answer["data"]),
        )

    def rotate_signing_key(
        self,
        *,
        overlap_seconds: int | None | Absent = ABSENT,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> SigningKeys:
        """Makes a new key of the partner and mode. It is published for `overlap_seconds` before it signs, and the key so
        far is published for as long after it signed last, so that receivers that read the JWKS miss nothing. With
        `overlap_seconds` 0 the new key signs at once and all others are no longer published: for a key that others may
        have. Without a key so far, the first one is made and signs at once. `invalid_state` while the key of an earlier
        rotation does not sign yet, and when five keys are published."""
        return self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/signing-keys/rotate",
                body={
                    "overlap_seconds": overlap_seconds,
                },
                keyed=True,
                headers={
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            lambda answer: SigningKeys.from_dict(answer["data"]),
        )

    def preview_body(
        self,
        *,
        body: BodyShapeInput,
        type: str | None | Absent = ABSENT,
        event_id: str | None | Absent = ABSENT,
        options: Options | None = None,
    ) -> builtins.list[BodyPreview]:
        """Shows what requests with a shape would have, of recent events of the partner and mode; nothing is sent and
        nothing changes. The events are those that the partner's newest key may read, as in a portal session. The key
        needs `onboarding:read`, too."""
        return self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/body-preview",
                body={
                    "body": body,
                    "type": type,
                    "event_id": event_id,
                },
                options=options,
            ),
            lambda answer: _values.each(BodyPreview.from_dict, answer["data"]),
        )

    def get_endpoint_statistics(
        self,
        id: str,
        *,
        interval: StatisticsInterval | str | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        options: Options | None = None,
    ) -> EndpointStatistics:
        """Counts the deliveries to an endpoint that ended, by the hour or by the day. An interval in which none ended is
        there with zeros. A delivery counts when it ends, and once more for each later run; a cancelled one does not
        count. Hours are kept for 31 days."""
        return self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/webhooks/{id}/statistics",
                args={"id": id},
                query={
                    "interval": interval,
                    "from": from_,
                    "to": to,
                },
                options=options,
            ),
            lambda answer: EndpointStatistics.from_dict(answer["data"]),
        )

    def get_source_addresses(
        self,
        *,
        options: Options | None = None,
    ) -> SourceAddresses:
        """Returns from which addresses requests to endpoints come, as for a rule of a firewall, and which are announced to
        follow. `source_addresses.changed` announces them, to endpoints that list it. The `ETag` changes with what the
        answer says."""
        return self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/source-addresses",
                options=options,
            ),
            lambda answer: SourceAddresses.from_dict(answer["data"]),
        )

    def list_deliveries(
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
                api="partner connect",
                method="GET",
                path="/webhooks/{id}/deliveries",
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

    def list_deliveries_page(
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
        """One page of list_deliveries."""
        return self._client._page(
            Call(
                api="partner connect",
                method="GET",
                path="/webhooks/{id}/deliveries",
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

    def get_delivery(
        self,
        id: str,
        *,
        options: Options | None = None,
    ) -> DeliveryDetail:
        """Returns one delivery with all its attempts."""
        return self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/deliveries/{id}",
                args={"id": id},
                options=options,
            ),
            lambda answer: DeliveryDetail.from_dict(answer["data"]),
        )

    def resend_delivery(
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
                api="partner connect",
                method="POST",
                path="/deliveries/{id}/resend",
                args={"id": id},
                keyed=True,
                headers={
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            lambda answer: Delivery.from_dict(answer["data"]),
        )

    def skip_delivery(
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
                api="partner connect",
                method="POST",
                path="/deliveries/{id}/skip",
                args={"id": id},
                keyed=True,
                headers={
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            lambda answer: Delivery.from_dict(answer["data"]),
        )

    def recover_endpoint(
        self,
        id: str,
        *,
        since: datetime,
        until: datetime | None | Absent = ABSENT,
        statuses: builtins.list[MissedStatus] | builtins.list[str] | None | Absent = ABSENT,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> Recovery:
        """Starts a job that sends the events of a span of time that did not reach the endpoint: deliveries that failed or
        were cancelled, events for which it had no delivery, as while it was inactive, and deliveries that wait for a
        retry, whose next attempt is made now. With `pending` and no other it makes all retries that wait. The job
        survives restarts and has no ceiling. Five of an endpoint may run at once; one more is `recovery_limit_reached`."""
        return self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/webhooks/{id}/recover",
                args={"id": id},
                body={
                    "since": since,
                    "until": until,
                    "statuses": statuses,
                },
                keyed=True,
                headers={
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            lambda answer: Recovery.from_dict(answer["data"]),
        )

    def get_recovery(
        self,
        id: str,
        *,
        options: Options | None = None,
    ) -> Recovery:
        """Shows the progress of a job."""
        return self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/recoveries/{id}",
                args={"id": id},
                options=options,
            ),
            lambda answer: Recovery.from_dict(answer["data"]),
        )

    def cancel_recovery(
        self,
        id: str,
        *,
        options: Options | None = None,
    ) -> None:
        """Stops a job; what it sent on its way stays there. 204 over JSON, also for a job that has ended."""
        self._client._call_without_result(
            Call(
                api="partner connect",
                method="DELETE",
                path="/recoveries/{id}",
                args={"id": id},
                options=options,
            )
        )

    def create_portal_session(
        self,
        *,
        role: PortalRole | str | None | Absent = ABSENT,
        return_url: str | None | Absent = ABSENT,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> PortalSession:
        """Returns a URL that opens a session of the portal once, within 5 minutes: pages where people of the partner see
        and manage its endpoints, in the mode of the key. Send a signed-in person of yours there at once, or load it in
        a frame of a page whose origin the operator has allowed. The session ends an hour after it is opened, or as long
        as the operator has set, and at once when it or the key that made it is revoked. The key needs
        `onboarding:read`, too: the portal shows events."""
        return self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/portal-sessions",
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

    def revoke_portal_session(
        self,
        id: str,
        *,
        options: Options | None = None,
    ) -> None:
        """Ends a session at once, whether or not it was opened. 204 over JSON, also for one that has ended."""
        self._client._call_without_result(
            Call(
                api="partner connect",
                method="DELETE",
                path="/portal-sessions/{id}",
                args={"id": id},
                options=options,
            )
        )


class AsyncWebhooksResource:
    """Calls of Partner connect that concern webhooks, to be awaited."""

    def __init__(self, client: AsyncPartnerline) -> None:
        self._client = client

    async def create_endpoint(
        self,
        *,
        url: str,
        events: builtins.list[str],
        description: str | None | Absent = ABSENT,
        filter: str | None | Absent = ABSENT,
        honour_retry_after: bool | None | Absent = ABSENT,
        deactivate_on_410: bool | None | Absent = ABSENT,
        headers: dict[str, str] | None | Absent = ABSENT,
        rate_limit: int | None | Absent = ABSENT,
        channels: builtins.list[str] | None | Absent = ABSENT,
        signatures: builtins.list[SignatureForm] | builtins.list[str] | None | Absent = ABSENT,
        body: BodyShapeInput | None | Absent = ABSENT,
        order_by: str | None | Absent = ABSENT,
        order_on_failure: OrderOnFailure | str | None | Absent = ABSENT,
        authentication: AuthenticationInput | None | Absent = ABSENT,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> CreatedEndpoint:
        """Registers an endpoint. The signing secret is in this response and in no later one."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/webhooks",
                body={
                    "url": url,
                    "events": events,
                    "description": description,
                    "filter": filter,
                    "honour_retry_after": honour_retry_after,
                    "deactivate_on_410": deactivate_on_410,
                    "headers": headers,
                    "rate_limit": rate_limit,
                    "channels": channels,
                    "signatures": signatures,
                    "body": body,
                    "order_by": order_by,
                    "order_on_failure": order_on_failure,
                    "authentication": authentication,
                },
                keyed=True,
                headers={
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            CreatedEndpoint.from_dict,
        )

    async def list_endpoints(
        self,
        *,
        options: Options | None = None,
    ) -> builtins.list[Endpoint]:
        """Returns all endpoints of the partner and mode, newest first."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/webhooks",
                options=options,
            ),
            lambda answer: _values.each(Endpoint.from_dict, answer["data"]),
        )

    async def get_endpoint(
        self,
        id: str,
        *,
        options: Options | None = None,
    ) -> Endpoint:
        """Returns one endpoint."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/webhooks/{id}",
                args={"id": id},
                options=options,
            ),
            lambda answer: Endpoint.from_dict(answer["data"]),
        )

    async def update_endpoint(
        self,
        id: str,
        *,
        url: str | Absent = ABSENT,
        events: builtins.list[str] | Absent = ABSENT,
        description: str | None | Absent = ABSENT,
        is_active: bool | Absent = ABSENT,
        filter: str | None | Absent = ABSENT,
        honour_retry_after: bool | Absent = ABSENT,
        deactivate_on_410: bool | Absent = ABSENT,
        headers: dict[str, str] | None | Absent = ABSENT,
        rate_limit: int | None | Absent = ABSENT,
        channels: builtins.list[str] | None | Absent = ABSENT,
        signatures: builtins.list[SignatureForm] | builtins.list[str] | Absent = ABSENT,
        body: BodyShapeInput | None | Absent = ABSENT,
        order_by: str | None | Absent = ABSENT,
        order_on_failure: OrderOnFailure | str | Absent = ABSENT,
        authentication: AuthenticationInput | None | Absent = ABSENT,
        if_match: str | None = None,
        options: Options | None = None,
    ) -> Endpoint:
        """Changes the fields that are present. `is_active` true on an inactive or deactivated endpoint resets
        `failure_count` and `disabled_at`. Where the operator requires proof of ownership, it is `ownership_unproven` in
        live mode until VerifyEndpoint has proven it, and another `url` makes the endpoint inactive."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="PATCH",
                path="/webhooks/{id}",
                args={"id": id},
                body={
                    "url": url,
                    "events": events,
                    "description": description,
                    "is_active": is_active,
                    "filter": filter,
                    "honour_retry_after": honour_retry_after,
                    "deactivate_on_410": deactivate_on_410,
                    "headers": headers,
                    "rate_limit": rate_limit,
                    "channels": channels,
                    "signatures": signatures,
                    "body": body,
                    "order_by": order_by,
                    "order_on_failure": order_on_failure,
                    "authentication": authentication,
                },
                headers={
                    "If-Match": if_match,
                },
                options=options,
            ),
            lambda answer: Endpoint.from_dict(answer["data"]),
        )

    async def delete_endpoint(
        self,
        id: str,
        *,
        options: Options | None = None,
    ) -> None:
        """Removes an endpoint. No attempt starts later than one second after the answer."""
        await self._client._call_without_result(
            Call(
                api="partner connect",
                method="DELETE",
                path="/webhooks/{id}",
                args={"id": id},
                options=options,
            )
        )

    async def test_endpoint(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> TestDelivery:
        """Sends a `webhook.test` event to this endpoint only, through the pipeline that all events take.
        `endpoint_inactive` when it is not active. The delivery and the event that the answer names can be read at once."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/webhooks/{id}/test",
                args={"id": id},
                keyed=True,
                headers={
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            lambda answer: TestDelivery.from_dict(answer["data"]),
        )

    async def verify_endpoint(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> TestDelivery:
        """Sends a `webhook.challenge` event to this endpoint only, whether or not it is active, through the pipeline that
        all events take. A receiver that answers 2xx with `data.challenge`, as text or as `{"challenge": "..."}`, within
        an hour proves that the endpoint's owner controls it: `ownership` is `proven` until the URL changes. A later
        challenge replaces an earlier one. `invalid_state` for 5 seconds after a change of the endpoint, and
        `rate_limited` after 60 challenges of the partner and mode in an hour."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/webhooks/{id}/verify",
                args={"id": id},
                keyed=True,
                headers={
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            lambda answer: TestDelivery.from_dict(answer["data"]),
        )

    async def rotate_secret(
        self,
        id: str,
        *,
        overlap_seconds: int | None | Absent = ABSENT,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> RotatedSecret:
        """Makes a new signing secret, shown in this response and in no later one. Until the overlap ends, both secrets
        sign every delivery, the newest first. At most three secrets are valid at once: a rotation that would make a
        fourth is `secret_limit_reached` and changes nothing, since ending the oldest early could cut off receivers that
        know no other. A rotation with `overlap_seconds` 0 ends all older secrets at once and is never refused for their
        number."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/webhooks/{id}/rotate-secret",
                args={"id": id},
                body={
                    "overlap_seconds": overlap_seconds,
                },
                keyed=True,
                headers={
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            RotatedSecret.from_dict,
        )

    async def list_signing_keys(
        self,
        *,
        options: Options | None = None,
    ) -> SigningKeys:
        """Returns the public keys of the partner and mode that are published, newest first: those of the signatures
        `ed25519` and `http_message`. There are none before the first endpoint asks for one of these, or
        RotateSigningKey is called."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/signing-keys",
                options=options,
            ),
            lambda answer: SigningKeys.from_dict(answer["data"]),
        )

    async def rotate_signing_key(
        self,
        *,
        overlap_seconds: int | None | Absent = ABSENT,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> SigningKeys:
        """Makes a new key of the partner and mode. It is published for `overlap_seconds` before it signs, and the key so
        far is published for as long after it signed last, so that receivers that read the JWKS miss nothing. With
        `overlap_seconds` 0 the new key signs at once and all others are no longer published: for a key that others may
        have. Without a key so far, the first one is made and signs at once. `invalid_state` while the key of an earlier
        rotation does not sign yet, and when five keys are published."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/signing-keys/rotate",
                body={
                    "overlap_seconds": overlap_seconds,
                },
                keyed=True,
                headers={
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            lambda answer: SigningKeys.from_dict(answer["data"]),
        )

    async def preview_body(
        self,
        *,
        body: BodyShapeInput,
        type: str | None | Absent = ABSENT,
        event_id: str | None | Absent = ABSENT,
        options: Options | None = None,
    ) -> builtins.list[BodyPreview]:
        """Shows what requests with a shape would have, of recent events of the partner and mode; nothing is sent and
        nothing changes. The events are those that the partner's newest key may read, as in a portal session. The key
        needs `onboarding:read`, too."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/body-preview",
                body={
                    "body": body,
                    "type": type,
                    "event_id": event_id,
                },
                options=options,
            ),
            lambda answer: _values.each(BodyPreview.from_dict, answer["data"]),
        )

    async def get_endpoint_statistics(
        self,
        id: str,
        *,
        interval: StatisticsInterval | str | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        options: Options | None = None,
    ) -> EndpointStatistics:
        """Counts the deliveries to an endpoint that ended, by the hour or by the day. An interval in which none ended is
        there with zeros. A delivery counts when it ends, and once more for each later run; a cancelled one does not
        count. Hours are kept for 31 days."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/webhooks/{id}/statistics",
                args={"id": id},
                query={
                    "interval": interval,
                    "from": from_,
                    "to": to,
                },
                options=options,
            ),
            lambda answer: EndpointStatistics.from_dict(answer["data"]),
        )

    async def get_source_addresses(
        self,
        *,
        options: Options | None = None,
    ) -> SourceAddresses:
        """Returns from which addresses requests to endpoints come, as for a rule of a firewall, and which are announced to
        follow. `source_addresses.changed` announces them, to endpoints that list it. The `ETag` changes with what the
        answer says."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/source-addresses",
                options=options,
            ),
            lambda answer: SourceAddresses.from_dict(answer["data"]),
        )

    def list_deliveries(
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
                api="partner connect",
                method="GET",
                path="/webhooks/{id}/deliveries",
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

    async def list_deliveries_page(
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
        """One page of list_deliveries."""
        return await self._client._page(
            Call(
                api="partner connect",
                method="GET",
                path="/webhooks/{id}/deliveries",
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

    async def get_delivery(
        self,
        id: str,
        *,
        options: Options | None = None,
    ) -> DeliveryDetail:
        """Returns one delivery with all its attempts."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/deliveries/{id}",
                args={"id": id},
                options=options,
            ),
            lambda answer: DeliveryDetail.from_dict(answer["data"]),
        )

    async def resend_delivery(
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
                api="partner connect",
                method="POST",
                path="/deliveries/{id}/resend",
                args={"id": id},
                keyed=True,
                headers={
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            lambda answer: Delivery.from_dict(answer["data"]),
        )

    async def skip_delivery(
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
                api="partner connect",
                method="POST",
                path="/deliveries/{id}/skip",
                args={"id": id},
                keyed=True,
                headers={
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            lambda answer: Delivery.from_dict(answer["data"]),
        )

    async def recover_endpoint(
        self,
        id: str,
        *,
        since: datetime,
        until: datetime | None | Absent = ABSENT,
        statuses: builtins.list[MissedStatus] | builtins.list[str] | None | Absent = ABSENT,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> Recovery:
        """Starts a job that sends the events of a span of time that did not reach the endpoint: deliveries that failed or
        were cancelled, events for which it had no delivery, as while it was inactive, and deliveries that wait for a
        retry, whose next attempt is made now. With `pending` and no other it makes all retries that wait. The job
        survives restarts and has no ceiling. Five of an endpoint may run at once; one more is `recovery_limit_reached`."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/webhooks/{id}/recover",
                args={"id": id},
                body={
                    "since": since,
                    "until": until,
                    "statuses": statuses,
                },
                keyed=True,
                headers={
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            lambda answer: Recovery.from_dict(answer["data"]),
        )

    async def get_recovery(
        self,
        id: str,
        *,
        options: Options | None = None,
    ) -> Recovery:
        """Shows the progress of a job."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/recoveries/{id}",
                args={"id": id},
                options=options,
            ),
            lambda answer: Recovery.from_dict(answer["data"]),
        )

    async def cancel_recovery(
        self,
        id: str,
        *,
        options: Options | None = None,
    ) -> None:
        """Stops a job; what it sent on its way stays there. 204 over JSON, also for a job that has ended."""
        await self._client._call_without_result(
            Call(
                api="partner connect",
                method="DELETE",
                path="/recoveries/{id}",
                args={"id": id},
                options=options,
            )
        )

    async def create_portal_session(
        self,
        *,
        role: PortalRole | str | None | Absent = ABSENT,
        return_url: str | None | Absent = ABSENT,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> PortalSession:
        """Returns a URL that opens a session of the portal once, within 5 minutes: pages where people of the partner see
        and manage its endpoints, in the mode of the key. Send a signed-in person of yours there at once, or load it in
        a frame of a page whose origin the operator has allowed. The session ends an hour after it is opened, or as long
        as the operator has set, and at once when it or the key that made it is revoked. The key needs
        `onboarding:read`, too: the portal shows events."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/portal-sessions",
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

    async def revoke_portal_session(
        self,
        id: str,
        *,
        options: Options | None = None,
    ) -> None:
        """Ends a session at once, whether or not it was opened. 204 over JSON, also for one that has ended."""
        await self._client._call_without_result(
            Call(
                api="partner connect",
                method="DELETE",
                path="/portal-sessions/{id}",
                args={"id": id},
                options=options,
            )
        )

