package openapi

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/partnerline/partnerline/internal/grpcserver"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
)

// Access is the access rule of the operation.
func (o Operation) Access() *optionsv1.Access { return grpcserver.AccessOf(o.MethodDescriptor) }

// Answers is the answers option of the operation.
func (o Operation) Answers() *optionsv1.Answers {
	a, _ := proto.GetExtension(o.Options(), optionsv1.E_Answers).(*optionsv1.Answers)
	return a
}

// ID is the operationId: the method in lower camel case.
func (o Operation) ID() string { return strings.ToLower(string(o.Name())[:1]) + string(o.Name())[1:] }

// Variables are the names in the path.
func (o Operation) Variables() []string {
	var names []string
	for part := range strings.SplitSeq(o.Path, "/") {
		if strings.HasPrefix(part, "{") {
			names = append(names, strings.Trim(part, "{}"))
		}
	}
	return names
}

// add adds the operation of a method that JSON reaches.
func (d *document) add(m protoreflect.MethodDescriptor, examples Examples) error {
	o, ok := operationOf(m)
	if !ok {
		return nil
	}
	text := d.comment(m)
	out := object("operationId", o.ID(), "summary", spaced(string(m.Name())), "description", text, "tags",
		[]string{tagOf(m.Parent().(protoreflect.ServiceDescriptor))}) //nolint:forcetypeassert // the parent of a method
	if o.Access().GetCaller() == optionsv1.Caller_CALLER_ANYONE {
		out.Set("security", []*Object{})
	} else if scopes := o.Access().GetScopes(); len(scopes) > 0 {
		var alternatives []*Object // one of them is enough
		for _, scope := range scopes {
			alternatives = append(alternatives, object("key", []string{scope}))
		}
		out.Set("security", alternatives)
	}
	if parameters := d.parameters(o); len(parameters) > 0 {
		out.Set("parameters", parameters)
	}
	if o.Body != "" {
		out.Set("requestBody", d.body(o, examples))
	}
	responses, err := d.answers(o, examples)
	if err != nil {
		return err
	}
	out.Set("responses", responses)
	item, _ := d.paths.Get(o.Path).(*Object)
	if item == nil {
		item = object()
		d.paths.Set(o.Path, item)
	}
	item.Set(o.Verb, out)
	d.operations = append(d.operations, o)
	return nil
}

// parameters are those of the path, the query and the header.
func (d *document) parameters(o Operation) []*Object {
	var out []*Object
	variables := o.Variables()
	for _, name := range variables {
		f := o.Input().Fields().ByName(protoreflect.Name(name))
		p := d.field(f, answer) // a path has no null
		text, _ := p.Get("description").(string)
		out = append(out, object("name", name, "in", "path", "required", true).SetText("description", text).Set("schema",
			without(p, "description")))
	}
	for i := range o.Input().Fields().Len() {
		f := o.Input().Fields().Get(i)
		if o.Body != "" || slices.Contains(variables, string(f.Name())) {
			continue
		}
		p := d.bare(f)
		parameter := object("name", string(f.Name()), "in", "query").SetText("description", d.comment(f)).Set("schema", p)
		if isRequired(f) {
			parameter.Set("required", true)
		}
		out = append(out, parameter)
	}
	for _, h := range d.requestHeaders(o) {
		out = append(out, h.parameter())
	}
	return out
}

func without(o *Object, name string) *Object {
	out := object()
	for _, n := range o.names {
		if n != name {
			out.Set(n, o.values[n])
		}
	}
	return out
}

// body is the request body: the message without what the path sets, or one field of it.
func (d *document) body(o Operation, examples Examples) *Object {
	var schema *Object
	if o.Body == "*" {
		skip := map[protoreflect.Name]bool{}
		for _, name := range o.Variables() {
			skip[protoreflect.Name(name)] = true
		}
		name := string(o.Input().Name())
		d.schemas.Set(name, d.message(o.Input(), request, skip))
		schema = object("$ref", "#/components/schemas/"+name)
	} else {
		schema = d.ref(o.Input().Fields().ByName(protoreflect.Name(o.Body)).Message(), request)
	}
	content := object("application/json", withExamples(object("schema", schema), examples.requests(o.ID())))
	if o.Access().GetUpload() {
		content.Set("multipart/form-data", withExamples(object("schema", d.form(o)), examples.requests(o.ID())))
	}
	return object("required", d.needsBody(o), "content", content)
}

