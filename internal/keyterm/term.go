// Package keyterm decides how long a key of the API is valid. It is pure: services embed a Term in the records of their
// keys, and store it after its methods have changed it.
package keyterm

import (
	"time"

	"github.com/partnerline/partnerline/internal/fault"
)

// ErrEnded is the error of changing a term that has ended.
var ErrEnded = fault.New(fault.KeyNotFound, "the key was revoked or has expired; make a new one")

// A Term is how long a key is valid: until it is revoked, or until it expires. No change extends it, so that a key that
// was replaced or revoked stays so.
type Term struct {
	CreatedAt  time.Time
	ExpiresAt  *time.Time
	RevokedAt  *time.Time
	LastUsedAt *time.Time // to UsePrecision
}

// UsePrecision is that of the last use of a key: one write per key and hour, not per call.
const UsePrecision = time.Hour

// UsedLongAgo reports whether a use now is to be stored.
func (t Term) UsedLongAgo(now time.Time) bool {
	return t.LastUsedAt == nil || !t.LastUsedAt.After(now.Add(-UsePrecision))
}

// Works reports whether the key is valid.
func (t Term) Works(now time.Time) bool {
	return t.RevokedAt == nil && (t.ExpiresAt == nil || t.ExpiresAt.After(now))
}

// Revoke ends the term now. A term that is revoked already keeps its time.
func (t *Term) Revoke(now time.Time) {
	if t.RevokedAt == nil {
		t.RevokedAt = &now
	}
}

// Expire sets the end of the term, or an earlier one. ErrEnded when the key is no longer valid.
func (t *Term) Expire(at, now time.Time) error {
	switch {
	case !t.Works(now):
		return ErrEnded
	case t.ExpiresAt != nil && at.After(*t.ExpiresAt):
		return fault.Field("/expires_at", "later_than_end",
			"must not be later than the end that the key has; make a new key instead")
	}
	t.ExpiresAt = &at
	return nil
}

// Replace ends the term after the overlap, or at its end if that is earlier. ErrEnded as for Expire.
func (t *Term) Replace(overlap time.Duration, now time.Time) error {
	until := now.Add(overlap)
	if t.ExpiresAt != nil && t.ExpiresAt.Before(until) {
		until = *t.ExpiresAt
	}
	return t.Expire(until, now)
}
