// Package eventtype holds what is known of each event type: its meaning, the JSON Schema of its data, an example; and
// checks published data against the schema.
package eventtype

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/services/webhooks"
)

// An Entry describes an event type.
type Entry struct {
	Type    webhooks.EventType
	Meaning string
	Schema  json.RawMessage // of `data`
	Example json.RawMessage // of the whole envelope
}

var meanings = map[webhooks.EventType]string{
	webhooks.VerificationCreated:        "A verification session was created.",
	webhooks.VerificationStarted:        "The subject started the session.",
	webhooks.VerificationProcessing:     "All input was submitted and is being checked.",
	webhooks.VerificationReviewRequired: "The session waits for a manual review.",
	webhooks.VerificationCompleted:      "The session completed: all checks passed.",
	webhooks.VerificationFailed:         "The session failed; reason_codes say why.",
	webhooks.VerificationExpired:        "The subject did not finish the session in time.",
	webhooks.VerificationCancelled:      "The session was cancelled.",
	webhooks.VerificationTest:           "A test payload, sent by the test call of an endpoint.",
}

// sessionSchema is the data of all types so far: required is what receivers rely on, further members are allowed.
const sessionSchema = `{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "type": "object",
  "required": ["verification_session_id", "status"],
  "properties": {
    "verification_session_id": {"type": "string", "pattern": "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},
    "status": {"type": "string", "minLength": 1, "maxLength": 64},
    "previous_status": {"type": ["string", "null"]},
    "kind": {"type": "string"},
    "attempt": {"type": "integer", "minimum": 1},
    "sequence": {"type": "integer", "minimum": 1},
    "reason_codes": {"type": "array", "items": {"type": "string"}},
    "occurred_at": {"type": "string"}
  }
}`

// Registry checks data.
type Registry struct {
	session *jsonschema.Schema
	entries []Entry
}

// New compiles the schemas.
func New() (*Registry, error) {
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(sessionSchema))
	if err != nil {
		return nil, fmt.Errorf("read schema: %w", err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("session.json", doc); err != nil {
		return nil, fmt.Errorf("add schema: %w", err)
	}
	c := &Registry{}
	if c.session, err = compiler.Compile("session.json"); err != nil {
		return nil, fmt.Errorf("compile schema: %w", err)
	}
	var schema bytes.Buffer
	if err := json.Compact(&schema, []byte(sessionSchema)); err != nil {
		return nil, err
	}
	for _, t := range webhooks.EventTypes {
		c.entries = append(c.entries, Entry{Type: t, Meaning: meanings[t], Schema: schema.Bytes(), Example: example(t)})
	}
	return c, nil
}

// Entries lists the types in the order of a session's life.
func (c *Registry) Entries() []Entry { return c.entries }

// Check checks the data of an event; its fault names the fields below /data.
func (c *Registry) Check(t webhooks.EventType, data map[string]any) error {
	if !t.Known() {
		return fault.Field("/type", "unknown_kind", "must be an event type; see GET /api/v1/event-types")
	}
	err := c.session.Validate(data)
	if err == nil {
		return nil
	}
	var invalid *jsonschema.ValidationError
	if !errors.As(err, &invalid) {
		return err
	}
	return fault.Fields(leaves(invalid)...)
}

var english = message.NewPrinter(language.English)

func leaves(e *jsonschema.ValidationError) []fault.Violation {
	if len(e.Causes) == 0 {
		path := "/data"
		for _, p := range e.InstanceLocation {
			path += "/" + strings.ReplaceAll(strings.ReplaceAll(p, "~", "~0"), "/", "~1")
		}
		code := "schema"
		if k := e.ErrorKind.KeywordPath(); len(k) > 0 {
			code = k[len(k)-1]
		}
		return []fault.Violation{{Field: path, Code: code, Message: describe(e, code)}}
	}
	var out []fault.Violation
	for _, c := range e.Causes {
		out = append(out, leaves(c)...)
	}
	return out
}

// describe says what is wrong without the submitted value: the library's text for a pattern or a type may hold it.
func describe(e *jsonschema.ValidationError, code string) string {
	switch code {
	case "required":
		return e.ErrorKind.LocalizedString(english)
	case "pattern":
		return "must match the pattern of the schema"
	}
	return "must satisfy " + code + " of the schema, GET /api/v1/event-types"
}

func example(t webhooks.EventType) json.RawMessage {
	status := strings.TrimPrefix(string(t), "verification.")
	switch t {
	case webhooks.VerificationCreated:
		status = string(webhooks.StatusPending)
	case webhooks.VerificationStarted:
		status = string(webhooks.StatusInProgress)
	case webhooks.VerificationReviewRequired:
		status = string(webhooks.StatusInReview)
	}
	return json.RawMessage(`{"id":"evt_01k5x8a0m3b5c7d9e1f2g4h6jk","type":"` + string(t) + `","created_at":"2026-11-20T10:15:30.123Z",` +
		`"api_version":"v1","tenant":"ten_example","livemode":false,"data":{"verification_session_id":"0192f0c4-7b1a-7c3d-9e5f-0a1b2c3d4e5f",` +
		`"status":"` + status + `","previous_status":null,"kind":"identity","attempt":1,"sequence":1,"reason_codes":[],"occurred_at":"2026-11-20T10:15:30.101Z"}}`)
}
