package usecase

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/sony/gobreaker/v2"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"

	"github.com/partnerline/partnerline/internal/telemetry"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
)

const (
	claimEvery = 250 * time.Millisecond
	claimMost  = 16
	atOnce     = 8 // calls of one part
	// claimTTL is longer than a batch takes, whose calls each end by provider.CallTimeout.
	claimTTL = time.Minute
	// A part whose calls fail one after another is left alone for a while; then one call tries whether it answers.
	breakerFailures = 5
	breakerOpen     = 10 * time.Second
)

// A Caller makes a call of one kind: it reads what there is to say, calls within the deadline of ctx, and stores what
// came of it. It may be called again for the same call, whatever became of it before. A *provider.Failure that is final
// ends the call, once its consequence is stored; after any other error it is repeated.
type Caller func(ctx context.Context, c provider.Call) error

// A Runner makes the calls that are due.
type Runner struct {
	pool    *pgxpool.Pool
	store   postgres.CallStore
	callers map[provider.Kind]Caller
	parts   map[provider.Part]*part
	metrics metrics
	hops    *telemetry.Hops
	log     *slog.Logger
	now     func() time.Time
}

// A part is a provider and its kinds of calls.
type part struct {
	kinds   []provider.Kind
	breaker *gobreaker.CircuitBreaker[struct{}]
}

// NewRunner returns a runner of the kinds that callers has; Run does its work.
func NewRunner(
	pool *pgxpool.Pool, callers map[provider.Kind]Caller, meter metric.Meter, hops *telemetry.Hops, log *slog.Logger,
	now func() time.Time,
) (*Runner, error) {
	r := &Runner{pool: pool, callers: callers, parts: map[provider.Part]*part{}, hops: hops, log: log, now: now}
	for kind := range callers {
		name := kind.Part()
		if r.parts[name] == nil {
			r.parts[name] = &part{breaker: r.newBreaker(name)}
		}
		r.parts[name].kinds = append(r.parts[name].kinds, kind)
	}
	var err error
	r.metrics, err = observe(meter, r)
	return r, err
}

func (r *Runner) newBreaker(name provider.Part) *gobreaker.CircuitBreaker[struct{}] {
	return gobreaker.NewCircuitBreaker[struct{}](gobreaker.Settings{
		Name: string(name), MaxRequests: 1, Timeout: breakerOpen,
		ReadyToTrip: func(c gobreaker.Counts) bool { return c.ConsecutiveFailures >= breakerFailures },
		// A refusal is an answer, and a failure of this program is not the provider's.
		IsSuccessful: func(err error) bool {
			f, ok := errors.AsType[*provider.Failure](err)
			return !ok || f.Final
		},
		OnStateChange: func(name string, _, to gobreaker.State) {
			r.log.LogAttrs(context.Background(), slog.LevelWarn, "circuit breaker changed", slog.String("part", name),
				slog.String("state", to.String()))
		},
	})
}

// Run makes calls until ctx ends, those of each part separately, so that a slow part delays no other. Several programs
// may run it; each call is made by one of them at a time.
func (r *Runner) Run(ctx context.Context) error {
	var wg sync.WaitGroup
	for _, p := range r.parts {
		wg.Go(func() { r.run(ctx, p) })
	}
	wg.Wait()
	<-ctx.Done()
	return nil
}

func (r *Runner) run(ctx context.Context, p *part) {
	tick := time.NewTicker(claimEvery)
	defer tick.Stop()
	for {
		for more := true; more && ctx.Err() == nil; {
			n, err := r.step(ctx, p)
			if err != nil && ctx.Err() == nil {
				r.log.LogAttrs(ctx, slog.LevelWarn, "provider calls not claimed", slog.String("cause", err.Error()))
			}
			more = err == nil && n == claimMost
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Step makes once the calls that are due.
func (r *Runner) Step(ctx context.Context) (failed error) {
	for _, p := range r.parts {
		_, err := r.step(ctx, p)
		failed = errors.Join(failed, err)
	}
	return failed
}

// step makes calls of a part that are due, and returns how many.
func (r *Runner) step(ctx context.Context, p *part) (int, error) {
	most := claimMost
	switch p.breaker.State() {
	case gobreaker.StateOpen:
		return 0, nil
	case gobreaker.StateHalfOpen:
		most = 1
	}
	now := r.moment()
	due, err := r.store.ClaimCalls(ctx, r.pool, p.kinds, now, now.Add(claimTTL), most)
	if err != nil {
		return 0, err
	}
	var wg sync.WaitGroup
	slots := make(chan struct{}, atOnce)
	for _, c := range due {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			if err := r.call(ctx, p, c); err != nil && ctx.Err() == nil {
				r.log.LogAttrs(ctx, slog.LevelError, "outcome of a provider call not stored", slog.String("kind", string(c.Kind)),
					slog.String("subject", c.Subject), slog.String("cause", err.Error()))
			}
		})
	}
	wg.Wait()
	return len(due), nil
}

// call makes one call and stores its outcome. If the outcome cannot be stored, the call is due again after the claim.
func (r *Runner) call(ctx context.Context, p *part, c provider.Call) error {
	traceparent, end := r.hops.Begin(c.Traceparent, "provider "+string(c.Kind), trace.SpanKindClient)
	defer end()
	ctx = telemetry.WithTraceparent(ctx, traceparent)
	start := time.Now()
	_, err := p.breaker.Execute(func() (struct{}, error) {
		within, cancel := context.WithTimeout(ctx, provider.CallTimeout)
		defer cancel()
		return struct{}{}, r.callers[c.Kind](within, c)
	})
	if errors.Is(err, gobreaker.ErrOpenState) || errors.Is(err, gobreaker.ErrTooManyRequests) {
		return r.store.CallPostponed(ctx, r.pool, c.ID, r.moment().Add(breakerOpen))
	}
	if ctx.Err() != nil {
		return nil // the program stops; the call is due again after the claim
	}
	refusal := provider.Refused(err)
	outcome, level := "done", slog.LevelInfo
	switch {
	case refusal != nil:
		outcome = "refused"
	case err != nil:
		outcome, level = "failed", slog.LevelWarn
	}
	r.metrics.ended(ctx, c.Kind, outcome, time.Since(start))
	attrs := []slog.Attr{
		slog.String("kind", string(c.Kind)), slog.String("subject", c.Subject), slog.Int("attempt", c.Attempt),
		slog.String("outcome", outcome),
		slog.Float64("took_ms", float64(time.Since(start).Microseconds())/1000),
	}
	if err != nil {
		attrs = append(attrs, slog.String("cause", err.Error()))
	}
	r.log.LogAttrs(ctx, level, "provider called", attrs...)
	switch now := r.moment(); {
	case refusal != nil:
		return r.store.CallDone(ctx, r.pool, c.ID, refusal.Code, now)
	case err != nil:
		return r.store.CallFailed(ctx, r.pool, c.ID, provider.FailureCode(err),
			now.Add(c.Kind.RetryAfter(c.Attempt, rand.Float64()))) //nolint:gosec // only spreads repeats
	default:
		return r.store.CallDone(ctx, r.pool, c.ID, "", now)
	}
}

func (r *Runner) moment() time.Time { return r.now().UTC().Truncate(time.Millisecond) }
