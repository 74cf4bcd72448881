// Package tasks shows which of the tasks that a program repeats have not succeeded in time.
package tasks

import (
	"context"
	"sync"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
)

// A Set is the repeated tasks of a program. It is safe for concurrent use.
type Set struct {
	now func() time.Time

	mu    sync.Mutex // guards tasks
	tasks map[string]task
}

type task struct {
	every     time.Duration
	succeeded time.Time // or when it was added
}

// New returns an empty set. The metric task_overdue_seconds shows each task by its name: 0 until twice its pause has
// passed since its last success, and then the seconds since that moment.
func New(meter metric.Meter, now func() time.Time) (*Set, error) {
	s := &Set{now: now, tasks: map[string]task{}}
	_, err := meter.Float64ObservableGauge("task.overdue", metric.WithUnit("s"),
		metric.WithDescription("For how long a task that is repeated should have succeeded again; 0 while it is in time."),
		metric.WithFloat64Callback(func(_ context.Context, o metric.Float64Observer) error {
			for name, overdue := range s.Overdue() {
				o.Observe(overdue.Seconds(), metric.WithAttributes(attribute.String("task", name)))
			}
			return nil
		}))
	return s, err
}

// Add adds a task that is repeated after a pause. Its first success is due as its later ones are.
func (s *Set) Add(name string, every time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tasks[name] = task{every, s.now()}
}

// Succeeded notes that a task has ended without an error.
func (s *Set) Succeeded(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.tasks[name]
	t.succeeded = s.now()
	s.tasks[name] = t
}

// Overdue returns for each task how long its next success is overdue, 0 if it is not.
func (s *Set) Overdue() map[string]time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	overdue := make(map[string]time.Duration, len(s.tasks))
	for name, t := range s.tasks {
		overdue[name] = max(s.now().Sub(t.succeeded)-2*t.every, 0)
	}
	return overdue
}
