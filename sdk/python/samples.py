# Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
"""What the reference shows of this library: mypy checks it."""

import os

import partnerline


def partner_connect_client() -> partnerline.Partnerline:
    client = partnerline.Partnerline(
        os.environ["PARTNER_KEY"],
        partner_connect_url=os.environ["PARTNER_BASE_URL"],
    )
    return client


def webhooks_client() -> partnerline.Partnerline:
    client = partnerline.Partnerline(
        os.environ["VERIFICATION_API_KEY"],
        webhooks_url=os.environ["VERIFICATION_BASE_URL"],
    )
    return client


def partner_connect_create_onboarding(client: partnerline.Partnerline) -> None:
    from datetime import date
    from partnerline.models import AddressInput, ApplicantInput, BeneficialOwnerInput, BusinessInput, CompanyInput, CompanyRegisterInput, PayoutAccountInput, TaxIdInput

    result = client.onboardings.create(
        partner_external_ref="shop-4711",
        applicant_type="company",
        applicant=ApplicantInput(
            given_names="Teodor",
            family_name="Wzorcowy",
            email="c@example.com",
            phone="+48600100200",
            locale="pl",
        ),
        business=BusinessInput(
            name="Bell shop",
            website="https://shop.example.com/",
            description="Bicycle bells, sold online",
            category_code="5732",
            tax_id=TaxIdInput(
                scheme="PL_NIP",
                value="1234563218",
            ),
            address=AddressInput(
                country="PL",
                city="Warszawa",
                postal_code="00-950",
                street="Prosta",
                building_number="1",
                unit_number="2",
                region="Mazowieckie",
            ),
        ),
        company=CompanyInput(
            register=CompanyRegisterInput(
                scheme="PL_KRS",
                number="9990000010",
            ),
            legal_name="Kredowe Koło sp. z o.o.",
            beneficial_owners=[BeneficialOwnerInput(
                given_names="Teodor",
                family_name="Wzorcowy",
                date_of_birth=date(1944, 5, 14),
                citizenships=["PL"],
            )],
        ),
        payout_account=PayoutAccountInput(
            iban="PL61109010140000071219812874",
            holder_name="Kredowe Koło sp. z o.o.",
        ),
        metadata={"shop": "7"},
    )
    print(result)


def partner_connect_list_onboardings(client: partnerline.Partnerline) -> None:
    for entry in client.onboardings.list():
        print(entry)


def partner_connect_get_onboarding(client: partnerline.Partnerline, ref: str) -> None:
    result = client.onboardings.get(ref)
    print(result)


def partner_connect_update_onboarding(client: partnerline.Partnerline, ref: str) -> None:
    from datetime import date
    from partnerline.models import AddressInput, ApplicantInput, BeneficialOwnerInput, BusinessInput, CompanyInput, CompanyRegisterInput, PayoutAccountInput, TaxIdInput

    result = client.onboardings.update(
        ref,
        applicant_type="company",
        applicant=ApplicantInput(
            given_names="Teodor",
            family_name="Wzorcowy",
            email="c@example.com",
            phone="+48600100200",
            locale="pl",
        ),
        business=BusinessInput(
            name="Bell shop",
            website="https://shop.example.com/",
            description="Bicycle bells, sold online",
            category_code="5732",
            tax_id=TaxIdInput(
                scheme="PL_NIP",
                value="1234563218",
            ),
            address=AddressInput(
                country="PL",
                city="Warszawa",
                postal_code="00-950",
                street="Prosta",
                building_number="1",
                unit_number="2",
                region="Mazowieckie",
            ),
        ),
        company=CompanyInput(
            register=CompanyRegisterInput(
                scheme="PL_KRS",
                number="9990000010",
            ),
            legal_name="Kredowe Koło sp. z o.o.",
            beneficial_owners=[BeneficialOwnerInput(
                given_names="Teodor",
                family_name="Wzorcowy",
                date_of_birth=date(1944, 5, 14),
                citizenships=["PL"],
            )],
        ),
        payout_account=PayoutAccountInput(
            iban="PL61109010140000071219812874",
            holder_name="Kredowe Koło sp. z o.o.",
        ),
        metadata={"shop": "7"},
    )
    print(result)


