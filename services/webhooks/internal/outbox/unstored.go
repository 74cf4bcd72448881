package outbox

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/partnerline/partnerline/internal/streams"
	"github.com/partnerline/partnerline/services/webhooks"
)

const (
	// A delivery that is sent is stored by the transaction that records its first outcome, so most are written once. The others are stored so
	// much later: receivers that are near answer, and outcomes are recorded, within half of it.
	storeAfter = 300 * time.Millisecond
	storeSoon  = 5 * time.Millisecond // while readers wait for events, which get their positions then
	// storeTogether is how much younger events may be that are stored with those that are due.
	storeTogether = 100 * time.Millisecond
	maxUnstored   = 4096 // events; the relay waits for room
)

// unstored are events whose deliveries were sent and are not stored yet. Their outbox rows stand for them: a program that ends before it has stored
// them leaves them to the relay that reads the rows.
type unstored struct {
	store func(context.Context, []webhooks.OutboxEvent, time.Time) error
	log   *slog.Logger
	wake  chan struct{}

	mu      sync.Mutex // guards all below
	events  []webhooks.OutboxEvent
	sentAt  []time.Time   // of the events
	read    []bool        // of the events: they were read, not handed over
	soon    bool          // readers wait for positions
	flushes int           // calls of flush that wait
	asked   time.Time     // what was sent until then is stored at once
	fewer   chan struct{} // closed when there are fewer events
}

func newUnstored(store func(context.Context, []webhooks.OutboxEvent, time.Time) error, log *slog.Logger) *unstored {
	return &unstored{store: store, log: log, wake: make(chan struct{}, 1), fewer: make(chan struct{})}
}

// add adds events whose deliveries were sent. Their bodies, which may be large, are not needed any more.
func (u *unstored) add(events []webhooks.OutboxEvent, read bool, now time.Time) {
	u.mu.Lock()
	before := len(u.events)
	for _, o := range events {
		o.Event.Body = nil
		u.events = append(u.events, o)
		u.sentAt, u.read = append(u.sentAt, now), append(u.read, read)
	}
	full := before < maxUnstored && len(u.events) >= maxUnstored
	u.mu.Unlock()
	if before == 0 || full {
		u.hurry()
	}
}

func (u *unstored) hurry() {
	select {
	case u.wake <- struct{}{}:
	default:
	}
}

// hasten sets whether deliveries are stored soon.
func (u *unstored) hasten(soon bool) {
	u.mu.Lock()
	changed := u.soon != soon
	u.soon = soon
	u.mu.Unlock()
	if changed {
		u.hurry()
	}
}

// storeThese has what was sent until now stored at once.
func (u *unstored) storeThese(now time.Time) {
	u.mu.Lock()
	u.asked = now
	u.mu.Unlock()
	u.hurry()
}

// rows are the numbers of the events' outbox rows, unless only a part of the event was sent: a relay that begins again
// reads its row, before those behind it.
func (u *unstored) rows() []int64 {
	u.mu.Lock()
	defer u.mu.Unlock()
	rows := []int64{}
	for i := range u.events {
		if !u.events[i].Continues {
			rows = append(rows, u.events[i].Seq)
		}
	}
	return rows
}

// readRows are those of rows whose events were read.
func (u *unstored) readRows() []int64 {
	u.mu.Lock()
	defer u.mu.Unlock()
	rows := []int64{}
	for i := range u.events {
		if u.read[i] && !u.events[i].Continues {
			rows = append(rows, u.events[i].Seq)
		}
	}
	return rows
}

// room waits until there is room for a batch.
func (u *unstored) room(ctx context.Context) error {
	return u.await(ctx, func() bool { return len(u.events) <= maxUnstored })
}

// flush waits until those of the tenants of some events are stored, which is not put off.
func (u *unstored) flush(ctx context.Context, of []webhooks.OutboxEvent) error {
	hashes := map[int]bool{}
	for i := range of {
		hashes[of[i].Event.Scope.Hash()] = true
	}
	return u.storeNow(ctx, func() bool {
		return !slices.ContainsFunc(u.events, func(o webhooks.OutboxEvent) bool { return hashes[o.Event.Scope.Hash()] })
	})
}

// flushAll waits until all are stored.
func (u *unstored) flushAll(ctx context.Context) error {
	return u.storeNow(ctx, func() bool { return len(u.events) == 0 })
}

func (u *unstored) storeNow(ctx context.Context, enough func() bool) error {
	u.mu.Lock()
	done := enough()
	if !done {
		u.flushes++
	}
	u.mu.Unlock()
	if done {
		return nil
	}
	u.hurry()
	defer func() {
		u.mu.Lock()
		u.flushes--
		u.mu.Unlock()
	}()
	return u.await(ctx, enough)
}

// await waits until a condition, which is checked with the lock held, is true.
func (u *unstored) await(ctx context.Context, is func() bool) error {
	for {
		u.mu.Lock()
		done, fewer := is(), u.fewer
		u.mu.Unlock()
		if done {
			return nil
		}
		select {
		case <-fewer:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// run stores events until ctx ends, and then what is left. Trouble with Postgres is waited out.
func (u *unstored) run(ctx context.Context) error {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for ctx.Err() == nil {
		batch, wait := u.due(time.Now())
		if len(batch) > 0 {
			if err := u.save(ctx, batch); err != nil {
				if ctx.Err() != nil {
					return nil // it had the time that a program that ends has; the rows are in the outbox
				}
				u.log.WarnContext(ctx, "sent deliveries not stored", slog.Int("events", len(batch)), slog.String("error", err.Error()))
				streams.SleepContext(ctx, retryPause)
			}
			continue
		}
		timer.Reset(wait)
		select {
		case <-timer.C:
		case <-u.wake:
		case <-ctx.Done():
		}
	}
	u.mu.Lock()
	u.flushes++
	u.mu.Unlock()
	for {
		batch, _ := u.due(time.Now())
		if len(batch) == 0 {
			return nil
		}
		if err := u.save(ctx, batch); err != nil {
			u.log.WarnContext(ctx, "sent deliveries not stored: they are in the outbox", slog.Int("events", len(batch)), slog.String("error", err.Error()))
			return nil
		}
	}
}

// save stores the first events.
func (u *unstored) save(ctx context.Context, batch []webhooks.OutboxEvent) error {
	if err := u.store(ctx, batch, time.Now()); err != nil {
		return err
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	n := len(batch)
	u.events, u.sentAt, u.read = slices.Delete(u.events, 0, n), slices.Delete(u.sentAt, 0, n), slices.Delete(u.read, 0, n)
	close(u.fewer)
	u.fewer = make(chan struct{})
	return nil
}

// due returns the first events that are to be stored now, or how long there are none.
func (u *unstored) due(now time.Time) (batch []webhooks.OutboxEvent, wait time.Duration) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if len(u.events) == 0 {
		return nil, time.Hour
	}
	after := storeAfter
	switch {
	case u.flushes > 0 || len(u.events) >= maxUnstored || !u.sentAt[0].After(u.asked):
		after = 0
	case u.soon:
		after = storeSoon
	}
	if rest := u.sentAt[0].Add(after).Sub(now); rest > 0 {
		return nil, rest
	}
	n, sum := 0, 0
	for n < len(u.events) && u.sentAt[n].Add(after-storeTogether).Before(now) {
		if sum += len(u.events[n].Endpoints); sum > maxFanOut && n > 0 {
			break
		}
		n++
	}
	return slices.Clone(u.events[:n]), 0
}
