package openapi

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
)

// maxExact is the largest integer that every reader of JSON keeps exactly.
const maxExact = 1<<53 - 1

// A side is who writes a message: a field of a request may be absent, and in an answer each one is there.
type side int

const (
	request side = iota
	answer
)

// ref is a reference to the schema of a message, which it adds to the document.
func (d *document) ref(m protoreflect.MessageDescriptor, s side) *Object {
	name := string(m.Name())
	if s == request && !strings.HasSuffix(name, "Request") {
		name += "Input"
	}
	if d.schemas.Get(name) == nil {
		d.schemas.Set(name, object()) // recursive ones find it
		d.schemas.Set(name, d.message(m, s, nil))
	}
	return object("$ref", "#/components/schemas/"+name)
}

// message is the schema of a message without the fields that skip names.
func (d *document) message(m protoreflect.MessageDescriptor, s side, skip map[protoreflect.Name]bool) *Object {
	properties := object()
	var required []string
	fields := m.Fields()
	for i := range fields.Len() {
		f := fields.Get(i)
		if skip[f.Name()] || f.Message() != nil && f.Message().FullName() == "google.protobuf.FieldMask" {
			continue
		}
		properties.Set(string(f.Name()), d.field(f, s))
		if choice := f.ContainingOneof(); s == answer && (choice == nil || choice.IsSynthetic()) || isRequired(f) {
			required = append(required, string(f.Name()))
		}
	}
	out := object("type", "object").SetText("description", d.comment(m))
	if properties.Len() > 0 {
		out.Set("properties", properties)
	}
	if len(required) > 0 {
		out.Set("required", required)
	}
	if s == request {
		out.Set("additionalProperties", false)
	}
	return out
}

// field is the schema of a field, with its text.
func (d *document) field(f protoreflect.FieldDescriptor, s side) *Object {
	var out *Object
	switch {
	case f.IsMap():
		out = object("type", "object", "additionalProperties", d.value(f.MapValue(), s))
	case f.IsList():
		out = object("type", "array", "items", d.value(f, s))
	default:
		out = d.value(f, s)
	}
	d.bounds(out, f, s)
	if nullable(f, s) {
		out = orNull(out)
	}
	out.SetText("description", d.comment(f))
	if example := schemaOf(f).GetExample(); example != "" {
		out.Set("examples", []json.RawMessage{json.RawMessage(example)})
	}
	if f.Options() != nil && s == answer && proto.GetExtension(f.Options(), optionsv1.E_ShownOnce) != "" {
		out = orNull(out).Set("format", "password") // what shows or logs it conceals it
	}
	return out
}

// bare is the schema of a value that is no JSON, as of a parameter: it cannot be null.
func (d *document) bare(f protoreflect.FieldDescriptor) *Object {
	out := d.value(f, request)
	if f.IsList() {
		out = object("type", "array", "items", out)
	}
	d.bounds(out, f, request)
	return out
}

// nullable reports whether null may replace a value: in an answer that of a field that may be unset, in a request that
// of an absent one.
func nullable(f protoreflect.FieldDescriptor, s side) bool {
	if s == answer {
		return f.HasOptionalKeyword() && !schemaOf(f).GetNotNull()
	}
	return !isRequired(f) && !schemaOf(f).GetNotNull()
}

// orNull is a schema that null satisfies, too.
func orNull(schema *Object) *Object {
	switch t := schema.Get("type").(type) {
	case string:
		schema.Set("type", []string{t, "null"})
		if values, ok := schema.Get("enum").([]any); ok {
			schema.Set("enum", append(values, nil))
		}
		return schema
	case []string:
		return schema
	}
	return object("anyOf", []*Object{schema, object("type", "null")})
}

// value is the schema of one value of a field.
func (d *document) value(f protoreflect.FieldDescriptor, s side) *Object {
	switch f.Kind() {
	case protoreflect.BoolKind:
		return object("type", "boolean")
	case protoreflect.Int32Kind:
		return object("type", "integer", "format", "int32")
	case protoreflect.Int64Kind:
		return object("type", "integer", "format", "int64", "minimum", -maxExact, "maximum", maxExact)
	case protoreflect.DoubleKind:
		return object("type", "number", "format", "double")
	case protoreflect.BytesKind:
		return object("type", "string", "contentEncoding", "base64")
	case protoreflect.EnumKind:
		panic(fmt.Sprintf("openapi: %s: states are texts in JSON", f.FullName()))
	case protoreflect.MessageKind:
		switch f.Message().FullName() {
		case "google.protobuf.Timestamp":
			return object("type", "string", "format", "date-time")
		case "google.protobuf.Struct":
			return object("type", "object", "additionalProperties", true)
		}
		return d.ref(f.Message(), s)
	}
	if name := schemaOf(f).GetEnum(); name != "" {
		return d.enum(f, name)
	}
	if schemaOf(f).GetEventType() {
		values := d.api.EventTypes
		if schemaOf(f).GetAll() {
			values = append(slices.Clone(values), "*")
		}
		return object("type", "string", "enum", values)
	}
	return object("type", "string")
}

