package eventtype

import (
	"bytes"
	"encoding/json"
	"math"
	"regexp"
	"slices"
	"unicode/utf8"
)

// An acceptor accepts data that its schema surely accepts, in a tenth of the time of the library, which makes a
// fraction of each number. Data that it does not accept goes to the library, which decides, and says what is wrong. It
// knows the keywords that the schemas of published events have; a schema with another one has no acceptor.
type acceptor struct {
	Schema     string               `json:"$schema"`
	Type       typeNames            `json:"type"`
	Required   []string             `json:"required"`
	Properties map[string]*acceptor `json:"properties"`
	Items      *acceptor            `json:"items"`
	MinLength  int                  `json:"minLength"`
	MaxLength  *int                 `json:"maxLength"`
	Pattern    *regexp.Regexp       `json:"pattern"`
	Minimum    *float64             `json:"minimum"`
}

// newAcceptor reads a schema; nil when it has more than an acceptor knows.
func newAcceptor(schema []byte) *acceptor {
	dec := json.NewDecoder(bytes.NewReader(schema))
	dec.DisallowUnknownFields()
	a := &acceptor{}
	if err := dec.Decode(a); err != nil {
		return nil
	}
	return a
}

// accepts reports whether the schema surely accepts v; a nil acceptor accepts nothing.
func (a *acceptor) accepts(v any) bool {
	if a == nil {
		return false
	}
	switch v := v.(type) {
	case nil:
		return a.Type.has("null")
	case bool:
		return a.Type.has("boolean")
	case float64:
		return (a.Type.has("number") || a.Type.has("integer") && v == math.Trunc(v)) && (a.Minimum == nil || v >= *a.Minimum)
	case string:
		return a.Type.has("string") && a.acceptsText(v)
	case []any:
		return a.Type.has("array") &&
			(a.Items == nil || !slices.ContainsFunc(v, func(e any) bool { return !a.Items.accepts(e) }))
	case map[string]any:
		return a.Type.has("object") && a.acceptsMembers(v)
	}
	return false
}

func (a *acceptor) acceptsText(s string) bool {
	if a.MinLength > 0 || a.MaxLength != nil {
		n := utf8.RuneCountInString(s)
		if n < a.MinLength || a.MaxLength != nil && n > *a.MaxLength {
			return false
		}
	}
	return a.Pattern == nil || a.Pattern.MatchString(s)
}

func (a *acceptor) acceptsMembers(obj map[string]any) bool {
	for _, name := range a.Required {
		if _, has := obj[name]; !has {
			return false
		}
	}
	for name, v := range obj {
		if p, known := a.Properties[name]; known && !p.accepts(v) {
			return false
		}
	}
	return true
}

// typeNames are the types of the keyword `type`, which is one name or a list; nil: any.
type typeNames []string

func (t typeNames) has(name string) bool { return t == nil || slices.Contains(t, name) }

// UnmarshalJSON implements json.Unmarshaler.
func (t *typeNames) UnmarshalJSON(b []byte) error {
	if b[0] == '"' {
		*t = make(typeNames, 1)
		return json.Unmarshal(b, &(*t)[0])
	}
	return json.Unmarshal(b, (*[]string)(t))
}
