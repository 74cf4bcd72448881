package peers

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
	batchSize = 500 // messages of one question; the contract's bound
	// timeout is how long an answer is waited for. An answer takes milliseconds; a dispatcher that was killed costs no time, since NATS says that there is no subscriber.
	timeout = 400 * time.Millisecond
	// presumed is how often a message is left to a dispatcher that does not answer. It bounds the wait where answers cannot arrive at all, as without the
	// permissions on NATS.
	presumed = 8
)

// A Message is the message of an attempt that was delivered again.
type Message struct {
	Stream     string
	Sequence   uint64
	Stored     int64  // Unix nanoseconds
	Attempt    string // as its message id names it
	Deliveries uint64 // how often it was delivered; it is not sent
}

// A Holding is what the other dispatchers have to do with an attempt.
type Holding int

// The holdings.
const (
	NotHeld Holding = iota
	Silent          // one does not answer that may make it
	Held            // one makes it, or will
	Done            // one has acknowledged it
)

type question struct {
	message Message
	holding chan<- Holding // of one
}

// Ask returns what other messages of the attempt, here or at other dispatchers, have come to. Silent when ctx ends.
func (p *Peers) Ask(ctx context.Context, m Message) Holding {
	holding := make(chan Holding, 1)
	select {
	case p.questions <- question{m, holding}:
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
func (p *Peers) asking(ctx context.Context, answer func([]Message) []Holding) {
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

func (p *Peers) batch(first question) []question {
	list := []question{first}
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

func (p *Peers) ask(ctx context.Context, list []question, answer func([]Message) []Holding) {
	messages := make([]Message, len(list))
	for i, q := range list {
		messages[i] = q.message
	}
	holdings := answer(messages)
	var mu sync.Mutex // guards holdings
	merge := func(of func(i int) Holding) {
		mu.Lock()
		defer mu.Unlock()
		for i := range holdings {
			holdings[i] = max(holdings[i], of(i))
		}
	}
	asked, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	request := encode(messages)
	var all sync.WaitGroup
	for _, id := range p.answering(time.Now()) {
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
				case messages[i].Deliveries > presumed:
					return NotHeld
				}
				return Silent
			})
		})
	}
	all.Wait()
	for i, q := range list {
		q.holding <- holdings[i]
	}
}

// respond answers the question of another dispatcher.
func respond(m *nats.Msg, answer func([]Message) []Holding) {
	var asked dispatchv1.HeldQuestion
	if err := proto.Unmarshal(m.Data, &asked); err != nil || len(asked.GetMessages()) > batchSize {
		return
	}
	messages := make([]Message, len(asked.GetMessages()))
	for i, a := range asked.GetMessages() {
		messages[i] = Message{Stream: a.GetStream(), Sequence: a.GetSequence(), Stored: a.GetStoredNs(), Attempt: a.GetAttempt()}
	}
	response := &dispatchv1.HeldAnswer{}
	for _, h := range answer(messages) {
		response.Holdings = append(response.Holdings, encoded[h])
	}
	if data, err := proto.Marshal(response); err == nil {
		_ = m.Respond(data)
	}
}

func encode(messages []Message) []byte {
	request := &dispatchv1.HeldQuestion{}
	for _, m := range messages {
		request.Messages = append(request.Messages, &dispatchv1.HeldMessage{Stream: m.Stream, Sequence: m.Sequence, StoredNs: m.Stored, Attempt: m.Attempt})
	}
	data, _ := proto.Marshal(request) // fails for invalid UTF-8 alone, and all of it are names of ours
	return data
}

var (
	encoded = map[Holding]dispatchv1.Holding{Held: dispatchv1.Holding_HOLDING_HELD, Done: dispatchv1.Holding_HOLDING_DONE}
	decoded = map[dispatchv1.Holding]Holding{dispatchv1.Holding_HOLDING_HELD: Held, dispatchv1.Holding_HOLDING_DONE: Done}
)
