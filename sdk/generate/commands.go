package main

// commands are those of the command line that do what an operation does, by API and operation. A test of the command
// line takes each as it is.
var commands = map[string]string{
	"partner_connect.createOnboarding": `partnerline onboardings create \
  --external-ref shop-4711 --applicant-type company`,
	"partner_connect.listOnboardings":    `partnerline onboardings list`,
	"partner_connect.getOnboarding":      `partnerline onboardings get "$REF"`,
	"partner_connect.finalizeOnboarding": `partnerline onboardings finalize "$REF"`,
	"partner_connect.cancelOnboarding":   `partnerline onboardings cancel "$REF"`,
	"partner_connect.uploadDocument": `partnerline onboardings documents upload "$REF" poa.pdf \
  --type power_of_attorney --subject board`,
	"partner_connect.registerPayment": `partnerline payments create --merchant "$REF" \
  --amount 12300 --currency PLN --external-ref shop-4712 \
  --description "Bicycle bells, sold online" --email c@example.com \
  --return-url https://shop.example.com/`,
	"partner_connect.getPayment":    `partnerline payments get "$PAYMENT_ID" --merchant "$REF"`,
	"partner_connect.cancelPayment": `partnerline payments cancel "$PAYMENT_ID" --merchant "$REF"`,
	"webhooks.createEndpoint": `partnerline endpoints create \
  --url https://shop.example.com/hooks --events endpoint.failing`,
	"webhooks.listEndpoints": `partnerline endpoints list`,
	"webhooks.getEndpoint":   `partnerline endpoints get "$ID"`,
	"webhooks.updateEndpoint": `partnerline endpoints update "$ID" \
  --url https://shop.example.com/hooks`,
	"webhooks.deleteEndpoint": `partnerline endpoints delete "$ID"`,
	"webhooks.testEndpoint":   `partnerline endpoints test "$ID"`,
	"webhooks.rotateSecret":   `partnerline endpoints rotate-secret "$ID" --overlap 100`,
	"webhooks.previewBody":    `partnerline endpoints preview-body --body-preset slack`,
	"webhooks.recoverEndpoint": `partnerline endpoints recover "$ID" \
  --since 24h --statuses failed`,
	"webhooks.getEndpointStatistics": `partnerline endpoints statistics "$ID" --interval day`,
	"webhooks.verifyEndpoint":        `partnerline endpoints verify "$ID"`,
	"webhooks.getSourceAddresses":    `partnerline endpoints source-addresses`,
	"webhooks.listDeliveries":        `partnerline deliveries list "$ID"`,
	"webhooks.getDelivery":           `partnerline deliveries show "$ID"`,
	"webhooks.resendDelivery":        `partnerline deliveries resend "$ID"`,
	"webhooks.skipDelivery":          `partnerline deliveries skip "$ID"`,
}
