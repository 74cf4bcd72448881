// Package ratelimit counts calls in windows of time. It is pure: the time is an argument, nothing runs in the
// background, the cost of a call does not depend on the number of callers, and memory is bounded. Each process counts
// by itself; by package peers the replicas of a program know what the others counted
// (docs/decisions/0061-replicas-share-rate-limits.md).
package ratelimit

import (
	"errors"
	"fmt"
	"time"
)

// A Policy allows Limit calls within Window. A window begins with a caller's first call and ends as a whole.
type Policy struct {
	Name   string
	Limit  int
	Window time.Duration
}

// The policies of the API.
const (
	Key      = "key"      // every call of a key
	Writes   = "writes"   // its calls that change something
	Uploads  = "uploads"  // its calls that carry a file; they are not writes
	Failures = "failures" // calls from one address whose credentials are refused

	Deliveries = "deliveries" // that calls of a tenant's test keys cause
	Answers    = "answers"    // KiB of answers to deliveries of a tenant and mode that are stored
)

// Config is how many calls each policy allows per minute; 0 switches it off.
type Config struct {
	Key      int `env:"RATE_LIMIT_KEY" default:"600"`     // calls of a key per minute; 0: no limit
	Writes   int `env:"RATE_LIMIT_WRITES" default:"120"`  // of these, calls that change something
	Uploads  int `env:"RATE_LIMIT_UPLOADS" default:"60"`  // of these, calls that carry a file; not counted as writes
	Failures int `env:"RATE_LIMIT_FAILURES" default:"30"` // refused credentials per client address and minute
}

// window of every policy.
const window = time.Minute

// Validate reports all faults at once.
func (c Config) Validate() error {
	var faults []error
	for _, f := range []struct {
		name  string
		value int
	}{
		{"RATE_LIMIT_KEY", c.Key}, {"RATE_LIMIT_WRITES", c.Writes}, {"RATE_LIMIT_UPLOADS", c.Uploads},
		{"RATE_LIMIT_FAILURES", c.Failures},
	} {
		if f.value < 0 {
			faults = append(faults, fmt.Errorf("%s: must not be negative; 0 switches the limit off", f.name))
		}
	}
	return errors.Join(faults...)
}

// Policies are those that count the calls of a key, without those switched off.
func (c Config) Policies() []Policy {
	return on(Policy{Key, c.Key, window}, Policy{Writes, c.Writes, window}, Policy{Uploads, c.Uploads, window})
}

// FailurePolicies are those that count the refused credentials of an address.
func (c Config) FailurePolicies() []Policy { return on(Policy{Failures, c.Failures, window}) }

// PerMinute are policies of so many in a minute; none when that is 0.
func PerMinute(name string, limit int) []Policy { return on(Policy{name, limit, window}) }

func on(all ...Policy) []Policy {
	var list []Policy
	for _, p := range all {
		if p.Limit > 0 {
			list = append(list, p)
		}
	}
	return list
}
