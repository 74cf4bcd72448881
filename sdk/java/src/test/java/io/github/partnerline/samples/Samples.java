// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.samples;

import io.github.partnerline.*;
import io.github.partnerline.model.*;

/** What the reference shows of this library: that it compiles is its test. */
final class Samples {
  private Samples() {}

  static Partnerline partnerConnectClient() {
    var client = Partnerline.builder(System.getenv("PARTNER_KEY"))
        .partnerConnectUrl(System.getenv("PARTNER_BASE_URL"))
        .build();
    return client;
  }

  static Partnerline webhooksClient() {
    var client = Partnerline.builder(System.getenv("VERIFICATION_API_KEY"))
        .webhooksUrl(System.getenv("VERIFICATION_BASE_URL"))
        .build();
    return client;
  }

  static void partnerConnectCreateOnboarding(Partnerline client) {
    var result = client.onboardings().create(CreateOnboardingParams.builder()
        .partnerExternalRef("shop-4711")
        .applicantType(ApplicantType.COMPANY)
        .applicant(ApplicantInput.builder()
            .givenNames("Teodor")
            .familyName("Wzorcowy")
            .email("c@example.com")
            .phone("+48600100200")
            .locale("pl")
            .build())
        .business(BusinessInput.builder()
            .name("Bell shop")
            .website("https://shop.example.com/")
            .description("Bicycle bells, sold online")
            .categoryCode("5732")
            .taxId(TaxIdInput.builder()
                .scheme(TaxIdScheme.PL_NIP)
                .value("1234563218")
                .build())
            .address(AddressInput.builder()
                .country("PL")
                .city("Warszawa")
                .postalCode("00-950")
                .street("Prosta")
                .buildingNumber("1")
                .unitNumber("2")
                .region("Mazowieckie")
                .build())
            .build())
        .company(CompanyInput.builder()
            .register(CompanyRegisterInput.builder()
                .scheme(RegisterScheme.PL_KRS)
                .number("9990000010")
                .build())
            .legalName("Kredowe Koło sp. z o.o.")
            .beneficialOwners(java.util.List.of(BeneficialOwnerInput.builder()
                .givenNames("Teodor")
                .familyName("Wzorcowy")
                .dateOfBirth(java.time.LocalDate.parse("1944-05-14"))
                .citizenships(java.util.List.of("PL"))
                .build()))
            .build())
        .payoutAccount(PayoutAccountInput.builder()
            .iban("PL61109010140000071219812874")
            .holderName("Kredowe Koło sp. z o.o.")
            .build())
        .metadata(java.util.Map.of("shop", "7"))
        .build());
    System.out.println(result);
  }

  static void partnerConnectListOnboardings(Partnerline client) {
    for (var entry : client.onboardings().list()) {
      System.out.println(entry);
    }
  }

  static void partnerConnectGetOnboarding(Partnerline client, String ref) {
    var result = client.onboardings().get(ref);
    System.out.println(result);
  }

  static void partnerConnectUpdateOnboarding(Partnerline client, String ref) {
    var result = client.onboardings().update(ref, UpdateOnboardingParams.builder()
        .applicantType(ApplicantType.COMPANY)
        .applicant(ApplicantInput.builder()
            .givenNames("Teodor")
            .familyName("Wzorcowy")
            .email("c@example.com")
            .phone("+48600100200")
            .locale("pl")
            .build())
        .business(BusinessInput.builder()
            .name("Bell shop")
            .website("https://shop.example.com/")
            .description("Bicycle bells, sold online")
            .categoryCode("5732")
            .taxId(TaxIdInput.builder()
                .scheme(TaxIdScheme.PL_NIP)
                .value("1234563218")
                .build())
            .address(AddressInput.builder()
                .country("PL")
                .city("Warszawa")
                .postalCode("00-950")
                .street("Prosta")
                .buildingNumber("1")
                .unitNumber("2")
                .region("Mazowieckie")
                .build())
            .build())
        .company(CompanyInput.builder()
            .register(CompanyRegisterInput.builder()
                .scheme(RegisterScheme.PL_KRS)
                .number("9990000010")
                .build())
            .legalName("Kredowe Koło sp. z o.o.")
            .beneficialOwners(java.util.List.of(BeneficialOwnerInput.builder()
                .givenNames("Teodor")
                .familyName("Wzorcowy")
                .dateOfBirth(java.time.LocalDate.parse("1944-05-14"))
                .citizenships(java.util.List.of("PL"))
                .build()))
            .build())
        .payoutAccount(PayoutAccountInput.builder()
            .iban("PL61109010140000071219812874")
            .holderName("Kredowe Koło sp. z o.o.")
            .build())
        .metadata(java.util.Map.of("shop", "7"))
        .build());
    System.out.println(result);
  }

