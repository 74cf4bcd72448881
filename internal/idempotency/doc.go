// Package idempotency lets a client repeat a call without its being carried out twice: the header Idempotency-Key
// (draft-ietf-httpapi-idempotency-key-header-07).
//
// A key belongs to its holder, mode, route and On-Behalf-Of. The first call with it claims it, is carried out, and leaves its
// answer; a repeat gets that answer, a call with another content is refused, and one that comes while the first is running is
// told to wait. Answers that do not last (see [Final]) are not kept: the repeat is carried out.
//
// What it cannot promise: a process that dies after the call has taken effect and before the answer is stored leaves a claim
// that lapses after [Lease]; the next repeat is carried out. Where that must not happen, the request has a natural key besides.
package idempotency

import (
	"net/http"
	"time"
)

const (
	// Lease is how long a claim stands without an answer. It exceeds the time that any request may take, so that only a claim
	// of a process that died lapses.
	Lease = time.Minute
	// Retention is how long an answer is kept unless the method says otherwise.
	Retention = 24 * time.Hour
	// InProgressRetry is when a repeat that came too early is worth another try: most calls end within a second.
	InProgressRetry = time.Second
)

// An Answer is the response to a call.
type Answer struct {
	Status int         `json:"status"`
	Header http.Header `json:"header"`
	Body   []byte      `json:"body"`
}

// Final reports whether an answer of this status holds for the repeats of its call too. Not: what the service failed to do (5xx),
// what the client did not wait for (499), and refusals that tell of the caller and not of the call (401, 403, 429).
func Final(status int) bool {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusTooManyRequests, 499:
		return false
	}
	return status < http.StatusInternalServerError
}
