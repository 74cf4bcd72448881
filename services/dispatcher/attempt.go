package dispatcher

import "time"

// A Request is what one attempt sends.
type Request struct {
	Target      *Target
	Delivery    string // `dlv_` id
	EventType   string
	Number      int // of the attempt, from 1
	Traceparent string
	Content
}

// A Result is the result of a Request.
type Result struct {
	Failure  Failure
	TimedOut bool // the deadline ended it: it held its slot until then
	// NotMade means that no request was sent, and that this is not a failure of the receiver: our own proxy is down, for
	// example. Such an attempt does not count.
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
