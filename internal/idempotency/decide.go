package idempotency

import (
	"time"

	"github.com/partnerline/partnerline/internal/fault"
)

var (
	// ErrReused says that the key belongs to a call with another content.
	ErrReused = fault.New(fault.IdempotencyKeyReused,
		"this idempotency key was used for a different request; use a new key for a new request")
	// ErrInProgress says that the first call with the key has no answer yet.
	ErrInProgress = &fault.Error{
		Reason:     fault.IdempotencyInProgress,
		Message:    "the first request with this idempotency key is still running; repeat it with the same key",
		RetryAfter: InProgressRetry,
	}
)

// A record is what is known of a key.
type record struct {
	fingerprint [32]byte
	leaseUntil  time.Time
	keptUntil   time.Time
	answered    bool
}

// A verdict is what to do with a call whose key is known.
type verdict int

const (
	claim      verdict = iota // execute it
	replay                    // send the stored answer
	reused                    // ErrReused
	inProgress                // ErrInProgress
)

// decide is the rule of idempotency keys.
func decide(r record, fingerprint [32]byte, now time.Time) verdict {
	switch {
	case !now.Before(r.keptUntil):
		return claim // expired, though not purged yet
	case r.fingerprint != fingerprint:
		return reused
	case r.answered:
		return replay
	case now.Before(r.leaseUntil):
		return inProgress
	}
	return claim // the process that had it died
}
