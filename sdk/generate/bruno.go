package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"github.com/partnerline/partnerline/sdk/generate/ir"
)

// The collections for Bruno: one for each API, with a folder for each tag, and one for the walk.
var brunoLanguage = language{
	dir: "bruno",
	files: []file{
		{template: "collection.tmpl", path: "{{.Dir}}/opencollection.yml", each: eachCollection},
		{template: "environment.tmpl", path: "{{.Dir}}/environments/{{.Name}}.yml",
			each: inCollections((*collection).environments)},
		{template: "folder.tmpl", path: "{{.Dir}}/{{.Slug}}/folder.yml", each: inCollections((*collection).folders)},
		{template: "request.tmpl", path: "{{.Dir}}/{{.Folder}}/{{.Slug}}.yml", each: inCollections((*collection).requests)},
		{template: "request.tmpl", path: "{{.Dir}}/walk/{{.Slug}}.yml", each: inCollections((*collection).walk)},
	},
	generated: "*/[a-z]*", // and not .env, which is the user's
	funcs:     template.FuncMap{"text": quoted, "indent": indented},
}

// A collection is the requests of an API.
type collection struct {
	*ir.API
	Version string
	created map[string]bool // variables that answers to POST set
}

// Dir is the directory of the collection.
func (c *collection) Dir() string { return c.Name.Kebab() }

type folder struct {
	ir.Tag
	Dir, Slug string
	Seq       int
}

type environment struct {
	Dir, Name string
	Variables []pair // without a value: a secret
}

type pair struct{ Name, Value string }

type request struct {
	Dir, Folder, Slug string
	Name, Docs        string
	Seq               int
	Method            *ir.Method
	URL, Body, Script string
	Headers, Params   []parameter
	Assertions        []assertion
	Variables         []pair // what the answer sets, and the expression of its value
}

type parameter struct {
	Name, Value, Type, Description string
	Disabled                       bool
}

type assertion struct{ Expression, Operator, Value string }

func collections(lib *ir.Library) (out []*collection) {
	for _, api := range lib.APIs {
		c := &collection{API: api, Version: lib.Version, created: map[string]bool{}}
		for _, m := range api.Operations {
			if m.HTTP == "POST" {
				for _, v := range c.variables(m) {
					c.created[v.Name] = true
				}
			}
		}
		out = append(out, c)
	}
	return out
}

func eachCollection(lib *ir.Library) (out []any) {
	for _, c := range collections(lib) {
		out = append(out, c)
	}
	return out
}

// inCollections are some parts of all collections.
func inCollections[T any](parts func(*collection) []T) func(*ir.Library) []any {
	return func(lib *ir.Library) (out []any) {
		for _, c := range collections(lib) {
			for _, part := range parts(c) {
				out = append(out, part)
			}
		}
		return out
	}
}

func (c *collection) environments() []environment { return environmentsOf[c.Dir()] }

// environmentsOf are the system of `make run`, whose addresses and keys the process has, and a sandbox elsewhere, whose
// key is asked for.
var environmentsOf = map[string][]environment{
	"partner-connect": {
		{"partner-connect", "local", []pair{
			{"base_url", "{{process.env.PARTNER_BASE_URL}}"}, {"key", "{{process.env.PARTNER_KEY}}"},
			{"receiver_url", "http://127.0.0.1:4000/"},
		}},
		{"partner-connect", "sandbox",
			[]pair{{"base_url", "https://connect.example.com"}, {"key", ""},
				{"receiver_url", "https://shop.example.com/webhooks"}}},
	},
	"webhooks": {
		{"webhooks", "local", []pair{
			{"base_url", "{{process.env.VERIFICATION_BASE_URL}}"}, {"key", "{{process.env.VERIFICATION_API_KEY}}"},
			{"receiver_url", "http://127.0.0.1:4000/"},
		}},
		{"webhooks", "sandbox", []pair{{"base_url", "https://webhooks.example.com"}, {"key", ""},
			{"receiver_url", "https://shop.example.com/webhooks"}}},
	},
}

func (c *collection) folders() []folder {
	out := []folder{{ir.Tag{Name: "Walk", Description: walkDescription}, c.Dir(), "walk", 1}}
	for i, tag := range c.Tags {
		out = append(out, folder{tag, c.Dir(), ir.NewName(tag.Name).Kebab(), i + 2})
	}
	return out
}

// requests are those of the operations, in the folders of their tags.
func (c *collection) requests() (out []request) {
	seq := map[string]int{}
	for _, m := range c.Operations {
		seq[m.Tag]++
		out = append(out, c.request(m, ir.NewName(m.Tag).Kebab(), seq[m.Tag], m.Summary))
	}
	return out
}

