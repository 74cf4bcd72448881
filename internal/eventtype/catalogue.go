package eventtype

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/types/known/structpb"
)

// An Entry describes an event type.
type Entry struct {
	Type    string
	Meaning string
	Since   string          // version of the API that has it first
	Schema  json.RawMessage // of `data`
	Example json.RawMessage // the whole envelope
}

// Structs are the schema and the example as messages of the contracts have them.
func (e Entry) Structs() (schema, example *structpb.Struct, err error) {
	schema, example = &structpb.Struct{}, &structpb.Struct{}
	if err = errors.Join(protojson.Unmarshal(e.Schema, schema), protojson.Unmarshal(e.Example, example)); err != nil {
		err = fmt.Errorf("event type %s: %w", e.Type, err)
	}
	return schema, example, err
}

//go:embed types/*.json
var files embed.FS

// Each file has the types whose data has one schema.
var (
	webhooks       = []string{"verification", "endpoint", "certificate", "source_addresses", "challenge"}
	partnerConnect = []string{
		"onboarding_status", "onboarding_missing", "onboarding_data", "onboarding_message", "document", "invitation",
		"delegation",
		"payouts_opt_in", "merchant_status", "payment", "refund", "chargeback", "settlement", "payout", "webhook", "endpoint",
		"certificate", "source_addresses", "challenge",
	}
)

// Webhooks returns the types of events that tenants get: those that verification sessions emit, in the order of a
// session's life, the test event, those about the tenant's endpoints and about source addresses, and challenges.
var Webhooks = sync.OnceValues(func() (*Registry, error) { return read(webhooks) })

// PartnerConnect returns the types of what happens to a partner's merchants.
var PartnerConnect = sync.OnceValues(func() (*Registry, error) { return read(partnerConnect) })

func read(names []string) (*Registry, error) {
	r := &Registry{schemas: map[string]schema{}}
	for _, name := range names {
		b, err := files.ReadFile("types/" + name + ".json")
		if err != nil {
			return nil, fmt.Errorf("event types: %w", err)
		}
		var file struct {
			Schema json.RawMessage `json:"schema"`
			Types  []struct {
				Type        string          `json:"type"`
				Description string          `json:"description"`
				Since       string          `json:"since"`
				Example     json.RawMessage `json:"example"`
			} `json:"types"`
		}
		if err := json.Unmarshal(b, &file); err != nil {
			return nil, fmt.Errorf("event types %s: %w", name, err)
		}
		compiled, err := compile(file.Schema)
		if err != nil {
			return nil, fmt.Errorf("event types %s: %w", name, err)
		}
		for _, t := range file.Types {
			example, err := envelope(t.Type, t.Example)
			if err != nil {
				return nil, fmt.Errorf("event type %s: %w", t.Type, err)
			}
			r.entries = append(r.entries,
				Entry{Type: t.Type, Meaning: t.Description, Since: t.Since, Schema: file.Schema, Example: example})
			r.schemas[t.Type] = compiled
		}
	}
	return r, nil
}

// envelope is that of an example with data.
func envelope(kind string, data json.RawMessage) (json.RawMessage, error) {
	return json.Marshal(struct {
		ID         string          `json:"id"`
		Type       string          `json:"type"`
		CreatedAt  string          `json:"created_at"`
		APIVersion string          `json:"api_version"`
		Tenant     string          `json:"tenant"`
		Livemode   bool            `json:"livemode"`
		Data       json.RawMessage `json:"data"`
	}{"evt_01k5x8a0m3b5c7d9e1f2g4h6jk", kind, "2026-11-20T10:15:30.123Z", "v1", "ten_example", false, data})
}
