package app

import (
	"log/slog"
	"slices"

	"github.com/partnerline/partnerline/docs/guides"
	"github.com/partnerline/partnerline/internal/endpointfault"
	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/reference"
	"github.com/partnerline/partnerline/proto/openapi"
	partnerconnect "github.com/partnerline/partnerline/services/partnerconnect"
)

// documentation is what the public port serves about the API.
func documentation(cfg Config, log *slog.Logger) *reference.Site {
	return reference.New(reference.Options{
		JSON: openapi.PartnerConnect, YAML: openapi.PartnerConnectYAML, Samples: openapi.PartnerConnectSamples,
		Events: openapi.PartnerConnectEvents,
		Guides: guides.Files, GuideNames: guides.Names,
		Problems: slices.Concat(fault.Shared, endpointfault.Reasons, partnerconnect.Reasons),
		BaseURL:  "PARTNER_BASE_URL", Key: "PARTNER_KEY", Config: cfg.Docs, Log: log,
	})
}
