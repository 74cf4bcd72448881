package partnerline

import (
	"net/http"
	"time"
)

// A CallOption changes one call.
type CallOption func(*callOptions)

type callOptions struct {
	header     http.Header
	response   *Response
	maxRetries int
	timeout    time.Duration
}

// OnBehalfOf names the merchant that a partner's key acts for.
func OnBehalfOf(merchantRef string) CallOption { return Header("On-Behalf-Of", merchantRef) }

// IdempotencyKey sets the key by which repeats of a call are recognized, over processes too; without it each call has a
// random one.
func IdempotencyKey(key string) CallOption { return Header("Idempotency-Key", key) }

// IfMatch makes a change only if the resource still has an ETag; else the call fails with CodePreconditionFailed.
func IfMatch(etag string) CallOption { return Header("If-Match", etag) }

// Header sets a header of the request.
func Header(name, value string) CallOption {
	return func(o *callOptions) { o.header.Set(name, value) }
}

// CallTimeout bounds each attempt of this call.
func CallTimeout(d time.Duration) CallOption {
	return func(o *callOptions) { o.timeout = d }
}

// CallMaxRetries sets how often this call is repeated at most.
func CallMaxRetries(n int) CallOption {
	return func(o *callOptions) { o.maxRetries = n }
}

// A Response is what an answer has beside its body.
type Response struct {
	Status    int
	Header    http.Header
	RequestID string
	ETag      string
	Replayed  bool // the answer is that of an earlier call
}

// CaptureResponse stores the headers of the answer, of a refusal too.
func CaptureResponse(into *Response) CallOption {
	return func(o *callOptions) { o.response = into }
}

func (r *Response) fill(status int, h http.Header) {
	if r != nil {
		*r = Response{status, h, h.Get("X-Request-Id"), h.Get("ETag"), h.Get("Idempotency-Replayed") == "true"}
	}
}