  static void partnerConnectPrefillIdentity(Partnerline client, String ref) {
    var result = client.onboardings().prefillIdentity(ref, PrefillIdentityParams.builder()
        .nationalId(NationalIdInput.builder()
            .scheme(NationalIdScheme.PL_PESEL)
            .value("44051401359")
            .build())
        .identityDocument(IdentityDocumentInput.builder()
            .type(IdentityDocumentType.IDENTITY_CARD)
            .number("ABA300000")
            .issuingCountry("PL")
            .build())
        .residentialAddress(AddressInput.builder()
            .country("PL")
            .city("Warszawa")
            .postalCode("00-950")
            .street("Prosta")
            .buildingNumber("1")
            .unitNumber("2")
            .region("Mazowieckie")
            .build())
        .placeOfBirth(PlaceOfBirthInput.builder()
            .country("PL")
            .city("Warszawa")
            .build())
        .citizenships(java.util.List.of("PL"))
        .dateOfBirth(java.time.LocalDate.parse("1944-05-14"))
        .build());
    System.out.println(result);
  }

  static void partnerConnectSetRepresentation(Partnerline client, String ref) {
    var result = client.onboardings().setRepresentation(ref, SetRepresentationParams.builder()
        .isRepresentative(true)
        .build());
    System.out.println(result);
  }

  static void partnerConnectCancelOnboarding(Partnerline client, String ref) {
    var result = client.onboardings().cancel(ref);
    System.out.println(result);
  }

  static void partnerConnectListRequirements(Partnerline client) {
    var result = client.onboardings().listRequirements();
    System.out.println(result);
  }

  static void partnerConnectFinalizeOnboarding(Partnerline client, String ref) {
    var result = client.onboardings().finalize(ref);
    System.out.println(result);
  }

  static void partnerConnectUploadDocument(Partnerline client, String ref) throws java.io.IOException {
    var result = client.documents().upload(ref, UploadDocumentParams.builder()
        .file(java.nio.file.Path.of("poa.pdf"))
        .documentType("power_of_attorney")
        .subject("board")
        .build());
    System.out.println(result);
  }

  static void partnerConnectListDocuments(Partnerline client, String ref) {
    var result = client.documents().list(ref);
    System.out.println(result);
  }

  static void partnerConnectGetDocument(Partnerline client, String ref, String documentId) {
    var result = client.documents().get(ref, documentId);
    System.out.println(result);
  }

  static void partnerConnectDeleteDocument(Partnerline client, String ref, String documentId) {
    client.documents().delete(ref, documentId);
  }

  static void partnerConnectCreateInvitation(Partnerline client, String ref) {
    var result = client.invitations().create(ref, CreateInvitationParams.builder()
        .role(InvitationRole.REPRESENTATIVE)
        .invitee(InviteeInput.builder()
            .givenNames("Teodor")
            .familyName("Wzorcowy")
            .email("c@example.com")
            .phone("+48600100200")
            .build())
        .locale("pl")
        .build());
    System.out.println(result);
  }

  static void partnerConnectListInvitations(Partnerline client, String ref) {
    var result = client.invitations().list(ref);
    System.out.println(result);
  }

  static void partnerConnectGetInvitation(Partnerline client, String ref, String invitationId) {
    var result = client.invitations().get(ref, invitationId);
    System.out.println(result);
  }

