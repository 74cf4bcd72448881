package gateway

import (
	"mime"
	"net/http"
	"slices"
	"strings"

	"google.golang.org/grpc/metadata"

	"github.com/partnerline/partnerline/internal/fault"
)

// requestHeaders are the request headers that handlers may read, by RequestHeader, and whether one that cannot become
// gRPC metadata is refused: an unreadable If-Match must not make the call unconditional. The others may be ignored.
var requestHeaders = map[string]bool{
	"If-Match": true, "On-Behalf-Of": true, "Connect-Version": true, "Last-Event-Id": true,
	"Traceparent": false, "Prefer": false,
}

// responseHeaders are the response headers that handlers may set, by SetHeader.
var responseHeaders = []string{"ETag", "Idempotency-Replayed", "Location"}

// checkHeaders refuses values that cannot become gRPC metadata, and those that the service does not serve.
func (x *exchange) checkHeaders() error {
	for name, refused := range requestHeaders {
		if len(x.r.Header[name]) == 0 || !slices.ContainsFunc(x.r.Header[name], unprintable) {
			continue
		}
		x.r.Header.Del(name)
		if refused {
			return fault.New(fault.InvalidParameter, "a header cannot be read; see errors").
				WithField(name, "encoding", "must be printable ASCII characters")
		}
	}
	if x.check != nil {
		return x.check(x.r.Header)
	}
	return nil
}

// metadataOf has the request headers that handlers read by RequestHeader. The credential is not part of it: the call is
// authorized already.
func metadataOf(h http.Header) metadata.MD {
	md := metadata.MD{}
	for name := range requestHeaders {
		if values := h[name]; len(values) > 0 {
			md[strings.ToLower(name)] = values
		}
	}
	return md
}

func unprintable(s string) bool {
	return strings.ContainsFunc(s, func(c rune) bool { return c < ' ' || c > '~' })
}

// checkAccept refuses clients that take none of the media types of the answer.
func (x *exchange) checkAccept() error {
	if x.route.stream {
		if x.accepts(eventStream) || x.accepts(jsonLines) {
			return nil
		}
		return fault.New(fault.NotAcceptable, "a stream is "+eventStream+" or "+jsonLines+"; accept one of them")
	}
	if x.accepts("application/json") || x.accepts("application/problem+json") {
		return nil
	}
	return fault.New(fault.NotAcceptable, "answers are application/json; accept it")
}

// accepts reports whether the client takes a media type. One that does not say takes all.
func (x *exchange) accepts(mediaType string) bool {
	accept := x.r.Header.Values("Accept")
	if len(accept) == 0 {
		return true
	}
	main, _, _ := strings.Cut(mediaType, "/")
	for a := range strings.SplitSeq(strings.Join(accept, ","), ",") {
		t, params, err := mime.ParseMediaType(strings.TrimSpace(a))
		if err == nil && params["q"] != "0" && (t == "*/*" || t == main+"/*" || t == mediaType) {
			return true
		}
	}
	return false
}
