package abuse

import (
	"encoding/json"
	"regexp"
	"strings"
)

// A value is an editable JSON value, as text, so that it can be made malformed.
type value struct {
	text    string // of what is neither object nor array
	open    byte   // { or [, or 0 for text
	names   []string
	members []*value
}

func text(raw string) *value { return &value{text: raw} }

func quoted(s string) string {
	b, _ := json.Marshal(s) // of a string it never fails
	return string(b)
}

// valueOf encodes with encoding/json.
func valueOf(v any) *value {
	b, err := json.Marshal(v)
	if err != nil {
		return text("null")
	}
	return text(string(b))
}

func (v *value) write(b *strings.Builder) {
	if v.open == 0 {
		b.WriteString(v.text)
		return
	}
	b.WriteByte(v.open)
	for i, m := range v.members {
		if i > 0 {
			b.WriteByte(',')
		}
		if v.open == '{' {
			b.WriteString(v.names[i] + ":")
		}
		m.write(b)
	}
	b.WriteByte(v.open + 2) // ] and } follow their opening characters by two in ASCII
}

func (v *value) String() string {
	var b strings.Builder
	v.write(&b)
	return b.String()
}

// plain is the value as a parameter has it; nil is one that has no example.
func (v *value) plain() string {
	if v == nil {
		return "x"
	}
	s := v.String()
	_ = json.Unmarshal([]byte(s), &s) // what is no text stays as it is
	return s
}

// all returns v and everything in it.
func (v *value) all() []*value {
	out := []*value{v}
	for _, m := range v.members {
		out = append(out, m.all()...)
	}
	return out
}

// Examples are values by the name of the member or parameter, or by Operation.member; Omit leaves it out.
type Examples map[string]any

type omit struct{}

// Omit is the example of a member that is not sent.
var Omit = omit{}

// word is the first quoted word of a description, which is often a value.
var word = regexp.MustCompile("`([a-zA-Z_]+)`")

// sample returns a value that the schema and its description suggest.
func (s Schema) sample(operation string, examples Examples) (*value, bool) {
	for _, key := range []string{operation + "." + s.Name, s.Name} {
		example, ok := examples[key]
		if !ok || s.Name == "" {
			continue
		}
		if make, ok := example.(func() any); ok {
			example = make()
		}
		if example == Omit {
			return nil, false
		}
		return valueOf(example), true
	}
	switch {
	case len(s.Members) > 0:
		v := &value{open: '{'}
		for _, m := range s.Members {
			if sample, ok := m.sample(operation, examples); ok {
				v.names, v.members = append(v.names, quoted(m.Name)), append(v.members, sample)
			}
		}
		return v, true
	case s.Items != nil:
		v := &value{open: '['}
		if item, ok := s.Items.sample(operation, examples); ok {
			v.members = append(v.members, item)
		}
		return v, true
	}
	switch s.Type {
	case "object":
		return &value{open: '{'}, true
	case "boolean":
		return text("true"), true
	case "integer", "number":
		return text("100"), true
	}
	if s.Value != "" {
		return text(quoted(s.Value)), true
	}
	if m := word.FindStringSubmatch(s.Description); m != nil {
		return text(quoted(m[1])), true
	}
	return text(`"x"`), true
}
