package recorded

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

const (
	batchSize = 500 // attempts of one call; webhooks accepts 1,000
	// timeout bounds a question. It is long: a webhooks that hangs also makes the endpoint feed stale, so that no
	// attempt starts anyway, and one that is busy answers in time.
	timeout = 5 * time.Second
	// pause is how long no question is asked after one that timed out, so that attempts do not wait for each. A
	// refusal costs no time.
	pause = time.Second
)

// An Attempt is one that is about to be made.
type Attempt struct {
	Delivery, Event string
	Run, Number     int
	Moved           int // number of the attempt that was moved to now last when the message was sent
}

// A Verdict says what to do with an attempt.
type Verdict int

// The verdicts.
const (
	Unanswered Verdict = iota // webhooks did not answer in time
	Needed                    // make it
	Over                      // its message is needed no more
	Claimed                   // another message of it is being sent: check again later
	Revoked                   // the tenant may not get the event any more
)

// A Checker asks webhooks. It is safe for concurrent use.
type Checker struct {
	feed      webhooksv1.EndpointFeedServiceClient
	log       *slog.Logger
	questions chan question
	resumeAt  atomic.Int64 // Unix nanoseconds
}

type question struct {
	attempt Attempt
	verdict chan<- Verdict // of one; closed without a value when there is no answer
}

// New returns a Checker; Run does its work.
func New(feed webhooksv1.EndpointFeedServiceClient, log *slog.Logger) *Checker {
	return &Checker{feed: feed, log: log, questions: make(chan question, batchSize)}
}

// Check returns what to do with an attempt; Unanswered without an answer within timeout.
func (c *Checker) Check(ctx context.Context, a Attempt) Verdict {
	if time.Now().UnixNano() < c.resumeAt.Load() {
		return Unanswered
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	verdict := make(chan Verdict, 1)
	select {
	case c.questions <- question{a, verdict}:
	case <-ctx.Done():
		return Unanswered
	}
	select {
	case v := <-verdict: // Unanswered from one that was closed
		return v
	case <-ctx.Done():
		return Unanswered
	}
}

// Run asks until ctx ends. What is asked during one call goes into the next.
func (c *Checker) Run(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case first := <-c.questions:
			c.ask(ctx, c.batch(first))
		}
	}
}

func (c *Checker) batch(first question) []question {
	list := []question{first}
	for len(list) < batchSize {
		select {
		case q := <-c.questions:
			list = append(list, q)
		default:
			return list
		}
	}
	return list
}

func (c *Checker) ask(ctx context.Context, list []question) {
	defer func() {
		for _, q := range list {
			close(q.verdict)
		}
	}()
	req := &webhooksv1.CheckAttemptsRequest{}
	for _, q := range list {
		req.Attempts = append(req.Attempts, &webhooksv1.PlannedAttempt{
			DeliveryId: q.attempt.Delivery, EventId: q.attempt.Event, Run: int32(q.attempt.Run),
			Number: int32(q.attempt.Number), MovedAttempt: int32(q.attempt.Moved),
		})
	}
	asking, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	resp, err := c.feed.CheckAttempts(asking, req)
	if err != nil {
		if asking.Err() != nil {
			c.resumeAt.Store(time.Now().Add(pause).UnixNano())
		}
		if ctx.Err() == nil {
			c.log.LogAttrs(ctx, slog.LevelWarn, "not known whether attempts are recorded", slog.Int("attempts", len(list)), slog.String("error", err.Error()))
		}
		return
	}
	for i, checked := range resp.GetData() {
		if i < len(list) {
			list[i].verdict <- verdictOf(checked)
		}
	}
}

func verdictOf(c *webhooksv1.CheckedAttempt) Verdict {
	switch {
	case c.GetOver():
		return Over
	case c.GetRevoked():
		return Revoked
	case c.GetClaimed():
		return Claimed
	}
	return Needed
}
