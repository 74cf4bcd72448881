package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/partnerline/partnerline/e2e/procs"
	"github.com/partnerline/partnerline/internal/retry"
	"github.com/partnerline/partnerline/internal/streams"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

// schedule has short first delays, so that retries come within a run, and the last one of the requirements, in which
// deliveries stay parked.
var schedule = retry.Schedule{2 * time.Second, 5 * time.Second, 10 * time.Second, 30 * time.Minute}

const (
	rate         = 500 // events a second of all measurements here
	recoveryRate = 100 // deliveries a second of all recoveries: RECOVERY_RATE by default

	// Numbers of endpoints that get into trouble, beside the healthy ones, which are 0 to endpoints-1.
	hanging    = 5 // of endpoints: the last ones of them, 10 %
	failing    = 5 // more endpoints
	backFrom   = endpoints + failing
	overloaded = backFrom + 1
	allNumbers = overloaded + 1
)

// trouble is what trouble of some endpoints costs the others.
func trouble(ctx context.Context, s settings, t *table) error {
	o := procs.Options{RetrySchedule: schedule.String()}
	roomForMillions(&o)
	return onSystem(ctx, s, o, allNumbers, func(sys *system) error { return sys.trouble(ctx, s, t) })
}

func (l *system) trouble(ctx context.Context, s settings, t *table) error {
	l.sink.delays = schedule
	if _, err := l.steady(ctx, 2*time.Second, rate, healthy()); err != nil { // warm
		return err
	}
	all := s.only == "" || s.only == "trouble"
	for _, m := range []struct {
		name    string
		measure func(context.Context, settings, *table) error
	}{
		{"P3", l.hangingEndpoints}, {"recovery", l.recovery}, {"P4", l.parkedRetries}, {"P6", l.retriesInTime},
		{"P9", l.idleLane},
	} {
		if !all && s.only != m.name {
			continue
		}
		if err := m.measure(ctx, s, t); err != nil {
			return fmt.Errorf("%s: %w", m.name, err)
		}
	}
	if !all && s.only != "P4" {
		return nil // the million deliveries of P7 are those of P4
	}
	peak, err := procField(fmt.Sprintf("/proc/%d/status", l.sys.Dispatchers[0].PID()), "VmHWM:")
	if err != nil {
		return err
	}
	t.atMost("P7", peak/1024, 256, "MiB, peak of the dispatcher through all of this, %d deliveries behind it", s.parked)
	return nil
}

func numbers(from, to int) []int {
	var list []int
	for i := from; i < to; i++ {
		list = append(list, i)
	}
	return list
}

func healthy() []int { return numbers(0, endpoints-hanging) }

// hangsFor is how long endpoints hang before P3 is measured: longer than it takes to learn that they do.
const hangsFor = 15 * time.Second

// hangingEndpoints is P3_first, from the instant that endpoints begin to hang, and P3, when they have for a while.
func (l *system) hangingEndpoints(ctx context.Context, s settings, t *table) error {
	sick := numbers(endpoints-hanging, endpoints)
	base, err := l.steady(ctx, hangsFor, rate, numbers(0, endpoints))
	if err != nil {
		return err
	}
	l.sink.set(hangs, sick...)
	first, err := l.steady(ctx, hangsFor, rate, numbers(0, endpoints))
	var later latencies
	if err == nil {
		later, err = l.steady(ctx, s.took, rate, numbers(0, endpoints))
	}
	l.sink.set(answers, sick...)
	if err != nil {
		return err
	}
	t.atMost("P3_first", ratio(first.p99(), base.p99()), 1.5,
		"healthy p99 in the first %s of 10 %% of the endpoints hanging %.1f ms, before %.1f ms; %s; before %s",
		hangsFor, millis(first.p99()), millis(base.p99()), first, base)
	t.atMost("P3", ratio(later.p99(), base.p99()), 1.2, "healthy p99 after these %.1f ms; %s", millis(later.p99()), later)
	return l.idle(ctx)
}

// missed is how many events wait for the endpoint that comes back: twice what is sent while the others are measured.
func missed(s settings) int { return 2 * recoveryRate * int(s.took.Seconds()) }

