package provider

import (
	"errors"
	"time"
)

// A Kind is what a provider is called for.
type Kind string

// The kinds. The subject of a call is the id of the payment, refund, payout or verification session; of the calls of
// the identity provider, of an attempt of a session.
const (
	CreatePayment Kind = "payment_create"
	CancelPayment Kind = "payment_cancel"
	RefundPayment Kind = "refund_create"
	SubmitPayout  Kind = "payout_submit"
	CancelPayout  Kind = "payout_cancel"

	OpenIdentity     Kind = "identity_open"
	CancelIdentity   Kind = "identity_cancel"
	SyncVerification Kind = "verification_sync"
)

// parts says which part each kind is of.
var parts = map[Kind]Part{
	CreatePayment: PaymentEngine, CancelPayment: PaymentEngine, RefundPayment: PaymentEngine, SubmitPayout: BankRail,
	CancelPayout: BankRail,
	OpenIdentity: IdentityProvider, CancelIdentity: IdentityProvider, SyncVerification: VerificationService,
}

// Part is the part that is called.
func (k Kind) Part() Part { return parts[k] }

// A Call is a request to a provider. Its kind and subject are its idempotency key there, so it may be made more than
// once.
type Call struct {
	ID          int64
	Kind        Kind
	Subject     string
	Attempt     int // 1 for the first
	Traceparent string
}

// An OpenCall is a call that is not done yet.
type OpenCall struct {
	Kind      Kind
	Subject   string
	Attempts  int
	LastError string // code of the last failure; empty before the first
	DueAt     time.Time
	CreatedAt time.Time
}

// CallTimeout bounds one attempt of a call.
const CallTimeout = 10 * time.Second

// A failed call is repeated after growing pauses, which stay short where a person waits for its outcome.
const (
	firstRetry     = time.Second
	lastRetry      = 10 * time.Minute
	lastWhileAwait = 15 * time.Second
)

// awaited are the kinds for which a person waits on a page.
var awaited = map[Kind]bool{OpenIdentity: true, SyncVerification: true}

// RetryAfter is how long after a failed attempt the next one is made. jitter in [0, 1) spreads calls that failed
// together.
func (k Kind) RetryAfter(attempt int, jitter float64) time.Duration {
	d, last := firstRetry, lastRetry
	if awaited[k] {
		last = lastWhileAwait
	}
	for range attempt - 1 {
		if d *= 2; d >= last {
			d = last
			break
		}
	}
	return time.Duration(float64(d) * (0.75 + 0.5*jitter))
}

// A Failure is why a provider did not do what it was called for.
type Failure struct {
	Code   string // of the answer, such as unavailable
	Final  bool   // the same call would be answered the same
	Reason string // the provider's own, for a final one
	Cause  error
}

func (f *Failure) Error() string { return "provider: " + f.Code + ": " + f.Cause.Error() }

// Unwrap returns the cause.
func (f *Failure) Unwrap() error { return f.Cause }

// Refused returns why a provider refused a call for good; nil for every other error.
func Refused(err error) *Failure {
	if f, ok := errors.AsType[*Failure](err); ok && f.Final {
		return f
	}
	return nil
}

// FailureCode is the code of a failure, as it is kept with the call.
func FailureCode(err error) string {
	if f, ok := errors.AsType[*Failure](err); ok {
		return f.Code
	}
	return "internal"
}

// A PartState is the state of a part of live mode.
type PartState struct {
	Part      Part
	Connected bool
	Open      int       // calls that are not done
	Oldest    time.Time // when the oldest of them was caused; zero: there is none
	LastError string    // of the one that failed last
}

// An OpenKind counts the calls of a kind that are not done.
type OpenKind struct {
	Kind      Kind
	Open      int
	Oldest    time.Time
	LastError string
}

// States returns the state of each part of live mode, with the open calls of its kinds.
func (c Connected) States(open []OpenKind) []PartState {
	out := make([]PartState, len(Parts))
	for i, part := range Parts {
		p := PartState{Part: part, Connected: c.parts[part]}
		for _, k := range open {
			if k.Kind.Part() != part {
				continue
			}
			p.Open += k.Open
			if p.Oldest.IsZero() || k.Oldest.Before(p.Oldest) {
				p.Oldest = k.Oldest
			}
			if k.LastError != "" {
				p.LastError = k.LastError
			}
		}
		out[i] = p
	}
	return out
}