  static void partnerConnectRevokeInvitation(Partnerline client, String ref, String invitationId) {
    client.invitations().revoke(ref, invitationId);
  }

  static void partnerConnectResendInvitation(Partnerline client, String ref, String invitationId) {
    var result = client.invitations().resend(ref, invitationId);
    System.out.println(result);
  }

  static void partnerConnectListMerchants(Partnerline client) {
    for (var entry : client.merchants().list()) {
      System.out.println(entry);
    }
  }

  static void partnerConnectGetMerchant(Partnerline client, String ref) {
    var result = client.merchants().get(ref);
    System.out.println(result);
  }

  static void partnerConnectGetDelegation(Partnerline client, String ref) {
    var result = client.merchants().getDelegation(ref);
    System.out.println(result);
  }

  static void partnerConnectRegisterPayment(Partnerline client, String ref) {
    var result = client.payments().register(RegisterPaymentParams.builder()
        .amount(12300L)
        .currency("PLN")
        .externalRef("shop-4711")
        .description("Bicycle bells, sold online")
        .customer(PaymentCustomerInput.builder()
            .email("c@example.com")
            .name("Bell shop")
            .locale("pl")
            .build())
        .returnUrl("https://shop.example.com/")
        .method(PaymentMethod.TRANSFER)
        .metadata(java.util.Map.of("shop", "7"))
        .build(), Options.none().onBehalfOf(ref));
    System.out.println(result);
  }

  static void partnerConnectListPayments(Partnerline client, String ref) {
    for (var entry : client.payments().list(ListPaymentsParams.builder().build(), Options.none().onBehalfOf(ref))) {
      System.out.println(entry);
    }
  }

  static void partnerConnectGetPayment(Partnerline client, String paymentId, String ref) {
    var result = client.payments().get(paymentId, Options.none().onBehalfOf(ref));
    System.out.println(result);
  }

  static void partnerConnectCancelPayment(Partnerline client, String paymentId, String ref) {
    var result = client.payments().cancel(paymentId, Options.none().onBehalfOf(ref));
    System.out.println(result);
  }

  static void partnerConnectCreateRefund(Partnerline client, String paymentId, String ref) {
    var result = client.payments().createRefund(paymentId, CreateRefundParams.builder()
        .amount(100L)
        .externalRef("shop-4711")
        .build(), Options.none().onBehalfOf(ref));
    System.out.println(result);
  }

  static void partnerConnectListRefunds(Partnerline client, String paymentId, String ref) {
    for (var entry : client.payments().listRefunds(paymentId, ListRefundsParams.builder().build(), Options.none().onBehalfOf(ref))) {
      System.out.println(entry);
    }
  }

  static void partnerConnectGetRefund(Partnerline client, String paymentId, String refundId, String ref) {
    var result = client.payments().getRefund(paymentId, refundId, Options.none().onBehalfOf(ref));
    System.out.println(result);
  }

  static void partnerConnectListChargebacks(Partnerline client, String paymentId, String ref) {
    for (var entry : client.payments().listChargebacks(paymentId, ListChargebacksParams.builder().build(), Options.none().onBehalfOf(ref))) {
      System.out.println(entry);
    }
  }

  static void partnerConnectGetChargeback(Partnerline client, String paymentId, String chargebackId, String ref) {
    var result = client.payments().getChargeback(paymentId, chargebackId, Options.none().onBehalfOf(ref));
    System.out.println(result);
  }

  static void partnerConnectGetBalance(Partnerline client, String ref) {
    var result = client.accounts().getBalance(ref);
    System.out.println(result);
  }

  static void partnerConnectListTransactions(Partnerline client, String ref) {
    for (var entry : client.accounts().listTransactions(ref)) {
      System.out.println(entry);
    }
  }

  static void partnerConnectGetTransaction(Partnerline client, String ref, String transactionId) {
    var result = client.accounts().getTransaction(ref, transactionId);
    System.out.println(result);
  }

  static void partnerConnectListSettlements(Partnerline client, String ref) {
    for (var entry : client.accounts().listSettlements(ref)) {
      System.out.println(entry);
    }
  }

