package backlog

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/partnerline/partnerline/internal/retry"
	"github.com/partnerline/partnerline/internal/streams"
)

// The bounds beyond which readiness reports a queue as not drained, as the alerts do.
const (
	nearlyFull = 0.9
	late       = 2 * time.Minute // after a message should have left its stream
	heldLate   = time.Hour
	parkedLate = 6 * time.Hour // one whose endpoint takes an attempt a second is done with its share of the stream by then
	drainedIn  = 500 * time.Millisecond
)

// Drained is a readiness check. It fails when a stage is nearly full or what waits there does not move on.
func (b *Backlog) Drained(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, drainedIn)
	defer cancel()
	now := time.Now()
	stages, err := b.stored(ctx, now)
	if err != nil {
		return err
	}
	if b.js.Conn().IsConnected() { // else readiness says that
		queued, err := b.queued(ctx, now)
		if err != nil {
			return err
		}
		stages = append(stages, queued...)
	}
	return undrained(stages, b.delays)
}

// undrained returns an error that names the stages that are nearly full, or hold what should have left them long ago.
func undrained(stages []Stage, delays retry.Schedule) error {
	longest := map[string]time.Duration{
		"held": heldLate, streams.Parked: parkedLate,
		streams.Deliveries: late, streams.Deferred: late, streams.Results: late,
	}
	for n, delay := range delays {
		longest[streams.Retry(n+1)] = delay + late
	}
	var faults []error
	for _, s := range stages {
		if s.Fill >= nearlyFull {
			faults = append(faults, fmt.Errorf("stream %s is %.0f %% full", s.Name, 100*s.Fill))
		}
		age := time.Duration(s.OldestAge * float64(time.Second))
		if most, ok := longest[s.Name]; ok && age > most {
			faults = append(faults, fmt.Errorf("the oldest of %s waits since %s", s.Name, age.Round(time.Second)))
		}
	}
	return errors.Join(faults...)
}
