package abuse

import (
	"cmp"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
)

// An Operation is one call of the API, from the document.
type Operation struct {
	ID     string // like registerPayment
	Method string
	Path   string   // with {variables}
	Query  []Schema // the parameters, by name
	Body   *Schema  // nil: none
}

// Variables are the names in the path.
func (o Operation) Variables() []string {
	var names []string
	for _, m := range variable.FindAllStringSubmatch(o.Path, -1) {
		names = append(names, m[1])
	}
	return names
}

var variable = regexp.MustCompile(`\{([a-z_]+)\}`)

// A Schema is what the document says of a value.
type Schema struct {
	Name        string // of the member or parameter
	Type        string
	Format      string
	Description string
	Value       string   // the first of an enumeration
	Members     []Schema // of an object, by name
	Items       *Schema  // of an array
}

// document is the part of OpenAPI 3.1 that is read.
type document struct {
	Paths      map[string]map[string]operation `json:"paths"`
	Components struct {
		Schemas map[string]schema `json:"schemas"`
	} `json:"components"`
}

type operation struct {
	ID         string      `json:"operationId"`
	Parameters []parameter `json:"parameters"`
	Body       *struct {
		Content map[string]struct {
			Schema schema `json:"schema"`
		} `json:"content"`
	} `json:"requestBody"`
}

type parameter struct {
	Name   string `json:"name"`
	In     string `json:"in"`
	Schema schema `json:"schema"`
}

type schema struct {
	Ref         string            `json:"$ref"`
	Type        types             `json:"type"`
	Format      string            `json:"format"`
	Description string            `json:"description"`
	Enum        []any             `json:"enum"`
	AnyOf       []schema          `json:"anyOf"` // one that may be null
	Properties  map[string]schema `json:"properties"`
	Items       *schema           `json:"items"`
}

// types are those that a value may have: a text or an array in JSON Schema.
type types []string

// UnmarshalJSON implements json.Unmarshaler.
func (t *types) UnmarshalJSON(b []byte) error {
	if b[0] == '[' {
		return json.Unmarshal(b, (*[]string)(t))
	}
	*t = types{""}
	return json.Unmarshal(b, &(*t)[0])
}

// Load reads the operations of documents, by id.
func Load(documents ...[]byte) ([]Operation, error) {
	var all []Operation
	for _, raw := range documents {
		var d document
		if err := json.Unmarshal(raw, &d); err != nil {
			return nil, err
		}
		for path, methods := range d.Paths {
			for method, o := range methods {
				op := Operation{ID: o.ID, Method: strings.ToUpper(method), Path: path}
				for _, p := range o.Parameters {
					if p.In == "query" {
						op.Query = append(op.Query, d.resolve(p.Name, p.Schema, 0))
					}
				}
				if o.Body != nil {
					body := d.resolve("", o.Body.Content["application/json"].Schema, 0)
					op.Body = &body
				}
				all = append(all, op)
			}
		}
	}
	slices.SortFunc(all, func(a, b Operation) int { return strings.Compare(a.ID, b.ID) })
	return all, nil
}

// maxSchemaDepth ends recursive schemas.
const maxSchemaDepth = 8

func (d document) resolve(name string, s schema, depth int) Schema {
	description := s.Description
	if len(s.AnyOf) > 0 {
		s = s.AnyOf[0]
	}
	if ref, ok := strings.CutPrefix(s.Ref, "#/components/schemas/"); ok {
		s = d.Components.Schemas[ref]
	}
	out := Schema{Name: name, Format: s.Format, Description: cmp.Or(description, s.Description)}
	if len(s.Type) > 0 {
		out.Type = s.Type[0]
	}
	if len(s.Enum) > 0 {
		out.Value, _ = s.Enum[0].(string)
	}
	if depth == maxSchemaDepth {
		return out
	}
	for member, m := range s.Properties {
		out.Members = append(out.Members, d.resolve(member, m, depth+1))
	}
	slices.SortFunc(out.Members, func(a, b Schema) int { return strings.Compare(a.Name, b.Name) })
	if s.Items != nil {
		items := d.resolve(name, *s.Items, depth+1)
		out.Items = &items
	}
	return out
}
