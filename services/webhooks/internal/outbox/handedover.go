package outbox

import (
	"context"
	"slices"

	"github.com/partnerline/partnerline/services/webhooks"
)

// handedOver relays events that were handed over, without a read. It reports false, and has relayed none or only the first of them, when the outbox has to
// be read: also when there are many, of which those of one tenant must not delay the others'.
func (w *work) handedOver(ctx context.Context) (relayed bool, err error) {
	list, complete := w.handover.Take()
	wasRead := func(o webhooks.OutboxEvent) bool { return o.Seq <= w.read } // or may have been: the read that follows leaves out what was sent
	if !complete || w.behind || len(w.large) > 0 || len(list) > batchSize || slices.ContainsFunc(list, wasRead) {
		return false, nil
	}
	held, surplus := w.leases.current()
	if len(surplus) > 0 {
		return false, nil
	}
	for _, s := range held {
		if !slices.Contains(w.held, s) {
			return false, nil // it is taken over first
		}
	}
	own := list[:0]
	for _, o := range list {
		if slices.Contains(held, w.shardOf(o)) { // the others are of another replica, which was notified or reads what it takes over
			own = append(own, o)
		}
	}
	w.deliveries.Filter(own)
	for len(own) > 0 {
		n := whole(own, partAlone, maxFanOut)
		if n == 0 {
			return false, nil
		}
		if err := w.relayAll(ctx, own[:n], false); err != nil {
			return false, err
		}
		own = own[n:]
	}
	return true, nil
}
