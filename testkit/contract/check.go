package contract

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// An Exchange is a request and its answer.
type Exchange struct {
	Method        string
	URL           *url.URL
	RequestHeader http.Header
	RequestBody   []byte
	Status        int
	Header        http.Header
	Body          []byte

	sent, answered func() (any, error) // the bodies as JSON, which is decoded once: see decoding
}

// decoding returns the exchange with what decodes its bodies.
func (x Exchange) decoding() Exchange {
	if x.answered == nil {
		request, answer := x.RequestBody, x.Body
		x.sent = sync.OnceValues(func() (any, error) { return decode(request) })
		x.answered = sync.OnceValues(func() (any, error) { return decode(answer) })
	}
	return x
}

// code is that of the problem; empty for a success, and for what is no problem document.
func (x Exchange) code() string {
	if x.Status < http.StatusBadRequest {
		return ""
	}
	v, _ := x.answered()
	return text(object(v)["code"])
}

// skipped are the paths that no document describes, beside the root: routes between the programs, the pages of
// merchants and their customers, and what serves the documents themselves.
var skipped = []string{"/internal/", "/hosted", "/pay/", "/docs", "/openapi", "/asyncapi", "/problems/"}

// Check returns what an exchange has that the documents do not, or has not that they promise, and the operation that it
// is of. The operation is nil when the exchange is of none, as when the path was not found.
func Check(documents []*Document, x Exchange) (*Operation, []string) {
	x = x.decoding()
	path := x.URL.Path // decoded: the value of a variable has no slash, however it is written
	for _, d := range documents {
		if o := d.Operation(x.Method, path); o != nil {
			return o, o.check(x)
		}
	}
	served := x.Status/100 == 2 && strings.HasPrefix(x.Header.Get("Content-Type"), "application/json") &&
		x.Header.Get("X-Request-Id") != ""
	if served && x.Method != http.MethodHead && path != "/" &&
		!slices.ContainsFunc(skipped, func(prefix string) bool { return strings.HasPrefix(path, prefix) }) {
		return nil, []string{fmt.Sprintf("%s %s is served and is no operation of a document", x.Method, path)}
	}
	return nil, nil
}

func (o *Operation) check(x Exchange) (faults []string) {
	wrong := func(format string, args ...any) { faults = append(faults, o.ID+": "+fmt.Sprintf(format, args...)) }
	r, ok := o.responses[x.Status]
	if !ok {
		wrong("status %d (%s) is not documented", x.Status, x.code())
		return faults
	}
	for name, h := range r.headers {
		switch values := x.Header.Values(name); {
		case len(values) == 0 && h.required:
			wrong("%d %s: the header %s is missing", x.Status, x.code(), name)
		case len(values) > 0:
			for _, f := range h.validate(values) {
				wrong("%d: header %s: %s", x.Status, name, f)
			}
		}
	}
	for name := range x.Header {
		if _, documented := r.headers[name]; !documented && !general[name] {
			wrong("%d %s: the header %s is not documented", x.Status, x.code(), name)
		}
	}
	for _, f := range r.validate(x) {
		wrong("%d %s: answer%s", x.Status, x.code(), f)
	}
	// a repeat gets the first answer, whatever its body
	if x.Status/100 == 2 && x.Header.Get("Idempotency-Replayed") == "" {
		for _, f := range o.checkRequest(x) {
			wrong("%d, but the request is not valid: %s", x.Status, f)
		}
	}
	return faults
}

// general are headers of HTTP itself, and of every answer.
var general = map[string]bool{
	"Content-Type": true, "Content-Length": true, "Date": true, "Connection": true, "Cache-Control": true,
	"X-Content-Type-Options": true,
	"Vary":                   true, "Transfer-Encoding": true, "Strict-Transport-Security": true,
	"X-Accel-Buffering": true,
	"Content-Encoding":  true,
}

func (r response) validate(x Exchange) []string {
	switch {
	case len(r.body) == 0 && len(x.Body) > 0:
		return []string{" has a body"}
	case len(r.body) == 0 || x.Method == http.MethodHead:
		return nil
	}
	media, _, err := mime.ParseMediaType(x.Header.Get("Content-Type"))
	switch schema := r.body[media]; {
	case err != nil || schema == nil:
		return []string{fmt.Sprintf(" is of type %q, which is not documented", x.Header.Get("Content-Type"))}
	case isJSON(media):
		return validateJSON(schema, x.answered)
	}
	return nil // a stream, whose events are those of the webhooks
}

