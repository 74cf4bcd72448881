package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/partnerline/partnerline/e2e/adversary"
	"github.com/partnerline/partnerline/e2e/procs"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

const (
	quietTenant, loudTenant = 0, 1
	quietRate               = 50 // events a second

	// What a key may do by the defaults of the programs. These rates are kept by the adversaries, since the system is
	// prepared with the same keys.
	callsAMinute      = 600
	writesAMinute     = 120
	deliveriesASecond = adversary.DeliveriesAMinute / 60
)

// A neighbour is a tenant that is at its limits of something that tenants share.
type neighbour struct {
	name     string
	resource string   // that it uses up
	environ  []string // of webhooksd and dispatcherd
	schedule string   // RETRY_SCHEDULE; empty: one whose first retries come within the measurement
	prepare  func(context.Context, *arena) error
	disturb  func(context.Context, *arena) error // until its context ends
}

var neighbours = slices.Concat(queueNeighbours, eventNeighbours, callNeighbours)

// isolationNames are what -only takes to measure one of them.
func isolationNames() (names []string) {
	for _, n := range neighbours {
		names = append(names, "isolation/"+n.name)
	}
	return names
}

// An arena is a system with a quiet tenant and a loud one.
type arena struct {
	*system
	loud     *adversary.Tenant
	receiver *sink // of the loud tenant
	quick    bool
}

// isolation is the suite of noisy neighbours: what a tenant with a steady low rate notices of each, from its first
// second. A miss counts if it repeats on another system: other work of the machine lasts for seconds as well. The
// better of both is printed.
func isolation(ctx context.Context, s settings, t *table) error {
	fmt.Fprintf(t.out, "%-15s %-48s %9s %9s %7s %7s\n",
		"neighbour", "resource", "quiet p99", "with it", "ratio", "gap, s")
	_, only, _ := strings.Cut(s.only, "/")
	for _, n := range neighbours {
		if only != "" && n.name != only {
			continue
		}
		o, err := n.measure(ctx, s)
		if err == nil && !o.met() {
			first := o
			if o, err = n.measure(ctx, s); !o.met() && o.allowed() > first.allowed() {
				o = first
			}
		}
		if err != nil {
			return fmt.Errorf("%s: %w", n.name, err)
		}
		n.report(t, o)
	}
	return nil
}

// measure measures the quiet tenant on a system of its own.
func (n neighbour) measure(ctx context.Context, s settings) (got outcome, err error) {
	o := procs.Options{RetrySchedule: n.schedule}
	if o.RetrySchedule == "" {
		o.RetrySchedule = schedule.String()
	}
	limits := []string{fmt.Sprint("RATE_LIMIT_TEST_DELIVERIES=", adversary.DeliveriesAMinute)}
	environ := append(limits, n.environ...)
	o.Environ = map[string][]string{procs.Webhooks: environ, procs.Dispatcher: environ}
	err = onSystem(ctx, s, o, 1, func(sys *system) (err error) {
		a := &arena{system: sys, quick: s.quick || s.took < 10*time.Second}
		if a.receiver, err = newSink(); err != nil {
			return err
		}
		defer a.receiver.close()
		if err := a.invite(ctx); err != nil {
			return err
		}
		if n.prepare != nil {
			if err := n.prepare(ctx, a); err != nil {
				return fmt.Errorf("prepare: %w", err)
			}
		}
		got, err = a.compare(ctx, s.took, n.disturb)
		return err
	})
	return got, err
}

// invite adds the loud tenant, without endpoints.
func (a *arena) invite(ctx context.Context) error {
	const id = "ten_loud"
	key, err := a.sys.CreateTenant(ctx, id)
	a.tenants, a.ids, a.keys = append(a.tenants, id), append(a.ids, ""), append(a.keys, key)
	a.loud = &adversary.Tenant{ID: id, Conn: a.conn, Key: key, Token: a.sys.Token}
	return err
}

// An outcome is what the quiet tenant gets without the loud one and with it.
type outcome struct {
	quiet, loud latencies
	gap         time.Duration // the longest, with the loud one
	waiting     string        // at each stage, at the end
	arrived     int           // of the loud one
}

// allowed is the p99 with the loud tenant, of what it may be.
func (o outcome) allowed() float64 {
	return ratio(o.loud.p99(), adversary.MostDisturbed(o.quiet.p99()))
}

func (o outcome) met() bool { return o.allowed() <= 1 && o.gap <= adversary.LongestGap }

