package openapi

import (
	"fmt"
	"slices"
	"strings"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/partnerline/partnerline/internal/fault"
)

// An API is what one document describes.
type API struct {
	Name        string // of the file
	Title       string
	Version     string // of the document; a change that breaks clients needs a new major version
	Description string
	Services    []string
	// Credentials describes the keys that `Authorization: Bearer` takes.
	Credentials string
	// Headers are those that every operation takes.
	Headers []Header
	// Problems are the codes that follow from the access rule of an operation, beyond those of every API.
	Problems func(Operation) []fault.Reason
	// EventTypes are those that its parameters and members take.
	EventTypes []string
	// Events are the webhooks that receivers get.
	Events []Event
}

// An Event is one that is sent to receivers.
type Event struct {
	Type        string
	Description string
	Schema      any // JSON Schema of the envelope
	Example     any
}

// document is one under construction.
type document struct {
	api        API
	files      *protoregistry.Files
	operations []Operation
	schemas    *Object // components
	paths      *Object
	used       map[string]bool                // headers of answers
	open       map[protoreflect.FullName]bool // enumerations to which later versions add
}

// Write returns the document of an API as JSON, from the contracts with their comments.
func Write(api API, contracts *descriptorpb.FileDescriptorSet, examples Examples) ([]byte, error) {
	files, err := protodesc.NewFiles(contracts)
	if err != nil {
		return nil, fmt.Errorf("openapi: contracts: %w", err)
	}
	d := &document{api: api, files: files, schemas: object(), paths: object(), used: map[string]bool{},
		open: openEnums(files)}
	var tags []*Object
	for _, name := range api.Services {
		found, err := files.FindDescriptorByName(protoreflect.FullName(name))
		if err != nil {
			return nil, fmt.Errorf("openapi: service %s: %w", name, err)
		}
		service := found.(protoreflect.ServiceDescriptor) //nolint:forcetypeassert // the API names services
		tags = append(tags, object("name", tagOf(service), "description", d.comment(service)))
		for i := range service.Methods().Len() {
			if err := d.add(service.Methods().Get(i), examples); err != nil {
				return nil, err
			}
		}
	}
	d.link()
	d.addProblem()
	slices.Sort(d.schemas.names)
	out := object("openapi", "3.1.0",
		"info", object("title", api.Title, "version", api.Version, "description", api.Description,
			"license", object("name", "Apache License 2.0", "identifier", "Apache-2.0"), "contact", object("name", "Support")),
		"servers", []*Object{object("url", "/", "description", "The host that serves this document")},
		"security", []*Object{object("key", []string{})},
		"tags", tags, "paths", d.paths)
	if len(api.Events) > 0 {
		out.Set("webhooks", received(api.Events))
	}
	responses := d.responses(examples) // which use headers
	out.Set("components", object("schemas", d.schemas, "responses", responses, "headers", d.headers(),
		"securitySchemes", object("key", object("type", "http", "scheme", "bearer", "description", api.Credentials))))
	b, err := encode(out)
	if err != nil {
		return nil, err
	}
	return indent(b)
}

// openEnums are the enumerations that a field of an answer marks so.
func openEnums(files *protoregistry.Files) map[protoreflect.FullName]bool {
	out := map[protoreflect.FullName]bool{}
	files.RangeFiles(func(file protoreflect.FileDescriptor) bool {
		for i := range file.Messages().Len() {
			fields := file.Messages().Get(i).Fields()
			for j := range fields.Len() {
				if schema := schemaOf(fields.Get(j)); schema.GetOpen() {
					out[file.Package().Append(protoreflect.Name(schema.GetEnum()))] = true
				}
			}
		}
		return true
	})
	return out
}

// An Operation is a method over JSON.
type Operation struct {
	protoreflect.MethodDescriptor

	Verb string // in lower case
	Path string
	Body string // of the HTTP rule
}

// operationOf reads the HTTP rule of a method; false when it has none.
func operationOf(m protoreflect.MethodDescriptor) (Operation, bool) {
	rule, _ := proto.GetExtension(m.Options(), annotations.E_Http).(*annotations.HttpRule)
	o := Operation{MethodDescriptor: m, Body: rule.GetBody()}
	switch p := rule.GetPattern().(type) {
	case *annotations.HttpRule_Get:
		o.Verb, o.Path = "get", p.Get
	case *annotations.HttpRule_Post:
		o.Verb, o.Path = "post", p.Post
	case *annotations.HttpRule_Put:
		o.Verb, o.Path = "put", p.Put
	case *annotations.HttpRule_Patch:
		o.Verb, o.Path = "patch", p.Patch
	case *annotations.HttpRule_Delete:
		o.Verb, o.Path = "delete", p.Delete
	default:
		return o, false
	}
	return o, true
}

// tagOf is the group of a service's operations: PaymentService is Payments.
func tagOf(s protoreflect.ServiceDescriptor) string {
	name := spaced(strings.TrimSuffix(string(s.Name()), "Service"))
	switch {
	case name == "Me":
		return "Your key"
	case name == "Feed":
		return "Event feed"
	case name == "Sandbox", name == "Sandbox money", name == "Event log":
		return name
	case strings.HasSuffix(name, "y"):
		return strings.TrimSuffix(name, "y") + "ies"
	}
	return name + "s"
}

// deliveryHeaders are those of each request that receivers get.
func deliveryHeaders(event string) []Header {
	list := []Header{
		{Name: "webhook-id", Description: "`dlv_` id of the delivery: the same in every attempt, to deduplicate by.",
			Example: "dlv_06gzqrtrb1ygnfng6a3wv0d811"},
		{Name: "webhook-timestamp", Description: "Time of the attempt, Unix seconds.", Example: "1795348800"},
		{Name: "webhook-signature", Description: "`v1,` and the signature in base64; several, separated by blanks, while " +
			"a secret is being rotated.", Example: "v1,2n4EmnoqQzpqrJ1yXB9qFV7JYHlQJ6oSx5HzKgGgq2k="},
		{Name: "X-Webhook-Id", Description: "As `webhook-id`.", Example: "dlv_06gzqrtrb1ygnfng6a3wv0d811"},
		{Name: "X-Webhook-Event", Description: "Type of the event.", Example: event},
		{Name: "X-Webhook-Attempt", Description: "Number of the attempt, from 1.", Example: "1"},
		{Name: "X-Signature", Description: "`t=` with the time of the attempt, and for each secret `v1=` with the " +
			"signature in hexadecimal.",
			Example: "t=1795348800,v1=da7e049a7a2a433a6aac9d725c1f6a155ec96079502792a84b1e732a0680ab69"},
	}
	for i := range list {
		list[i].Required = true
	}
	return list
}

// received describes the requests that receivers get.
func received(events []Event) *Object {
	out := object()
	for _, e := range events {
		var parameters []*Object
		for _, h := range deliveryHeaders(e.Type) {
			parameters = append(parameters, h.parameter())
		}
		out.Set(e.Type, object("post", object(
			"operationId", "on"+camel(e.Type), "summary", e.Type, "description", e.Description, "tags", []string{"Events"},
			"parameters", parameters,
			"requestBody", object("required", true, "content",
				object("application/json", object("schema", e.Schema, "example", e.Example))),
			"responses", object("2XX", object("description",
				"The event was received. Any other answer, or none within 10 seconds, is retried by the schedule.")))))
	}
	return out
}
