package contract

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/partnerline/partnerline/proto/openapi"
)

// A Document is one OpenAPI document, its schemas compiled.
type Document struct {
	Operations []*Operation
}

// An Operation is a method of a path.
type Operation struct {
	ID, Method, Path string
	segments         []string
	parameters       []parameter
	body             map[string]*jsonschema.Schema // by media type; nil: none is read
	bodyRequired     bool
	responses        map[int]response
}

// Statuses are the documented ones, in order.
func (o *Operation) Statuses() []int { return slices.Sorted(maps.Keys(o.responses)) }

type parameter struct {
	name, in string
	required bool
	kind     []string // types of the schema
	items    []string // types of the entries of an array
	schema   *jsonschema.Schema
}

type response struct {
	headers map[string]parameter
	body    map[string]*jsonschema.Schema // by media type; nil: none
}

// Documents are those of the public APIs.
func Documents() ([]*Document, error) {
	var all []*Document
	for _, raw := range [][]byte{openapi.PartnerConnect, openapi.Webhooks} {
		d, err := Parse(raw)
		if err != nil {
			return nil, err
		}
		all = append(all, d)
	}
	return all, nil
}

// source is a document that is being compiled.
type source struct {
	root     any
	compiler *jsonschema.Compiler
	err      error
}

const location = "document.json"

// Parse compiles a document.
func Parse(raw []byte) (*Document, error) {
	root, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	if err := closeAnswers(root); err != nil {
		return nil, err
	}
	s := &source{root: root, compiler: jsonschema.NewCompiler()}
	s.compiler.AssertFormat()
	if err := s.compiler.AddResource(location, root); err != nil {
		return nil, err
	}
	d := &Document{}
	for path, item := range object(s.at("/paths")) {
		for verb, o := range object(item) {
			d.Operations = append(d.Operations, s.operation(path, verb, object(o)))
		}
	}
	slices.SortFunc(d.Operations, func(a, b *Operation) int { return strings.Compare(a.ID, b.ID) })
	return d, s.err
}

// closeAnswers makes the schemas of answers say that there are no other members than theirs, and returns which of
// theirs may be missing: in an answer each member is there. A document leaves room for members that later versions add,
// which a test must not. Problems have further members.
func closeAnswers(root any) error {
	var errs []error
	for name, v := range object(object(object(root)["components"])["schemas"]) {
		schema := object(v)
		if schema["additionalProperties"] != nil || name == "Problem" || schema["type"] != "object" {
			continue
		}
		schema["additionalProperties"] = false
		for member := range object(schema["properties"]) {
			if !slices.Contains(array(schema["required"]), any(member)) {
				errs = append(errs, fmt.Errorf("schema %s: the member %s is not required", name, member))
			}
		}
	}
	return errors.Join(errs...)
}

func (s *source) operation(path, verb string, o map[string]any) *Operation {
	at := pointer("", "paths", path, verb)
	out := &Operation{ID: text(o["operationId"]), Method: strings.ToUpper(verb), Path: path,
		segments: strings.Split(path, "/"), responses: map[int]response{}}
	for i := range array(o["parameters"]) {
		at, p := s.resolve(fmt.Sprintf("%s/parameters/%d", at, i))
		out.parameters = append(out.parameters, s.parameter(at, text(p["name"]), text(p["in"]), p))
	}
	if o["requestBody"] != nil {
		at, body := s.resolve(at + "/requestBody")
		out.body, out.bodyRequired = map[string]*jsonschema.Schema{}, body["required"] == true
		for media := range object(body["content"]) {
			out.body[media] = s.schema(pointer(at, "content", media, "schema"))
		}
	}
	for status := range object(o["responses"]) {
		at, r := s.resolve(pointer(at, "responses", status))
		answer := response{headers: map[string]parameter{}, body: map[string]*jsonschema.Schema{}}
		for name := range object(r["headers"]) {
			at, h := s.resolve(pointer(at, "headers", name))
			answer.headers[http.CanonicalHeaderKey(name)] = s.parameter(at, name, "header", h)
		}
		for media := range object(r["content"]) {
			answer.body[media] = s.schema(pointer(at, "content", media, "schema"))
		}
		var code int
		if _, err := fmt.Sscanf(status, "%d", &code); err != nil {
			s.err = errors.Join(s.err, fmt.Errorf("%s: status %q", out.ID, status))
		}
		out.responses[code] = answer
	}
	return out
}

