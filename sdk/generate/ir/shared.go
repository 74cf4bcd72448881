package ir

import "reflect"

// sharedModel returns the model that another document's schema of the same name became, if both are the same with all
// that they refer to: an object that both APIs show is one type.
func (r *apiReader) sharedModel(name string) *Model {
	for _, other := range r.before {
		if m := other.models[name]; m != nil && sameComponents(&r.doc, &other.doc, name, map[string]bool{}) {
			return m
		}
	}
	return nil
}

// sharedEnum is sharedModel for an enumeration.
func (r *apiReader) sharedEnum(name string) *Enum {
	for _, other := range r.before {
		if e := other.enums[name]; e != nil && sameComponents(&r.doc, &other.doc, name, map[string]bool{}) {
			return e
		}
	}
	return nil
}

// sharedParams returns the parameters of the same name and fields, of another document.
func (r *apiReader) sharedParams(params *Model) *Model {
	for _, m := range r.lib.Models {
		if m.Params && m.Name.Snake() == params.Name.Snake() && reflect.DeepEqual(m.Fields, params.Fields) {
			return m
		}
	}
	return nil
}

func sameComponents(a, b *document, name string, seen map[string]bool) bool {
	if seen[name] {
		return true // in a recursive one, or compared before
	}
	seen[name] = true
	x, y := a.Components.Schemas.values[name], b.Components.Schemas.values[name]
	if y == nil || !reflect.DeepEqual(x, y) {
		return false
	}
	for _, below := range x.refs() {
		if !sameComponents(a, b, below, seen) {
			return false
		}
	}
	return true
}

// refs are the names of the schemas that a schema refers to.
func (s *schema) refs() (names []string) {
	if s == nil {
		return nil
	}
	if s.Ref != "" {
		names = append(names, refName(s.Ref))
	}
	below := append([]*schema{s.Items, s.Additional.schema}, s.AnyOf...)
	for _, property := range s.Properties.all {
		below = append(below, property)
	}
	for _, part := range append(below, s.AllOf...) {
		names = append(names, part.refs()...)
	}
	return names
}
