package openapi

import (
	"net/http"
	"slices"

	"google.golang.org/protobuf/proto"

	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
)

// A Header is one of a request.
type Header struct {
	Name, Description string
	Required          bool
	Schema            *Object
	Example           string
}

func (h Header) parameter() *Object {
	schema := h.Schema
	if schema == nil {
		schema = object("type", "string")
	}
	out := object("name", h.Name, "in", "header", "description", h.Description, "schema", schema)
	if h.Required {
		out.Set("required", true)
	}
	if h.Example != "" {
		out.Set("example", h.Example)
	}
	return out
}

// keyUse is what an operation does with Idempotency-Key.
func keyUse(o Operation) optionsv1.KeyUse {
	option, _ := proto.GetExtension(o.Options(), optionsv1.E_Idempotency).(*optionsv1.Idempotency)
	if option.GetKey() == optionsv1.KeyUse_KEY_USE_UNSPECIFIED && o.Verb != "post" {
		return optionsv1.KeyUse_KEY_USE_IGNORED
	}
	return option.GetKey()
}

// takesKey reports whether an operation takes Idempotency-Key.
func takesKey(o Operation) bool { return keyUse(o) != optionsv1.KeyUse_KEY_USE_IGNORED }

func (d *document) requestHeaders(o Operation) []Header {
	var out []Header
	if o.Access().GetDelegation() && len(o.Variables()) > 0 && o.Variables()[0] == "ref" {
		out = append(out, Header{Name: "On-Behalf-Of", Description: "The merchant of the path, or absent.",
			Schema: merchantRef(), Example: exampleMerchant})
	} else if o.Access().GetDelegation() {
		out = append(out, Header{Name: "On-Behalf-Of",
			Description: "The merchant that a partner's key acts for; required with one. A merchant's key acts for its own " +
				"account and must not send it.", Schema: merchantRef(), Example: exampleMerchant})
	}
	if use := keyUse(o); use != optionsv1.KeyUse_KEY_USE_IGNORED {
		out = append(out, Header{
			Name: "Idempotency-Key", Required: use == optionsv1.KeyUse_KEY_USE_REQUIRED,
			Description: "A value that is new for each new request, such as a UUID. A call with it is executed once; a " +
				"repeat gets the stored answer.",
			Schema:  object("type", "string", "minLength", 1, "maxLength", 255, "pattern", keyPattern),
			Example: "6f3f0a52-9a5e-4a5e-8d0c-0c6f0f0f7f10",
		})
	}
	if o.IsStreamingServer() {
		out = append(out, Header{Name: "Last-Event-ID",
			Description: "Id of the last event that the reader has; has precedence over `after`.",
			Schema:      without(d.bare(o.Input().Fields().ByName("after")), "description"),
			Example:     "evt_01k5x8a0m3b5c7d9e1f2g4h6jk"})
	}
	if o.Answers().GetIfMatch() {
		out = append(out, Header{Name: "If-Match",
			Description: "The `ETag` of the version that the call may change; absent: any.", Example: `"3"`})
	}
	if o.Body != "" {
		out = append(out, Header{Name: "Prefer",
			Description: "`handling=lenient` ignores members of the body that the API does not know; without it they are " +
				"`unknown_field`."})
	}
	out = append(out, Header{Name: "X-Request-Id",
		Description: "Id of the request, 8 to 64 characters of `A-Za-z0-9_-`; absent or of another form: the answer has a " +
			"new one."})
	return append(out, d.api.Headers...)
}

// keyPattern is visible ASCII characters, or such in double quotes (RFC 8941, 3.3.3).
const keyPattern = `^([!#-~][!-~]*|"([!#-\[\]-~]|\\["\\])+")$`

// exampleMerchant is the merchant of examples.
const exampleMerchant = "mrc_06gzqrtrb1ygnfng6a3wv0d82g"

func merchantRef() *Object { return object("type", "string", "pattern", "^mrc_[0-9a-z]+$") }

// responseHeaders are those of a success.
func (d *document) responseHeaders(o Operation, status int) *Object {
	names := slices.Clone(everyAnswer)
	if o.Answers().GetEtag() {
		names = append(names, "ETag")
	}
	if o.Answers().GetLocation() && status == http.StatusCreated {
		names = append(names, "Location")
	}
	if o.Answers().GetReplayed() && status == http.StatusOK || takesKey(o) {
		names = append(names, "Idempotency-Replayed")
	}
	return d.refer(names...)
}

// everyAnswer are the headers of all answers; those of rate limits, where calls are limited.
var everyAnswer = []string{"X-Request-Id", "RateLimit", "RateLimit-Policy"}

// problemHeaders are those of a problem. Of a stored one, they say that it is.
func (d *document) problemHeaders(status int, replayed bool) *Object {
	names := slices.Clone(everyAnswer)
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden:
		names = append(names, "WWW-Authenticate")
	case http.StatusConflict, http.StatusTooManyRequests, http.StatusServiceUnavailable:
		names = append(names, "Retry-After")
	}
	if replayed {
		names = append(names, "Idempotency-Replayed")
	}
	return d.refer(names...)
}

// refer refers to headers by their names.
func (d *document) refer(names ...string) *Object {
	out := object()
	for _, name := range names {
		d.used[name] = true
		out.Set(name, object("$ref", "#/components/headers/"+name))
	}
	return out
}

// headers are those of answers.
func (d *document) headers() *Object {
	out := object()
	for _, h := range []struct {
		name, text, kind string
		always           bool
	}{
		{"X-Request-Id", "Id of the request, to quote to support: the one that was sent, or a new one.", "string", true},
		{"RateLimit", "What is left of each limit: `\"name\";r=<left>;t=<seconds until more>` " +
			"(draft-ietf-httpapi-ratelimit-headers).", "string", false},
		{"RateLimit-Policy", "The limits of the key: `\"name\";q=<requests>;w=<seconds>`.", "string", false},
		{"ETag", "The version of the resource, for `If-Match`.", "string", true},
		{"Location", "Path of the new resource.", "string", true},
		{"Idempotency-Replayed", "`true` when the answer is that of an earlier call.", "string", false},
		{"Retry-After", "Seconds after which a repeat may succeed.", "integer", false},
		{"WWW-Authenticate", "Why the credentials were refused (RFC 6750).", "string", false},
	} {
		if !d.used[h.name] {
			continue
		}
		header := object("description", h.text)
		if h.always {
			header.Set("required", true)
		}
		out.Set(h.name, header.Set("schema", object("type", h.kind)))
	}
	return out
}
