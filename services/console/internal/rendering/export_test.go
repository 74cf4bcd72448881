package rendering

import (
	"testing"
	"time"
)

// SetTime sets what a document may take, until the test ends.
func SetTime(t *testing.T, d time.Duration) {
	t.Helper()
	before := maxTime
	t.Cleanup(func() { maxTime = before })
	maxTime = d
}
