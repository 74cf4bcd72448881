package webhooks

import "time"

// Outcome is what an attempt means for its delivery.
type Outcome int

// The outcomes.
const (
	OutcomeDelivered Outcome = iota + 1 // 2xx in time
	OutcomeRetry                        // failed, the next attempt is scheduled
	OutcomeFailed                       // the last attempt of the run failed
	OutcomeCancelled                    // no request was made: the endpoint is not active
	OutcomeReturned                     // no request was made: no stream has room for the attempt, which is held here
)

// An Attempt is one HTTP request of a delivery, numbered from 1 in each run, or the decision not to make it.
type Attempt struct {
	Delivery DeliveryID
	Endpoint EndpointID
	Event    EventID
	EventAt  time.Time
	Run      int
	Number   int
	// Activation of the endpoint when the run began.
	Activation int
	Outcome    Outcome
	Error      string // failure kind; empty on success
	Status     int    // of the response; 0 when none arrived
	Headers    map[string]string
	Body       []byte // first 16 KiB of the response
	Truncated  bool
	Omitted    bool   // the body is not stored, since the answers of its tenant were too much
	Remote     string // address that was dialled
	Timing     Timing
	// RetryAfter is the receiver's header as sent; endpoints may ask for their next attempt to be put off by it.
	RetryAfter    string
	StartedAt     time.Time
	EndedAt       time.Time
	NextAttemptAt *time.Time
}

// AttemptKey identifies an attempt: no two have the same one.
type AttemptKey struct {
	Delivery DeliveryID
	Run      int
	Number   int
}

// Key returns the key of the attempt.
func (a Attempt) Key() AttemptKey { return AttemptKey{a.Delivery, a.Run, a.Number} }

// Describes reports whether the attempt is enough to store its delivery: it is of the first run, and the delivery's id
// follows from event and endpoint.
func (a Attempt) Describes() bool {
	return a.Run == 1 && a.Event != "" && a.Delivery == NewDeliveryID(a.Event, a.EventAt, a.Endpoint)
}

// Made reports whether a request was made.
func (a Attempt) Made() bool { return a.Outcome != OutcomeCancelled }

// Timing is how long each phase of an attempt took; 0 when it did not happen.
type Timing struct{ DNS, Connect, TLS, FirstByte, Total time.Duration }