  static void partnerConnectGetSettlement(Partnerline client, String ref, String settlementId) {
    var result = client.accounts().getSettlement(ref, settlementId);
    System.out.println(result);
  }

  static void partnerConnectGetSettlementStatement(Partnerline client, String ref, String settlementId) {
    var result = client.accounts().getSettlementStatement(ref, settlementId);
    System.out.println(result);
  }

  static void partnerConnectListSettlementTransactions(Partnerline client, String ref, String settlementId) {
    for (var entry : client.accounts().listSettlementTransactions(ref, settlementId)) {
      System.out.println(entry);
    }
  }

  static void partnerConnectRequestPayoutsOptIn(Partnerline client, String ref) {
    var result = client.payouts().requestOptIn(ref);
    System.out.println(result);
  }

  static void partnerConnectCreatePayout(Partnerline client, String ref) {
    var result = client.payouts().create(ref, CreatePayoutParams.builder()
        .amount(12300L)
        .currency("PLN")
        .externalRef("shop-4711")
        .description("Bicycle bells, sold online")
        .build());
    System.out.println(result);
  }

  static void partnerConnectListPayouts(Partnerline client, String ref) {
    for (var entry : client.payouts().list(ref)) {
      System.out.println(entry);
    }
  }

  static void partnerConnectGetPayout(Partnerline client, String ref, String payoutId) {
    var result = client.payouts().get(ref, payoutId);
    System.out.println(result);
  }

  static void partnerConnectCancelPayout(Partnerline client, String ref, String payoutId) {
    var result = client.payouts().cancel(ref, payoutId);
    System.out.println(result);
  }

  static void partnerConnectListEvents(Partnerline client) {
    for (var entry : client.feed().list()) {
      System.out.println(entry);
    }
  }

  static void partnerConnectListEventTypes(Partnerline client) {
    var result = client.feed().listTypes();
    System.out.println(result);
  }

  static void partnerConnectCreateEndpoint(Partnerline client) {
    var result = client.webhooks().createEndpoint(CreateEndpointParams.builder()
        .url("https://shop.example.com/hooks")
        .events(java.util.List.of("endpoint.failing"))
        .description("Bicycle bells, sold online")
        .filter("event.data.kind == 'identity'")
        .honourRetryAfter(true)
        .deactivateOn410(true)
        .headers(java.util.Map.of("X-Gateway-Key", "b7f1c2"))
        .rateLimit(100)
        .channels(java.util.List.of())
        .signatures(java.util.List.of(SignatureForm.HMAC))
        .body(BodyShapeInput.builder()
            .preset(BodyPreset.SLACK)
            .build())
        .orderBy("event.data.kind")
        .orderOnFailure(OrderOnFailure.SKIP)
        .authentication(AuthenticationInput.builder()
            .type(AuthenticationType.BASIC)
            .username("partnerline")
            .password("b7f1c2")
            .build())
        .build());
    System.out.println(result);
  }

  static void partnerConnectListEndpoints(Partnerline client) {
    var result = client.webhooks().listEndpoints();
    System.out.println(result);
  }

  static void partnerConnectGetEndpoint(Partnerline client, String id) {
    var result = client.webhooks().getEndpoint(id);
    System.out.println(result);
  }

  static void partnerConnectUpdateEndpoint(Partnerline client, String id) {
    var result = client.webhooks().updateEndpoint(id, UpdateEndpointParams.builder()
        .url("https://shop.example.com/hooks")
        .events(java.util.List.of("endpoint.failing"))
        .description("Bicycle bells, sold online")
        .isActive(true)
        .filter("event.data.kind == 'identity'")
        .honourRetryAfter(true)
        .deactivateOn410(true)
        .headers(java.util.Map.of("X-Gateway-Key", "b7f1c2"))
        .rateLimit(100)
        .channels(java.util.List.of())
        .signatures(java.util.List.of(SignatureForm.HMAC))
        .body(BodyShapeInput.builder()
            .preset(BodyPreset.SLACK)
            .build())
        .orderBy("event.data.kind")
        .orderOnFailure(OrderOnFailure.SKIP)
        .authentication(AuthenticationInput.builder()
            .type(AuthenticationType.BASIC)
            .username("partnerline")
            .password("b7f1c2")
            .build())
        .build());
    System.out.println(result);
  }