// compare measures the quiet tenant without the loud one, and from its first second.
func (a *arena) compare(
	ctx context.Context, lasts time.Duration, disturb func(context.Context, *arena) error,
) (o outcome, err error) {
	if _, err := a.steady(ctx, 2*time.Second, quietRate, []int{quietTenant}); err != nil { // warm
		return o, err
	}
	first, err := a.steady(ctx, lasts/2, quietRate, []int{quietTenant})
	if err != nil {
		return o, err
	}
	second, err := a.steady(ctx, lasts/2, quietRate, []int{quietTenant})
	if err != nil {
		return o, err
	}
	o.quiet = quieter(first, second)
	a.receiver.forget()
	disturbing, end := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- disturb(disturbing, a) }()
	if o.loud, o.gap, err = a.calm(ctx, lasts); err == nil {
		o.waiting, err = a.waiting(ctx)
		o.arrived = a.receiver.arrivals()
	}
	end()
	return o, errors.Join(err, <-ended)
}

// quieter is the one with the lower p99: what else the machine does must not make room for a neighbour.
func quieter(a, b latencies) latencies {
	if b.p99() < a.p99() {
		return b
	}
	return a
}

// calm measures the quiet tenant. An event that does not arrive at all is a gap of the longest wait.
func (a *arena) calm(ctx context.Context, lasts time.Duration) (latencies, time.Duration, error) {
	c, err := a.clocked(ctx, lasts, quietRate, []int{quietTenant})
	if err != nil && ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		return latencies{settle}, settle, nil
	}
	if err != nil {
		return nil, 0, err
	}
	return c.took, c.longestGap(), nil
}

// longestGap is the longest time without an arrival, from the first call on.
func (c *clock) longestGap() (longest time.Duration) {
	arrived := make([]time.Time, len(c.started))
	for i, at := range c.started {
		arrived[i] = at.Add(c.took[i])
	}
	slices.SortFunc(arrived, time.Time.Compare)
	for i, at := range arrived {
		before := c.started[0]
		if i > 0 {
			before = arrived[i-1]
		}
		longest = max(longest, at.Sub(before))
	}
	return longest
}

// waiting is what waits at each stage.
func (a *arena) waiting(ctx context.Context) (string, error) {
	stages, err := webhooksv1.NewOperatorServiceClient(a.conn).GetBacklog(a.internal(ctx), &webhooksv1.GetBacklogRequest{})
	var list []string
	for _, stage := range stages.GetData() {
		if stage.GetWaiting() > 0 {
			list = append(list, fmt.Sprintf("%s %d", stage.GetName(), stage.GetWaiting()))
		}
	}
	return strings.Join(list, ", "), err
}

// report prints a row, and adds the figures: the p99, of what it may be, and the gap.
func (n neighbour) report(t *table, o outcome) {
	name, most := "isolation_"+n.name, adversary.LongestGap
	t.Figures[name] = figure{Value: o.allowed(), Bar: 1, AtMost: true, Met: o.allowed() <= 1}
	t.Figures[name+"_gap"] = figure{Value: o.gap.Seconds(), Bar: most.Seconds(), AtMost: true, Met: o.gap <= most}
	verdict := "missed"
	if o.met() {
		verdict = "met"
	}
	quiet, loud := o.quiet.p99(), o.loud.p99()
	fmt.Fprintf(t.out, "%-15s %-48s %9.1f %9.1f %7.2f %7.2f  %-6s  %s; %d of its own were taken; %s wait\n",
		n.name, n.resource, millis(quiet), millis(loud), ratio(loud, quiet), o.gap.Seconds(), verdict, o.loud,
		o.arrived, o.waiting)
}

// register gives the loud tenant n endpoints at a receiver, each with what change makes of it.
func (a *arena) register(ctx context.Context, url string, n int, change func(*webhooksv1.CreateEndpointRequest)) error {
	list := adversary.EndpointsAt(url, n, maxEndpoints)
	for _, e := range list {
		change(e)
	}
	return a.loud.Register(ctx, list)
}

// publishEvery publishes n events of the loud tenant in one call, again and again.
func (a *arena) publishEvery(ctx context.Context, interval time.Duration, n int, more map[string]any) error {
	return every(ctx, interval, func(ctx context.Context) error { return a.loud.Publish(ctx, n, more) })
}

// every makes calls one after the other, the next one an interval after the last began at the earliest, until ctx ends.
func every(ctx context.Context, interval time.Duration, call func(context.Context) error) error {
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		if err := call(ctx); err != nil && ctx.Err() == nil {
			return err
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return nil
		}
	}
}
