// Package wait is how tests wait for facts of which there is no notification.
package wait

import (
	"testing"
	"time"
)

const (
	longest  = time.Minute            // a machine may be busy
	shortest = 5 * time.Millisecond   // pause between two looks
	most     = 100 * time.Millisecond // the same
)

// Until asks for a fact until it is true, for a minute at most. Pauses are an eighth of the time that was waited,
// within bounds: a long wait takes no processor from what it waits for.
func Until(t testing.TB, what string, fact func() bool) {
	t.Helper()
	began := time.Now()
	for !fact() {
		waited := time.Since(began)
		if waited > longest {
			t.Fatalf("did not come true: %s", what)
		}
		time.Sleep(min(max(waited/8, shortest), most))
	}
}
