package openapi

import (
	"encoding/json"
	"fmt"
)

// AsyncAPI returns the document of the events of an API as JSON (AsyncAPI 3.0): one channel, which is the URL of an
// endpoint, and a message for each type, from the same sources as the part `webhooks` of the OpenAPI document.
func AsyncAPI(api API) ([]byte, error) {
	const channel = "#/channels/endpoint"
	messages, sent, refs := object(), object(), []*Object{}
	for _, e := range api.Events {
		m, err := messageOf(e)
		if err != nil {
			return nil, err
		}
		messages.Set(e.Type, m)
		sent.Set(e.Type, object("$ref", "#/components/messages/"+e.Type))
		refs = append(refs, object("$ref", channel+"/messages/"+e.Type))
	}
	out := object("asyncapi", "3.0.0",
		"info", object("title", api.Title+": events", "version", api.Version,
			"description", "The events that endpoints get, each as a signed POST. The calls of the API are in /openapi.json.",
			"license", object("name", "Apache License 2.0", "url", "https://www.apache.org/licenses/LICENSE-2.0"),
			"contact", object("name", "Support"), "tags", []*Object{object("name", "Events")}),
		"defaultContentType", "application/json",
		"channels", object("endpoint", object(
			"address", nil, "title", "Endpoint", "description", "The URL of an endpoint, which its owner registers.",
			"messages", sent)),
		"operations", object("deliver", object(
			"action", "send", "channel", object("$ref", channel), "title", "Deliver an event",
			"summary", "An event is sent to an endpoint that subscribes to its type.",
			"description", "Any 2xx within 10 seconds is a success. Any other answer, or none, is retried by the schedule. "+
				"An endpoint with a shape of its own gets the body that the shape makes of the event.",
			"bindings", object("http", object("method", "POST", "bindingVersion", "0.3.0")), "messages", refs)),
		"components", object("messages", messages))
	b, err := encode(out)
	if err != nil {
		return nil, err
	}
	return indent(b)
}

// messageOf describes the request that has an event.
func messageOf(e Event) (*Object, error) {
	payload, err := withoutDialect(e.Schema)
	if err != nil {
		return nil, fmt.Errorf("asyncapi: %s: %w", e.Type, err)
	}
	headers, required := object(), []string{}
	for _, h := range deliveryHeaders(e.Type) {
		headers.Set(h.Name, object("type", "string", "description", h.Description, "examples", []string{h.Example}))
		required = append(required, h.Name)
	}
	return object("name", e.Type, "title", e.Type, "summary", e.Description, "contentType", "application/json",
		"headers", object("type", "object", "properties", headers, "required", required),
		"payload", payload, "examples", []*Object{object("name", "example", "payload", e.Example)}), nil
}

// withoutDialect is a schema without `$schema`: that of AsyncAPI is a dialect of its own, of the same keywords.
func withoutDialect(schema any) (any, error) {
	raw, err := encode(schema)
	if err != nil {
		return nil, err
	}
	var value any
	if err := json.Unmarshal(raw, &value); err != nil {
		return nil, err
	}
	return stripDialect(value), nil
}

func stripDialect(value any) any {
	switch v := value.(type) {
	case map[string]any:
		delete(v, "$schema")
		for _, member := range v {
			stripDialect(member)
		}
	case []any:
		for _, element := range v {
			stripDialect(element)
		}
	}
	return value
}
