package writes

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// A fault lasts while writes are refused, and until nothing has been refused for a while.
func TestWatch(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var w Watch
		full := errors.New("no space left on device")
		if err := w.Check(t.Context()); err != nil {
			t.Errorf("nothing was refused: %v", err)
		}
		for range 3 {
			w.Refused(full)
			time.Sleep(over - time.Second)
			if err := w.Check(t.Context()); !errors.Is(err, full) {
				t.Errorf("while writes are refused: %v", err)
			}
		}
		time.Sleep(time.Second)
		if err := w.Check(t.Context()); err != nil {
			t.Errorf("after a while: %v", err)
		}
	})
}

// A refusal lasts until a write succeeds. A write that its caller gives up is no refusal.
func TestLast(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var l Last
		full := errors.New("no space left on device")
		late, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		<-late.Done()
		l.Ended(late, late.Err())
		if err := l.Check(t.Context()); err != nil {
			t.Errorf("nothing was refused: %v", err)
		}
		l.Ended(t.Context(), full)
		l.Ended(late, late.Err())
		time.Sleep(time.Hour)
		if err := l.Check(t.Context()); !errors.Is(err, full) {
			t.Errorf("nothing was written since: %v", err)
		}
		l.Ended(t.Context(), nil)
		if err := l.Check(t.Context()); err != nil {
			t.Errorf("after a success: %v", err)
		}
	})
}
