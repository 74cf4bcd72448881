# Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
"""The calls, by what they concern."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .onboardings import AsyncOnboardingsResource, OnboardingsResource
from .documents import AsyncDocumentsResource, DocumentsResource
from .invitations import AsyncInvitationsResource, InvitationsResource
from .merchants import AsyncMerchantsResource, MerchantsResource
from .payments import AsyncPaymentsResource, PaymentsResource
from .accounts import AsyncAccountsResource, AccountsResource
from .payouts import AsyncPayoutsResource, PayoutsResource
from .feed import AsyncFeedResource, FeedResource
from .webhooks import AsyncWebhooksResource, WebhooksResource
from .me import AsyncMeResource, MeResource
from .sandbox import AsyncSandboxResource, SandboxResource
from .endpoints import AsyncEndpointsResource, EndpointsResource
from .deliveries import AsyncDeliveriesResource, DeliveriesResource
from .recoveries import AsyncRecoveriesResource, RecoveriesResource
from .portal_sessions import AsyncPortalSessionsResource, PortalSessionsResource
from .event_types import AsyncEventTypesResource, EventTypesResource
from .events import AsyncEventsResource, EventsResource
from .verifications import AsyncVerificationsResource, VerificationsResource

if TYPE_CHECKING:
    from .._client import AsyncPartnerline, Partnerline


class Resources:
    """What the client has."""

    def __init__(self, client: Partnerline) -> None:
        self.onboardings = OnboardingsResource(client)
        self.documents = DocumentsResource(client)
        self.invitations = InvitationsResource(client)
        self.merchants = MerchantsResource(client)
        self.payments = PaymentsResource(client)
        self.accounts = AccountsResource(client)
        self.payouts = PayoutsResource(client)
        self.feed = FeedResource(client)
        self.webhooks = WebhooksResource(client)
        self.me = MeResource(client)
        self.sandbox = SandboxResource(client)
        self.endpoints = EndpointsResource(client)
        self.deliveries = DeliveriesResource(client)
        self.recoveries = RecoveriesResource(client)
        self.portal_sessions = PortalSessionsResource(client)
        self.event_types = EventTypesResource(client)
        self.events = EventsResource(client)
        self.verifications = VerificationsResource(client)


class AsyncResources:
    """What the client for asyncio has."""

    def __init__(self, client: AsyncPartnerline) -> None:
        self.onboardings = AsyncOnboardingsResource(client)
        self.documents = AsyncDocumentsResource(client)
        self.invitations = AsyncInvitationsResource(client)
        self.merchants = AsyncMerchantsResource(client)
        self.payments = AsyncPaymentsResource(client)
        self.accounts = AsyncAccountsResource(client)
        self.payouts = AsyncPayoutsResource(client)
        self.feed = AsyncFeedResource(client)
        self.webhooks = AsyncWebhooksResource(client)
        self.me = AsyncMeResource(client)
        self.sandbox = AsyncSandboxResource(client)
        self.endpoints = AsyncEndpointsResource(client)
        self.deliveries = AsyncDeliveriesResource(client)
        self.recoveries = AsyncRecoveriesResource(client)
        self.portal_sessions = AsyncPortalSessionsResource(client)
        self.event_types = AsyncEventTypesResource(client)
        self.events = AsyncEventsResource(client)
        self.verifications = AsyncVerificationsResource(client)