// enum is a reference to the values that a text has, each with its meaning.
func (d *document) enum(f protoreflect.FieldDescriptor, name string) *Object {
	e := f.ParentFile().Enums().ByName(protoreflect.Name(name))
	if e == nil {
		found, err := d.files.FindDescriptorByName(f.ParentFile().Package().Append(protoreflect.Name(name)))
		if err != nil {
			panic(fmt.Sprintf("openapi: %s: there is no enumeration %s", f.FullName(), name))
		}
		e = found.(protoreflect.EnumDescriptor) //nolint:forcetypeassert // the contract names one
	}
	open := schemaOf(f).GetOpen()
	if !open && d.open[e.FullName()] {
		name += "Input" // requests have the values that there are
	}
	if d.schemas.Get(name) == nil {
		values, text := []any{}, d.comment(e)+"\n"
		for i := 1; i < e.Values().Len(); i++ { // 0 is UNSPECIFIED
			v := e.Values().Get(i)
			values = append(values, codeOf(e, v))
			text += fmt.Sprintf("\n- `%s`: %s", codeOf(e, v), d.comment(v))
		}
		schema := object("type", "string", "description", text)
		if open {
			schema.Set("description", text+"\n\nMore values may come.").Set("x-extensible-enum", values)
		} else {
			schema.Set("enum", values)
		}
		d.schemas.Set(name, schema)
	}
	return object("$ref", "#/components/schemas/"+name)
}

// codeOf is a value of an enumeration in JSON.
func codeOf(e protoreflect.EnumDescriptor, v protoreflect.EnumValueDescriptor) string {
	if code, _ := proto.GetExtension(v.Options(), optionsv1.E_Code).(string); code != "" {
		return code
	}
	prefix := strings.TrimSuffix(string(e.Values().Get(0).Name()), "UNSPECIFIED")
	return strings.ToLower(strings.TrimPrefix(string(v.Name()), prefix))
}

// bounds adds what a value is limited to. An answer may have what was stored under other limits, so only formats bind
// it.
func (d *document) bounds(out *Object, f protoreflect.FieldDescriptor, s side) {
	schema := schemaOf(f)
	out.SetText("format", schema.GetFormat())
	if s == answer {
		return
	}
	rules, _ := proto.GetExtension(f.Options(), validate.E_Field).(*validate.FieldRules)
	restrict(out, schema, rules)
	if kind := out.Get("type"); kind == "array" {
		items, _ := out.Get("items").(*Object)
		restrict(items, &optionsv1.Schema{Pattern: schema.GetPattern()}, rules.GetRepeated().GetItems())
		if rules.GetRepeated().GetUnique() {
			out.Set("uniqueItems", true)
		}
	} else if m := rules.GetMap(); kind == "object" && m != nil {
		names, values := object(), object("type", "string")
		restrict(names.Set("type", "string"), &optionsv1.Schema{}, m.GetKeys())
		restrict(values, &optionsv1.Schema{}, m.GetValues())
		out.Set("propertyNames", names).Set("additionalProperties", values)
	}
}

// restrict adds the limits of one value: those of the schema option, else those of protovalidate.
func restrict(out *Object, schema *optionsv1.Schema, rules *validate.FieldRules) {
	if out.Get("$ref") != nil {
		return // an enumeration or a message says it all
	}
	b := boundsOf(schema, rules)
	size := map[string]string{"string": "Length", "array": "Items", "object": "Properties"}
	if kind, ok := out.Get("type").(string); ok && size[kind] != "" {
		set(out, "min"+size[kind], b.minSize)
		set(out, "max"+size[kind], b.maxSize)
	}
	set(out, "minimum", b.minimum)
	set(out, "maximum", b.maximum)
	if out.Get("type") != "array" {
		out.SetText("pattern", cmp.Or(schema.GetPattern(), rules.GetString().GetPattern()))
	}
	if values := rules.GetString().GetIn(); len(values) > 0 {
		out.Set("enum", values)
	}
}

func set[T any](out *Object, name string, v *T) {
	if v != nil {
		out.Set(name, *v)
	}
}

// limits are those of a field; nil: none.
type limits struct {
	minSize, maxSize *uint64
	minimum, maximum *int64
}

// boundsOf are the rules of protovalidate, and what the schema option adds.
func boundsOf(schema *optionsv1.Schema, rules *validate.FieldRules) limits {
	b := limits{schema.MinSize, schema.MaxSize, schema.Minimum, schema.Maximum}
	if r := rules.GetString(); r != nil {
		b.minSize, b.maxSize = first(b.minSize, r.MinLen), first(b.maxSize, r.MaxLen)
	}
	if r := rules.GetRepeated(); r != nil {
		b.minSize, b.maxSize = first(b.minSize, r.MinItems), first(b.maxSize, r.MaxItems)
	}
	if r := rules.GetInt32(); r != nil {
		b.minimum, b.maximum = first(b.minimum, bound(r.GetGte, r.HasGte)), first(b.maximum, bound(r.GetLte, r.HasLte))
	}
	if r := rules.GetInt64(); r != nil {
		b.minimum, b.maximum = first(b.minimum, bound(r.GetGte, r.HasGte)), first(b.maximum, bound(r.GetLte, r.HasLte))
	}
	if r := rules.GetMap(); r != nil {
		b.minSize, b.maxSize = first(b.minSize, r.MinPairs), first(b.maxSize, r.MaxPairs)
	}
	return b
}

func first[T any](a, b *T) *T {
	if a != nil {
		return a
	}
	return b
}

func bound[T int32 | int64](get func() T, has func() bool) *int64 {
	if !has() {
		return nil
	}
	v := int64(get())
	return &v
}

// schemaOf returns the schema option of a field; without one an empty one.
func schemaOf(f protoreflect.FieldDescriptor) *optionsv1.Schema {
	s, _ := proto.GetExtension(f.Options(), optionsv1.E_Schema).(*optionsv1.Schema)
	if s == nil {
		return &optionsv1.Schema{}
	}
	return s
}

func isRequired(f protoreflect.FieldDescriptor) bool {
	rules, _ := proto.GetExtension(f.Options(), validate.E_Field).(*validate.FieldRules)
	return schemaOf(f).GetRequired() || rules.GetRequired()
}