  static void partnerConnectDeleteEndpoint(Partnerline client, String id) {
    client.webhooks().deleteEndpoint(id);
  }

  static void partnerConnectTestEndpoint(Partnerline client, String id) {
    var result = client.webhooks().testEndpoint(id);
    System.out.println(result);
  }

  static void partnerConnectVerifyEndpoint(Partnerline client, String id) {
    var result = client.webhooks().verifyEndpoint(id);
    System.out.println(result);
  }

  static void partnerConnectRotateSecret(Partnerline client, String id) {
    var result = client.webhooks().rotateSecret(id, RotateSecretParams.builder()
        .overlapSeconds(100)
        .build());
    System.out.println(result);
  }

  static void partnerConnectListSigningKeys(Partnerline client) {
    var result = client.webhooks().listSigningKeys();
    System.out.println(result);
  }

  static void partnerConnectRotateSigningKey(Partnerline client) {
    var result = client.webhooks().rotateSigningKey();
    System.out.println(result);
  }

  static void partnerConnectPreviewBody(Partnerline client) {
    var result = client.webhooks().previewBody(PreviewBodyParams.builder()
        .body(BodyShapeInput.builder()
            .preset(BodyPreset.SLACK)
            .build())
        .type("endpoint.reactivated")
        .build());
    System.out.println(result);
  }

  static void partnerConnectGetEndpointStatistics(Partnerline client, String id) {
    var result = client.webhooks().getEndpointStatistics(id);
    System.out.println(result);
  }

  static void partnerConnectGetSourceAddresses(Partnerline client) {
    var result = client.webhooks().getSourceAddresses();
    System.out.println(result);
  }

  static void partnerConnectListDeliveries(Partnerline client, String id) {
    for (var entry : client.webhooks().listDeliveries(id)) {
      System.out.println(entry);
    }
  }

  static void partnerConnectGetDelivery(Partnerline client, String id) {
    var result = client.webhooks().getDelivery(id);
    System.out.println(result);
  }

  static void partnerConnectResendDelivery(Partnerline client, String id) {
    var result = client.webhooks().resendDelivery(id);
    System.out.println(result);
  }

  static void partnerConnectSkipDelivery(Partnerline client, String id) {
    var result = client.webhooks().skipDelivery(id);
    System.out.println(result);
  }

  static void partnerConnectRecoverEndpoint(Partnerline client, String id) {
    var result = client.webhooks().recoverEndpoint(id, RecoverEndpointParams.builder()
        .since(java.time.Instant.now().minus(java.time.Duration.ofDays(1)))
        .statuses(java.util.List.of(MissedStatus.FAILED))
        .build());
    System.out.println(result);
  }

  static void partnerConnectGetRecovery(Partnerline client, String id) {
    var result = client.webhooks().getRecovery(id);
    System.out.println(result);
  }

  static void partnerConnectCancelRecovery(Partnerline client, String id) {
    client.webhooks().cancelRecovery(id);
  }

  static void partnerConnectCreatePortalSession(Partnerline client) {
    var result = client.webhooks().createPortalSession(CreatePortalSessionParams.builder()
        .role(PortalRole.VIEWER)
        .build());
    System.out.println(result);
  }

  static void partnerConnectRevokePortalSession(Partnerline client, String id) {
    client.webhooks().revokePortalSession(id);
  }

  static void partnerConnectGetMe(Partnerline client) {
    var result = client.me().get();
    System.out.println(result);
  }

  static void partnerConnectAdvanceOnboarding(Partnerline client, String ref) {
    var result = client.sandbox().advanceOnboarding(ref, AdvanceOnboardingParams.builder()
        .to(OnboardingTarget.IN_PROGRESS)
        .build());
    System.out.println(result);
  }

  static void partnerConnectAdvanceClock(Partnerline client) {
    var result = client.sandbox().advanceClock(AdvanceClockParams.builder()
        .advanceS(100L)
        .build());
    System.out.println(result);
  }

