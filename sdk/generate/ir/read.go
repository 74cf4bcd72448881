package ir

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// A Source is the OpenAPI document of an API.
type Source struct {
	Name string // `webhooks`
	JSON []byte
}

// Read makes the library of some documents. The order of all that it returns is that of the documents.
func Read(version string, sources []Source) (*Library, error) {
	r := &reader{lib: &Library{Version: version}, names: map[string]bool{}, codes: map[string]bool{}}
	var before []*apiReader
	for _, s := range sources {
		var doc document
		if err := json.Unmarshal(s.JSON, &doc); err != nil {
			return nil, fmt.Errorf("%s: %w", s.Name, err)
		}
		api := &apiReader{
			reader: r, name: s.Name, doc: doc, before: before,
			api: &API{Name: NewName(doc.Info.Title), Title: doc.Info.Title, Description: doc.Info.Description,
				Tags: doc.Tags},
			models: map[string]*Model{}, enums: map[string]*Enum{},
		}
		if err := api.read(); err != nil {
			return nil, fmt.Errorf("%s: %w", s.Name, err)
		}
		before = append(before, api)
	}
	slices.SortFunc(r.lib.Errors, func(a, b *ErrorCode) int { return strings.Compare(a.Code, b.Code) })
	return r.lib, nil
}

type reader struct {
	lib   *Library
	names map[string]bool // of models and enumerations so far
	codes map[string]bool
}

type apiReader struct {
	*reader
	name   string
	doc    document
	api    *API
	before []*apiReader
	models map[string]*Model // by the name of their schema
	enums  map[string]*Enum
}

func (r *apiReader) read() error {
	r.lib.APIs = append(r.lib.APIs, r.api)
	for path, operations := range r.doc.Paths.all {
		for method, op := range operations.all {
			if err := r.operation(strings.ToUpper(method), path, op); err != nil {
				return fmt.Errorf("%s: %w", op.OperationID, err)
			}
		}
	}
	for _, operations := range r.doc.Webhooks.all {
		for _, op := range operations.all {
			if slices.ContainsFunc(r.lib.Events, func(known *EventType) bool { return known.Type == op.Summary }) {
				continue // both APIs have it
			}
			r.lib.Events = append(r.lib.Events,
				&EventType{Name: NewName(op.Summary), Type: op.Summary, Description: op.Description})
		}
	}
	return nil
}

func (r *apiReader) operation(method, path string, op operation) error {
	if len(op.Tags) == 0 || op.OperationID == "" {
		return fmt.Errorf("%s %s has no tag or no operationId", method, path)
	}
	resource, name := methodName(r.name, op.Tags[0], op.OperationID)
	m := &Method{
		OperationID: op.OperationID, Tag: op.Tags[0], Name: name, Summary: op.Summary, Description: op.Description,
		Deprecated: op.Deprecated,
		HTTP:       method, Path: path, Retry: RetryHTTP, Streams: op.streams(),
		Example: op.RequestBody.Content["application/json"].Examples["success"].Value,
	}
	if method == "POST" {
		m.Retry = RetryNatural
	}
	for _, s := range op.Security {
		for _, scopes := range s {
			m.Scopes = append(m.Scopes, scopes...)
		}
	}
	params := &Model{Name: r.paramsName(op.OperationID), Description: op.RequestBody.Description,
		Input: true, Params: true}
	if err := r.parameters(m, params, op.Parameters); err != nil {
		return err
	}
	r.body(m, params, op)
	if len(params.Fields) > 0 {
		if params.Description == "" {
			params.Description = "Parameters of " + resource.Snake() + "." + name.Snake() + "."
		}
		if m.Params = r.sharedParams(params); m.Params == nil {
			m.Params = params
			if !m.Streams {
				r.lib.Models = append(r.lib.Models, params)
			}
		}
	}
	r.answers(m, op)
	r.api.Operations = append(r.api.Operations, m)
	if m.Streams { // read by hand in each library
		return nil
	}
	target := r.resource(resource)
	if slices.ContainsFunc(target.Methods, func(other *Method) bool { return other.Name.Snake() == name.Snake() }) {
		return fmt.Errorf("%s has two methods %s: name one of them in surface.go", resource.Snake(), name.Snake())
	}
	target.Methods = append(target.Methods, m)
	return nil
}

func (r *apiReader) resource(name Name) *Resource {
	for _, res := range r.lib.Resources {
		if res.Name.Snake() == name.Snake() && res.API == r.api {
			return res
		}
	}
	res := &Resource{Name: name, API: r.api}
	r.lib.Resources = append(r.lib.Resources, res)
	return res
}

func (r *apiReader) paramsName(operationID string) Name {
	if name, ok := renamed[r.name+"."+operationID+".params"]; ok {
		return NewName(name)
	}
	return NewName(operationID + "Params")
}

