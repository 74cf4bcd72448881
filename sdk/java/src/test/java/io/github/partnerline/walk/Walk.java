package io.github.partnerline.walk;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import com.sun.net.httpserver.HttpServer;
import io.github.partnerline.ApiException;
import io.github.partnerline.Options;
import io.github.partnerline.Partnerline;
import io.github.partnerline.SignatureException;
import io.github.partnerline.Webhooks;
import io.github.partnerline.model.AddressInput;
import io.github.partnerline.model.AdvanceOnboardingParams;
import io.github.partnerline.model.AdvancePaymentParams;
import io.github.partnerline.model.AdvancePayoutParams;
import io.github.partnerline.model.ApplicantInput;
import io.github.partnerline.model.ApplicantType;
import io.github.partnerline.model.BusinessInput;
import io.github.partnerline.model.CompanyInput;
import io.github.partnerline.model.CompanyRegisterInput;
import io.github.partnerline.model.CreateEndpointParams;
import io.github.partnerline.model.CreateOnboardingParams;
import io.github.partnerline.model.CreatePayoutParams;
import io.github.partnerline.model.ListOnboardingsParams;
import io.github.partnerline.model.NationalIdInput;
import io.github.partnerline.model.NationalIdScheme;
import io.github.partnerline.model.Onboarding;
import io.github.partnerline.model.OnboardingStatus;
import io.github.partnerline.model.OnboardingTarget;
import io.github.partnerline.model.PaymentCustomerInput;
import io.github.partnerline.model.PaymentStatus;
import io.github.partnerline.model.PaymentStatusInput;
import io.github.partnerline.model.PayoutAccountInput;
import io.github.partnerline.model.PayoutStatus;
import io.github.partnerline.model.PayoutStatusInput;
import io.github.partnerline.model.PlaceOfBirthInput;
import io.github.partnerline.model.PrefillIdentityParams;
import io.github.partnerline.model.RegisterPaymentParams;
import io.github.partnerline.model.RegisterScheme;
import io.github.partnerline.model.RepresentationMode;
import io.github.partnerline.model.SetRepresentationParams;
import io.github.partnerline.model.TaxIdInput;
import io.github.partnerline.model.TaxIdScheme;
import io.github.partnerline.model.UpdateEndpointParams;
import io.github.partnerline.model.UpdateOnboardingParams;
import io.github.partnerline.model.UploadDocumentParams;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The main job with the Java library, against a running system: onboarding, payment, payout, a verified delivery. It reads
 * PARTNER_BASE_URL, PARTNER_KEY, VERIFICATION_BASE_URL and VERIFICATION_API_KEY, as the file env of a local system has them. The sandbox
 * does what people do.
 */
public final class Walk {
  private final Partnerline client;

  private Walk(Partnerline client) {
    this.client = client;
  }

  /** Walks, then runs the examples of the README. */
  public static void main(String[] args) throws Exception {
    Partnerline client = Partnerline.builder(System.getenv("PARTNER_KEY"))
        .key(System.getenv("VERIFICATION_API_KEY"))
        .partnerConnectUrl(System.getenv("PARTNER_BASE_URL"))
        .webhooksUrl(System.getenv("VERIFICATION_BASE_URL"))
        .build();
    Walk walk = new Walk(client);
    String merchant = walk.onboard();
    System.out.println("ok  onboarding  " + merchant + " is active");
    walk.pay(merchant);
    System.out.println("ok  payment     paid, settled and paid out");
    walk.refused();
    walk.deliver();
    System.out.println("ok  delivery    verified, with the official library too");
    Readme.run();
    System.out.println("ok  README      its examples");
  }

  /** Brings a merchant to active, as a partner does; the sandbox acts for the merchant. */
  private String onboard() {
    String ref = client.onboardings()
        .create(CreateOnboardingParams.builder().partnerExternalRef("java-" + UUID.randomUUID()).applicantType(ApplicantType.COMPANY).build())
        .ref();
    String name = "Srebrny Dmuchawiec sp. z o.o.";
    AddressInput address = AddressInput.builder()
        .country("PL").city("Warszawa").postalCode("00-950").street("Prosta").buildingNumber("1").build();
    var updated = client.onboardings().update(ref, UpdateOnboardingParams.builder()
        .applicant(ApplicantInput.builder()
            .givenNames("Teodor").familyName("Wzorcowy").email("applicant@example.com").phone("+48600100200").locale("pl").build())
        .business(BusinessInput.builder()
            .name(name).website("https://shop.example.com").categoryCode("5912")
            .taxId(TaxIdInput.builder().scheme(TaxIdScheme.PL_NIP).value("1234563218").build())
            .address(address).build())
        .company(CompanyInput.builder()
            .register(CompanyRegisterInput.builder().scheme(RegisterScheme.PL_KRS).number("9990000001").build()).legalName(name).build())
        .payoutAccount(PayoutAccountInput.builder().iban("PL61109010140000071219812874").holderName(name).build())
        .build());
    client.onboardings().prefillIdentity(ref, PrefillIdentityParams.builder()
        .nationalId(NationalIdInput.builder().scheme(NationalIdScheme.PL_PESEL).value("44051401359").build())
        .residentialAddress(address)
        .placeOfBirth(PlaceOfBirthInput.builder().country("PL").city("Warszawa").build())
        .citizenships(List.of("PL"))
        .build());
    var decision = client.onboardings().setRepresentation(ref, SetRepresentationParams.builder().isRepresentative(true).build());
    check(decision.representationMode().equals(RepresentationMode.SOLO), decision);
    var document = client.documents().upload(ref, UploadDocumentParams.builder()
        .file("%PDF-1.7\n".repeat(100).getBytes(StandardCharsets.UTF_8))
        .filename("licence.pdf")
        .documentId(updated.requiredDocuments().get(0).documentId())
        .build());
    check(client.documents().get(ref, document.documentId()).sizeBytes() == 900, document);
    client.sandbox().advanceOnboarding(ref, AdvanceOnboardingParams.builder().to(OnboardingTarget.ACTIVE).build());
    client.sandbox().advanceOnboarding(ref, AdvanceOnboardingParams.builder().to(OnboardingTarget.PAYOUTS_OPT_IN).build());
    Onboarding onboarding = client.onboardings().get(ref);
    check(onboarding.status().equals(OnboardingStatus.ACTIVE), onboarding);
    var listed = client.onboardings()
        .list(ListOnboardingsParams.builder().partnerExternalRef(onboarding.partnerExternalRef()).build())
        .stream().map(o -> o.ref()).toList();
    check(listed.equals(List.of(ref)), listed);
    return ref;
  }

