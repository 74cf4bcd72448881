// Package idempotency lets a client repeat a call without executing it twice: the header Idempotency-Key
// (draft-ietf-httpapi-idempotency-key-header-07).
//
// A key belongs to its holder, mode, route and On-Behalf-Of. The first call with it claims it, is executed, and stores
// its answer; a repeat gets that answer, a call with different content is refused, and a repeat while the first call is
// running gets ErrInProgress. Answers that are not final (see [Final]) are not stored: the repeat is executed.
//
// What it does not promise: a process that dies after the call has taken effect and before the answer is stored leaves
// a claim that lapses after [Lease]; the next repeat is executed. Where that must not happen, the request has a natural
// key too.
package idempotency

import (
	"net/http"
	"time"
)

const (
	// Lease is how long a claim is valid without an answer. It exceeds the timeout of any request, so that only the claim
	// of a process that died lapses.
	Lease = time.Minute
	// Retention is how long an answer is stored unless the method says otherwise.
	Retention = 24 * time.Hour
	// InProgressRetry is when to retry a call that is in progress: most calls end within a second.
	InProgressRetry = time.Second
)

// An Answer is the response to a call.
type Answer struct {
	Status int         `json:"status"`
	Header http.Header `json:"header"`
	Body   []byte      `json:"body"`
}

// Final reports whether an answer of this status is also that of the repeats of its call. Not: failures of the service
// (5xx), calls that the client cancelled (499), and refusals of the caller rather than the call (401, 403, 429).
func Final(status int) bool {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusTooManyRequests, 499:
		return false
	}
	return status < http.StatusInternalServerError
}
