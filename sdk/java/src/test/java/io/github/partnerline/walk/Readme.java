package io.github.partnerline.walk;

import io.github.partnerline.ApiException;
import io.github.partnerline.Options;
import io.github.partnerline.Partnerline;
import io.github.partnerline.Response;
import io.github.partnerline.SignatureException;
import io.github.partnerline.Webhooks;
import io.github.partnerline.model.AdvanceOnboardingParams;
import io.github.partnerline.model.ApplicantInput;
import io.github.partnerline.model.ApplicantType;
import io.github.partnerline.model.CreateEndpointParams;
import io.github.partnerline.model.CreateOnboardingParams;
import io.github.partnerline.model.ListMerchantsParams;
import io.github.partnerline.model.MerchantStatusInput;
import io.github.partnerline.model.OnboardingTarget;
import io.github.partnerline.model.PaymentCustomerInput;
import io.github.partnerline.model.RegisterPaymentParams;
import io.github.partnerline.model.UpdateEndpointParams;
import io.github.partnerline.model.UpdateOnboardingParams;
import io.github.partnerline.model.UploadDocumentParams;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;

/** The examples of README.md, which ReadmeTest compares with them. Walk runs them against a running system. */
final class Readme {
  private Readme() {}

  static void run() {
    var client = Partnerline.builder(System.getenv("PARTNER_KEY"))
        .key(System.getenv("VERIFICATION_API_KEY"))
        .partnerConnectUrl(System.getenv("PARTNER_BASE_URL"))
        .webhooksUrl(System.getenv("VERIFICATION_BASE_URL"))
        .build();
    var draft = client.onboardings().create(CreateOnboardingParams.builder()
        .partnerExternalRef("shop-" + UUID.randomUUID())
        .applicantType(ApplicantType.COMPANY)
        .applicant(ApplicantInput.builder().givenNames("Teodor").familyName("Wzorcowy").email("teodor@example.com").build())
        .build());
    System.out.println(client.onboardings().finalize(draft.ref()).missing());

    // The merchant's part; only with test keys.
    client.sandbox().advanceOnboarding(draft.ref(), AdvanceOnboardingParams.builder().to(OnboardingTarget.ACTIVE).build());
    var payment = client.payments().register(
        RegisterPaymentParams.builder()
            .amount(12_300L)
            .currency("PLN")
            .externalRef("order-1")
            .description("A bicycle bell")
            .customer(PaymentCustomerInput.builder().email("customer@example.com").build())
            .returnUrl("https://shop.example.com/thanks")
            .build(),
        Options.none().onBehalfOf(draft.ref()));
    System.out.println(payment.paymentId() + " " + payment.status());

    var second = client.onboardings().create(CreateOnboardingParams.builder()
        .partnerExternalRef("shop-" + UUID.randomUUID())
        .applicantType(ApplicantType.COMPANY)
        .build());
    // All else stays as it is.
    client.onboardings().update(second.ref(), UpdateOnboardingParams.builder().metadata(Map.of("shop", "7")).build());
    var endpoint = client.endpoints().create(CreateEndpointParams.builder()
        .url("https://shop.example.com/webhooks")
        .events(List.of("verification.completed"))
        .description("Shop")
        .build()).data();
    client.endpoints().update(endpoint.id(), UpdateEndpointParams.builder().description(null).build()); // clears it
    client.endpoints().delete(endpoint.id());

    try {
      client.onboardings().create(CreateOnboardingParams.builder().partnerExternalRef("").build());
    } catch (ApiException e) {
      System.out.println(e.status() + " " + e.code() + " " + e.detail() + " " + e.requestId());
      e.fields().forEach(f -> System.out.println(f.field() + " " + f.message()));
    }

    for (var merchant : client.merchants().list(ListMerchantsParams.builder().status(MerchantStatusInput.ACTIVE).build())) {
      System.out.println(merchant.merchantRef());
      break;
    }
    var page = client.merchants().listPage(ListMerchantsParams.builder().pageSize(1).build());
    System.out.println(page.data().size() + " " + page.nextPageToken());

    var document = client.documents().upload(second.ref(), UploadDocumentParams.builder()
        .file("%PDF-1.7\n".getBytes()) // or a Path
        .filename("extract.pdf")
        .documentType("company_extract")
        .subject("company")
        .build());
    System.out.println(document.documentId());

    List<Response> seen = new ArrayList<>();
    client.onboardings().get(draft.ref(), Options.none().timeout(Duration.ofSeconds(5)).maxRetries(0).onResponse(seen::add));
    System.out.println(seen.get(0).etag() + " " + seen.get(0).requestId());

    int status = receive(Map.of("X-Webhook-Id", "dlv_1", "X-Signature", "t=1,v1=00")::get, "{}".getBytes());
    if (status != 401) {
      throw new AssertionError(status);
    }
  }

  static final Webhooks WEBHOOKS = Webhooks.of(System.getenv().getOrDefault("WEBHOOK_SECRET", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"));

  /** With any framework: the value of a header by its name, and the body as it came, before it is parsed. */
  static int receive(UnaryOperator<String> header, byte[] body) {
    try {
      WEBHOOKS.verify(header, body);
      return 204;
    } catch (SignatureException e) {
      return 401;
    }
  }
}
