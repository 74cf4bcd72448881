package gateway

import (
	"mime"
	"net/http"
	"slices"
	"strings"

	"google.golang.org/grpc/metadata"

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
		if refused && slices.ContainsFunc(x.r.Header[name], unprintable) {
			return fault.New(fault.InvalidParameter, "a header cannot be read; see errors").
				WithField(name, "encoding", "must be printable ASCII characters")
		}
	}
	return nil
}

// requestMetadata is what the handler reads by RequestHeader. The credential is not part of it: the call is authorized already.
func (x *exchange) requestMetadata() metadata.MD {
	md := metadata.MD{}
	for name := range requestHeaders {
		for _, v := range x.r.Header[name] {
			if !unprintable(v) {
				md.Append(name, v)
			}
		}
	}
	return md
}

func unprintable(s string) bool {
	return strings.ContainsFunc(s, func(c rune) bool { return c < ' ' || c > '~' })
}

// responseHeader is what the handler set by SetHeader.
func responseHeader(md metadata.MD) http.Header {
	h := http.Header{}
	for _, name := range responseHeaders {
		for _, v := range md.Get(name) {
			h.Add(name, v)
		}
	}
	return h
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
