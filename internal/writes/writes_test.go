package writes

import (
	"context"
	"errors"
	"fmt"
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
		w.Refused(nil)
		w.Refused(fmt.Errorf("interrupted: %w", context.Canceled))
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
