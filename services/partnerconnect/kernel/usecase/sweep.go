package usecase

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"github.com/partnerline/partnerline/internal/tasks"
)

const (
	// SweepEvery is how often the retention sweep runs.
	SweepEvery = time.Minute
	sweepBatch = 100
)

// A SweepTask ends, erases or drops what is due now, at most batch rows of it, and reports whether there may be more.
type SweepTask struct {
	Name   string
	Run    func(ctx context.Context, now time.Time, batch int) (more bool, err error)
	Erases bool // it erases what other tasks read, and runs after all that do not
}

// SweepCounted is a task whose function returns how many rows it disposed of.
func SweepCounted(name string, run func(ctx context.Context, now time.Time, batch int) (int, error)) SweepTask {
	return SweepTask{Name: name, Run: func(ctx context.Context, now time.Time, batch int) (bool, error) {
		n, err := run(ctx, now, batch)
		return n == batch, err
	}}
}

// A Sweeper runs the tasks of all modules: it ends what is over, and erases and drops data that has been kept long
// enough.
type Sweeper struct {
	tasks []SweepTask
	seen  *tasks.Set
	log   *slog.Logger
	now   func() time.Time
}

// NewSweeper returns a sweeper; Run does its work. Tasks run in their order, those that erase last;
// seen shows which have not succeeded in time.
func NewSweeper(list []SweepTask, seen *tasks.Set, log *slog.Logger, now func() time.Time) *Sweeper {
	ordered := slices.Clone(list)
	slices.SortStableFunc(ordered, func(a, b SweepTask) int {
		switch {
		case a.Erases == b.Erases:
			return 0
		case a.Erases:
			return 1
		}
		return -1
	})
	for _, task := range ordered {
		seen.Add(task.Name, SweepEvery)
	}
	return &Sweeper{ordered, seen, log, now}
}

// Run sweeps every minute until ctx ends. Several programs may run it; each act happens once.
func (s *Sweeper) Run(ctx context.Context) error {
	tick := time.NewTicker(SweepEvery)
	defer tick.Stop()
	for {
		s.Sweep(ctx)
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// Sweep does all that is due now. A task that fails is tried again the next time.
func (s *Sweeper) Sweep(ctx context.Context) {
	now := s.now().UTC().Truncate(time.Millisecond)
	for _, task := range s.tasks {
		for more := true; more && ctx.Err() == nil; {
			var err error
			if more, err = task.Run(ctx, now, sweepBatch); err != nil && ctx.Err() == nil {
				s.log.LogAttrs(ctx, slog.LevelWarn, "sweep failed", slog.String("task", task.Name),
					slog.String("cause", err.Error()))
				break
			}
			if !more {
				s.seen.Succeeded(task.Name)
			}
		}
	}
}
