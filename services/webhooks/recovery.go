package webhooks

import "time"

// RecoveryPrefix begins the id of a recovery.
const RecoveryPrefix = "rcv_"

// RecoveryStatus is where a recovery stands.
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
)

// AllMissed is what a recovery sends unless told otherwise.
var AllMissed = []Missed{MissedFailed, MissedCancelled, MissedNeverAttempted}

// A Recovery is a durable job that sends the events of a span of time that an endpoint missed and subscribes to.
type Recovery struct {
	ID         string
	Scope      Scope
	Endpoint   EndpointID
	Status     RecoveryStatus
	Since      time.Time
	Until      time.Time // exclusive
	Statuses   []Missed
	Matched    *int64 // nil until counted
	Requeued   int64
	CreatedAt  time.Time
	FinishedAt *time.Time
}
