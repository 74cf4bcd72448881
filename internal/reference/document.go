package reference

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
)

// ordered is a JSON object whose members keep their order.
type ordered[T any] []member[T]

type member[T any] struct {
	Name  string
	Value T
}

// UnmarshalJSON reads the members one by one.
func (o *ordered[T]) UnmarshalJSON(b []byte) error {
	dec := json.NewDecoder(bytes.NewReader(b))
	if begin, err := dec.Token(); err != nil || begin != json.Delim('{') {
		return cmp.Or(err, fmt.Errorf("%s is not an object", b))
	}
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return err
		}
		m := member[T]{Name: fmt.Sprint(name)}
		if err := dec.Decode(&m.Value); err != nil {
			return fmt.Errorf("%s: %w", m.Name, err)
		}
		*o = append(*o, m)
	}
	return nil
}

func (o ordered[T]) get(name string) (value T, ok bool) {
	for _, m := range o {
		if m.Name == name {
			return m.Value, true
		}
	}
	return value, false
}

func (o ordered[T]) names() (out []string) {
	for _, m := range o {
		out = append(out, m.Name)
	}
	return out
}

// document is an OpenAPI document, as far as the pages show it.
type document struct {
	Info       struct{ Title, Version, Description string }
	Tags       []struct{ Name, Description string }
	Paths      ordered[ordered[*operation]]
	Webhooks   ordered[ordered[*operation]]
	Components struct {
		Schemas         ordered[*schema]
		Responses       ordered[response]
		Parameters      ordered[parameter]
		Headers         ordered[struct{ Description string }]
		SecuritySchemes ordered[struct{ Description string }]
	}
}

type operation struct {
	OperationID string
	Summary     string
	Description string
	Deprecated  bool
	Tags        []string
	Security    *[]map[string][]string
	Parameters  []parameter
	RequestBody struct{ Content ordered[media] }
	Responses   ordered[response]
}

type parameter struct {
	Ref         string `json:"$ref"`
	Name        string
	In          string
	Description string
	Required    bool
	Schema      *schema
}

type response struct {
	Ref         string `json:"$ref"`
	Description string
	Headers     ordered[json.RawMessage]
	Links       ordered[struct{ Parameters map[string]string }]
	Content     ordered[media]
}

type media struct {
	Schema   *schema
	Example  json.RawMessage
	Examples ordered[struct {
		Summary string
		Value   json.RawMessage
	}]
}

// schema is a JSON Schema. The schema `true` is one without members.
type schema struct {
	Ref         string `json:"$ref"`
	Type        names
	Format      string
	Description string
	Deprecated  bool
	Properties  ordered[*schema]
	Required    []string
	Items       *schema
	Additional  *schema           `json:"additionalProperties"`
	AnyOf       []*schema         `json:"anyOf"`
	OneOf       []*schema         `json:"oneOf"`
	AllOf       []*schema         `json:"allOf"`
	Enum        []json.RawMessage `json:"enum"`
	Extensible  []json.RawMessage `json:"x-extensible-enum"`
	Pattern     string
	Minimum     json.Number
	Maximum     json.Number
	MinLength   json.Number `json:"minLength"`
	MaxLength   json.Number `json:"maxLength"`
	MinItems    json.Number `json:"minItems"`
	MaxItems    json.Number `json:"maxItems"`
	Examples    []json.RawMessage

	refused bool // the schema `false`
}

// UnmarshalJSON reads an object or a boolean.
func (s *schema) UnmarshalJSON(b []byte) error {
	switch string(b) {
	case "true":
		return nil
	case "false":
		s.refused = true
		return nil
	}
	type plain schema
	return json.Unmarshal(b, (*plain)(s))
}

// names is one string, or a list of them.
type names []string

// UnmarshalJSON reads either.
func (n *names) UnmarshalJSON(b []byte) error {
	if b[0] == '[' {
		return json.Unmarshal(b, (*[]string)(n))
	}
	*n = make(names, 1)
	return json.Unmarshal(b, &(*n)[0])
}

func parse(b []byte) (*document, error) {
	d := &document{}
	if err := json.Unmarshal(b, d); err != nil {
		return nil, fmt.Errorf("OpenAPI document: %w", err)
	}
	return d, nil
}

// component is the last part of a reference, and so the name of what it refers to.
func component(ref string) string { return ref[strings.LastIndexByte(ref, '/')+1:] }

func (d *document) response(r response) response {
	if found, ok := d.Components.Responses.get(component(r.Ref)); ok {
		return found
	}
	return r
}

func (d *document) parameter(p parameter) parameter {
	if found, ok := d.Components.Parameters.get(component(p.Ref)); ok {
		return found
	}
	return p
}
