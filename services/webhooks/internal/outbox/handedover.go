package outbox

import (
	"context"
	"slices"
	"time"

	"github.com/partnerline/partnerline/services/webhooks"
)

// rounds is how many batches of what is handed over are relayed before a read, which is to find few of these events: others wait for it.
const rounds = 8

// handedOver relays events that were handed over, without a read. It reports false, and has relayed none or only the first of them, when the outbox has to
// be read.
func (w *work) handedOver(ctx context.Context) (relayed bool, err error) {
	for range rounds {
		list, complete := w.handover.Take(batchSize)
		if complete {
			relayed, err = w.relayHandedOver(ctx, list)
		}
		if !complete || !relayed {
			w.handover.Clear()
			return false, err
		}
		if len(list) < batchSize {
			break
		}
	}
	return true, nil
}

func (w *work) relayHandedOver(ctx context.Context, list []webhooks.OutboxEvent) (relayed bool, err error) {
	if w.behind {
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
		// The others are of another replica, which was notified or reads what it takes over, or were read.
		if slices.Contains(held, w.shardOf(o)) && !w.recent.has(o.Seq) && !w.waits(o) {
			own = append(own, o)
		}
	}
	own, begun := w.filter(own)
	var left []webhooks.OutboxEvent // in the outbox, until their scope may have more deliveries
	defer func() { w.enter(begun, slices.Concat(left, own)) }()
	for len(own) > 0 {
		n := w.together(own, time.Now())
		if n == 0 {
			return false, nil
		}
		if err := w.relayAll(ctx, own[:n], false); err != nil {
			return false, err
		}
		wait, next := divide(own[n:], w.waits)
		left, own = append(left, wait...), next
	}
	return true, nil
}

func divide(
	events []webhooks.OutboxEvent, which func(webhooks.OutboxEvent) bool,
) (those, others []webhooks.OutboxEvent) {
	for _, o := range events {
		if which(o) {
			those = append(those, o)
		} else {
			others = append(others, o)
		}
	}
	return those, others
}

// waits reports whether an event stays in the outbox until a large event of its scope is stored, or until the scope may
// have more deliveries: a read then finds it.
func (w *work) waits(o webhooks.OutboxEvent) bool {
	return w.pacer.isOver(o) || slices.ContainsFunc(w.large, func(l large) bool {
		return l.event.Event.Scope == o.Event.Scope
	})
}
