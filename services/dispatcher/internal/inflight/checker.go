package inflight

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

const (
	// checkTimeout bounds a call. It is long: a webhooks that hangs also makes the endpoint feed stale, so that no
	// attempt starts anyway, and one that is busy answers in time.
	checkTimeout = 5 * time.Second
	// checkPause is how long webhooks is not called after a call that timed out, so that attempts do not wait for each.
	// A refusal costs no time.
	checkPause = time.Second
)

// An Attempt is one that is about to be made.
type Attempt struct {
	Delivery, Event string
	Run, Number     int
	Moved           int // number of the attempt that was moved to now last when the message was sent
}

// An Answer is what webhooks has recorded of an attempt.
type Answer int

// The answers.
const (
	NoAnswer      Answer = iota
	Needed               // it is to be made
	NotNeeded            // it need not be made
	Claimed              // another message of it was given the attempt
	AccessRevoked        // the tenant may not get the event any more
)

// A Checker asks webhooks. It is safe for concurrent use.
type Checker struct {
	feed      webhooksv1.EndpointFeedServiceClient
	log       *slog.Logger
	questions chan planned
	resumeAt  atomic.Int64 // Unix nanoseconds
}

type planned struct {
	attempt Attempt
	answer  chan<- Answer // of one; closed without a value when there is no answer
}

// NewChecker returns a Checker; Run does its work.
func NewChecker(feed webhooksv1.EndpointFeedServiceClient, log *slog.Logger) *Checker {
	return &Checker{feed: feed, log: log, questions: make(chan planned, batchSize)}
}

// check returns what webhooks has recorded of an attempt.
func (c *Checker) check(ctx context.Context, a Attempt) Answer {
	if time.Now().UnixNano() < c.resumeAt.Load() {
		return NoAnswer
	}
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	answer := make(chan Answer, 1)
	select {
	case c.questions <- planned{a, answer}:
	case <-ctx.Done():
		return NoAnswer
	}
	select {
	case v := <-answer: // NoAnswer if it was closed
		return v
	case <-ctx.Done():
		return NoAnswer
	}
}

// Run asks until ctx ends. Questions that come during a call go into the next one.
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

func (c *Checker) batch(first planned) []planned {
	list := []planned{first}
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

func (c *Checker) ask(ctx context.Context, list []planned) {
	defer func() {
		for _, q := range list {
			close(q.answer)
		}
	}()
	req := &webhooksv1.CheckAttemptsRequest{}
	for _, q := range list {
		req.Attempts = append(req.Attempts, &webhooksv1.PlannedAttempt{
			DeliveryId: q.attempt.Delivery, EventId: q.attempt.Event, Run: int32(q.attempt.Run),
			Number: int32(q.attempt.Number), MovedAttempt: int32(q.attempt.Moved),
		})
	}
	asking, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	resp, err := c.feed.CheckAttempts(asking, req)
	if err != nil {
		if asking.Err() != nil {
			c.resumeAt.Store(time.Now().Add(checkPause).UnixNano())
		}
		if ctx.Err() == nil {
			c.log.LogAttrs(ctx, slog.LevelWarn, "not known whether attempts are recorded",
				slog.Int("attempts", len(list)), slog.String("error", err.Error()))
		}
		return
	}
	for i, checked := range resp.GetData() {
		if i < len(list) {
			list[i].answer <- answerOf(checked)
		}
	}
}

func answerOf(c *webhooksv1.CheckedAttempt) Answer {
	switch {
	case c.GetOver():
		return NotNeeded
	case c.GetRevoked():
		return AccessRevoked
	case c.GetClaimed():
		return Claimed
	}
	return Needed
}
