// Package eventtypetest checks events against the catalogue more strictly than clients may: a member or a status that
// the catalogue does not name is an error of the program that wrote it.
package eventtypetest

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/partnerline/partnerline/internal/eventtype"
)

// Checker checks envelopes.
type Checker map[string]*jsonschema.Schema

// New returns a checker of the types of a registry.
func New(tb testing.TB, registry *eventtype.Registry, err error) Checker {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
	c := Checker{}
	for _, e := range registry.Entries() {
		var schema map[string]any
		if err := json.Unmarshal(e.Schema, &schema); err != nil {
			tb.Fatal(err)
		}
		closed(schema)
		compiler := jsonschema.NewCompiler()
		compiler.AssertFormat()
		if err := compiler.AddResource("data.json", map[string]any{
			"type": "object", "additionalProperties": false,
			"required": []any{"id", "type", "created_at", "api_version", "tenant", "livemode", "data"},
			"properties": map[string]any{
				"id":         map[string]any{"type": "string", "pattern": "^evt_[0-9a-hjkmnp-tv-z]{26}$"},
				"type":       map[string]any{"const": e.Type},
				"created_at": map[string]any{"type": "string", "format": "date-time"}, "api_version": map[string]any{"const": "v1"},
				"tenant":   map[string]any{"type": "string", "pattern": "^ten_[0-9a-z]{1,60}$"},
				"livemode": map[string]any{"type": "boolean"}, "data": schema,
			},
		}); err != nil {
			tb.Fatal(err)
		}
		if c[e.Type], err = compiler.Compile("data.json"); err != nil {
			tb.Fatal(err)
		}
	}
	return c
}

// closed makes a schema one of known members and values: those that are named as examples are all there are.
func closed(schema map[string]any) {
	if properties, ok := schema["properties"].(map[string]any); ok {
		schema["additionalProperties"] = false
		var names []any
		for name, p := range properties {
			names = append(names, name)
			if p, ok := p.(map[string]any); ok {
				closed(p)
			}
		}
		schema["required"] = names
	}
	if known, ok := schema["examples"].([]any); ok {
		if kinds, ok := schema["type"].([]any); ok && slices.Contains(kinds, any("null")) {
			known = append(slices.Clone(known), nil)
		}
		schema["enum"] = known
	}
}

// Check returns what is wrong with an envelope of a type; nil: nothing.
func (c Checker) Check(kind string, body []byte) error {
	schema, known := c[kind]
	if !known {
		return fmt.Errorf("the catalogue has no type %q", kind)
	}
	var envelope any
	if err := json.Unmarshal(body, &envelope); err != nil {
		return err
	}
	return schema.Validate(envelope)
}
