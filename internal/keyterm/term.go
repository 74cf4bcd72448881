// Package keyterm says how long a key of the API works. It is pure: services embed a Term in the records of their keys, and store what
// its methods make of it.
package keyterm

import (
	"time"

	"github.com/partnerline/partnerline/internal/fault"
)

// ErrEnded is what a change of a term that is over returns.
var ErrEnded = fault.New(fault.KeyNotFound, "the key was revoked or has expired; make a new one")

// A Term is how long a key works: until it is revoked, or until its end if it has one. No change of it makes a key work longer than
// before: one that was replaced, or that somebody wanted gone, does not live on.
type Term struct {
	CreatedAt  time.Time
	ExpiresAt  *time.Time
	RevokedAt  *time.Time
	LastUsedAt *time.Time // to UsePrecision
}

// UsePrecision is how exactly the last use of a key is known: a write per key and hour, not per call.
const UsePrecision = time.Hour

// UsedLongAgo reports whether a use now is to be stored.
func (t Term) UsedLongAgo(now time.Time) bool {
	return t.LastUsedAt == nil || !t.LastUsedAt.After(now.Add(-UsePrecision))
}

// Works reports whether calls with the key are let in.
func (t Term) Works(now time.Time) bool {
	return t.RevokedAt == nil && (t.ExpiresAt == nil || t.ExpiresAt.After(now))
}

// Revoke ends the term now. A term that was revoked before keeps the time of it.
func (t *Term) Revoke(now time.Time) {
	if t.RevokedAt == nil {
		t.RevokedAt = &now
	}
}

// Expire gives the term an end, or an earlier one. ErrEnded when the key does not work any more.
func (t *Term) Expire(at, now time.Time) error {
	switch {
	case !t.Works(now):
		return ErrEnded
	case t.ExpiresAt != nil && at.After(*t.ExpiresAt):
		return fault.Field("/expires_at", "later_than_end", "must not be later than the end that the key has; make a new key instead")
	}
	t.ExpiresAt = &at
	return nil
}

// Replace ends the term after the overlap, or when it would have ended before that. ErrEnded likewise.
func (t *Term) Replace(overlap time.Duration, now time.Time) error {
	until := now.Add(overlap)
	if t.ExpiresAt != nil && t.ExpiresAt.Before(until) {
		until = *t.ExpiresAt
	}
	return t.Expire(until, now)
}
