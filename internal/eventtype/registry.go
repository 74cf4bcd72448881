package eventtype

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/partnerline/partnerline/internal/fault"
)

// Registry holds the event types of an API.
type Registry struct {
	entries []Entry
	schemas map[string]schema
}

// A schema is one of data.
type schema struct {
	library *jsonschema.Schema
	quick   *acceptor // nil: there is none
}

func compile(text json.RawMessage) (schema, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return schema{}, fmt.Errorf("read schema: %w", err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("data.json", doc); err != nil {
		return schema{}, fmt.Errorf("add schema: %w", err)
	}
	compiled, err := compiler.Compile("data.json")
	return schema{compiled, newAcceptor(text)}, err
}

// Entries lists the types; related types follow each other.
func (r *Registry) Entries() []Entry { return r.entries }

// Check checks the data of an event; its fault names the fields below /data.
func (r *Registry) Check(kind string, data map[string]any) error {
	s, known := r.schemas[kind]
	if !known {
		return fault.Field("/type", "unknown_kind", "must be an event type; see GET /api/v1/event-types")
	}
	if s.quick.accepts(data) {
		return nil
	}
	err := s.library.Validate(data)
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
			path += "/" + fault.PointerToken(p)
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