func (s *source) parameter(at, name, in string, p map[string]any) parameter {
	at, schema := s.resolve(at + "/schema")
	_, items := s.resolve(at + "/items")
	return parameter{name: name, in: in, required: p["required"] == true, kind: types(schema), items: types(items),
		schema: s.schema(at)}
}

// types are those that a schema names.
func types(schema map[string]any) []string {
	switch t := schema["type"].(type) {
	case string:
		return []string{t}
	case []any:
		var out []string
		for _, one := range t {
			out = append(out, text(one))
		}
		return out
	}
	return nil
}

func (s *source) schema(at string) *jsonschema.Schema {
	compiled, err := s.compiler.Compile(location + "#" + (&url.URL{Path: at}).EscapedPath())
	s.err = errors.Join(s.err, err)
	return compiled
}

// resolve returns the object at a JSON pointer and where it is, behind its reference if it is one.
func (s *source) resolve(at string) (string, map[string]any) {
	o := object(s.at(at))
	if ref, ok := strings.CutPrefix(text(o["$ref"]), "#"); ok {
		return s.resolve(ref)
	}
	return at, o
}

func (s *source) at(pointer string) any {
	v := s.root
	for part := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		name := unescape.Replace(part)
		if list, ok := v.([]any); ok {
			var i int
			if _, err := fmt.Sscanf(name, "%d", &i); err != nil || i >= len(list) {
				return nil
			}
			v = list[i]
			continue
		}
		v = object(v)[name]
	}
	return v
}

var (
	escape   = strings.NewReplacer("~", "~0", "/", "~1")
	unescape = strings.NewReplacer("~1", "/", "~0", "~")
)

func pointer(base string, names ...string) string {
	for _, n := range names {
		base += "/" + escape.Replace(n)
	}
	return base
}

func object(v any) map[string]any { o, _ := v.(map[string]any); return o }
func array(v any) []any           { a, _ := v.([]any); return a }
func text(v any) string           { s, _ := v.(string); return s }

// Operation returns the operation of a request, nil if it is none. The routes of verifications have two paths.
func (d *Document) Operation(method, path string) *Operation {
	if path == "/verifications" || strings.HasPrefix(path, "/verifications/") {
		path = "/api/v1" + path
	}
	segments := strings.Split(path, "/")
	var found *Operation
	for _, o := range d.Operations {
		// a path without variables has precedence
		if o.Method == method && matches(o.segments, segments) && (found == nil || o.Path == path) {
			found = o
		}
	}
	return found
}

func matches(template, path []string) bool {
	return slices.EqualFunc(template, path, func(want, got string) bool {
		return want == got || strings.HasPrefix(want, "{") && got != ""
	})
}

// variables are the values of the path's variables.
func (o *Operation) variables(path string) map[string]string {
	out := map[string]string{}
	segments := strings.Split(path, "/")
	segments = segments[len(segments)-min(len(segments), len(o.segments)):]
	for i, s := range o.segments[len(o.segments)-len(segments):] {
		if strings.HasPrefix(s, "{") {
			out[strings.Trim(s, "{}")] = segments[i]
		}
	}
	return out
}

// decode reads a JSON value, its numbers as they are.
func decode(raw []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	if d.More() {
		return nil, errors.New("more than one JSON value")
	}
	return v, nil
}

// schemas are those of both documents by name, parsed once.
var schemas = sync.OnceValues(func() ([]map[string]any, error) {
	var all []map[string]any
	for _, raw := range [][]byte{openapi.PartnerConnect, openapi.Webhooks} {
		v, err := decode(raw)
		if err != nil {
			return nil, err
		}
		all = append(all, object(object(object(v)["components"])["schemas"]))
	}
	return all, nil
})

// Enumeration lists the values that the documents give a schema, sorted.
func Enumeration(name string) ([]string, error) {
	documents, err := schemas()
	if err != nil {
		return nil, err
	}
	for _, named := range documents {
		schema := object(named[name])
		values := array(schema["enum"])
		if values == nil {
			values = array(schema["x-extensible-enum"])
		}
		if values == nil {
			continue
		}
		var out []string
		for _, value := range values {
			out = append(out, text(value))
		}
		slices.Sort(out)
		return out, nil
	}
	return nil, fmt.Errorf("no document has the enumeration %s", name)
}

// SameValues returns why the values of the code are not those of the enumeration; nil when they are.
func SameValues[S ~string](name string, values ...S) error {
	want, err := Enumeration(name)
	if err != nil {
		return err
	}
	var got []string
	for _, v := range values {
		got = append(got, string(v))
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		return fmt.Errorf("%s: the code has %q, the contract %q", name, got, want)
	}
	return nil
}