  static void partnerConnectListSandboxMessages(Partnerline client, String ref) {
    var result = client.sandbox().listMessages(ref);
    System.out.println(result);
  }

  static void partnerConnectAdvancePayment(Partnerline client, String paymentId) {
    var result = client.sandbox().advancePayment(paymentId, AdvancePaymentParams.builder()
        .to(PaymentStatusInput.PAID)
        .build());
    System.out.println(result);
  }

  static void partnerConnectChargeBackPayment(Partnerline client, String paymentId) {
    var result = client.sandbox().chargeBackPayment(paymentId, ChargeBackPaymentParams.builder()
        .amount(100L)
        .build());
    System.out.println(result);
  }

  static void partnerConnectReverseChargeback(Partnerline client, String paymentId, String chargebackId) {
    var result = client.sandbox().reverseChargeback(paymentId, chargebackId);
    System.out.println(result);
  }

  static void partnerConnectAdvancePayout(Partnerline client, String payoutId) {
    var result = client.sandbox().advancePayout(payoutId, AdvancePayoutParams.builder()
        .to(PayoutStatusInput.PROCESSING)
        .build());
    System.out.println(result);
  }

  static void partnerConnectSettleMerchant(Partnerline client, String ref) {
    var result = client.sandbox().settleMerchant(ref);
    System.out.println(result);
  }

  static void webhooksCreateEndpoint(Partnerline client) {
    var result = client.endpoints().create(CreateEndpointParams.builder()
        .url("https://shop.example.com/hooks")
        .events(java.util.List.of("endpoint.failing"))
        .description("Bicycle bells, sold online")
        .filter("event.data.kind == 'identity'")
        .honourRetryAfter(true)
        .deactivateOn410(true)
        .headers(java.util.Map.of("X-Gateway-Key", "b7f1c2"))
        .rateLimit(100)
        .channels(java.util.List.of())
        .signatures(java.util.List.of(SignatureForm.HMAC))
        .body(BodyShapeInput.builder()
            .preset(BodyPreset.SLACK)
            .build())
        .orderBy("event.data.kind")
        .orderOnFailure(OrderOnFailure.SKIP)
        .authentication(AuthenticationInput.builder()
            .type(AuthenticationType.BASIC)
            .username("partnerline")
            .password("b7f1c2")
            .build())
        .build());
    System.out.println(result);
  }

  static void webhooksListEndpoints(Partnerline client) {
    var result = client.endpoints().list();
    System.out.println(result);
  }

  static void webhooksGetEndpoint(Partnerline client, String id) {
    var result = client.endpoints().get(id);
    System.out.println(result);
  }

  static void webhooksUpdateEndpoint(Partnerline client, String id) {
    var result = client.endpoints().update(id, UpdateEndpointParams.builder()
        .url("https://shop.example.com/hooks")
        .events(java.util.List.of("endpoint.failing"))
        .description("Bicycle bells, sold online")
        .isActive(true)
        .filter("event.data.kind == 'identity'")
        .honourRetryAfter(true)
        .deactivateOn410(true)
        .headers(java.util.Map.of("X-Gateway-Key", "b7f1c2"))
        .rateLimit(100)
        .channels(java.util.List.of())
        .signatures(java.util.List.of(SignatureForm.HMAC))
        .body(BodyShapeInput.builder()
            .preset(BodyPreset.SLACK)
            .build())
        .orderBy("event.data.kind")
        .orderOnFailure(OrderOnFailure.SKIP)
        .authentication(AuthenticationInput.builder()
            .type(AuthenticationType.BASIC)
            .username("partnerline")
            .password("b7f1c2")
            .build())
        .build());
    System.out.println(result);
  }

  static void webhooksDeleteEndpoint(Partnerline client, String id) {
    client.endpoints().delete(id);
  }

  static void webhooksTestEndpoint(Partnerline client, String id) {
    var result = client.endpoints().test(id);
    System.out.println(result);
  }