def partner_connect_prefill_identity(client: partnerline.Partnerline, ref: str) -> None:
    from datetime import date
    from partnerline.models import AddressInput, IdentityDocumentInput, NationalIdInput, PlaceOfBirthInput

    result = client.onboardings.prefill_identity(
        ref,
        national_id=NationalIdInput(
            scheme="PL_PESEL",
            value="44051401359",
        ),
        identity_document=IdentityDocumentInput(
            type="identity_card",
            number="ABA300000",
            issuing_country="PL",
        ),
        residential_address=AddressInput(
            country="PL",
            city="Warszawa",
            postal_code="00-950",
            street="Prosta",
            building_number="1",
            unit_number="2",
            region="Mazowieckie",
        ),
        place_of_birth=PlaceOfBirthInput(
            country="PL",
            city="Warszawa",
        ),
        citizenships=["PL"],
        date_of_birth=date(1944, 5, 14),
    )
    print(result)


def partner_connect_set_representation(client: partnerline.Partnerline, ref: str) -> None:
    result = client.onboardings.set_representation(
        ref,
        is_representative=True,
    )
    print(result)


def partner_connect_cancel_onboarding(client: partnerline.Partnerline, ref: str) -> None:
    result = client.onboardings.cancel(ref)
    print(result)


def partner_connect_list_requirements(client: partnerline.Partnerline) -> None:
    result = client.onboardings.list_requirements()
    print(result)


def partner_connect_finalize_onboarding(client: partnerline.Partnerline, ref: str) -> None:
    result = client.onboardings.finalize(ref)
    print(result)


def partner_connect_upload_document(client: partnerline.Partnerline, ref: str) -> None:
    from pathlib import Path

    result = client.documents.upload(
        ref,
        file=Path("poa.pdf").read_bytes(),
        filename="poa.pdf",
        document_type="power_of_attorney",
        subject="board",
    )
    print(result)


def partner_connect_list_documents(client: partnerline.Partnerline, ref: str) -> None:
    result = client.documents.list(ref)
    print(result)


def partner_connect_get_document(client: partnerline.Partnerline, ref: str, document_id: str) -> None:
    result = client.documents.get(ref, document_id)
    print(result)


def partner_connect_delete_document(client: partnerline.Partnerline, ref: str, document_id: str) -> None:
    client.documents.delete(ref, document_id)


def partner_connect_create_invitation(client: partnerline.Partnerline, ref: str) -> None:
    from partnerline.models import InviteeInput

    result = client.invitations.create(
        ref,
        role="representative",
        invitee=InviteeInput(
            given_names="Teodor",
            family_name="Wzorcowy",
            email="c@example.com",
            phone="+48600100200",
        ),
        locale="pl",
    )
    print(result)


def partner_connect_list_invitations(client: partnerline.Partnerline, ref: str) -> None:
    result = client.invitations.list(ref)
    print(result)


def partner_connect_get_invitation(client: partnerline.Partnerline, ref: str, invitation_id: str) -> None:
    result = client.invitations.get(ref, invitation_id)
    print(result)


def partner_connect_revoke_invitation(client: partnerline.Partnerline, ref: str, invitation_id: str) -> None:
    client.invitations.revoke(ref, invitation_id)


def partner_connect_resend_invitation(client: partnerline.Partnerline, ref: str, invitation_id: str) -> None:
    result = client.invitations.resend(ref, invitation_id)
    print(result)


def partner_connect_list_merchants(client: partnerline.Partnerline) -> None:
    for entry in client.merchants.list():
        print(entry)


def partner_connect_get_merchant(client: partnerline.Partnerline, ref: str) -> None:
    result = client.merchants.get(ref)
    print(result)


def partner_connect_get_delegation(client: partnerline.Partnerline, ref: str) -> None:
    result = client.merchants.get_delegation(ref)
    print(result)


def partner_connect_register_payment(client: partnerline.Partnerline, ref: str) -> None:
    from partnerline.models import PaymentCustomerInput

    result = client.payments.register(
        amount=12300,
        currency="PLN",
        external_ref="shop-4711",
        description="Bicycle bells, sold online",
        customer=PaymentCustomerInput(
            email="c@example.com",
            name="Bell shop",
            locale="pl",
        ),
        return_url="https://shop.example.com/",
        method="transfer",
        metadata={"shop": "7"},
        on_behalf_of=ref,
    )
    print(result)