// parameters sorts those of the path, of the query and of the headers. Headers that the library sends by itself are
// none of the caller's.
func (r *apiReader) parameters(m *Method, params *Model, list []parameter) error {
	for _, p := range list {
		switch p.In + ":" + p.Name {
		case "header:Idempotency-Key":
			m.Retry = RetryKey
		case "header:On-Behalf-Of":
			m.OnBehalfOf = true
		case "header:If-Match":
			m.IfMatch = true
		case "header:Prefer", "header:Connect-Version", "header:X-Request-Id", "header:Last-Event-ID":
		default:
			switch p.In {
			case "path":
				m.Args = append(m.Args, &Arg{Name: NewName(p.Name), JSON: p.Name, Description: p.Description})
			case "query":
				params.Fields = append(params.Fields, &Field{
					Name: NewName(p.Name), JSON: p.Name, Description: p.Description, Type: r.typeOf(p.Schema),
					Required: p.Required, In: InQuery,
				})
			default:
				return fmt.Errorf("the parameter %s in %s has no meaning to clients: add one to ir/read.go", p.Name, p.In)
			}
		}
	}
	return nil
}

// body adds the members of the body to the parameters. An upload has its file beside them, in place of the file's
// content as text.
func (r *apiReader) body(m *Method, params *Model, op operation) {
	content, ok := op.RequestBody.Content["application/json"]
	if !ok {
		return
	}
	body := content.Schema
	if body.Ref != "" {
		body = r.doc.Components.Schemas.values[refName(body.Ref)]
	}
	if params.Description == "" {
		params.Description = body.Description
	}
	_, m.Upload = op.RequestBody.Content["multipart/form-data"]
	if m.Upload {
		params.Fields = append(params.Fields, &Field{
			Name: NewName("file"), JSON: "file", Description: "The file.", Type: &Type{Kind: KindFile},
			Required: true, In: InFile,
		})
	}
	for _, f := range r.fields(body) {
		f.In = InBody
		if m.Upload {
			switch f.JSON {
			case "content_base64":
				continue
			case "filename":
				f.In, f.Required, f.Nullable = InFile, true, false
			}
		}
		params.Fields = append(params.Fields, f)
	}
}

// answers reads what a success is, and which problems there are.
func (r *apiReader) answers(m *Method, op operation) {
	for status, res := range op.Responses.all {
		if res.Ref != "" {
			res = r.doc.Components.Responses.values[refName(res.Ref)]
		}
		if !strings.HasPrefix(status, "2") {
			r.problems(status, res)
			continue
		}
		m.Statuses = append(m.Statuses, status)
		if _, ok := res.Headers["ETag"]; ok {
			m.ETag = true
		}
		if content, ok := res.Content["application/json"]; ok && m.Result == nil {
			m.Members = r.doc.Components.Schemas.values[refName(content.Schema.Ref)].Required
			r.result(m, content.Schema)
		}
	}
}

// result decides what a method returns: the member `data` of an envelope, a page, or all of the answer.
func (r *apiReader) result(m *Method, answer *schema) {
	name := refName(answer.Ref)
	s := r.doc.Components.Schemas.values[name]
	data, meta := s.Properties.values["data"], s.Properties.values["meta"]
	_, beside := s.Properties.values["next_page_token"]
	if meta != nil {
		inner, _ := meta.nullable()
		meta = r.doc.Components.Schemas.values[refName(inner.Ref)]
	}
	switch {
	case len(s.Properties.keys) == 0: // without content
	case data == nil:
		m.Result = r.typeOf(answer)
	case pageParam(m) != "":
		m.Result, m.Unwrap, m.Page = r.typeOf(data), true, &Page{Param: pageParam(m), Meta: !beside}
	case beside || meta == nil || len(meta.Properties.keys) == 0:
		inner, _ := data.nullable()
		m.Result, m.Unwrap = r.typeOf(inner), true
	default:
		m.Result = r.typeOf(answer)
	}
}

// pageParam is the query parameter by which a list is read on; empty when it is not cut.
func pageParam(m *Method) string {
	if m.Params != nil {
		for _, f := range m.Params.Fields {
			if f.JSON == "page_token" || f.JSON == "after" {
				return f.JSON
			}
		}
	}
	return ""
}

// problems collects the codes of a response; its description has a line with the meaning of each.
func (r *apiReader) problems(status string, res response) {
	meanings := meaningsOf(res.Description)
	for _, content := range res.Content {
		for _, part := range content.Schema.AllOf {
			if part.Properties.values["code"] == nil {
				continue
			}
			for _, code := range part.Properties.values["code"].values() {
				if !r.codes[code] {
					r.codes[code] = true
					r.lib.Errors = append(r.lib.Errors,
						&ErrorCode{Name: NewName(code), Code: code, Status: status, Description: meanings[code]})
				}
			}
		}
	}
}

// meaningsOf reads the lines "- `value`: meaning" of a text.
func meaningsOf(text string) map[string]string {
	out := map[string]string{}
	for line := range strings.Lines(text) {
		if value, meaning, ok := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "- `"), "`: "); ok {
			out[value] = meaning
		}
	}
	return out
}