func (c *collection) request(m *ir.Method, folder string, seq int, name string) request {
	r := request{
		Dir: c.Dir(), Folder: folder, Slug: ir.NewName(name).Kebab(), Name: name, Docs: m.Description, Seq: seq, Method: m,
		URL: "{{base_url}}" + pathVariable.ReplaceAllString(m.Path, ":$1"), Body: exampleBody(m), Variables: c.variables(m),
		Assertions: []assertion{{"res.status", "in", strings.Join(m.Statuses, ", ")}},
	}
	for _, a := range m.Args {
		r.Params = append(r.Params, parameter{Name: a.JSON, Value: "{{" + variable(m, a.JSON) + "}}", Type: "path",
			Description: a.Description})
	}
	if m.Params != nil {
		for _, f := range m.Params.Fields {
			if f.In == ir.InQuery {
				r.Params = append(r.Params, parameter{Name: f.JSON, Type: "query", Description: f.Description, Disabled: true})
			}
		}
	}
	if m.OnBehalfOf { // the path names the merchant where it has one
		r.Headers = append(r.Headers,
			parameter{Name: "On-Behalf-Of", Value: "{{ref}}",
				Disabled: slices.ContainsFunc(m.Args, func(a *ir.Arg) bool { return a.JSON == "ref" })})
	}
	if m.Retry == ir.RetryKey {
		r.Headers = append(r.Headers, parameter{Name: "Idempotency-Key", Value: "{{$guid}}"})
	}
	if m.IfMatch {
		r.Headers = append(r.Headers, parameter{Name: "If-Match", Value: "{{etag}}", Disabled: true})
	}
	if m.ETag {
		r.Variables = append(r.Variables, pair{"etag", `res.headers.etag`})
	}
	for _, name := range m.Members {
		r.Assertions = append(r.Assertions, assertion{"res.body." + name, "isDefined", ""})
	}
	return r
}

var pathVariable = regexp.MustCompile(`\{(\w+)\}`)

// variable is what a variable of a path is called in the whole collection, where `id` would be any.
func variable(m *ir.Method, name string) string {
	if name != "id" {
		return name
	}
	before, _, _ := strings.Cut(m.Path, "/{id}")
	collection := before[strings.LastIndexByte(before, '/')+1:]
	return map[string]string{
		"webhooks": "endpoint_id", "deliveries": "delivery_id", "recoveries": "recovery_id",
		"portal-sessions": "portal_session_id", "events": "event_id", "verifications": "verification_id",
	}[collection]
}

// variables are those of paths that the answer of an operation sets: what a POST created, and of lists the first
// entry's id where no POST answers with it.
func (c *collection) variables(m *ir.Method) (out []pair) {
	at, t := "res.body", m.Result
	switch {
	case t == nil:
		return nil
	case m.Unwrap && t.Elem != nil:
		at, t = "res.body.data[0]?", t.Elem
	case m.Unwrap:
		at = "res.body.data"
	}
	if t.Model == nil || m.HTTP != "POST" && t == m.Result {
		return nil
	}
	model := t.Model
	if i := slices.IndexFunc(model.Fields,
		func(f *ir.Field) bool { return f.JSON == "data" && f.Type.Model != nil }); i >= 0 {
		at, model = at+".data", model.Fields[i].Type.Model
	}
	for _, f := range model.Fields {
		name := f.JSON
		if name == "id" {
			name = model.Name.Snake() + "_id"
		}
		if c.inPaths(name) && !c.inPath(m, name) && !f.Nullable && (t == m.Result || !c.created[name]) {
			out = append(out, pair{name, at + "." + f.JSON})
		}
	}
	return out
}

func (c *collection) inPaths(name string) bool {
	return slices.ContainsFunc(c.Operations, func(m *ir.Method) bool { return c.inPath(m, name) })
}

func (c *collection) inPath(m *ir.Method, name string) bool {
	return slices.ContainsFunc(m.Args, func(a *ir.Arg) bool { return variable(m, a.JSON) == name })
}

// present are the members of bodies that must be new, near the present, or of the environment.
var present = map[string]string{
	"external_ref": "{{$guid}}", "partner_external_ref": "{{$guid}}", "url": "{{receiver_url}}",
	"since": "{{an_hour_ago}}", "until": "{{$isoTimestamp}}", "valid_until": "{{in_an_hour}}",
}

var textMember = regexp.MustCompile(`"(\w+)": "[^"]*"`)

// exampleBody is the body of the document's example, as one that can be sent again and again.
func exampleBody(m *ir.Method) string {
	return textMember.ReplaceAllStringFunc(formatBody(m.Example), func(member string) string {
		name := textMember.FindStringSubmatch(member)[1]
		if value, ok := present[name]; ok {
			return fmt.Sprintf("%q: %q", name, value)
		}
		return member
	})
}

func formatBody(body []byte) string {
	var b bytes.Buffer
	if err := json.Indent(&b, body, "", "  "); err != nil {
		return string(body) // none
	}
	return b.String()
}

// quoted is a text of YAML, in quotes.
func quoted(s string) (string, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(s)
	return strings.TrimSpace(b.String()), err
}

// indented is a text as lines that are indented, for a block of YAML.
func indented(spaces int, text string) string {
	indent := strings.Repeat(" ", spaces)
	return strings.TrimRight(strings.ReplaceAll(indent+text, "\n", "\n"+indent), "\n ")
}
