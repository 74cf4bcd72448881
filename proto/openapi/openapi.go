// Package openapi holds the OpenAPI documents of the public APIs, and the AsyncAPI documents of their events. They are
// written from the contracts by `make generate`.
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

// The AsyncAPI documents of the events, as JSON.
var (
	//go:embed partnerconnect.asyncapi.json
	PartnerConnectEvents []byte
	//go:embed webhooks.asyncapi.json
	WebhooksEvents []byte
)

// The examples of the reference with the client libraries and the command line, as JSON by operation and language.
var (
	//go:embed samples/partnerconnect.json
	PartnerConnectSamples []byte
	//go:embed samples/webhooks.json
	WebhooksSamples []byte
)
