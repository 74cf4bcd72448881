package usecase

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/operations/figures"
	"github.com/partnerline/partnerline/services/partnerconnect/operations/postgres"
)

const (
	countEvery   = 5 * time.Second
	countBatch   = 1000
	countTimeout = 10 * time.Second // of one batch
	// openFor is how long what is open is not read again, however many scrape: it costs more the more is open.
	openFor     = 15 * time.Second
	openTimeout = 2 * time.Second // a page of metrics may wait for another reading of it
)

// Figures are the business in numbers. What moved is counted from the events of the feed, which commit with what they
// are about: each is counted by one program, once, so that the sum of all programs is what happened. What is open is
// read from the database, and the same in all programs.
type Figures struct {
	pool  *pgxpool.Pool
	store postgres.FiguresStore
	log   *slog.Logger
	now   func() time.Time

	moved, movedAmount metric.Int64Counter
	onboardings        metric.Int64Counter
	activation         metric.Float64Histogram

	open struct {
		sync.Mutex // guards the rest
		at         time.Time
		underWay   []figures.UnderWay
		money      []figures.OpenMoney
		currencies []string
	}
}

// NewFigures returns the figures; their series are in the metrics from then on, with 0.
func NewFigures(
	pool *pgxpool.Pool, meter metric.Meter, log *slog.Logger, now func() time.Time,
) (*Figures, error) {
	f := &Figures{pool: pool, log: log, now: now}
	var errs [5]error
	f.moved, errs[0] = meter.Int64Counter("partnerconnect.money.moved",
		metric.WithDescription("Payments, refunds, chargebacks and payouts that came to a status."))
	f.movedAmount, errs[1] = meter.Int64Counter("partnerconnect.money.moved.amount",
		metric.WithDescription("Their amounts in minor units; of a payment that is refunded what is given back."))
	f.onboardings, errs[2] = meter.Int64Counter("partnerconnect.onboardings.moved",
		metric.WithDescription("Onboardings that came to a status."))
	f.activation, errs[3] = meter.Float64Histogram("partnerconnect.onboardings.activation", metric.WithUnit("s"),
		metric.WithExplicitBucketBoundaries(60, 600, 3600, 4*3600, 86400, 2*86400, 4*86400, 7*86400, 14*86400, 30*86400),
		metric.WithDescription("How long it took from the draft of an onboarding until it was active."))
	errs[4] = f.observe(meter)
	if err := errors.Join(errs[:]...); err != nil {
		return nil, err
	}
	for _, livemode := range []bool{true, false} {
		for _, s := range onboarding.Statuses {
			f.onboardings.Add(context.Background(), 0, mode(livemode, attribute.String("status", string(s))))
		}
	}
	f.begin(context.Background(), baseCurrency)
	return f, nil
}

// baseCurrency is that of channels for which no other was set.
const baseCurrency = "PLN"

// mode is the attributes of a series that has a mode.
func mode(livemode bool, more ...attribute.KeyValue) metric.MeasurementOption {
	name := "test"
	if livemode {
		name = "live"
	}
	return metric.WithAttributes(append(more, attribute.String("mode", name))...)
}

func ofKind(k figures.Kind, more ...attribute.KeyValue) []attribute.KeyValue {
	return append(more, attribute.String("object", k.Object), attribute.String("status", k.Status))
}

// begin makes the counters of a currency exist before the first one.
func (f *Figures) begin(ctx context.Context, currency string) {
	for _, livemode := range []bool{true, false} {
		for _, k := range figures.Moves {
			of := mode(livemode, ofKind(k, attribute.String("currency", currency))...)
			f.moved.Add(ctx, 0, of)
			f.movedAmount.Add(ctx, 0, of)
		}
	}
}

