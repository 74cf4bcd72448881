package ir

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// A document is what is read of an OpenAPI document. All else in it concerns people.
type document struct {
	Info       struct{ Title, Description string }
	Tags       []Tag
	Paths      ordered[ordered[operation]]
	Webhooks   ordered[ordered[operation]]
	Components struct {
		Schemas   ordered[*schema]
		Responses ordered[response]
	}
}

type operation struct {
	OperationID string `json:"operationId"`
	Summary     string
	Description string
	Tags        []string
	Deprecated  bool
	Security    []map[string][]string
	Parameters  []parameter
	RequestBody struct {
		Description string
		Content     map[string]media
	} `json:"requestBody"`
	Responses ordered[response]
}

// streams reports whether the answer has no end.
func (o operation) streams() bool {
	_, ok := o.Responses.values["200"].Content["text/event-stream"]
	return ok
}

type parameter struct {
	Name, In, Description string
	Required              bool
	Schema                *schema
}

type media struct {
	Schema   *schema
	Examples map[string]struct{ Value json.RawMessage }
}

type response struct {
	Ref         string `json:"$ref"`
	Description string
	Headers     map[string]json.RawMessage
	Content     map[string]media
}

type schema struct {
	Ref         string `json:"$ref"`
	Type        oneOrMore
	Format      string
	Description string
	Properties  ordered[*schema]
	Required    []string
	Items       *schema
	AnyOf       []*schema `json:"anyOf"`
	AllOf       []*schema `json:"allOf"`
	Additional  rawSchema `json:"additionalProperties"`
	Enum        []any
	Extensible  []any `json:"x-extensible-enum"`
}

// values are those of an enumeration, without null.
func (s *schema) values() (out []string) {
	for _, v := range append(slices.Clone(s.Enum), s.Extensible...) {
		if text, ok := v.(string); ok {
			out = append(out, text)
		}
	}
	return out
}

// nullable reports whether null satisfies the schema, and returns what other values satisfy.
func (s *schema) nullable() (*schema, bool) {
	if len(s.AnyOf) == 0 {
		return s, slices.Contains(s.Type, "null")
	}
	var rest *schema
	null := false
	for _, alternative := range s.AnyOf {
		if slices.Equal(alternative.Type, []string{"null"}) {
			null = true
			continue
		}
		rest = alternative
	}
	return rest, null
}

// oneOrMore is `type`: a text or a list of texts.
type oneOrMore []string

// UnmarshalJSON implements json.Unmarshaler.
func (t *oneOrMore) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '[' {
		return json.Unmarshal(b, (*[]string)(t))
	}
	*t = make([]string, 1)
	return json.Unmarshal(b, &(*t)[0])
}

// rawSchema is `additionalProperties`: a schema, true or false.
type rawSchema struct {
	schema *schema
	any    bool
}

// UnmarshalJSON implements json.Unmarshaler.
func (r *rawSchema) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '{' {
		return json.Unmarshal(b, &r.schema)
	}
	return json.Unmarshal(b, &r.any)
}

// ordered is an object of JSON whose members keep their order.
type ordered[T any] struct {
	keys   []string
	values map[string]T
}

// UnmarshalJSON implements json.Unmarshaler.
func (o *ordered[T]) UnmarshalJSON(b []byte) error {
	if err := json.Unmarshal(b, &o.values); err != nil {
		return err
	}
	d := json.NewDecoder(bytes.NewReader(b))
	if _, err := d.Token(); err != nil {
		return err
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		o.keys = append(o.keys, fmt.Sprint(key))
		var skipped json.RawMessage
		if err := d.Decode(&skipped); err != nil {
			return err
		}
	}
	return nil
}

// all yields the members in their order.
func (o ordered[T]) all(yield func(string, T) bool) {
	for _, key := range o.keys {
		if !yield(key, o.values[key]) {
			return
		}
	}
}

// refName is the last part of a reference, the name of a component.
func refName(ref string) string { return ref[strings.LastIndexByte(ref, '/')+1:] }
