package openapi

import (
	"bytes"
	"encoding/json"
)

// An Object is a JSON object whose members stay in the order in which they were set.
type Object struct {
	names  []string
	values map[string]any
}

// object makes an Object of pairs of a name and a value.
func object(pairs ...any) *Object {
	o := &Object{values: map[string]any{}}
	for i := 0; i+1 < len(pairs); i += 2 {
		o.Set(pairs[i].(string), pairs[i+1]) //nolint:forcetypeassert // the callers' literals
	}
	return o
}

// only is the schema of one value, with its type: generators of clients do not derive it from the value, and not all of
// them read `const`.
func only(kind string, value any) *Object { return object("type", kind, "enum", []any{value}) }

// Set sets a member, at the end unless it is there.
func (o *Object) Set(name string, value any) *Object {
	if _, there := o.values[name]; !there {
		o.names = append(o.names, name)
	}
	o.values[name] = value
	return o
}

// SetText sets a member unless the text is empty.
func (o *Object) SetText(name, text string) *Object {
	if text == "" {
		return o
	}
	return o.Set(name, text)
}

// Get returns a member, nil if there is none.
func (o *Object) Get(name string) any { return o.values[name] }

// Len is the number of members.
func (o *Object) Len() int { return len(o.names) }

// MarshalJSON implements json.Marshaler.
func (o *Object) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, name := range o.names {
		if i > 0 {
			b = append(b, ',')
		}
		member, err := encode(name)
		if err != nil {
			return nil, err
		}
		value, err := encode(o.values[name])
		if err != nil {
			return nil, err
		}
		b = append(append(append(b, member...), ':'), value...)
	}
	return append(b, '}'), nil
}

// encode is json.Marshal, with <, > and & as they are.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}
