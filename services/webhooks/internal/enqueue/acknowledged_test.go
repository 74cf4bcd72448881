package enqueue

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A publication is acknowledged, or fails, after a time; 0 is never.
type publication struct {
	ok  chan *jetstream.PubAck
	err chan error
}

func published(after time.Duration, err error) publication {
	p := publication{make(chan *jetstream.PubAck, 1), make(chan error, 1)}
	switch {
	case after == 0:
	case err != nil:
		time.AfterFunc(after, func() { p.err <- err })
	default:
		time.AfterFunc(after, func() { p.ok <- &jetstream.PubAck{} })
	}
	return p
}

func (p publication) Ok() <-chan *jetstream.PubAck { return p.ok }
func (p publication) Err() <-chan error            { return p.err }
func (p publication) Msg() *nats.Msg               { return nil }

// A stream that is slow is waited for while it acknowledges something; an acknowledgement that was lost, for two
// seconds.
func TestAcknowledged(t *testing.T) {
	t.Parallel()
	refused := errors.New("refused")
	for name, c := range map[string]struct {
		published []time.Duration
		err       error // of the last
		took      time.Duration
		fails     bool
	}{
		"nothing":     {},
		"all at once": {published: []time.Duration{time.Second, time.Second}, took: time.Second},
		"slow": {published: []time.Duration{1500 * time.Millisecond, 3 * time.Second, 4500 * time.Millisecond},
			took: 4500 * time.Millisecond},
		"one was lost": {published: []time.Duration{time.Second, 0, time.Second},
			took: time.Second + ackTimeout, fails: true},
		"one is refused": {published: []time.Duration{time.Second, 1500 * time.Millisecond}, err: refused,
			took: 1500 * time.Millisecond, fails: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var list []jetstream.PubAckFuture
				for i, after := range c.published {
					var err error
					if i == len(c.published)-1 {
						err = c.err
					}
					list = append(list, published(after, err))
				}
				began := time.Now()
				err := Acknowledged(t.Context(), list)
				if (err != nil) != c.fails || c.err != nil && !errors.Is(err, c.err) {
					t.Errorf("error %v", err)
				}
				if took := time.Since(began); took != c.took {
					t.Errorf("it took %s, want %s", took, c.took)
				}
			})
		})
	}
}
