package backlog

import (
	"strings"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/retry"
	"github.com/partnerline/partnerline/internal/streams"
)

// Whatever is not drained is named once it is late, and not before; what waits in the outbox has a check of its own.
func TestUndrained(t *testing.T) {
	t.Parallel()
	delays := retry.Schedule{10 * time.Second, time.Minute, 5 * time.Minute, 30 * time.Minute}
	for name, longest := range map[string]time.Duration{
		"held": time.Hour, streams.Parked: 6 * time.Hour, streams.Deliveries: 2 * time.Minute,
		streams.Deferred: 2 * time.Minute, streams.Results: 2 * time.Minute,
		streams.Retry(1): 130 * time.Second, streams.Retry(2): 3 * time.Minute,
		streams.Retry(3): 7 * time.Minute, streams.Retry(4): 32 * time.Minute,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if err := undrained([]Stage{{Name: name, OldestAge: longest.Seconds(), Fill: 0.89}}, delays); err != nil {
				t.Error(err)
			}
			err := undrained([]Stage{{Name: name, OldestAge: longest.Seconds() + 1}}, delays)
			if err == nil || !strings.Contains(err.Error(), name) {
				t.Errorf("when it is late: %v", err)
			}
			err = undrained([]Stage{{Name: name, Fill: 0.9}}, delays)
			if err == nil || !strings.Contains(err.Error(), name) {
				t.Errorf("when it is full: %v", err)
			}
		})
	}
}