// Run counts until ctx ends.
func (f *Figures) Run(ctx context.Context) error {
	tick := time.NewTicker(countEvery)
	defer tick.Stop()
	for {
		if err := f.Count(ctx); err != nil && ctx.Err() == nil {
			f.log.LogAttrs(ctx, slog.LevelWarn, "events not counted", slog.String("cause", err.Error()))
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// Count counts all events that no program has counted yet. What a program has counted and nothing has scraped when it
// ends is lost, as with any counter.
func (f *Figures) Count(ctx context.Context) error {
	currencies, err := f.store.Currencies(ctx, f.pool)
	if err != nil {
		return err
	}
	for _, c := range currencies {
		f.begin(ctx, c)
	}
	for more := true; more; {
		list, err := f.take(ctx)
		if err != nil {
			return err
		}
		for _, e := range list {
			if err := f.add(ctx, e); err != nil { // it stays uncounted: another try would find the same
				f.log.LogAttrs(ctx, slog.LevelError, "event not counted", slog.String("cause", err.Error()))
			}
		}
		more = len(list) == countBatch
	}
	return nil
}

// take takes the next events out of those that are not counted; none where another program took them meanwhile. What
// reads runs without a transaction, whose number would hold back all who read the feed.
func (f *Figures) take(ctx context.Context) ([]figures.Stored, error) {
	ctx, cancel := context.WithTimeout(ctx, countTimeout)
	defer cancel()
	at, err := f.store.Counted(ctx, f.pool)
	if err != nil {
		return nil, err
	}
	list, err := f.store.After(ctx, f.pool, at, countBatch)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	if mine, err := f.store.SetCounted(ctx, f.pool, at, list[len(list)-1].Position); err != nil || !mine {
		return nil, err
	}
	return list, nil
}

func (f *Figures) add(ctx context.Context, e figures.Stored) error {
	m, moved, err1 := e.Move()
	if moved {
		of := mode(e.Livemode, ofKind(m.Kind, attribute.String("currency", m.Currency))...)
		f.moved.Add(ctx, 1, of)
		f.movedAmount.Add(ctx, m.Amount, of)
	}
	s, moved, err2 := e.Status()
	if moved {
		f.onboardings.Add(ctx, 1, mode(e.Livemode, attribute.String("status", string(s))))
		if s == onboarding.Active {
			f.activation.Record(ctx, max(e.Since, 0), mode(e.Livemode))
		}
	}
	return errors.Join(err1, err2)
}

// observe shows what is open, each status and step from the start.
func (f *Figures) observe(meter metric.Meter) error {
	const open, age = "How many are open.", "Time since the oldest of them was created; 0 when there is none."
	underWay, err1 := meter.Int64ObservableGauge("partnerconnect.onboardings.under_way",
		metric.WithDescription("Onboardings that may still become active, by status."))
	steps, err2 := meter.Int64ObservableGauge("partnerconnect.onboardings.at_step",
		metric.WithDescription("The same by the step of the hosted flow that is next."))
	oldest, err3 := meter.Float64ObservableGauge("partnerconnect.onboardings.age", metric.WithUnit("s"),
		metric.WithDescription(age))
	money, err4 := meter.Int64ObservableGauge("partnerconnect.money.open",
		metric.WithDescription("Payments, refunds and payouts that something must still follow. "+open))
	amount, err5 := meter.Int64ObservableGauge("partnerconnect.money.open.amount",
		metric.WithDescription("Their amounts in minor units."))
	moneyAge, err6 := meter.Float64ObservableGauge("partnerconnect.money.open.age", metric.WithUnit("s"),
		metric.WithDescription(age))
	if err := errors.Join(err1, err2, err3, err4, err5, err6); err != nil {
		return err
	}
	_, err := meter.RegisterCallback(func(ctx context.Context, o metric.Observer) error {
		f.open.Lock()
		defer f.open.Unlock()
		if err := f.read(ctx); err != nil {
			return err
		}
		for _, livemode := range []bool{true, false} {
			f.observeOnboardings(o, livemode, underWay, steps, oldest)
			f.observeMoney(o, livemode, money, amount, moneyAge)
		}
		return nil
	}, underWay, steps, oldest, money, amount, moneyAge)
	return err
}

// read reads what is open unless it was read a moment ago.
func (f *Figures) read(ctx context.Context) (err error) {
	if f.now().Sub(f.open.at) < openFor {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, openTimeout)
	defer cancel()
	underWay, err1 := f.store.UnderWay(ctx, f.pool)
	money, err2 := f.store.OpenMoney(ctx, f.pool)
	currencies, err3 := f.store.Currencies(ctx, f.pool)
	if err := errors.Join(err1, err2, err3); err != nil {
		return err
	}
	f.open.underWay, f.open.money, f.open.currencies, f.open.at = underWay, money, currencies, f.now()
	return nil
}

func (f *Figures) observeOnboardings(
	o metric.Observer, livemode bool, underWay, steps metric.Int64Observable, oldest metric.Float64Observable,
) {
	byStatus, byStep, since := map[string]int64{}, map[string]int64{}, map[string]time.Time{}
	for _, u := range f.open.underWay {
		if u.Livemode != livemode {
			continue
		}
		byStatus[u.Status] += u.Count
		byStep[u.Step] += u.Count
		if first, known := since[u.Status]; !known || u.Oldest.Before(first) {
			since[u.Status] = u.Oldest
		}
	}
	for _, s := range onboarding.Statuses {
		if !s.UnderWay() {
			continue
		}
		of := mode(livemode, attribute.String("status", string(s)))
		o.ObserveInt64(underWay, byStatus[string(s)], of)
		o.ObserveFloat64(oldest, f.age(since[string(s)]), of)
	}
	for _, step := range hostedflow.StepsUnderWay {
		o.ObserveInt64(steps, byStep[step], mode(livemode, attribute.String("step", step)))
	}
}

func (f *Figures) observeMoney(
	o metric.Observer, livemode bool, count, amount metric.Int64Observable, oldest metric.Float64Observable,
) {
	type key struct {
		figures.Kind
		currency string
	}
	open, since := map[key]figures.OpenMoney{}, map[figures.Kind]time.Time{}
	currencies := map[string]bool{baseCurrency: true}
	for _, c := range f.open.currencies {
		currencies[c] = true
	}
	for _, m := range f.open.money {
		if m.Livemode != livemode {
			continue
		}
		open[key{m.Kind, m.Currency}], currencies[m.Currency] = m, true
		if first, known := since[m.Kind]; !known || m.Oldest.Before(first) {
			since[m.Kind] = m.Oldest
		}
	}
	for _, k := range figures.Open {
		for c := range currencies {
			of := mode(livemode, ofKind(k, attribute.String("currency", c))...)
			o.ObserveInt64(count, open[key{k, c}].Count, of)
			o.ObserveInt64(amount, open[key{k, c}].Amount, of)
		}
		o.ObserveFloat64(oldest, f.age(since[k]), mode(livemode, ofKind(k)...))
	}
}

// age is the time since a time; 0 for none.
func (f *Figures) age(at time.Time) float64 {
	if at.IsZero() {
		return 0
	}
	return max(f.now().Sub(at).Seconds(), 0)
}
