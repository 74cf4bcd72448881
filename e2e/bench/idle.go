package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"time"

	"github.com/partnerline/partnerline/internal/streams"
)

const (
	// An answer of the endpoint of P9 takes so long; with as many at once as a lane has slots that is its speed.
	answerTakes = 20 * time.Millisecond
	slots       = 8
	sustainable = int(slots * time.Second / answerTakes) // deliveries a second
	// slowMoment is how long the endpoint is silent once, so that its lane is taken for slow meanwhile.
	slowMoment = time.Second
)

// asHog makes this program one that does nothing but take a processor.
const asHog = "PARTNERLINE_BENCH_HOG"

func runHog() {
	for {
		runtime.KeepAlive(nil)
	}
}

// idleWatch finds the longest time for which an endpoint got no request although deliveries to it were waiting.
type idleWatch struct {
	mu         sync.Mutex // guards all below
	silentTill time.Time
	seen       map[string]struct{}
	published  int // acknowledged by the API
	inFlight   int
	idleSince  time.Time
	longest    time.Duration
}

func newIdleWatch() *idleWatch { return &idleWatch{seen: map[string]struct{}{}, idleSince: time.Now()} }

// publish notes that n more deliveries wait.
func (l *idleWatch) publish(n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.inFlight == 0 && l.published <= len(l.seen) {
		l.idleSince = time.Now()
	}
	l.published += n
}

func (l *idleWatch) begin(id string) (answerAt time.Time) {
	now := time.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.inFlight == 0 && l.published > len(l.seen) {
		l.longest = max(l.longest, now.Sub(l.idleSince))
	}
	l.inFlight++
	l.seen[id] = struct{}{}
	if now.Before(l.silentTill) {
		now = l.silentTill
	}
	return now.Add(answerTakes)
}

func (l *idleWatch) end() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.inFlight--; l.inFlight == 0 {
		l.idleSince = time.Now()
	}
}

func (l *idleWatch) silent(d time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.silentTill = time.Now().Add(d)
}

func (l *idleWatch) state() (arrived, published int, longest time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.seen), l.published, l.longest
}

// idleLane is P9: how long at most a healthy endpoint is idle while deliveries to it wait anywhere, at its own speed,
// three and ten times that, with a slow moment in the middle and a processor hog beside.
func (l *system) idleLane(ctx context.Context, s settings, t *table) error {
	exe, err := os.Executable()
	if err != nil {
		return err
	}
	ctx, stopHog := context.WithCancel(ctx)
	hog := exec.CommandContext(ctx, exe) //nolint:gosec // this program itself
	hog.Env = append(os.Environ(), asHog+"=1")
	if err := hog.Start(); err != nil {
		stopHog()
		return err
	}
	defer func() {
		stopHog()
		_ = hog.Wait() // it is killed
	}()
	worst, what := time.Duration(0), ""
	for _, times := range []int{1, 3, 10} {
		idle, n, took, err := l.overload(ctx, s.took/4, times*sustainable)
		if err != nil {
			return err
		}
		worst = max(worst, idle)
		what += fmt.Sprintf("; %dx: %d deliveries in %.1f s, idle for %.2f s", times, n, took.Seconds(), idle.Seconds())
	}
	t.atMost("P9", worst.Seconds(), 1,
		"s, longest idle time of a healthy endpoint while deliveries to it wait, a hog beside%s", what)
	return nil
}

// overload publishes to the endpoint of P9 at a rate for a while, and waits until all has arrived.
func (l *load) overload(ctx context.Context, lasts time.Duration, rate int) (idle time.Duration, n int,
	took time.Duration, err error) {
	watch := newIdleWatch()
	l.sink.idleWatch.Store(watch)
	l.sink.set(measured, overloaded)
	began := time.Now()
	for ; time.Since(began) < lasts; n += batch {
		streams.SleepContext(ctx, time.Until(began.Add(time.Duration(n)*time.Second/time.Duration(rate))))
		if err := l.publishBatch(ctx, []int{overloaded}); err != nil {
			return 0, 0, 0, err
		}
		watch.publish(batch)
		if before := lasts / 2; time.Since(began) >= before && watch.first() {
			watch.silent(slowMoment)
		}
	}
	wait, cancel := context.WithTimeout(ctx, settle)
	defer cancel()
	for {
		arrived, published, longest := watch.state()
		if arrived >= published {
			return longest, n, time.Since(began), nil
		}
		if !streams.SleepContext(wait, 20*time.Millisecond) {
			return 0, 0, 0, fmt.Errorf("%d of %d deliveries arrived: %w", arrived, published, wait.Err())
		}
	}
}

// first reports whether the endpoint has had no slow moment yet.
func (l *idleWatch) first() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.silentTill.IsZero()
}
