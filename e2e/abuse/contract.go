package abuse

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
)

// An Operation is one call of the API, from the document.
type Operation struct {
	ID     string // like PaymentService_RegisterPayment
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
	Members     []Schema // of an object, by name
	Items       *Schema  // of an array
}

// document is the part of OpenAPI 2.0 that is read.
type document struct {
	Paths       map[string]map[string]operation `json:"paths"`
	Definitions map[string]schema               `json:"definitions"`
}

type operation struct {
	ID         string      `json:"operationId"`
	Parameters []parameter `json:"parameters"`
}

type parameter struct {
	schema

	Name   string `json:"name"`
	In     string `json:"in"`
	Schema schema `json:"schema"`
}

type schema struct {
	Ref         string            `json:"$ref"`
	Type        string            `json:"type"`
	Format      string            `json:"format"`
	Description string            `json:"description"`
	Properties  map[string]schema `json:"properties"`
	Items       *schema           `json:"items"`
}

// Load reads the operations of a document, by id.
func Load(file string) ([]Operation, error) {
	b, err := os.ReadFile(file) //nolint:gosec // the caller's own document
	if err != nil {
		return nil, err
	}
	var d document
	if err := json.Unmarshal(b, &d); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	var all []Operation
	for path, methods := range d.Paths {
		for method, o := range methods {
			op := Operation{ID: o.ID, Method: strings.ToUpper(method), Path: path}
			for _, p := range o.Parameters {
				switch p.In {
				case "query":
					op.Query = append(op.Query, d.resolve(p.Name, p.schema, 0))
				case "body":
					body := d.resolve("", p.Schema, 0)
					op.Body = &body
				}
			}
			all = append(all, op)
		}
	}
	slices.SortFunc(all, func(a, b Operation) int { return strings.Compare(a.ID, b.ID) })
	return all, nil
}

// maxSchemaDepth ends recursive schemas.
const maxSchemaDepth = 8

func (d document) resolve(name string, s schema, depth int) Schema {
	description := s.Description
	if ref, ok := strings.CutPrefix(s.Ref, "#/definitions/"); ok {
		s = d.Definitions[ref]
	}
	out := Schema{Name: name, Type: s.Type, Format: s.Format, Description: cmp.Or(description, s.Description)}
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