func isJSON(media string) bool {
	return media == "application/json" || media == "application/problem+json"
}

func validateJSON(schema *jsonschema.Schema, value func() (any, error)) []string {
	v, err := value()
	if err != nil {
		return []string{" is not JSON: " + err.Error()}
	}
	return faultsOf(schema.Validate(v))
}

// english prints the causes.
var english = message.NewPrinter(language.English)

// faultsOf are the causes of an error of validation, each with the JSON pointer of the value.
func faultsOf(err error) []string {
	var invalid *jsonschema.ValidationError
	if !errors.As(err, &invalid) {
		return nil
	}
	if len(invalid.Causes) == 0 {
		return []string{fmt.Sprintf(" %s: %s", pointer("", invalid.InstanceLocation...),
			invalid.ErrorKind.LocalizedString(english))}
	}
	var out []string
	for _, cause := range invalid.Causes {
		out = append(out, faultsOf(cause)...)
	}
	return out
}

// checkRequest returns what a request that was accepted has that the document does not accept.
func (o *Operation) checkRequest(x Exchange) (faults []string) {
	query, variables := x.URL.Query(), o.variables(x.URL.Path)
	for _, p := range o.parameters {
		var values []string
		switch p.in {
		case "query":
			values = query[p.name]
			delete(query, p.name)
		case "header":
			if values = x.RequestHeader.Values(p.name); len(values) > 1 {
				values = []string{strings.Join(values, ", ")} // RFC 9110 section 5.3
			}
		case "path":
			values = []string{variables[p.name]}
		}
		// an empty one is an absent one
		values = slices.DeleteFunc(slices.Clone(values), func(v string) bool { return v == "" })
		if len(values) == 0 && p.required {
			faults = append(faults, fmt.Sprintf("the %s parameter %s is required", p.in, p.name))
		}
		if len(values) > 0 {
			for _, f := range p.validate(values) {
				faults = append(faults, fmt.Sprintf("%s parameter %s: %s", p.in, p.name, f))
			}
		}
	}
	for name := range query {
		faults = append(faults, fmt.Sprintf("the query parameter %s is not documented", name))
	}
	return append(faults, o.checkRequestBody(x)...)
}

func (o *Operation) checkRequestBody(x Exchange) []string {
	body := bytes.TrimSpace(x.RequestBody)
	switch {
	case o.body == nil || len(x.RequestBody) > maxKept: // what is sent is not read, or not known
		return nil
	case len(body) == 0 && o.bodyRequired:
		return []string{"the body is required"}
	case len(body) == 0 || strings.Contains(x.RequestHeader.Get("Prefer"), "handling=lenient"): // which accepts unknown members
		return nil
	}
	media, parameters, err := mime.ParseMediaType(strings.TrimRight(x.RequestHeader.Get("Content-Type"), "; "))
	if strings.HasSuffix(media, "+json") {
		media = "application/json"
	}
	schema := o.body[media]
	switch {
	case err != nil || schema == nil:
		return []string{fmt.Sprintf("the media type %q is not documented", x.RequestHeader.Get("Content-Type"))}
	case media == "multipart/form-data":
		form, err := multipart.NewReader(bytes.NewReader(x.RequestBody), parameters["boundary"]).ReadForm(1 << 24)
		if err != nil {
			return []string{err.Error()}
		}
		value := map[string]any{}
		for name, values := range form.Value {
			value[name] = values[0]
		}
		for name := range form.File {
			value[name] = ""
		}
		return faultsOf(schema.Validate(value))
	}
	return validateJSON(schema, x.sent)
}

// validate checks the values of a parameter or header.
func (p parameter) validate(values []string) []string {
	if !slices.Contains(p.kind, "array") {
		if len(values) > 1 {
			return []string{"it is there more than once"}
		}
		return faultsOf(p.schema.Validate(typed(p.kind, values[0])))
	}
	list := make([]any, len(values))
	for i, v := range values {
		list[i] = typed(p.items, v)
	}
	return faultsOf(p.schema.Validate(list))
}

// typed is a text as the value that its schema asks for, or the text itself.
func typed(kind []string, s string) any {
	switch {
	case slices.Contains(kind, "integer"), slices.Contains(kind, "number"):
		if _, err := strconv.ParseFloat(s, 64); err == nil {
			return json.Number(s)
		}
	case slices.Contains(kind, "boolean"):
		if b, err := strconv.ParseBool(s); err == nil {
			return b
		}
	}
	return s
}
