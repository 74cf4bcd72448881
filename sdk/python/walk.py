"""The main job with the Python library, against a running system: onboarding, payment, payout, a verified delivery.

It reads PARTNER_BASE_URL, PARTNER_KEY, VERIFICATION_BASE_URL and VERIFICATION_API_KEY, as the file env of a local
system has them. The sandbox does what people do.
"""

from __future__ import annotations

import asyncio
import json
import os
import queue
import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import standardwebhooks

import partnerline
from partnerline.models import (
    AddressInput,
    ApplicantInput,
    BusinessInput,
    CompanyInput,
    CompanyRegisterInput,
    IdentityDocumentInput,
    NationalIdInput,
    PaymentCustomerInput,
    PayoutAccountInput,
    PlaceOfBirthInput,
    TaxIdInput,
)

Delivery = tuple[Message, bytes]


@contextmanager
def receiver() -> Iterator[tuple[str, queue.Queue[Delivery]]]:
    """A server that accepts deliveries: its URL, and what came."""
    came: queue.Queue[Delivery] = queue.Queue()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            came.put((self.headers, self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/webhooks", came
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def onboard(client: partnerline.Partnerline) -> str:
    """Brings a merchant to active, as a partner does; the sandbox acts for the merchant."""
    draft = client.onboardings.create(partner_external_ref=f"python-{secrets.token_hex(8)}", applicant_type="company")
    address = AddressInput(country="PL", city="Warszawa", postal_code="00-950", street="Prosta", building_number="1")
    name = "Srebrny Dmuchawiec sp. z o.o."
    updated = client.onboardings.update(
        draft.ref,
        applicant=ApplicantInput(
            given_names="Teodor",
            family_name="Wzorcowy",
            email="applicant@example.com",
            phone="+48600100200",
            locale="pl",
        ),
        business=BusinessInput(
            name=name,
            website="https://shop.example.com",
            category_code="5912",
            tax_id=TaxIdInput(scheme="PL_NIP", value="1234563218"),
            address=address,
        ),
        company=CompanyInput(register=CompanyRegisterInput(scheme="PL_KRS", number="9990000001"), legal_name=name),
        payout_account=PayoutAccountInput(iban="PL61109010140000071219812874", holder_name=name),
    )
    client.onboardings.prefill_identity(
        draft.ref,
        national_id=NationalIdInput(scheme="PL_PESEL", value="44051401359"),
        identity_document=IdentityDocumentInput(type="identity_card", number="ABA300000", issuing_country="PL"),
        residential_address=address,
        place_of_birth=PlaceOfBirthInput(country="PL", city="Warszawa"),
        citizenships=["PL"],
    )
    decision = client.onboardings.set_representation(draft.ref, is_representative=True)
    assert decision.representation_mode == "solo", decision
    document = client.documents.upload(
        draft.ref,
        file=b"%PDF-1.7\n" * 100,
        filename="licence.pdf",
        document_id=updated.required_documents[0].document_id,
    )
    assert client.documents.get(draft.ref, document.document_id).size_bytes == 900
    client.sandbox.advance_onboarding(draft.ref, to="active")
    client.sandbox.advance_onboarding(draft.ref, to="payouts_opt_in")
    onboarding = client.onboardings.get(draft.ref)
    assert onboarding.status == "active", onboarding.status
    listed = client.onboardings.list(partner_external_ref=onboarding.partner_external_ref)
    assert [o.ref for o in listed] == [draft.ref]
    return draft.ref


def pay(client: partnerline.Partnerline, merchant: str) -> None:
    """Registers a payment on behalf of the merchant and pays its money out."""
    payment = client.payments.register(
        amount=12_300,
        currency="PLN",
        external_ref=f"order-{secrets.token_hex(8)}",
        description="A bicycle bell",
        customer=PaymentCustomerInput(email="customer@example.com"),
        return_url="https://shop.example.com/thanks",
        on_behalf_of=merchant,
    )
    assert payment.status == "registered", payment
    assert client.sandbox.advance_payment(payment.payment_id, to="paid").status == "paid"
    client.sandbox.settle_merchant(merchant)
    payout = client.payouts.create(merchant, all=True, currency="PLN", external_ref=f"payout-{secrets.token_hex(8)}")
    assert client.sandbox.advance_payout(payout.payout_id, to="paid").status == "paid"
    assert [p.payout_id for p in client.payouts.list(merchant)] == [payout.payout_id]
    assert client.accounts.get_balance(merchant).balances[0].available == 0


def refused(client: partnerline.Partnerline) -> None:
    """A refusal has its code and its fields."""
    try:
        client.onboardings.get("mrc_00000000000000000000000000")
    except partnerline.NotFoundError as e:
        assert e.code == "onboarding_not_found", e
        assert e.request_id, e
    else:
        raise AssertionError("an unknown merchant was found")


def deliver(client: partnerline.Partnerline) -> None:
    """Receives a delivery, and verifies it with this library and with the official one of Standard Webhooks."""
    with receiver() as (url, came):
        created = client.endpoints.create(url=url, events=["verification.test"], description="walk")
        endpoint = created.data
        assert endpoint
        secret = created.meta.secret if created.meta else None
        assert secret
        assert client.endpoints.update(endpoint.id, description=None).description is None
        test = client.endpoints.test(endpoint.id)
        headers, body = came.get(timeout=15)
        check(secret, headers, body)
        assert json.loads(body)["type"] == "verification.test"
        assert headers["X-Webhook-Id"] == test.delivery_id, test
        client.endpoints.delete(endpoint.id)


def check(secret: str, headers: Message, body: bytes) -> None:
    """Both libraries take a delivery, and neither one that was changed."""
    partnerline.verify(secret, headers, body)
    official = standardwebhooks.Webhook(secret)
    values = {name.lower(): value for name, value in headers.items()}
    official.verify(body, values)
    try:
        partnerline.verify(secret, headers, body + b" ")
    except partnerline.SignatureError:
        pass
    else:
        raise AssertionError("a body that was changed verifies")
    try:
        official.verify(body + b" ", values)
    except standardwebhooks.WebhookVerificationError:
        return
    raise AssertionError("a body that was changed verifies with the official library")


async def read_asynchronously(client: partnerline.AsyncPartnerline, merchant: str) -> None:
    """The client for asyncio reads what the other one wrote."""
    async with client:
        onboarding, balance = await asyncio.gather(
            client.onboardings.get(merchant), client.accounts.get_balance(merchant)
        )
        assert onboarding.ref == merchant
        assert balance.balances
        assert len([p async for p in client.payouts.list(merchant)]) == 1


def main() -> None:
    keys = (os.environ["PARTNER_KEY"], os.environ["VERIFICATION_API_KEY"])
    partner_connect, webhooks = os.environ["PARTNER_BASE_URL"], os.environ["VERIFICATION_BASE_URL"]
    with partnerline.Partnerline(*keys, partner_connect_url=partner_connect, webhooks_url=webhooks) as client:
        merchant = onboard(client)
        print(f"ok  onboarding  {merchant} is active")
        pay(client, merchant)
        print("ok  payment     paid, settled and paid out")
        refused(client)
        deliver(client)
        print("ok  delivery    verified, with the official library too")
    asyncio.run(
        read_asynchronously(
            partnerline.AsyncPartnerline(*keys, partner_connect_url=partner_connect, webhooks_url=webhooks), merchant
        )
    )
    print("ok  asyncio     the same, awaited")


if __name__ == "__main__":
    main()