def partner_connect_list_payments(client: partnerline.Partnerline, ref: str) -> None:
    for entry in client.payments.list(on_behalf_of=ref):
        print(entry)


def partner_connect_get_payment(client: partnerline.Partnerline, payment_id: str, ref: str) -> None:
    result = client.payments.get(payment_id, on_behalf_of=ref)
    print(result)


def partner_connect_cancel_payment(client: partnerline.Partnerline, payment_id: str, ref: str) -> None:
    result = client.payments.cancel(payment_id, on_behalf_of=ref)
    print(result)


def partner_connect_create_refund(client: partnerline.Partnerline, payment_id: str, ref: str) -> None:
    result = client.payments.create_refund(
        payment_id,
        amount=100,
        external_ref="shop-4711",
        on_behalf_of=ref,
    )
    print(result)


def partner_connect_list_refunds(client: partnerline.Partnerline, payment_id: str, ref: str) -> None:
    for entry in client.payments.list_refunds(payment_id, on_behalf_of=ref):
        print(entry)


def partner_connect_get_refund(client: partnerline.Partnerline, payment_id: str, refund_id: str, ref: str) -> None:
    result = client.payments.get_refund(
        payment_id,
        refund_id,
        on_behalf_of=ref,
    )
    print(result)


def partner_connect_list_chargebacks(client: partnerline.Partnerline, payment_id: str, ref: str) -> None:
    for entry in client.payments.list_chargebacks(payment_id, on_behalf_of=ref):
        print(entry)


def partner_connect_get_chargeback(client: partnerline.Partnerline, payment_id: str, chargeback_id: str, ref: str) -> None:
    result = client.payments.get_chargeback(
        payment_id,
        chargeback_id,
        on_behalf_of=ref,
    )
    print(result)


def partner_connect_get_balance(client: partnerline.Partnerline, ref: str) -> None:
    result = client.accounts.get_balance(ref)
    print(result)


def partner_connect_list_transactions(client: partnerline.Partnerline, ref: str) -> None:
    for entry in client.accounts.list_transactions(ref):
        print(entry)


def partner_connect_get_transaction(client: partnerline.Partnerline, ref: str, transaction_id: str) -> None:
    result = client.accounts.get_transaction(ref, transaction_id)
    print(result)


def partner_connect_list_settlements(client: partnerline.Partnerline, ref: str) -> None:
    for entry in client.accounts.list_settlements(ref):
        print(entry)


def partner_connect_get_settlement(client: partnerline.Partnerline, ref: str, settlement_id: str) -> None:
    result = client.accounts.get_settlement(ref, settlement_id)
    print(result)


def partner_connect_get_settlement_statement(client: partnerline.Partnerline, ref: str, settlement_id: str) -> None:
    result = client.accounts.get_settlement_statement(ref, settlement_id)
    print(result)


def partner_connect_list_settlement_transactions(client: partnerline.Partnerline, ref: str, settlement_id: str) -> None:
    for entry in client.accounts.list_settlement_transactions(ref, settlement_id):
        print(entry)


def partner_connect_request_payouts_opt_in(client: partnerline.Partnerline, ref: str) -> None:
    result = client.payouts.request_opt_in(ref)
    print(result)


def partner_connect_create_payout(client: partnerline.Partnerline, ref: str) -> None:
    result = client.payouts.create(
        ref,
        amount=12300,
        currency="PLN",
        external_ref="shop-4711",
        description="Bicycle bells, sold online",
    )
    print(result)


def partner_connect_list_payouts(client: partnerline.Partnerline, ref: str) -> None:
    for entry in client.payouts.list(ref):
        print(entry)


def partner_connect_get_payout(client: partnerline.Partnerline, ref: str, payout_id: str) -> None:
    result = client.payouts.get(ref, payout_id)
    print(result)


def partner_connect_cancel_payout(client: partnerline.Partnerline, ref: str, payout_id: str) -> None:
    result = client.payouts.cancel(ref, payout_id)
    print(result)


def partner_connect_list_events(client: partnerline.Partnerline) -> None:
    for entry in client.feed.list():
        print(entry)


