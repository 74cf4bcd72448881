package gateway

import (
	"mime"
	"slices"
	"strings"

	"github.com/partnerline/partnerline/internal/fault"
)

// requestHeaders are the request headers that handlers may read, by RequestHeader, and whether one that cannot become gRPC metadata
// is refused: an unreadable If-Match must not make the call unconditional. The others may be ignored.
var requestHeaders = map[string]bool{
	"If-Match": true, "On-Behalf-Of": true, "Connect-Version": true,
	"Traceparent": false, "Prefer": false,
}

// responseHeaders are the response headers that handlers may set, by SetHeader.
var responseHeaders = []string{"ETag", "Idempotency-Replayed", "Location"}

// checkHeaders refuses values that cannot become gRPC metadata.
func (x *exchange) checkHeaders() error {
	for name, refused := range requestHeaders {
		if !slices.ContainsFunc(x.r.Header[name], unprintable) {
			continue
		}
		x.r.Header.Del(name)
		if refused {
			return fault.New(fault.InvalidParameter, "a header cannot be read; see errors").
				WithField(name, "encoding", "must be printable ASCII characters")
		}
	}
	return nil
}

// requestHeader names the metadata of a request header that handlers read by RequestHeader. The credential is not part of it: the call
// is authorized already.
func requestHeader(name string) (string, bool) {
	_, forwarded := requestHeaders[name]
	return strings.ToLower(name), forwarded
}

func unprintable(s string) bool {
	return strings.ContainsFunc(s, func(c rune) bool { return c < ' ' || c > '~' })
}

// responseHeader names the header of response metadata that a handler set by SetHeader.
func responseHeader(key string) (string, bool) {
	i := slices.IndexFunc(responseHeaders, func(name string) bool { return strings.EqualFold(name, key) })
	if i < 0 {
		return "", false
	}
	return responseHeaders[i], true
}

// checkAccept refuses clients that take no JSON.
func (x *exchange) checkAccept() error {
	accept := x.r.Header.Values("Accept")
	if len(accept) == 0 {
		return nil
	}
	for a := range strings.SplitSeq(strings.Join(accept, ","), ",") {
		t, params, err := mime.ParseMediaType(strings.TrimSpace(a))
		if err == nil && params["q"] != "0" && (t == "*/*" || t == "application/*" || t == "application/json" || t == "application/problem+json") {
			return nil
		}
	}
	return fault.New(fault.NotAcceptable, "answers are application/json; accept it")
}