  static void webhooksVerifyEndpoint(Partnerline client, String id) {
    var result = client.endpoints().verify(id);
    System.out.println(result);
  }

  static void webhooksRotateSecret(Partnerline client, String id) {
    var result = client.endpoints().rotateSecret(id, RotateSecretParams.builder()
        .overlapSeconds(100)
        .build());
    System.out.println(result);
  }

  static void webhooksListSigningKeys(Partnerline client) {
    var result = client.endpoints().listSigningKeys();
    System.out.println(result);
  }

  static void webhooksRotateSigningKey(Partnerline client) {
    var result = client.endpoints().rotateSigningKey();
    System.out.println(result);
  }

  static void webhooksPreviewBody(Partnerline client) {
    var result = client.endpoints().previewBody(PreviewBodyParams.builder()
        .body(BodyShapeInput.builder()
            .preset(BodyPreset.SLACK)
            .build())
        .type("endpoint.reactivated")
        .build());
    System.out.println(result);
  }

  static void webhooksGetEndpointStatistics(Partnerline client, String id) {
    var result = client.endpoints().getStatistics(id);
    System.out.println(result);
  }

  static void webhooksGetSourceAddresses(Partnerline client) {
    var result = client.endpoints().getSourceAddresses();
    System.out.println(result);
  }

  static void webhooksRecoverEndpoint(Partnerline client, String id) {
    var result = client.endpoints().recover(id, RecoverEndpointParams.builder()
        .since(java.time.Instant.now().minus(java.time.Duration.ofDays(1)))
        .statuses(java.util.List.of(MissedStatus.FAILED))
        .build());
    System.out.println(result);
  }

  static void webhooksListDeliveries(Partnerline client, String id) {
    for (var entry : client.deliveries().list(id)) {
      System.out.println(entry);
    }
  }

  static void webhooksGetDelivery(Partnerline client, String id) {
    var result = client.deliveries().get(id);
    System.out.println(result);
  }

  static void webhooksResendDelivery(Partnerline client, String id) {
    var result = client.deliveries().resend(id);
    System.out.println(result);
  }

  static void webhooksSkipDelivery(Partnerline client, String id) {
    var result = client.deliveries().skip(id);
    System.out.println(result);
  }

  static void webhooksGetRecovery(Partnerline client, String id) {
    var result = client.recoveries().get(id);
    System.out.println(result);
  }

  static void webhooksCancelRecovery(Partnerline client, String id) {
    client.recoveries().cancel(id);
  }

  static void webhooksCreatePortalSession(Partnerline client) {
    var result = client.portalSessions().create(CreatePortalSessionParams.builder()
        .role(PortalRole.VIEWER)
        .build());
    System.out.println(result);
  }

  static void webhooksRevokePortalSession(Partnerline client, String id) {
    client.portalSessions().revoke(id);
  }

  static void webhooksListEventTypes(Partnerline client) {
    var result = client.eventTypes().list();
    System.out.println(result);
  }

  static void webhooksListEvents(Partnerline client) {
    for (var entry : client.events().list()) {
      System.out.println(entry);
    }
  }

  static void webhooksGetEvent(Partnerline client, String id) {
    var result = client.events().get(id);
    System.out.println(result);
  }

  static void webhooksListVerifications(Partnerline client) {
    for (var entry : client.verifications().list()) {
      System.out.println(entry);
    }
  }

  static void webhooksCreateVerification(Partnerline client) {
    var result = client.verifications().create(CreateVerificationParams.builder()
        .kind(VerificationKind.IDENTITY)
        .subject(SubjectInput.builder()
            .type(SubjectType.PERSON)
            .build())
        .metadata(java.util.Map.of("shop", "7"))
        .build());
    System.out.println(result);
  }

  static void webhooksGetVerification(Partnerline client, String id) {
    var result = client.verifications().get(id);
    System.out.println(result);
  }

  static void webhooksAdvanceVerification(Partnerline client, String id) {
    var result = client.verifications().advance(id, AdvanceVerificationParams.builder()
        .to(VerificationStatus.IN_PROGRESS)
        .build());
    System.out.println(result);
  }
}
