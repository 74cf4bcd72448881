"""Calls both APIs with the clients that openapi-python-client makes of the OpenAPI documents.

Successes and refusals come as what the documents say. It reads PARTNER_BASE_URL, PARTNER_KEY, VERIFICATION_BASE_URL
and VERIFICATION_API_KEY.
"""

import os
import uuid

import partnerconnect
import webhooks
from partnerconnect.api.onboardings import create_onboarding, get_onboarding
from partnerconnect.models import CreateOnboardingRequest, CreateOnboardingResponse, GetOnboardingResponse404
from webhooks.api.endpoints import create_endpoint
from webhooks.models import (
    CreateEndpointRequest,
    CreateEndpointResponse,
    CreateEndpointResponse401,
    CreateEndpointResponse422,
)

tenant = webhooks.AuthenticatedClient(os.environ["VERIFICATION_BASE_URL"], os.environ["VERIFICATION_API_KEY"])
wanted = CreateEndpointRequest(url="https://shop.example.com/hooks", events=["verification.completed"])
created = create_endpoint.sync(client=tenant, body=wanted)
assert isinstance(created, CreateEndpointResponse) and created.data.url == wanted.url, created
wanted.url = "not a URL"
refused = create_endpoint.sync(client=tenant, body=wanted)
assert isinstance(refused, CreateEndpointResponse422), refused
assert (refused.status, refused.code, refused.errors[0].field) == (422, "validation_failed", "/url"), refused
stranger = create_endpoint.sync(client=webhooks.Client(os.environ["VERIFICATION_BASE_URL"]), body=wanted)
assert isinstance(stranger, CreateEndpointResponse401) and stranger.code == "invalid_credentials", stranger

partner = partnerconnect.AuthenticatedClient(os.environ["PARTNER_BASE_URL"], os.environ["PARTNER_KEY"])
draft = create_onboarding.sync(
    client=partner, body=CreateOnboardingRequest(partner_external_ref=f"shop-{uuid.uuid4()}")
)
assert isinstance(draft, CreateOnboardingResponse) and draft.status == "draft", draft
unknown = get_onboarding.sync("mrc_06h00000000000000000000000", client=partner)
assert isinstance(unknown, GetOnboardingResponse404) and unknown.status == 404, unknown
print("Every step held.")
