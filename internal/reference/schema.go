package reference

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// A field is one member of an object, as a page shows it.
type field struct {
	Name     string
	Kind     string // what its values are
	Object   string // name of the schema of its values, which the page describes; empty: none
	Required bool
	Null     bool // null is a value
	Limits   string
	Text     string // Markdown
	Fields   []field
}

// shape finds out what a schema says of a value: members next to a reference come first.
func (d *document) shape(s *schema) field {
	out := field{Text: s.Description, Limits: limits(s)}
	target, named := s, ""
	for target.Ref != "" || len(target.AnyOf) > 0 {
		if target.Ref == "" {
			target = withoutNull(target, &out.Null)
			if target == nil {
				out.Kind = "any"
				return out
			}
			continue
		}
		found, ok := d.Components.Schemas.get(component(target.Ref))
		if !ok {
			out.Kind = component(target.Ref)
			return out
		}
		target, named = found, component(target.Ref)
	}
	if target != s && len(target.Properties) == 0 { // a named value, such as an enumeration
		out.Text = strings.TrimSpace(out.Text + "\n\n" + target.Description)
		out.Limits = strings.Trim(out.Limits+"; "+limits(target), "; ")
		named = ""
	}
	out.Null = out.Null || slices.Contains(target.Type, "null")
	switch {
	case target.Items != nil:
		of := d.shape(target.Items)
		out.Kind, out.Object, out.Fields = "list of "+of.Kind, of.Object, of.Fields
		if out.Text == "" || len(of.Fields) == 0 && of.Object == "" {
			out.Text = strings.TrimSpace(out.Text + "\n\n" + of.Text)
		}
		out.Limits = strings.Trim(out.Limits+"; "+of.Limits, "; ")
	case named != "":
		out.Kind, out.Object = named, named
	case len(target.Properties) > 0:
		out.Kind, out.Fields = "object", d.fields(target)
	case target.Additional != nil && !target.Additional.refused && len(target.Additional.Type) > 0:
		out.Kind = "object of " + d.shape(target.Additional).Kind
	default:
		out.Kind = plainKind(target)
	}
	return out
}

// withoutNull is the alternative that is not null; nil when there are several.
func withoutNull(s *schema, null *bool) *schema {
	var rest []*schema
	for _, a := range s.AnyOf {
		if slices.Equal(a.Type, names{"null"}) {
			*null = true
		} else {
			rest = append(rest, a)
		}
	}
	if len(rest) != 1 {
		return nil
	}
	return rest[0]
}

func plainKind(s *schema) string {
	kinds := slices.DeleteFunc(slices.Clone(s.Type), func(t string) bool { return t == "null" })
	kind := strings.Join(kinds, " or ")
	switch {
	case s.Format == "date-time":
		return "time"
	case s.Format == "date", s.Format == "uuid", s.Format == "email":
		return s.Format
	case s.Format == "uri":
		return "URL"
	case s.Format == "binary":
		return "file"
	case kind == "":
		return "any"
	}
	return kind
}

// exact is the largest integer that every reader of JSON keeps: no limit of ours.
const exact = "9007199254740991"

// limits says what a value is limited to, in Markdown.
func limits(s *schema) string {
	var out []string
	between := func(unit string, least, most json.Number) {
		switch {
		case least != "" && most != "" && least == most:
			out = append(out, fmt.Sprintf("exactly %s%s", least, unit))
		case least != "" && most != "":
			out = append(out, fmt.Sprintf("%s to %s%s", least, most, unit))
		case least != "":
			out = append(out, fmt.Sprintf("at least %s%s", least, unit))
		case most != "":
			out = append(out, fmt.Sprintf("at most %s%s", most, unit))
		}
	}
	if s.Maximum != exact {
		between("", s.Minimum, s.Maximum)
	} else if s.Minimum != "-"+exact {
		between("", s.Minimum, "")
	}
	between(" characters", s.MinLength, s.MaxLength)
	between(" items", s.MinItems, s.MaxItems)
	if s.Pattern != "" {
		out = append(out, "matches `"+s.Pattern+"`")
	}
	isNull := func(v json.RawMessage) bool { return string(v) == "null" }
	switch values := slices.DeleteFunc(slices.Clone(s.Enum), isNull); len(values) {
	case 0:
	case 1:
		out = append(out, "always "+code(values[0]))
	default:
		out = append(out, "one of "+list(values))
	}
	if len(s.Extensible) > 0 {
		out = append(out, "one of "+list(s.Extensible)+"; more may come")
	}
	if len(s.Examples) > 0 {
		out = append(out, "for example "+code(s.Examples[0]))
	}
	return strings.Join(out, "; ")
}

func list(values []json.RawMessage) string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = code(v)
	}
	return strings.Join(texts, ", ")
}

// code is a JSON value as Markdown: a string without its quotes.
func code(v json.RawMessage) string {
	var s string
	if json.Unmarshal(v, &s) != nil {
		s = string(v)
	}
	return "`" + s + "`"
}

// fields are the members of an object.
func (d *document) fields(s *schema) []field {
	out := make([]field, 0, len(s.Properties))
	for _, p := range s.Properties {
		f := d.shape(p.Value)
		f.Name, f.Required = p.Name, slices.Contains(s.Required, p.Name)
		out = append(out, f)
	}
	return out
}

// answered is the name of the object that an answer holds: a message of one operation holds it as a member.
func (d *document) answered(content field) string {
	s, ok := d.Components.Schemas.get(content.Object)
	if !ok || !strings.HasSuffix(content.Object, "Response") {
		return content.Object
	}
	for _, f := range d.fields(s) {
		if f.Object != "" {
			return f.Object
		}
	}
	return content.Object
}

// expanded are fields with the members of the objects that they refer to, but for objects within themselves.
func (d *document) expanded(fields []field, above ...string) []field {
	out := slices.Clone(fields)
	for i, f := range out {
		s, ok := d.Components.Schemas.get(f.Object)
		if ok && !slices.Contains(above, f.Object) {
			out[i].Fields = d.expanded(d.fields(s), append(above, f.Object)...)
		} else {
			out[i].Fields = d.expanded(f.Fields, above...)
		}
	}
	return out
}

// objects are the schemas that fields refer to, and those that these refer to, in the order in which they are met.
func (d *document) objects(seen []string, fields []field) []string {
	for _, f := range fields {
		seen = d.objects(seen, f.Fields)
		if f.Object == "" || slices.Contains(seen, f.Object) {
			continue
		}
		seen = append(seen, f.Object)
		if s, ok := d.Components.Schemas.get(f.Object); ok {
			seen = d.objects(seen, d.fields(s))
		}
	}
	return seen
}
