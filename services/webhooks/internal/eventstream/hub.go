// Package eventstream sends the log of events to readers as it grows. A process reads the log once for all its streams
// and keeps nothing of it: a stream that begins further back reads up to the head by itself, and one that falls behind
// ends, to be resumed from the log.
package eventstream

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/internal/streams"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
	"github.com/partnerline/partnerline/services/webhooks/internal/usecase"
)

const (
	poll       = time.Second            // for notifications that were lost with a connection
	pause      = 20 * time.Millisecond  // between two reads of the log: bounds their number under load
	retryPause = 500 * time.Millisecond // after trouble with the database
	keyCheck   = time.Second            // between two checks of the keys that streams were opened with
	page       = 200                    // events of one read
	catchingUp = 4                      // streams that read the log by themselves at the same time: the pool is for calls
)

// Limits bound the streams of a process.
type Limits struct {
	PerKey    int           // streams at once of a key
	Age       time.Duration // of a stream, so that readers spread over replicas that were added; 0: none
	Heartbeat time.Duration
	Buffered  int // events, and
	Bytes     int // their size, that a reader may be behind
}

// DefaultLimits are those of the program, but for Age.
var DefaultLimits = Limits{PerKey: 10, Heartbeat: 15 * time.Second, Buffered: 1000, Bytes: 4 << 20}

// Hub sends new events to streams.
type Hub struct {
	pool   *pgxpool.Pool
	log    *usecase.EventLog
	keys   *usecase.Tenants
	limits Limits
	stop   <-chan struct{}
	slog   *slog.Logger
	wake   chan struct{}
	reads  chan struct{} // a token for each stream that catches up

	mu      sync.Mutex // guards all below
	perKey  map[string]int
	streams map[*stream]struct{}                    // all
	joined  map[webhooks.Scope]map[*stream]struct{} // those that get new events
	head    int64                                   // up to here the log has been read for them
	target  int64                                   // up to here it is being read
	reading bool
}

// NewHub returns a hub, whose streams end when stop closes; Run must run for new events to be sent.
func NewHub(
	pool *pgxpool.Pool, log *usecase.EventLog, keys *usecase.Tenants, limits Limits, stop <-chan struct{}, l *slog.Logger,
) *Hub {
	return &Hub{
		pool: pool, log: log, keys: keys, limits: limits, stop: stop, slog: l, wake: make(chan struct{}, 1),
		reads:  make(chan struct{}, catchingUp),
		perKey: map[string]int{}, streams: map[*stream]struct{}{}, joined: map[webhooks.Scope]map[*stream]struct{}{},
	}
}

// Run reads the log until ctx ends. Trouble with the database is waited out: nothing can be missed in the log.
func (h *Hub) Run(ctx context.Context) error {
	var g errgroup.Group
	g.Go(func() error { return h.repeat(ctx, h.listen) })
	g.Go(func() error { return h.repeat(ctx, h.follow) })
	g.Go(func() error { return h.repeat(ctx, h.checkKeys) })
	return g.Wait()
}

func (h *Hub) repeat(ctx context.Context, f func(context.Context) error) error {
	for ctx.Err() == nil {
		if err := f(ctx); err != nil && ctx.Err() == nil {
			h.slog.WarnContext(ctx, "event streams interrupted", slog.String("error", err.Error()))
			streams.SleepContext(ctx, retryPause)
		}
	}
	return nil
}

// listen wakes the hub when the log is longer.
func (h *Hub) listen(ctx context.Context) error {
	conn, release, err := pgdb.Dedicate(ctx, h.pool)
	if err != nil {
		return err
	}
	defer release()
	if _, err := conn.Exec(ctx, `LISTEN `+postgres.ChannelEventLog); err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	for locked := false; ; {
		h.hurry()
		if joined := h.anyJoined(); joined != locked {
			if err := lockLog(ctx, conn, joined); err != nil {
				return fmt.Errorf("lock: %w", err)
			}
			locked = joined
		}
		if err := waitFor(ctx, conn, poll); err != nil {
			return fmt.Errorf("wait: %w", err)
		}
	}
}

// lockLog makes relays store soon what they have sent, or ends that: storing gives events their positions.
func lockLog(ctx context.Context, conn *pgx.Conn, lock bool) error {
	statement := `SELECT pg_advisory_unlock_shared($1, 0)`
	if lock {
		statement = `SELECT pg_advisory_lock_shared($1, 0)`
	}
	_, err := conn.Exec(ctx, statement, postgres.LogReaders)
	return err
}

