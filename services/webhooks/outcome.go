package webhooks

import (
	"net/http"
	"slices"
	"time"
)

// DeliveryRun is one run of a delivery.
type DeliveryRun struct {
	Delivery DeliveryID
	Run      int
}

// Latest reduces attempts to the one that decides the state of each run of a delivery: what ended it, else the highest
// number.
func Latest(attempts []Attempt) []Attempt {
	at := map[DeliveryRun]int{}
	var out []Attempt
	for _, a := range attempts {
		k := DeliveryRun{a.Delivery, a.Run}
		i, seen := at[k]
		if !seen {
			at[k] = len(out)
			out = append(out, a)
			continue
		}
		have := out[i]
		if have.Outcome == OutcomeRetry && (a.Outcome != OutcomeRetry || a.Number > have.Number) {
			out[i] = a
		}
	}
	return out
}

// DeliveryChange is the state of a delivery after an attempt.
type DeliveryChange struct {
	ID DeliveryID
	// with Endpoint and Activation: it stores the delivery if that is not stored yet; empty: it does not
	Event         EventID
	Endpoint      EndpointID
	Activation    int
	EventAt       time.Time
	Run           int
	Status        DeliveryStatus
	Reason        string
	AttemptCount  int
	NextAttemptAt *time.Time
	CompletedAt   *time.Time
	OverdueAt     *time.Time // when the sweep looks for the next attempt; nil once ended
}

// Change is what the attempt makes of its delivery. overdueAfter is how long after its due time the next outcome may
// stay out.
func (a Attempt) Change(now time.Time, overdueAfter time.Duration) DeliveryChange {
	c := DeliveryChange{ID: a.Delivery, EventAt: a.EventAt, Run: a.Run, Reason: a.Error, AttemptCount: a.Number}
	if a.Describes() {
		c.Event, c.Endpoint, c.Activation = a.Event, a.Endpoint, a.Activation
	}
	switch a.Outcome {
	case OutcomeDelivered:
		c.Status, c.CompletedAt, c.Reason = DeliveryDelivered, &a.EndedAt, ""
	case OutcomeFailed:
		c.Status, c.CompletedAt = DeliveryFailed, &a.EndedAt
	case OutcomeCancelled:
		c.Status, c.CompletedAt, c.Reason = DeliveryCancelled, &a.EndedAt, ReasonEndpointInactive
		if a.Error == ReasonAccessRevoked {
			c.Reason = ReasonAccessRevoked
		}
		c.AttemptCount--
	default:
		c.Status, c.NextAttemptAt = DeliveryPending, a.NextAttemptAt
		due := now
		if a.NextAttemptAt != nil {
			due = *a.NextAttemptAt
		}
		due = due.Add(overdueAfter)
		c.OverdueAt = &due
	}
	return c
}

// An Advance is a delivery whose state a batch of attempts changed. A repeated outcome changes nothing, so it makes
// none.
type Advance struct {
	Endpoint EndpointID
	Status   DeliveryStatus // pending: an attempt failed and another one is due
	Run      int
	EventAt  time.Time
	At       time.Time

	Took           time.Duration // of the attempt that delivered it
	FailedAttempts int           // failed attempts of the run that are in this batch and were in no batch before
}

// EndpointHour is one hour of an endpoint's deliveries.
type EndpointHour struct {
	Endpoint EndpointID
	Hour     time.Time
}

// HourCount is how many deliveries ended in an hour.
type HourCount struct {
	Delivered, Failed int
	Took              time.Duration // of the attempts that delivered, together
}

// Latency is how long an attempt that delivered took, on average; false when that is not known.
func (c HourCount) Latency() (time.Duration, bool) {
	if c.Delivered == 0 || c.Took == 0 {
		return 0, false
	}
	return c.Took / time.Duration(c.Delivered), true
}

// SuccessRate is the share of what ended that was delivered; false when nothing ended.
func (c HourCount) SuccessRate() (float64, bool) {
	if c.Delivered+c.Failed == 0 {
		return 0, false
	}
	return float64(c.Delivered) / float64(c.Delivered+c.Failed), true
}

// Counted is what a batch of attempts changes of endpoints.
type Counted struct {
	Endpoints []Endpoint
	Notices   []EndpointNotice
	Hours     map[EndpointHour]HourCount
}

// CountOutcomes applies a batch to its endpoints, in order of time within the batch. A resend that fails does not count
// against the endpoint. noticeAfter is how many failures in a row are a notice.
func CountOutcomes(
	endpoints map[EndpointID]*Endpoint, attempts []Attempt, advances []Advance, noticeAfter int, now time.Time,
) Counted {
	touched, notices := map[EndpointID]bool{}, []EndpointNotice(nil)
	for _, a := range attempts {
		if e := endpoints[a.Endpoint]; e != nil && a.Made() {
			var status *int
			if a.Status != 0 {
				status = &a.Status
			}
			e.AttemptEnded(status, a.StartedAt)
			touched[e.ID] = true
			if a.Status == http.StatusGone && e.ReceiverGone(a.StartedAt, now) {
				notices = append(notices, EndpointNotice{Notice: NoticeDeactivated, Endpoint: *e})
			}
		}
	}
	slices.SortStableFunc(advances, func(a, b Advance) int { return a.At.Compare(b.At) })
	out := Counted{Notices: notices, Hours: map[EndpointHour]HourCount{}}
	for _, d := range advances {
		e := endpoints[d.Endpoint]
		if e == nil || d.Status == DeliveryCancelled {
			continue
		}
		delivered := d.Status == DeliveryDelivered
		e.AttemptsFailed(d.FailedAttempts)
		if d.Status == DeliveryPending {
			continue
		}
		touched[e.ID] = true
		k := EndpointHour{e.ID, d.At.UTC().Truncate(time.Hour)}
		c := out.Hours[k]
		if delivered {
			c.Delivered++
			c.Took += d.Took
		} else {
			c.Failed++
			e.EventMissed(d.EventAt)
		}
		out.Hours[k] = c
		if !delivered && d.Run > 1 {
			continue
		}
		if n := e.DeliveryEnded(delivered, d.At, noticeAfter, now); n != "" {
			out.Notices = append(out.Notices, EndpointNotice{Notice: n, Endpoint: *e})
		}
	}
	for id := range touched {
		out.Endpoints = append(out.Endpoints, *endpoints[id])
	}
	return out
}
