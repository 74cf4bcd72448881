package openapi

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/partnerline/partnerline/internal/fault"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
)

// reasonsOf are the codes that an operation can answer with, ordered by status.
func (d *document) reasonsOf(o Operation) ([]fault.Entry, error) {
	reasons := []fault.Reason{fault.InvalidParameter, fault.NotAcceptable, fault.RateLimited, fault.InternalError,
		fault.Overloaded, fault.Timeout}
	when := func(condition bool, more ...fault.Reason) {
		if condition {
			reasons = append(reasons, more...)
		}
	}
	when(o.Access().GetCaller() != optionsv1.Caller_CALLER_ANYONE, fault.InvalidCredentials)
	when(len(o.Access().GetScopes()) > 0 || o.Access().GetCaller() == optionsv1.Caller_CALLER_PARTNER_OR_MERCHANT_KEY,
		fault.InsufficientScope)
	when(o.Body != "", fault.InvalidJSON, fault.BodyTooLarge, fault.UnsupportedMediaType, fault.UnknownField,
		fault.ValidationFailed)
	when(o.Access().GetUpload(), fault.FileTooLarge, fault.InvalidBase64)
	when(o.Input().Fields().ByName("page_token") != nil, fault.InvalidPageToken)
	when(o.Access().GetTestKeysOnly(), fault.RouteNotFound)
	when(o.Answers().GetIfMatch(), fault.PreconditionFailed)
	when(takesKey(o), fault.IdempotencyInProgress, fault.IdempotencyKeyReused)
	when(keyUse(o) == optionsv1.KeyUse_KEY_USE_REQUIRED, fault.IdempotencyKeyMissing)
	if d.api.Problems != nil {
		reasons = append(reasons, d.api.Problems(o)...)
	}
	for _, code := range o.Answers().GetProblems() {
		reasons = append(reasons, fault.Reason(code))
	}
	var out []fault.Entry
	for _, r := range reasons {
		e := fault.Lookup(r)
		if e.Reason != r {
			return nil, fmt.Errorf("there is no problem %q", r)
		}
		if !slices.ContainsFunc(out, func(other fault.Entry) bool { return other.Reason == r }) {
			out = append(out, e)
		}
	}
	slices.SortStableFunc(out, func(a, b fault.Entry) int { return cmp.Compare(a.Status, b.Status) })
	return out, nil
}

// problems are the responses of an operation that are no success, by status.
func (d *document) problems(o Operation, examples Examples) (*Object, error) {
	entries, err := d.reasonsOf(o)
	if err != nil {
		return nil, err
	}
	out := object()
	for i := 0; i < len(entries); {
		status, n := entries[i].Status, i
		var codes, texts []string
		for ; i < len(entries) && entries[i].Status == status; i++ {
			codes = append(codes, string(entries[i].Reason))
			texts = append(texts, fmt.Sprintf("- `%s`: %s. %s", entries[i].Reason, entries[i].Title, entries[i].Remedy))
		}
		if shared := d.shared(entries[n:i]); shared != "" {
			out.Set(strconv.Itoa(status), object("$ref", "#/components/responses/"+shared))
			continue
		}
		out.Set(strconv.Itoa(status), d.problemResponse(status, codes, texts, takesKey(o), examples.answers(o.ID(), status)))
	}
	return out, nil
}

// sharedResponses are those that operations have in common: one code with one meaning.
var sharedResponses = []struct {
	name   string
	reason fault.Reason
}{
	{"InvalidCredentials", fault.InvalidCredentials},
	{"NotAcceptable", fault.NotAcceptable},
	{"UnsupportedMediaType", fault.UnsupportedMediaType},
	{"RateLimited", fault.RateLimited},
	{"InternalError", fault.InternalError},
	{"Timeout", fault.Timeout},
}

// shared names the response that operations have in common, if the only code is one of those.
func (d *document) shared(entries []fault.Entry) string {
	for _, s := range sharedResponses {
		if len(entries) == 1 && entries[0].Reason == s.reason {
			return s.name
		}
	}
	return ""
}

func (d *document) responses(examples Examples) *Object {
	out := object()
	for _, s := range sharedResponses {
		e := fault.Lookup(s.reason)
		out.Set(s.name, d.problemResponse(e.Status, []string{string(e.Reason)},
			[]string{fmt.Sprintf("- `%s`: %s. %s", e.Reason, e.Title, e.Remedy)}, false, examples.problem(e.Reason)))
	}
	return out
}

func (d *document) problemResponse(status int, codes, texts []string, replayed bool, examples *Object) *Object {
	schema := object("allOf", []*Object{
		object("$ref", "#/components/schemas/Problem"),
		object("type", "object", "properties", object(
			"status", only("integer", status),
			"code", object("type", "string", "enum", codes))),
	})
	return object("description", strings.Join(texts, "\n"), "headers",
		d.problemHeaders(status, replayed && status != 401 && status != 429),
		"content", object("application/problem+json", withExamples(object("schema", schema), examples)))
}

// addProblem adds the schema of problem documents.
func (d *document) addProblem() {
	text := func(description string) *Object { return object("type", "string", "description", description) }
	d.schemas.Set("FieldError", object("type", "object", "description", "One field that was refused.",
		"properties", object(
			"field", text("JSON pointer into the body, or the name of a parameter or header."),
			"code", text("What is wrong with it, for programs."),
			"message", text("What is wrong with it, for people; never the value.")),
		"required", []string{"field", "code", "message"}))
	d.schemas.Set("Problem", object("type", "object", "description",
		"Why a request did not succeed (RFC 9457). Problems may have further members.",
		"properties", object(
			"type", object("type", "string", "format", "uri-reference", "description",
				"`/problems/{code}`, which explains the code."),
			"title", text("What the code means."),
			"status", object("type", "integer", "description", "The HTTP status."),
			"detail", text("What is wrong with this request, and the remedy."),
			"instance", object("type", "string", "format", "uri-reference", "description", "Path of the request."),
			"code", text("What programs decide by; it does not change."),
			"request_id", text("Id of the request, to quote to support."),
			"errors", object("type", "array", "items", object("$ref", "#/components/schemas/FieldError"), "description",
				"The fields at fault; empty when there are none."),
			"retry_after_s", object("type", "integer", "description",
				"Seconds after which a repeat may succeed, as `Retry-After`.")),
		"required", []string{"type", "title", "status", "detail", "instance", "code", "request_id", "errors"}))
}
