package webhooks

import (
	"slices"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
)

// RecoveryPrefix begins the id of a recovery.
const RecoveryPrefix = "rcv_"

// RecoveryStatus is the state of a recovery.
type RecoveryStatus string

// A recovery runs until it has looked at all events of its span, or is cancelled.
const (
	RecoveryRunning   RecoveryStatus = "running"
	RecoveryCompleted RecoveryStatus = "completed"
	RecoveryCancelled RecoveryStatus = "cancelled"
)

// Missed is why an event counts as missed by an endpoint.
type Missed string

// The reasons. An event was never attempted when the endpoint has no delivery of it, as while it was inactive.
const (
	MissedFailed         Missed = "failed"
	MissedCancelled      Missed = "cancelled"
	MissedNeverAttempted Missed = "never_attempted"
	MissedPending        Missed = "pending" // it waits for a retry, which is made now
)

// MaxRunningRecoveries is how many recoveries that a tenant asked for may run for one endpoint at once. More would only
// send the same events in smaller turns, and each costs the others' turns.
const MaxRunningRecoveries = 5

// RecoveryLook is how many events of its tenant a step of a recovery looks at, whether the endpoint missed them or not:
// a step takes some tens of milliseconds, however long the span is.
const RecoveryLook = 10_000

// AllMissed is what an automatic recovery sends. AllUnsent, the default of a recovery that is asked for, also has the
// retries that wait.
var (
	AllMissed = []Missed{MissedFailed, MissedCancelled, MissedNeverAttempted}
	AllUnsent = append(slices.Clone(AllMissed), MissedPending)
)

// A Recovery is a durable job that sends the events of a span of time that an endpoint missed and subscribes to.
type Recovery struct {
	ID         string
	Automatic  bool   // started by a re-activation
	Bulk       string // the job of which it is a part; empty: none
	Scope      Scope
	Endpoint   EndpointID
	Status     RecoveryStatus
	Since      time.Time // never before the endpoint was created
	Clamped    bool      // an earlier Since was asked for
	Until      time.Time // exclusive
	Statuses   []Missed
	EventTypes []EventType // none: all that the endpoint subscribes to
	Matched    *int64      // nil until counted, which is at the end when there are very many events
	Requeued   int64
	Seen       Position // the last event that was looked at
	CreatedAt  time.Time
	FinishedAt *time.Time
}

// RecoveryRequest describes a recovery that is asked for.
type RecoveryRequest struct {
	Since    time.Time
	Until    *time.Time // nil: until now
	Statuses []Missed   // none: AllUnsent
}

// Recover returns the job of a request; events older than retention are gone.
func (e Endpoint) Recover(id string, req RecoveryRequest, retention time.Duration, now time.Time) (Recovery, error) {
	r := Recovery{
		ID: id, Scope: e.Scope, Endpoint: e.ID, Status: RecoveryRunning, Statuses: req.Statuses, Until: now, CreatedAt: now,
	}
	if req.Until != nil && req.Until.Before(now) {
		r.Until = *req.Until
	}
	switch {
	case now.Sub(req.Since) > retention:
		return r, fault.Field("/since", "too_early", "must be within the retention of events (30 days by default)")
	case !req.Since.Before(r.Until):
		return r, fault.Field("/since", "order", "must be before until, and not in the future")
	case !e.CreatedAt.Before(r.Until):
		return r,
			fault.Field("/until", "before_endpoint", "must be after the creation of the endpoint, which missed nothing before")
	}
	r.Since, r.Clamped = e.RecoverySince(req.Since)
	if len(r.Statuses) == 0 {
		r.Statuses = AllUnsent
	}
	return r, nil
}

// Moves reports whether the job makes retries that wait now.
func (r Recovery) Moves() bool { return slices.Contains(r.Statuses, MissedPending) }

// Paced returns as many of the first deliveries of a job as may be sent while there is room for so many new runs. A
// delivery that waits for a retry begins no new run.
func Paced(list []Delivery, room int) []Delivery {
	for i, d := range list {
		if d.Moved > 0 {
			continue
		}
		if room == 0 {
			return list[:i]
		}
		room--
	}
	return list
}

// RecoverySince is where a recovery begins that was asked for from a time on. It is never before the endpoint existed:
// an endpoint misses nothing from before then.
func (e Endpoint) RecoverySince(asked time.Time) (since time.Time, clamped bool) {
	if asked.Before(e.CreatedAt) {
		return e.CreatedAt, true
	}
	return asked, false
}

// CommitSlack is how long after its CreatedAt an event may be committed and fanned out. A span that must not miss an
// event is longer by it.
const CommitSlack = time.Minute

// AutomaticRecovery returns the job that sends what an endpoint missed until its re-activation at now; e is the
// endpoint as it was before. ok is false when the operator asked for none.
func (e Endpoint) AutomaticRecovery(id string, now time.Time) (r Recovery, ok bool) {
	missed := earlier(e.MissedSince, e.FailingSince)
	if e.RecoveryWindow == 0 || e.IsActive || missed == nil {
		return r, false
	}
	r = Recovery{
		ID: id, Automatic: true, Scope: e.Scope, Endpoint: e.ID, Status: RecoveryRunning, Statuses: AllMissed, CreatedAt: now,
		// Events that are fanned out after the re-activation are sent in any case; sending them again changes nothing.
		Since: *missed, Until: now.Add(CommitSlack),
	}
	if oldest := now.Add(-e.RecoveryWindow); r.Since.Before(oldest) {
		r.Since = oldest
	}
	r.Since, r.Clamped = e.RecoverySince(r.Since)
	return r, true
}