// needsBody reports whether a member of the body is required.
func (d *document) needsBody(o Operation) bool {
	fields := o.Input().Fields()
	if o.Body != "*" {
		fields = fields.ByName(protoreflect.Name(o.Body)).Message().Fields()
	}
	for i := range fields.Len() {
		if f := fields.Get(i); isRequired(f) && !slices.Contains(o.Variables(), string(f.Name())) {
			return true
		}
	}
	return false
}

// form is the schema of multipart/form-data: the part `file`, or the text fields that it replaces, and the other text
// fields of the message.
func (d *document) form(o Operation) *Object {
	properties := object("file", object("type", "string", "format", "binary", "description",
		"The file; the part's filename is its name. It replaces `content_base64` and `filename`."))
	var content, required []string // what is required without a part `file`, and in any case
	for i := range o.Input().Fields().Len() {
		f := o.Input().Fields().Get(i)
		if name := string(f.Name()); !slices.Contains(o.Variables(), name) && f.Kind() == protoreflect.StringKind {
			p := d.bare(f)
			properties.Set(name, p.SetText("description", d.comment(f)))
			if isRequired(f) && (name == "content_base64" || name == "filename") {
				content = append(content, name)
			} else if isRequired(f) {
				required = append(required, name)
			}
		}
	}
	out := object("type", "object", "properties", properties, "additionalProperties", false,
		"anyOf", []*Object{object("required", []string{"file"}), object("required", content)})
	if len(required) > 0 {
		out.Set("required", required)
	}
	return out
}

// answers are the successes and problems of an operation.
func (d *document) answers(o Operation, examples Examples) (*Object, error) {
	out := object()
	success := o.Answers().GetSuccess()
	if len(success) == 0 {
		success = []int32{http.StatusOK}
	}
	for _, status := range success {
		code := strconv.Itoa(int(status))
		response := object("description", d.comment(o.Output())).Set("headers", d.responseHeaders(o, int(status)))
		switch {
		case o.IsStreamingServer():
			content, err := d.streams(o)
			if err != nil {
				return nil, err
			}
			response.Set("content", content)
		case status != http.StatusNoContent:
			response.Set("content", object("application/json",
				withExamples(object("schema", d.result(o)), examples.answers(o.ID(), int(status)))))
		}
		out.Set(code, response)
	}
	problems, err := d.problems(o, examples)
	if err != nil {
		return nil, fmt.Errorf("openapi: %s: %w", o.ID(), err)
	}
	for _, status := range problems.names {
		out.Set(status, problems.values[status])
	}
	return out, nil
}

// streams are the media types of a stream. OpenAPI 3.1 describes the whole text; `x-itemSchema` is the schema of one
// event, as `itemSchema` of OpenAPI 3.2 would be.
func (d *document) streams(o Operation) (*Object, error) {
	if len(d.api.Events) == 0 {
		return nil, errors.New("a stream has the events of the API, which has none")
	}
	envelope, err := json.Marshal(d.api.Events[0].Example)
	if err != nil {
		return nil, err
	}
	var id struct{ ID string }
	if err := json.Unmarshal(envelope, &id); err != nil {
		return nil, err
	}
	item := d.ref(o.ParentFile().Messages().ByName("Event"), answer)
	text := func(description, example string) *Object {
		return object("schema", object("type", "string", "description", description), "x-itemSchema", item,
			"example", example)
	}
	return object(
		"text/event-stream", text("Server-Sent Events: `id` is that of the event, `data` its envelope on one line. The "+
			"event `end` has a problem as its `data`.",
			fmt.Sprintf("retry: 1000\nid: evt_01k5x89zzz3b5c7d9e1f2g4h6j\n\nid: %s\ndata: %s\n\n: heartbeat\n\n",
				id.ID, envelope)),
		"application/x-ndjson", text("One envelope per line; an empty line is a heartbeat. A last line with `code` is a "+
			"problem.", fmt.Sprintf("\n%s\n\n", envelope))), nil
}

// result is the schema of an answer: the output, or the one field of it that is the body.
func (d *document) result(o Operation) *Object {
	rule, _ := proto.GetExtension(o.Options(), annotations.E_Http).(*annotations.HttpRule)
	if name := rule.GetResponseBody(); name != "" {
		return d.value(o.Output().Fields().ByName(protoreflect.Name(name)), answer)
	}
	return d.ref(o.Output(), answer)
}

// withExamples adds examples to the description of a content.
func withExamples(content *Object, examples *Object) *Object {
	if examples.Len() > 0 {
		content.Set("examples", examples)
	}
	return content
}
