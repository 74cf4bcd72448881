package consumer

import (
	"bytes"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
	"github.com/partnerline/partnerline/services/dispatcher"
)

// After a costly expression the next one of the tenant waits for three times as long, and after others it does not.
func TestCostlyShapesPause(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var s shapes
		took := func(d time.Duration) time.Duration {
			shape := &dispatcher.Shape{Evaluates: true, Make: func([]byte) (dispatcher.Content, error) {
				time.Sleep(d)
				return dispatcher.Content{}, nil
			}}
			began := time.Now()
			s.content(&dispatchv1.Delivery{TenantId: "ten_a"}, shape)
			return time.Since(began)
		}
		for _, c := range []struct{ takes, want time.Duration }{
			{time.Millisecond, time.Millisecond}, {10 * time.Millisecond, 10 * time.Millisecond},
			{time.Millisecond, 31 * time.Millisecond}, {time.Millisecond, time.Millisecond},
		} {
			if got := took(c.takes); got != c.want {
				t.Errorf("one of %s took %s, want %s", c.takes, got, c.want)
			}
		}
	})
}

// Of a tenant one expression is evaluated at a time; those of others, presets and events wait for none.
func TestATenantEvaluatesOneShapeAtATime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var s shapes
		running, most, hold := 0, 0, make(chan struct{})
		var mu sync.Mutex
		costly := &dispatcher.Shape{Evaluates: true, Make: func(event []byte) (dispatcher.Content, error) {
			mu.Lock()
			running++
			most = max(most, running)
			mu.Unlock()
			<-hold
			mu.Lock()
			running--
			mu.Unlock()
			return dispatcher.Content{Body: event}, nil
		}}
		var wg sync.WaitGroup
		for range 5 {
			wg.Go(func() { s.content(&dispatchv1.Delivery{TenantId: "ten_a", Body: []byte("a")}, costly) })
		}
		synctest.Wait()
		quick := *costly
		quick.Make = func([]byte) (dispatcher.Content, error) { return dispatcher.Content{}, errors.New("x") }
		if _, failed := s.content(&dispatchv1.Delivery{TenantId: "ten_b"}, &quick); !failed { // it does not wait
			t.Error("the shape of another tenant did not fail")
		}
		quick.Evaluates = false
		if _, failed := s.content(&dispatchv1.Delivery{TenantId: "ten_a"}, &quick); !failed {
			t.Error("a preset did not fail")
		}
		plain := &dispatchv1.Delivery{TenantId: "ten_a", Body: []byte("b")}
		if c, failed := s.content(plain, nil); failed || !bytes.Equal(c.Body, plain.GetBody()) {
			t.Errorf("%+v", c)
		}
		close(hold)
		wg.Wait()
		time.Sleep(time.Minute) // of the test's clock: the pause after the last one ends
		if most != 1 || len(s.turns) != 0 {
			t.Errorf("%d ran at once, %d turns are kept", most, len(s.turns))
		}
	})
}
