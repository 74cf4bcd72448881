// Package retry holds the retry schedule of deliveries. The dispatcher retries by it; both dispatcher and webhooks
// create one stream for each of its delays, so they must be given the same.
package retry

import (
	"fmt"
	"strings"
	"time"
)

// Config is the setting.
type Config struct {
	Schedule Schedule `env:"RETRY_SCHEDULE" default:"10s,1m,5m,30m"` // delay after each failed attempt but the last
}

// MaxDelays is the longest schedule.
const MaxDelays = 9

// Schedule is the delay after each failed attempt but the last, so attempts are one more than delays. A delay counts
// from the end of the failed attempt.
type Schedule []time.Duration

// Attempts is how many attempts a run has.
func (s Schedule) Attempts() int { return len(s) + 1 }

// String returns the schedule as RETRY_SCHEDULE holds it.
func (s Schedule) String() string {
	delays := make([]string, len(s))
	for i, d := range s {
		delays[i] = d.String()
	}
	return strings.Join(delays, ",")
}

// Validate reports the first fault.
func (s Schedule) Validate() error {
	if len(s) == 0 || len(s) > MaxDelays {
		return fmt.Errorf("RETRY_SCHEDULE: want 1 to %d delays, have %d", MaxDelays, len(s))
	}
	for i, d := range s {
		if d <= 0 {
			return fmt.Errorf("RETRY_SCHEDULE: delay %d must be positive, is %s", i+1, d)
		}
	}
	return nil
}
