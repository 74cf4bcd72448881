package app

import (
	"log/slog"
	"slices"

	"github.com/partnerline/partnerline/docs/guides"
	"github.com/partnerline/partnerline/internal/endpointfault"
	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/reference"
	"github.com/partnerline/partnerline/proto/openapi"
	"github.com/partnerline/partnerline/services/webhooks"
)

// documentation is what the public port serves about the API.
func documentation(cfg Config, log *slog.Logger) *reference.Site {
	return reference.New(reference.Options{
		JSON: openapi.Webhooks, YAML: openapi.WebhooksYAML, Samples: openapi.WebhooksSamples,
		Events: openapi.WebhooksEvents,
		Guides: guides.Files, GuideNames: guides.Names,
		Problems: slices.Concat(fault.Shared, endpointfault.Reasons, webhooks.Reasons),
		BaseURL:  "VERIFICATION_BASE_URL", Key: "VERIFICATION_API_KEY", Config: cfg.Docs, Log: log,
	})
}
