package publish

import (
	"context"
	"errors"
	"strconv"
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

// What comes while a transaction runs shares the next one, in order, and is answered after it.
func TestWhatComesMeanwhileSharesATransaction(t *testing.T) {
	const n = maxGroup + 100
	groups, proceed := make(chan int), make(chan struct{})
	g := NewGrouper(func(_ context.Context, list []webhooks.Publication) ([]webhooks.Accepted, error) {
		groups <- len(list)
		<-proceed
		accepted := make([]webhooks.Accepted, len(list))
		for i, p := range list {
			accepted[i].ID = p.Event.ID
		}
		return accepted, nil
	})
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- g.Run(ctx) }()
	answers := make(chan webhooks.EventID, n+1)
	submit := func(id int) {
		g.Submit(webhooks.Publication{Event: webhooks.Event{ID: webhooks.EventID(strconv.Itoa(id))}},
			func(a webhooks.Accepted, err error) {
				if err != nil {
					t.Error(err)
				}
				answers <- a.ID
			})
	}
	submit(0)
	if got := <-groups; got != 1 {
		t.Fatalf("the first transaction has %d", got)
	}
	for i := range n {
		submit(i + 1)
	}
	for _, want := range []int{maxGroup, n - maxGroup} {
		if len(answers) > 0 && want == maxGroup {
			t.Error("answered before the commit")
		}
		proceed <- struct{}{}
		if got := <-groups; got != want {
			t.Errorf("a transaction has %d, want %d", got, want)
		}
	}
	proceed <- struct{}{}
	for i := range n + 1 {
		if id := <-answers; id != webhooks.EventID(strconv.Itoa(i)) {
			t.Fatalf("answer %d is to %s", i, id)
		}
	}
	stop()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
}
