package relay

import (
	"fmt"

	"github.com/nats-io/nats.go"

	"github.com/partnerline/partnerline/internal/streams"
	"github.com/partnerline/partnerline/services/webhooks"
)

// Notifier returns a function that notifies the relay of a hash, whichever replica that is. A NOTIFY would wake every
// connection that listens to anything, four of each replica; and without NATS nothing can be relayed anyway.
func Notifier(nc *nats.Conn) func(hash int) {
	return func(hash int) { _ = nc.Publish(streams.OutboxSubject(hash), nil) } // what is lost is found by the poll
}

// notices subscribes to the notifications of the hashes that are relayed.
type notices struct {
	nc       *nats.Conn
	received chan *nats.Msg // when it is full, notifications are dropped: the relay is to be woken already
	of       [webhooks.Hashes]*nats.Subscription
}

func newNotices(nc *nats.Conn) *notices {
	return &notices{nc: nc, received: make(chan *nats.Msg, 1024)}
}

// set subscribes to the hashes that are relayed, and to no others.
func (n *notices) set(relayed func(hash int) bool) error {
	for h := range n.of {
		var err error
		switch wanted := relayed(h); {
		case wanted && n.of[h] == nil:
			n.of[h], err = n.nc.ChanSubscribe(streams.OutboxSubject(h), n.received)
		case !wanted && n.of[h] != nil:
			err, n.of[h] = n.of[h].Unsubscribe(), nil
		}
		if err != nil {
			return fmt.Errorf("subscribe: %w", err)
		}
	}
	return nil
}

// close ends the subscriptions.
func (n *notices) close() { _ = n.set(func(int) bool { return false }) }
