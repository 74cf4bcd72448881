package inflight

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"google.golang.org/protobuf/proto"

	"github.com/partnerline/partnerline/internal/streams"
	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
)

const (
	batchSize = 500 // questions of a request to another dispatcher or to webhooks
	// askTimeout is how long an answer is waited for. It takes milliseconds; a dispatcher that was killed costs no
	// time, since NATS says that there is no subscriber.
	askTimeout = 400 * time.Millisecond
	// After maxSilent deliveries, a silent dispatcher counts as not holding the message. It bounds the wait where
	// answers cannot arrive at all, as without the permissions on NATS.
	maxSilent = 8
)

// A Question is about a message of an attempt that was delivered again.
type Question struct {
	Stream     string
	Sequence   uint64
	Stored     int64  // Unix nanoseconds
	Attempt    string // as its message id names it
	Deliveries uint64 // how often it was delivered; it is not sent
}

// A Holding is what dispatchers have to do with an attempt.
type Holding int

// The holdings. Of several answers the last one counts.
const (
	NotHeld Holding = iota
	Silent          // one does not answer that may make it
	Held            // one makes it, or will
	Done            // one has acknowledged it
)

type asked struct {
	question Question
	holding  chan<- Holding // of one
}

// askOthers returns what other messages of the attempt, here or at other dispatchers, have come to. Silent when ctx
// ends.
func (p *peers) askOthers(ctx context.Context, q Question) Holding {
	holding := make(chan Holding, 1)
	select {
	case p.questions <- asked{q, holding}:
	case <-ctx.Done():
		return Silent
	}
	select {
	case h := <-holding:
		return h
	case <-ctx.Done():
		return Silent
	}
}

// asking asks until ctx ends. What is asked while others answer goes into the next question.
func (p *peers) asking(ctx context.Context, answer func([]Question) []Holding) {
	select {
	case <-p.settled:
	case <-ctx.Done():
		return
	}
	for {
		select {
		case <-ctx.Done():
			return
		case first := <-p.questions:
			p.ask(ctx, p.batch(first), answer)
		}
	}
}

func (p *peers) batch(first asked) []asked {
	list := []asked{first}
	for len(list) < batchSize {
		select {
		case q := <-p.questions:
			list = append(list, q)
		default:
			return list
		}
	}
	return list
}

func (p *peers) ask(ctx context.Context, list []asked, answer func([]Question) []Holding) {
	questions := make([]Question, len(list))
	for i, a := range list {
		questions[i] = a.question
	}
	holdings := answer(questions)
	var mu sync.Mutex // guards holdings
	merge := func(of func(i int) Holding) {
		mu.Lock()
		defer mu.Unlock()
		for i := range holdings {
			holdings[i] = max(holdings[i], of(i))
		}
	}
	asked, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	request := encode(questions)
	var all sync.WaitGroup
	for _, id := range p.alive(time.Now()) {
		all.Go(func() {
			reply, err := p.nc.RequestWithContext(asked, streams.DispatcherSubject(id), request)
			if errors.Is(err, nats.ErrNoResponders) {
				return // it has ended
			}
			var answers dispatchv1.HeldAnswer
			if err == nil {
				err = proto.Unmarshal(reply.Data, &answers)
			}
			said := answers.GetHoldings()
			merge(func(i int) Holding {
				switch {
				case err == nil && i < len(said):
					return decoded[said[i]]
				case questions[i].Deliveries > maxSilent:
					return NotHeld
				}
				return Silent
			})
		})
	}
	all.Wait()
	for i, a := range list {
		a.holding <- holdings[i]
	}
}

// respond answers the question of another dispatcher.
func respond(m *nats.Msg, answer func([]Question) []Holding) {
	var asked dispatchv1.HeldQuestion
	if err := proto.Unmarshal(m.Data, &asked); err != nil || len(asked.GetMessages()) > batchSize {
		return
	}
	questions := make([]Question, len(asked.GetMessages()))
	for i, a := range asked.GetMessages() {
		questions[i] = Question{
			Stream: a.GetStream(), Sequence: a.GetSequence(), Stored: a.GetStoredNs(), Attempt: a.GetAttempt(),
		}
	}
	response := &dispatchv1.HeldAnswer{}
	for _, h := range answer(questions) {
		response.Holdings = append(response.Holdings, encoded[h])
	}
	if data, err := proto.Marshal(response); err == nil {
		_ = m.Respond(data)
	}
}

func encode(questions []Question) []byte {
	request := &dispatchv1.HeldQuestion{}
	for _, q := range questions {
		request.Messages = append(request.Messages, &dispatchv1.HeldMessage{
			Stream: q.Stream, Sequence: q.Sequence, StoredNs: q.Stored, Attempt: q.Attempt,
		})
	}
	data, _ := proto.Marshal(request) // fails for invalid UTF-8 alone, and all of it are names of ours
	return data
}

var (
	encoded = map[Holding]dispatchv1.Holding{Held: dispatchv1.Holding_HOLDING_HELD, Done: dispatchv1.Holding_HOLDING_DONE}
	decoded = map[dispatchv1.Holding]Holding{dispatchv1.Holding_HOLDING_HELD: Held, dispatchv1.Holding_HOLDING_DONE: Done}
)
