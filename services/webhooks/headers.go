package webhooks

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/partnerline/partnerline/internal/fault"
)

// Limits of the headers that an endpoint's requests have besides ours.
const (
	MaxHeaders     = 10
	MaxHeaderName  = 64
	MaxHeaderValue = 1024
)

// ourHeaders are those that every request has, and those of the connection, in lower case.
var ourHeaders = []string{
	"accept", "accept-encoding", "connection", "content-digest", "content-encoding", "content-length", "content-type",
	"date", "expect",
	"host", "keep-alive", "signature", "signature-input", "te",
	"trailer", "traceparent", "tracestate", "transfer-encoding", "upgrade", "user-agent", "via", "x-signature",
}

// ourPrefixes begin the names of signatures, of attributes of CloudEvents, of what a proxy reads, and of what HTTP/2
// reserves.
var ourPrefixes = []string{"x-webhook-", "webhook-", "ce-", "proxy-", "sec-"}

func checkHeaders(headers map[string]string) (bad []fault.Violation) {
	if len(headers) > MaxHeaders {
		return []fault.Violation{{
			Field: "/headers", Code: "too_many", Message: fmt.Sprintf("must have at most %d headers", MaxHeaders),
		}}
	}
	seen := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(headers)) {
		lower := strings.ToLower(name)
		if code, message := checkHeader(lower, headers[name]); code != "" {
			bad = append(bad, fault.Violation{Field: "/headers/" + fault.PointerToken(name), Code: code, Message: message})
		} else if seen[lower] {
			bad = append(bad,
				fault.Violation{
					Field: "/headers/" + fault.PointerToken(name), Code: "duplicate",
					Message: "must not repeat a name; case does not count",
				})
		}
		seen[lower] = true
	}
	return bad
}

func checkHeader(lower, value string) (code, message string) {
	hasPrefix := func(prefix string) bool { return strings.HasPrefix(lower, prefix) }
	switch {
	case lower == "" || len(lower) > MaxHeaderName ||
		strings.ContainsFunc(lower, func(r rune) bool { return r == '_' || notOfName(r) }):
		return "invalid_name", fmt.Sprintf("must be a name of 1 to %d letters, digits and hyphens", MaxHeaderName)
	case slices.Contains(ourHeaders, lower) || slices.ContainsFunc(ourPrefixes, hasPrefix):
		return "reserved", "must not be a header that every delivery has, or one of the connection"
	case value == "" || len(value) > MaxHeaderValue || strings.TrimSpace(value) != value ||
		strings.ContainsFunc(value, func(r rune) bool { return r < ' ' || r > '~' }):
		return "invalid_value",
			fmt.Sprintf("must have a value of 1 to %d printable ASCII characters, without blanks around it", MaxHeaderValue)
	}
	return "", ""
}
