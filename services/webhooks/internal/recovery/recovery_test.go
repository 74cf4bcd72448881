package recovery

import (
	"context"
	"fmt"
	"log/slog"
	"math"
	"testing"
	"testing/synctest"
	"time"

	"github.com/partnerline/partnerline/services/webhooks"
)

// A turn may send so many that a second of turns keeps the rate; the slowest rate still sends.
func TestBudgetKeepsTheRate(t *testing.T) {
	for rate, want := range map[int]int{0: math.MaxInt, 1: 1, 4: 1, 5: 1, 250: 50, 1000: 200} {
		t.Run(fmt.Sprint(rate), func(t *testing.T) {
			if w := NewWorker(nil, nil, nil, rate, slog.New(slog.DiscardHandler)); w.budget != want {
				t.Errorf("%d a second: %d a turn, want %d", rate, w.budget, want)
			}
		})
	}
}

// sent records when how many deliveries were sent.
type sent struct {
	began time.Time
	at    []time.Duration
	n     []int
}

func (s *sent) Enqueue(_ context.Context, list []webhooks.Delivery) error {
	s.at, s.n = append(s.at, time.Since(s.began)), append(s.n, len(list))
	return nil
}

// What a turn stored leaves in small parts, evenly until the next turn.
func TestSendIsSpread(t *testing.T) {
	const gap = every / parts
	for name, c := range map[string]struct{ rate, most int }{
		"one a turn": {5, 1}, "a part each": {100, 1}, "some in a part": {1000, 10}, "uneven": {330, 4},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &sent{began: time.Now()}
				w := NewWorker(nil, nil, s, c.rate, slog.New(slog.DiscardHandler))
				if err := w.send(t.Context(), make([]webhooks.Delivery, w.budget)); err != nil {
					t.Fatal(err)
				}
				sum := 0
				for i, n := range s.n {
					sum += n
					if n < 1 || n > c.most {
						t.Errorf("%d at once, want 1 to %d", n, c.most)
					}
					if i > 0 && s.at[i]-s.at[i-1] < gap {
						t.Errorf("parts %s apart, want at least %s", s.at[i]-s.at[i-1], gap)
					}
				}
				if took := time.Since(s.began); sum != w.budget || took >= every {
					t.Errorf("%d of %d sent in %s, want all before the next turn after %s", sum, w.budget, took, every)
				}
			})
		})
	}
}

// At the end what is stored is sent at once.
func TestEndSendsTheRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &sent{began: time.Now()}
		w := NewWorker(nil, nil, s, 100, slog.New(slog.DiscardHandler))
		ctx, cancel := context.WithTimeout(t.Context(), every/2)
		defer cancel()
		if err := w.send(ctx, make([]webhooks.Delivery, 20)); err != nil {
			t.Fatal(err)
		}
		sum := 0
		for _, n := range s.n {
			sum += n
		}
		if took := time.Since(s.began); sum != 20 || took != every/2 {
			t.Errorf("%d of 20 sent in %s", sum, took)
		}
	})
}