// recovery is what others notice of an endpoint that comes back from a long outage.
func (l *system) recovery(ctx context.Context, s settings, t *table) error {
	op := webhooksv1.NewOperatorServiceClient(l.conn)
	back := l.ids[backFrom]
	if _, err := op.SetAutomaticRecovery(l.internal(ctx),
		&webhooksv1.SetAutomaticRecoveryRequest{Id: back, Window: hour}); err != nil {
		return err
	}
	if _, err := op.PauseEndpoint(l.internal(ctx),
		&webhooksv1.PauseEndpointRequest{Id: back, Reason: "outage"}); err != nil {
		return err
	}
	n := missed(s)
	for range n / batch {
		if err := l.publishBatch(ctx, []int{backFrom}); err != nil {
			return err
		}
	}
	if err := l.idle(ctx); err != nil {
		return err
	}
	base, err := l.steady(ctx, s.took, rate, healthy())
	if err != nil {
		return err
	}
	l.sink.forget()
	began := time.Now()
	if _, err := op.ResumeEndpoint(l.internal(ctx), &webhooksv1.ResumeEndpointRequest{Id: back}); err != nil {
		return err
	}
	during, err := l.steady(ctx, s.took, rate, healthy())
	if err != nil {
		return err
	}
	wait, cancel := context.WithTimeout(ctx, settle)
	defer cancel()
	if err := l.sink.await(wait, n+len(during)); err != nil {
		return fmt.Errorf("recovery: %w", err)
	}
	t.atMost("recovery_p99", ratio(during.p99(), base.p99()), 1.2,
		"others' p99 while %d missed events are recovered %.1f ms, before %.1f ms; all arrived in %.1f s",
		n, millis(during.p99()), millis(base.p99()), time.Since(began).Seconds())
	return l.idle(ctx)
}

// parkedRetries is P4.
func (l *system) parkedRetries(ctx context.Context, s settings, t *table) error {
	var latency [2]time.Duration
	var perSecond [2]float64
	for i := range 2 {
		if i == 1 {
			if err := l.park(ctx, s.parked); err != nil {
				return fmt.Errorf("park: %w", err)
			}
		}
		took, err := l.steady(ctx, s.took, rate, healthy())
		if err != nil {
			return err
		}
		latency[i] = took.p99()
		if perSecond[i], err = l.measure(ctx, s.took, l.publishOneByOne); err != nil {
			return err
		}
	}
	t.atMost("P4_p99", ratio(latency[1], latency[0]), 1.2,
		"fresh p99 with %d deliveries parked in retry %.1f ms, with none %.1f ms", s.parked, millis(latency[1]),
		millis(latency[0]))
	t.atLeast("P4_throughput", perSecond[1]/perSecond[0], 0.9, "deliveries/s with them %.0f, with none %.0f",
		perSecond[1], perSecond[0])
	return nil
}

// retriesInTime is P6: retries of failing endpoints, under the load of the healthy ones.
func (l *system) retriesInTime(ctx context.Context, s settings, t *table) error {
	sick := numbers(endpoints, endpoints+failing)
	l.sink.set(fails, sick...)
	l.sink.retries()
	lasts := s.took + schedule[0] + schedule[1] + schedule[2] + time.Second
	done := make(chan error, 1)
	events := 0
	go func() {
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for end := time.Now().Add(s.took); time.Now().Before(end); <-tick.C {
			if err := l.publishBatch(ctx, sick); err != nil {
				done <- err
				return
			}
			events += batch
		}
		done <- nil
	}()
	_, err := l.steady(ctx, lasts, rate, healthy())
	if err := errors.Join(err, <-done); err != nil {
		return err
	}
	late := l.sink.retries()
	inTime := 0
	for _, d := range late {
		if d >= 0 && d <= time.Second {
			inTime++
		}
	}
	if len(late) < 3*events {
		return fmt.Errorf("P6: %d retries came, want %d", len(late), 3*events)
	}
	t.atLeast("P6", 100*float64(inTime)/float64(len(late)), 100,
		"%% of %d retries fired within [due, due + 1 s] under load; the latest %.0f ms after it is due",
		len(late), millis(slices.Max(late)))
	return nil
}

// idle waits until nothing is on its way that is not parked for long.
func (l *load) idle(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, settle)
	defer cancel()
	op := webhooksv1.NewOperatorServiceClient(l.conn)
	for {
		r, err := op.GetBacklog(l.internal(ctx), &webhooksv1.GetBacklogRequest{})
		if err != nil {
			return err
		}
		waiting := int64(0)
		for _, stage := range r.GetData() {
			if stage.GetName() != streams.Retry(len(schedule)) {
				waiting += stage.GetWaiting()
			}
		}
		if waiting == 0 {
			return nil
		}
		if !streams.SleepContext(ctx, 100*time.Millisecond) {
			return fmt.Errorf("%d still wait: %w", waiting, ctx.Err())
		}
	}
}