def partner_connect_list_event_types(client: partnerline.Partnerline) -> None:
    result = client.feed.list_types()
    print(result)


def partner_connect_create_endpoint(client: partnerline.Partnerline) -> None:
    from partnerline.models import AuthenticationInput, BodyShapeInput

    result = client.webhooks.create_endpoint(
        url="https://shop.example.com/hooks",
        events=["endpoint.failing"],
        description="Bicycle bells, sold online",
        filter="event.data.kind == 'identity'",
        honour_retry_after=True,
        deactivate_on_410=True,
        headers={"X-Gateway-Key": "b7f1c2"},
        rate_limit=100,
        channels=[],
        signatures=["hmac"],
        body=BodyShapeInput(
            preset="slack",
        ),
        order_by="event.data.kind",
        order_on_failure="skip",
        authentication=AuthenticationInput(
            type="basic",
            username="partnerline",
            password="b7f1c2",
        ),
    )
    print(result)


def partner_connect_list_endpoints(client: partnerline.Partnerline) -> None:
    result = client.webhooks.list_endpoints()
    print(result)


def partner_connect_get_endpoint(client: partnerline.Partnerline, id: str) -> None:
    result = client.webhooks.get_endpoint(id)
    print(result)


def partner_connect_update_endpoint(client: partnerline.Partnerline, id: str) -> None:
    from partnerline.models import AuthenticationInput, BodyShapeInput

    result = client.webhooks.update_endpoint(
        id,
        url="https://shop.example.com/hooks",
        events=["endpoint.failing"],
        description="Bicycle bells, sold online",
        is_active=True,
        filter="event.data.kind == 'identity'",
        honour_retry_after=True,
        deactivate_on_410=True,
        headers={"X-Gateway-Key": "b7f1c2"},
        rate_limit=100,
        channels=[],
        signatures=["hmac"],
        body=BodyShapeInput(
            preset="slack",
        ),
        order_by="event.data.kind",
        order_on_failure="skip",
        authentication=AuthenticationInput(
            type="basic",
            username="partnerline",
            password="b7f1c2",
        ),
    )
    print(result)


def partner_connect_delete_endpoint(client: partnerline.Partnerline, id: str) -> None:
    client.webhooks.delete_endpoint(id)


def partner_connect_test_endpoint(client: partnerline.Partnerline, id: str) -> None:
    result = client.webhooks.test_endpoint(id)
    print(result)


def partner_connect_verify_endpoint(client: partnerline.Partnerline, id: str) -> None:
    result = client.webhooks.verify_endpoint(id)
    print(result)


def partner_connect_rotate_secret(client: partnerline.Partnerline, id: str) -> None:
    result = client.webhooks.rotate_secret(
        id,
        overlap_seconds=100,
    )
    print(result)


def partner_connect_list_signing_keys(client: partnerline.Partnerline) -> None:
    result = client.webhooks.list_signing_keys()
    print(result)


def partner_connect_rotate_signing_key(client: partnerline.Partnerline) -> None:
    result = client.webhooks.rotate_signing_key()
    print(result)


def partner_connect_preview_body(client: partnerline.Partnerline) -> None:
    from partnerline.models import BodyShapeInput

    result = client.webhooks.preview_body(
        body=BodyShapeInput(
            preset="slack",
        ),
        type="endpoint.reactivated",
    )
    print(result)


def partner_connect_get_endpoint_statistics(client: partnerline.Partnerline, id: str) -> None:
    result = client.webhooks.get_endpoint_statistics(id)
    print(result)


def partner_connect_get_source_addresses(client: partnerline.Partnerline) -> None:
    result = client.webhooks.get_source_addresses()
    print(result)


def partner_connect_list_deliveries(client: partnerline.Partnerline, id: str) -> None:
    for entry in client.webhooks.list_deliveries(id):
        print(entry)


def partner_connect_get_delivery(client: partnerline.Partnerline, id: str) -> None:
    result = client.webhooks.get_delivery(id)
    print(result)


def partner_connect_resend_delivery(client: partnerline.Partnerline, id: str) -> None:
    result = client.webhooks.resend_delivery(id)
    print(result)


def partner_connect_skip_delivery(client: partnerline.Partnerline, id: str) -> None:
    result = client.webhooks.skip_delivery(id)
    print(result)


