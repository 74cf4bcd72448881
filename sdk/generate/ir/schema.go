package ir

import (
	"slices"
	"strings"
)

// typeOf is the type of a schema's values; models and enumerations that it meets first are added to the library.
func (r *apiReader) typeOf(s *schema) *Type {
	s, _ = s.nullable()
	if s.Ref != "" {
		return r.component(refName(s.Ref))
	}
	switch {
	case slices.Contains(s.Type, "string"):
		switch s.Format {
		case "date-time":
			return &Type{Kind: KindTime}
		case "date":
			return &Type{Kind: KindDate}
		}
		return &Type{Kind: KindString}
	case slices.Contains(s.Type, "integer"):
		if s.Format == "int64" {
			return &Type{Kind: KindInt64}
		}
		return &Type{Kind: KindInt32}
	case slices.Contains(s.Type, "number"):
		return &Type{Kind: KindFloat}
	case slices.Contains(s.Type, "boolean"):
		return &Type{Kind: KindBool}
	case slices.Contains(s.Type, "array"):
		return &Type{Kind: KindList, Elem: r.typeOf(s.Items)}
	case slices.Contains(s.Type, "object"):
		if s.Additional.schema != nil {
			return &Type{Kind: KindMap, Elem: r.typeOf(s.Additional.schema)}
		}
		return &Type{Kind: KindObject}
	}
	return &Type{Kind: KindUnknown}
}

// component is the type of a named schema.
func (r *apiReader) component(name string) *Type {
	s := r.doc.Components.Schemas.values[name]
	if len(s.values()) > 0 {
		return &Type{Kind: KindEnum, Enum: r.enum(name, s)}
	}
	if len(s.Properties.keys) == 0 {
		return r.typeOf(s)
	}
	if noun := detailOf(name); r.sameShape(s, r.doc.Components.Schemas.values[noun]) {
		name, s = noun, r.doc.Components.Schemas.values[noun]
	}
	return &Type{Kind: KindModel, Model: r.model(name, s)}
}

func (r *apiReader) model(name string, s *schema) *Model {
	if m := r.models[name]; m != nil {
		return m
	}
	if m := r.sharedModel(name); m != nil {
		r.models[name] = m
		return m
	}
	m := &Model{Name: r.unique(r.modelName(name)), Description: s.Description, Input: strings.HasSuffix(name, "Input")}
	r.models[name] = m // a recursive one finds itself
	r.lib.Models = append(r.lib.Models, m)
	m.Fields = r.fields(s)
	return m
}

// detailOf is the schema of a list's entries, by the name of the answer that has one of them.
func detailOf(response string) string {
	return strings.TrimPrefix(strings.TrimSuffix(response, "Response"), "Get")
}

// sameShape reports whether two schemas have the same members of the same types.
func (r *apiReader) sameShape(a, b *schema) bool {
	if b == nil || !slices.Equal(a.Properties.keys, b.Properties.keys) || !slices.Equal(a.Required, b.Required) {
		return false
	}
	for name, x := range a.Properties.all {
		y := b.Properties.values[name]
		inner, null := x.nullable()
		other, otherNull := y.nullable()
		if null != otherNull || inner.Ref != other.Ref || inner.Format != other.Format ||
			!slices.Equal(inner.Type, other.Type) {
			return false
		}
	}
	return true
}

// modelName is the name of a schema in clients. GetOnboardingResponse is what an onboarding is, unless another schema
// has that name.
func (r *apiReader) modelName(schema string) string {
	if name, ok := renamed[r.name+"."+schema]; ok {
		return name
	}
	base, ok := strings.CutSuffix(schema, "Response")
	if !ok {
		return schema
	}
	if noun, ok := strings.CutPrefix(base, "Get"); ok {
		if r.doc.Components.Schemas.values[noun] != nil {
			return noun + "Detail"
		}
		return noun
	}
	return base + "Result"
}

// unique keeps the names of both APIs apart.
func (r *apiReader) unique(name string) Name {
	n := NewName(name)
	if r.names[n.Snake()] {
		n = append(slices.Clone(r.api.Name), n...)
	}
	r.names[n.Snake()] = true
	return n
}

func (r *apiReader) fields(s *schema) (out []*Field) {
	for name, property := range s.Properties.all {
		_, null := property.nullable()
		out = append(out, &Field{
			Name: NewName(name), JSON: name, Description: property.Description, Type: r.typeOf(property),
			Required: slices.Contains(s.Required, name), Nullable: null, Secret: property.Format == "password",
		})
	}
	return out
}

// enum is a schema with values; its description has a line with the meaning of each.
func (r *apiReader) enum(name string, s *schema) *Enum {
	if e := r.enums[name]; e != nil {
		return e
	}
	if e := r.sharedEnum(name); e != nil {
		r.enums[name] = e
		return e
	}
	description, _, _ := strings.Cut(s.Description, "\n\n- `")
	e := &Enum{Name: r.unique(name), Description: description, Open: len(s.Extensible) > 0}
	meanings := meaningsOf(s.Description)
	for _, v := range s.values() {
		e.Values = append(e.Values, &Value{Name: NewName(v), Value: v, Description: meanings[v]})
	}
	r.enums[name] = e
	r.lib.Enums = append(r.lib.Enums, e)
	return e
}
