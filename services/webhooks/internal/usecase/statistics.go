package usecase

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
)

// statisticsEvery is how often counts are stored: what a program that is killed had not stored is missing from the statistics, and from nothing else.
const statisticsEvery = 15 * time.Second

// Statistics counts the deliveries that end, in memory, so that recording an attempt costs nothing, and stores its counts together.
type Statistics struct {
	store *postgres.Store
	log   *slog.Logger
	now   func() time.Time

	mu    sync.Mutex
	tally webhooks.Tally
}

// NewStatistics returns the use case; Run stores what it counted.
func NewStatistics(store *postgres.Store, log *slog.Logger, now func() time.Time) *Statistics {
	return &Statistics{store: store, log: log, now: now}
}

// Add counts deliveries that ended.
func (u *Statistics) Add(t webhooks.Tally) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.tally.Add(t)
}

// Run stores the counts until ctx ends, and then once more.
func (u *Statistics) Run(ctx context.Context) error {
	tick := time.NewTicker(statisticsEvery)
	defer tick.Stop()
	for {
		u.Store(ctx)
		select {
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
			defer cancel()
			u.Store(last)
			return nil
		case <-tick.C:
		}
	}
}

// Store stores what was counted since the last time, in the statistics of the span that it is now. What cannot be stored is stored the next time.
func (u *Statistics) Store(ctx context.Context) {
	u.mu.Lock()
	t := u.tally
	u.tally = webhooks.Tally{}
	u.mu.Unlock()
	if err := u.store.Statistics.Add(ctx, u.now().UTC().Truncate(webhooks.StatisticsSpan), t); err != nil {
		u.Add(t)
		if ctx.Err() == nil {
			u.log.LogAttrs(ctx, slog.LevelWarn, "statistics not stored", slog.String("cause", err.Error()))
		}
	}
}

// ListStatistics returns those of the last day, in order.
func (u *Statistics) ListStatistics(ctx context.Context) ([]webhooks.Statistics, error) {
	return u.store.Statistics.List(ctx, u.now().UTC().Add(-webhooks.StatisticsAge).Truncate(webhooks.StatisticsSpan))
}