def partner_connect_recover_endpoint(client: partnerline.Partnerline, id: str) -> None:
    from datetime import datetime, timedelta, timezone

    result = client.webhooks.recover_endpoint(
        id,
        since=datetime.now(timezone.utc) - timedelta(days=1),
        statuses=["failed"],
    )
    print(result)


def partner_connect_get_recovery(client: partnerline.Partnerline, id: str) -> None:
    result = client.webhooks.get_recovery(id)
    print(result)


def partner_connect_cancel_recovery(client: partnerline.Partnerline, id: str) -> None:
    client.webhooks.cancel_recovery(id)


def partner_connect_create_portal_session(client: partnerline.Partnerline) -> None:
    result = client.webhooks.create_portal_session(
        role="viewer",
    )
    print(result)


def partner_connect_revoke_portal_session(client: partnerline.Partnerline, id: str) -> None:
    client.webhooks.revoke_portal_session(id)


def partner_connect_get_me(client: partnerline.Partnerline) -> None:
    result = client.me.get()
    print(result)


def partner_connect_advance_onboarding(client: partnerline.Partnerline, ref: str) -> None:
    result = client.sandbox.advance_onboarding(
        ref,
        to="in_progress",
    )
    print(result)


def partner_connect_advance_clock(client: partnerline.Partnerline) -> None:
    result = client.sandbox.advance_clock(
        advance_s=100,
    )
    print(result)


def partner_connect_list_sandbox_messages(client: partnerline.Partnerline, ref: str) -> None:
    result = client.sandbox.list_messages(ref)
    print(result)


def partner_connect_advance_payment(client: partnerline.Partnerline, payment_id: str) -> None:
    result = client.sandbox.advance_payment(
        payment_id,
        to="paid",
    )
    print(result)


def partner_connect_charge_back_payment(client: partnerline.Partnerline, payment_id: str) -> None:
    result = client.sandbox.charge_back_payment(
        payment_id,
        amount=100,
    )
    print(result)


def partner_connect_reverse_chargeback(client: partnerline.Partnerline, payment_id: str, chargeback_id: str) -> None:
    result = client.sandbox.reverse_chargeback(payment_id, chargeback_id)
    print(result)


def partner_connect_advance_payout(client: partnerline.Partnerline, payout_id: str) -> None:
    result = client.sandbox.advance_payout(
        payout_id,
        to="processing",
    )
    print(result)


def partner_connect_settle_merchant(client: partnerline.Partnerline, ref: str) -> None:
    result = client.sandbox.settle_merchant(ref)
    print(result)


def webhooks_create_endpoint(client: partnerline.Partnerline) -> None:
    from partnerline.models import AuthenticationInput, BodyShapeInput

    result = client.endpoints.create(
        url="https://shop.example.com/hooks",
        events=["endpoint.failing"],
        description="Bicycle bells, sold online",
        filter="event.data.kind == 'identity'",
        honour_retry_after=True,
        deactivate_on_410=True,
        headers={"X-Gateway-Key": "b7f1c2"},
        rate_limit=100,
        channels=[],
        signatures=["hmac"],
        body=BodyShapeInput(
            preset="slack",
        ),
        order_by="event.data.kind",
        order_on_failure="skip",
        authentication=AuthenticationInput(
            type="basic",
            username="partnerline",
            password="b7f1c2",
        ),
    )
    print(result)


def webhooks_list_endpoints(client: partnerline.Partnerline) -> None:
    result = client.endpoints.list()
    print(result)


def webhooks_get_endpoint(client: partnerline.Partnerline, id: str) -> None:
    result = client.endpoints.get(id)
    print(result)


def webhooks_update_endpoint(client: partnerline.Partnerline, id: str) -> None:
    from partnerline.models import AuthenticationInput, BodyShapeInput

    result = client.endpoints.update(
        id,
        url="https://shop.example.com/hooks",
        events=["endpoint.failing"],
        description="Bicycle bells, sold online",
        is_active=True,
        filter="event.data.kind == 'identity'",
        honour_retry_after=True,
        deactivate_on_410=True,
        headers={"X-Gateway-Key": "b7f1c2"},
        rate_limit=100,
        channels=[],
        signatures=["hmac"],
        body=BodyShapeInput(
            preset="slack",
        ),
        order_by="event.data.kind",
        order_on_failure="skip",
        authentication=AuthenticationInput(
            type="basic",
            username="partnerline",
            password="b7f1c2",
        ),
    )
    print(result)