// waitFor waits for a notification, but not longer than a while.
func waitFor(ctx context.Context, conn *pgx.Conn, longest time.Duration) error {
	until, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	if _, err := conn.WaitForNotification(until); err != nil && (ctx.Err() != nil || until.Err() == nil) {
		return err
	}
	return nil
}

func (h *Hub) hurry() {
	select {
	case h.wake <- struct{}{}:
	default:
	}
}

// follow sends what is new whenever the log is longer, or nothing was heard for a while.
func (h *Hub) follow(ctx context.Context) error {
	for {
		if err := h.advance(ctx); err != nil {
			return err
		}
		if !streams.SleepContext(ctx, pause) {
			return nil
		}
		select {
		case <-h.wake:
		case <-time.After(poll):
		case <-ctx.Done():
			return nil
		}
	}
}

// advance reads the log up to its head for the scopes that have streams. Without streams it reads nothing.
func (h *Hub) advance(ctx context.Context) error {
	if !h.anyJoined() {
		return nil
	}
	to, err := h.log.LogHead(ctx)
	if err != nil {
		return err
	}
	after, scopes := h.begin(to)
	defer h.done()
	for len(scopes) > 0 && after < to {
		list, err := h.log.ReadLogOfScopes(ctx, scopes, after, to, page)
		if err != nil {
			return err
		}
		if len(list) < page {
			after = to
		} else {
			after = list[len(list)-1].Position
		}
		h.send(list, after)
	}
	return nil
}

func (h *Hub) anyJoined() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.joined) > 0
}

// begin notes up to where the log is read. A stream that joins from now on gets what is behind that.
func (h *Hub) begin(to int64) (after int64, scopes []webhooks.Scope) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.reading, h.target = true, max(h.target, to)
	for sc := range h.joined {
		scopes = append(scopes, sc)
	}
	return h.head, scopes
}

func (h *Hub) done() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.reading = false
}

// send hands events to the streams that want them.
func (h *Hub) send(list []webhooks.LoggedEvent, head int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.head = head
	for _, e := range list {
		for s := range h.joined[e.Event.Scope] {
			s.add(e, h.limits)
		}
	}
}

// join makes a stream that has read up to a position get new events. It returns the position up to which the stream
// reads by itself.
func (h *Hub) join(s *stream, position int64) (until int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.joined) == 0 && !h.reading { // the log was not followed
		h.head, h.target = position, position
	}
	sc := s.reader.Filter.Scope
	if h.joined[sc] == nil {
		h.joined[sc] = map[*stream]struct{}{}
	}
	h.joined[sc][s] = struct{}{}
	h.hurry()
	return h.target
}

// open counts a stream of a key; ErrTooManyStreams when the key has Limits.PerKey streams.
func (h *Hub) open(s *stream) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.perKey[s.reader.Key] >= h.limits.PerKey {
		e := *webhooks.ErrTooManyStreams
		e.RetryAfter = time.Second
		return &e
	}
	h.perKey[s.reader.Key]++
	h.streams[s] = struct{}{}
	return nil
}

func (h *Hub) leave(s *stream) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.streams, s)
	if h.perKey[s.reader.Key]--; h.perKey[s.reader.Key] == 0 {
		delete(h.perKey, s.reader.Key)
	}
	sc := s.reader.Filter.Scope
	if delete(h.joined[sc], s); len(h.joined[sc]) == 0 {
		delete(h.joined, sc)
	}
}

// checkKeys ends the streams whose key was revoked or has expired.
func (h *Hub) checkKeys(ctx context.Context) error {
	for streams.SleepContext(ctx, keyCheck) {
		used := h.usedKeys()
		if len(used) == 0 {
			continue
		}
		valid, err := h.keys.ValidKeys(ctx, used)
		if err != nil {
			return err
		}
		h.endOthers(used, valid)
	}
	return nil
}

func (h *Hub) usedKeys() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	var list []string
	for key := range h.perKey {
		list = append(list, key)
	}
	return list
}

func (h *Hub) endOthers(checked, valid []string) {
	ended := map[string]bool{}
	for _, key := range checked {
		ended[key] = true
	}
	for _, key := range valid {
		delete(ended, key)
	}
	if len(ended) == 0 {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for s := range h.streams {
		if ended[s.reader.Key] {
			s.end(webhooks.ErrInvalidCredentials)
		}
	}
}
