package dispatcher

import "time"

// A Request is what one attempt sends.
type Request struct {
	Target      *Target
	Delivery    string // `dlv_` id
	EventType   string
	Number      int // of the attempt, from 1
	Body        []byte
	Traceparent string
}

// A Result is what became of a Request.
type Result struct {
	Failure  Failure
	TimedOut bool // the deadline ended it: the receiver held a slot for all of it
	// NotMade says that the request never left for the receiver by no fault of the receiver's, as when our own proxy is
	// down. Such an attempt does not count.
	NotMade    bool
	Status     int // 0 when no response arrived
	Headers    map[string]string
	Body       []byte
	Truncated  bool
	Remote     string // address that was dialled; empty for one that egress refuses, and through a proxy
	RetryAfter string
	Timing     Timing
	StartedAt  time.Time
	EndedAt    time.Time
	Cause      error // for the log
}

// Timing is how long each phase took; 0 when it did not happen.
type Timing struct{ DNS, Connect, TLS, FirstByte, Total time.Duration }
