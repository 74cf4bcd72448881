// Package openapi holds the OpenAPI documents of the public APIs. They are written from the contracts by `make
// generate`.
package openapi

import _ "embed" // the documents

// The documents, as JSON.
var (
	//go:embed partnerconnect.json
	PartnerConnect []byte
	//go:embed webhooks.json
	Webhooks []byte
)

// The documents, as YAML.
var (
	//go:embed partnerconnect.yaml
	PartnerConnectYAML []byte
	//go:embed webhooks.yaml
	WebhooksYAML []byte
)
