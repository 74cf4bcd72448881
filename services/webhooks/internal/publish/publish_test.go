package publish

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/services/webhooks"
)

// A store that counts, and takes its time.
type store struct {
	mu     sync.Mutex
	stored int
}

func (s *store) Publish(_ context.Context, list []webhooks.Publication) ([]webhooks.Accepted, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stored += len(list)
	return make([]webhooks.Accepted, len(list)), nil
}

// Calls that come while the program stops, or after, are answered: with what was stored, or at once with a 503.
func TestEveryCallIsAnsweredAroundTheEnd(t *testing.T) {
	for range 50 {
		s := &store{}
		g := NewGrouper(s.Publish)
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- g.Run(ctx) }()
		patient, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		var mu sync.Mutex
		var accepted, refused int
		var callers sync.WaitGroup
		for range 8 {
			callers.Go(func() {
				for {
					_, err := g.Publish(patient, webhooks.Publication{})
					var f *fault.Error
					mu.Lock()
					switch {
					case err == nil:
						accepted++
					case errors.As(err, &f) && f.Reason == fault.Overloaded && f.RetryAfter > 0:
						refused++
					default:
						t.Errorf("answered with %v", err)
					}
					mu.Unlock()
					if err != nil {
						return
					}
				}
			})
		}
		stop()
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
		callers.Wait()
		if accepted != s.stored || refused != 8 {
			t.Errorf("%d accepted, %d stored, %d callers refused", accepted, s.stored, refused)
		}
	}
}