def webhooks_delete_endpoint(client: partnerline.Partnerline, id: str) -> None:
    client.endpoints.delete(id)


def webhooks_test_endpoint(client: partnerline.Partnerline, id: str) -> None:
    result = client.endpoints.test(id)
    print(result)


def webhooks_verify_endpoint(client: partnerline.Partnerline, id: str) -> None:
    result = client.endpoints.verify(id)
    print(result)


def webhooks_rotate_secret(client: partnerline.Partnerline, id: str) -> None:
    result = client.endpoints.rotate_secret(
        id,
        overlap_seconds=100,
    )
    print(result)


def webhooks_list_signing_keys(client: partnerline.Partnerline) -> None:
    result = client.endpoints.list_signing_keys()
    print(result)


def webhooks_rotate_signing_key(client: partnerline.Partnerline) -> None:
    result = client.endpoints.rotate_signing_key()
    print(result)


def webhooks_preview_body(client: partnerline.Partnerline) -> None:
    from partnerline.models import BodyShapeInput

    result = client.endpoints.preview_body(
        body=BodyShapeInput(
            preset="slack",
        ),
        type="endpoint.reactivated",
    )
    print(result)


def webhooks_get_endpoint_statistics(client: partnerline.Partnerline, id: str) -> None:
    result = client.endpoints.get_statistics(id)
    print(result)


def webhooks_get_source_addresses(client: partnerline.Partnerline) -> None:
    result = client.endpoints.get_source_addresses()
    print(result)


def webhooks_recover_endpoint(client: partnerline.Partnerline, id: str) -> None:
    from datetime import datetime, timedelta, timezone

    result = client.endpoints.recover(
        id,
        since=datetime.now(timezone.utc) - timedelta(days=1),
        statuses=["failed"],
    )
    print(result)


def webhooks_list_deliveries(client: partnerline.Partnerline, id: str) -> None:
    for entry in client.deliveries.list(id):
        print(entry)


def webhooks_get_delivery(client: partnerline.Partnerline, id: str) -> None:
    result = client.deliveries.get(id)
    print(result)


def webhooks_resend_delivery(client: partnerline.Partnerline, id: str) -> None:
    result = client.deliveries.resend(id)
    print(result)


def webhooks_skip_delivery(client: partnerline.Partnerline, id: str) -> None:
    result = client.deliveries.skip(id)
    print(result)


def webhooks_get_recovery(client: partnerline.Partnerline, id: str) -> None:
    result = client.recoveries.get(id)
    print(result)


def webhooks_cancel_recovery(client: partnerline.Partnerline, id: str) -> None:
    client.recoveries.cancel(id)


def webhooks_create_portal_session(client: partnerline.Partnerline) -> None:
    result = client.portal_sessions.create(
        role="viewer",
    )
    print(result)


def webhooks_revoke_portal_session(client: partnerline.Partnerline, id: str) -> None:
    client.portal_sessions.revoke(id)


def webhooks_list_event_types(client: partnerline.Partnerline) -> None:
    result = client.event_types.list()
    print(result)


def webhooks_list_events(client: partnerline.Partnerline) -> None:
    for entry in client.events.list():
        print(entry)


def webhooks_get_event(client: partnerline.Partnerline, id: str) -> None:
    result = client.events.get(id)
    print(result)


def webhooks_list_verifications(client: partnerline.Partnerline) -> None:
    for entry in client.verifications.list():
        print(entry)


def webhooks_create_verification(client: partnerline.Partnerline) -> None:
    from partnerline.models import SubjectInput

    result = client.verifications.create(
        kind="identity",
        subject=SubjectInput(
            type="person",
        ),
        metadata={"shop": "7"},
    )
    print(result)


def webhooks_get_verification(client: partnerline.Partnerline, id: str) -> None:
    result = client.verifications.get(id)
    print(result)


def webhooks_advance_verification(client: partnerline.Partnerline, id: str) -> None:
    result = client.verifications.advance(
        id,
        to="in_progress",
    )
    print(result)