  /** Registers a payment on behalf of the merchant and pays its money out. */
  private void pay(String merchant) {
    var payment = client.payments().register(
        RegisterPaymentParams.builder()
            .amount(12_300L)
            .currency("PLN")
            .externalRef("order-" + UUID.randomUUID())
            .description("A bicycle bell")
            .customer(PaymentCustomerInput.builder().email("customer@example.com").build())
            .returnUrl("https://shop.example.com/thanks")
            .build(),
        Options.none().onBehalfOf(merchant));
    check(payment.status().equals(PaymentStatus.REGISTERED), payment);
    var paid = client.sandbox().advancePayment(payment.paymentId(), AdvancePaymentParams.builder().to(PaymentStatusInput.PAID).build());
    check(paid.status().equals(PaymentStatus.PAID), paid);
    client.sandbox().settleMerchant(merchant);
    var payout = client.payouts().create(
        merchant, CreatePayoutParams.builder().all(true).currency("PLN").externalRef("payout-" + UUID.randomUUID()).build());
    client.sandbox().advancePayout(payout.payoutId(), AdvancePayoutParams.builder().to(PayoutStatusInput.PAID).build());
    check(client.payouts().get(merchant, payout.payoutId()).status().equals(PayoutStatus.PAID), payout);
    check(client.payouts().list(merchant).iterator().next().payoutId().equals(payout.payoutId()), payout);
    check(client.accounts().getBalance(merchant).balances().get(0).available() == 0, merchant);
  }

  /** A refusal has its code. */
  private void refused() {
    try {
      client.onboardings().get("mrc_00000000000000000000000000");
    } catch (ApiException.NotFound e) {
      check(e.code().orElseThrow().value().equals("onboarding_not_found") && e.requestId().isPresent(), e);
      return;
    }
    throw new AssertionError("an unknown merchant was found");
  }

  private record Delivery(HttpHeaders headers, byte[] body) {}

  /** Receives a delivery, and verifies it with this library and with the official one of Standard Webhooks. */
  private void deliver() throws Exception {
    BlockingQueue<Delivery> came = new LinkedBlockingQueue<>();
    HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/webhooks", x -> {
      came.add(new Delivery(HttpHeaders.of(x.getRequestHeaders(), (n, v) -> true), x.getRequestBody().readAllBytes()));
      x.sendResponseHeaders(204, -1);
      x.close();
    });
    server.start();
    try {
      var created = client.endpoints().create(CreateEndpointParams.builder()
          .url("http://127.0.0.1:" + server.getAddress().getPort() + "/webhooks").events(List.of("verification.test")).description("walk").build());
      String id = created.data().id();
      check(client.endpoints().update(id, UpdateEndpointParams.builder().description(null).build()).description() == null, id);
      var test = client.endpoints().test(id);
      Delivery delivery = came.poll(15, TimeUnit.SECONDS);
      check(delivery != null, "no delivery");
      check(delivery.headers.firstValue("X-Webhook-Id").orElse("").equals(test.deliveryId()), test);
      verify(created.meta().secret(), delivery);
      client.endpoints().delete(id);
    } finally {
      server.stop(0);
    }
  }

  /** Both libraries take a delivery, and neither one that was changed. */
  private static void verify(String secret, Delivery delivery) throws Exception {
    Webhooks own = Webhooks.of(secret);
    Webhook official = new Webhook(secret);
    String body = new String(delivery.body, StandardCharsets.UTF_8);
    own.verify(name -> delivery.headers.firstValue(name).orElse(null), delivery.body);
    official.verify(body, delivery.headers.map());
    byte[] changed = Arrays.copyOf(delivery.body, delivery.body.length + 1);
    try {
      own.verify(name -> delivery.headers.firstValue(name).orElse(null), changed);
      throw new AssertionError("a body that was changed verifies");
    } catch (SignatureException e) {
      check(e.reason() == SignatureException.Reason.NO_MATCHING_SIGNATURE, e);
    }
    try {
      official.verify(body + " ", delivery.headers.map());
    } catch (WebhookVerificationException e) {
      return;
    }
    throw new AssertionError("a body that was changed verifies with the official library");
  }

  private static void check(boolean holds, Object what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }
}
