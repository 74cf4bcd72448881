package webhooks

import (
	"slices"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
)

// BulkPrefix begins the id of a bulk recovery.
const BulkPrefix = "blk_"

// Bounds of bulk recoveries.
const (
	MaxOpenBulkRecoveries = 10     // that run or are paused, of all operators
	MaxBulkEndpoints      = 10_000 // of a job; an incident of more is several jobs
	BulkConcurrency       = 10     // recoveries of a job at the same time, so that others get turns
	MaxPreviewed          = 100_000
)

// BulkStatus is the state of a bulk recovery.
type BulkStatus string

// A job is running or paused until all its endpoints have ended, or it is cancelled.
const (
	BulkRunning   BulkStatus = "running"
	BulkPaused    BulkStatus = "paused"
	BulkCompleted BulkStatus = "completed"
	BulkCancelled BulkStatus = "cancelled"
)

// BulkCause is why a bulk recovery did not recover an endpoint to the end.
type BulkCause string

// The causes.
const (
	CauseNone              BulkCause = ""
	CauseJobCancelled      BulkCause = "job_cancelled"
	CauseRecoveryCancelled BulkCause = "recovery_cancelled"
	CauseEndpointInactive  BulkCause = "endpoint_inactive"
	CauseEndpointDeleted   BulkCause = "endpoint_deleted"
)

// A BulkSelection says which endpoints recover which events. An endpoint must satisfy all fields that are set.
type BulkSelection struct {
	Livemode                  bool
	Tenants                   []TenantID
	Endpoints                 []EndpointID
	FailingFrom, FailingUntil *time.Time // they have a delivery of an event of this span that failed or was cancelled
	Since, Until              time.Time  // of the events; Until is exclusive
	EventTypes                []EventType
}

// Check returns what is wrong with a selection.
func (s BulkSelection) Check(retention time.Duration, now time.Time) error {
	var list []fault.Violation
	refuse := func(field, code, message string) {
		list = append(list, fault.Violation{Field: "/selection" + field, Code: code, Message: message})
	}
	switch {
	case (s.FailingFrom == nil) != (s.FailingUntil == nil):
		refuse("/failing_until", "required", "must be set if failing_from is, and only then")
	case s.FailingFrom != nil && !s.FailingFrom.Before(*s.FailingUntil):
		refuse("/failing_from", "order", "must be before failing_until")
	case s.FailingFrom == nil && len(s.Tenants) == 0 && len(s.Endpoints) == 0:
		refuse("", "required", "must name tenants, endpoints, or the span in which they were failing")
	}
	switch {
	case now.Sub(s.Since) > retention:
		refuse("/since", "too_early", "must be within the retention of events (30 days by default)")
	case !s.Since.Before(s.Until) || !s.Since.Before(now):
		refuse("/since", "order", "must be before until, and not in the future")
	}
	for _, t := range s.EventTypes {
		if !slices.Contains(KnownEventTypes(), t) {
			refuse("/event_types", "unknown_kind", fault.OneOf(KnownEventTypes()))
			break
		}
	}
	if len(list) > 0 {
		return fault.Fields(list...)
	}
	return nil
}

// Equal reports whether two selections ask for the same.
func (s BulkSelection) Equal(o BulkSelection) bool {
	same := func(a, b *time.Time) bool { return a == b || a != nil && b != nil && a.Equal(*b) }
	return s.Livemode == o.Livemode && slices.Equal(s.Tenants, o.Tenants) && slices.Equal(s.Endpoints, o.Endpoints) &&
		slices.Equal(s.EventTypes, o.EventTypes) &&
		same(s.FailingFrom, o.FailingFrom) && same(s.FailingUntil, o.FailingUntil) && s.Since.Equal(o.Since) &&
		s.Until.Equal(o.Until)
}

// A BulkRecovery is a durable job that recovers what many endpoints missed.
type BulkRecovery struct {
	ID         string
	Key        string // chosen by its caller, so that a repeated start starts nothing
	Status     BulkStatus
	Selection  BulkSelection
	StartedBy  string
	Reason     string
	CreatedAt  time.Time
	FinishedAt *time.Time
}

// BulkProgress is the sum of what a job did for its endpoints.
type BulkProgress struct {
	Waiting, Running, Completed, Cancelled int   // endpoints
	Matched, Requeued                      int64 // deliveries
}

// Endpoints is how many endpoints were chosen.
func (p BulkProgress) Endpoints() int { return p.Waiting + p.Running + p.Completed + p.Cancelled }

// Pause stops a job from beginning deliveries until Resume. A job that is paused stays so.
func (b *BulkRecovery) Pause() error { return b.enter(BulkPaused) }

// Resume lets a job go on. One that is running stays so.
func (b *BulkRecovery) Resume() error { return b.enter(BulkRunning) }

func (b *BulkRecovery) enter(s BulkStatus) error {
	if b.FinishedAt != nil {
		return ErrBulkRecoveryEnded
	}
	b.Status = s
	return nil
}

// Cancel ends a job. One that is cancelled stays as it is; one that is completed cannot be cancelled any more.
func (b *BulkRecovery) Cancel(now time.Time) error {
	switch b.Status {
	case BulkCancelled:
		return nil
	case BulkCompleted:
		return ErrBulkRecoveryEnded
	}
	b.Status, b.FinishedAt = BulkCancelled, &now
	return nil
}

// BulkEndpoint is what a job does for an endpoint. Its Status is that of its recovery once it has one.
type BulkEndpoint struct {
	Endpoint   EndpointID
	Tenant     TenantID
	URL        string // empty when it was deleted
	Status     string // waiting, or a RecoveryStatus
	Cause      BulkCause
	Recovery   string
	Matched    *int64
	Requeued   int64
	FinishedAt *time.Time
}

// Recovery returns the part of a job that recovers what an endpoint missed.
func (b BulkRecovery) Recovery(id string, e Endpoint, now time.Time) Recovery {
	r := Recovery{
		ID: id, Bulk: b.ID, Scope: e.Scope, Endpoint: e.ID, Status: RecoveryRunning, Until: b.Selection.Until,
		Statuses: AllUnsent, EventTypes: b.Selection.EventTypes, CreatedAt: now,
	}
	if b.CreatedAt.Before(r.Until) {
		r.Until = b.CreatedAt
	}
	r.Since, r.Clamped = e.RecoverySince(b.Selection.Since)
	return r
}

// BulkPreview is what a job would do.
type BulkPreview struct {
	Endpoints, Inactive int
	Deliveries          int64
	Counted             int // active endpoints of which Deliveries are
}
