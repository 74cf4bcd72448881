package retry_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/retry"
)

// Five attempts: at once, after 10 seconds, 1 minute, 5 minutes and 30 minutes.
func TestDefaultSchedule(t *testing.T) {
	var c retry.Config
	if err := envconfig.Load(&c, nil); err != nil {
		t.Fatal(err)
	}
	want := retry.Schedule{10 * time.Second, time.Minute, 5 * time.Minute, 30 * time.Minute}
	if !slices.Equal(c.Schedule, want) || c.Schedule.Attempts() != 5 {
		t.Errorf("the schedule is %s with %d attempts, want %s with 5", c.Schedule, c.Schedule.Attempts(), want)
	}
}

func TestScheduleIsReadAsItIsWritten(t *testing.T) {
	want := retry.Schedule{100 * time.Millisecond, time.Minute, 90 * time.Minute}
	var c retry.Config
	if err := envconfig.Load(&c, []string{"RETRY_SCHEDULE=" + want.String()}); err != nil ||
		!slices.Equal(c.Schedule, want) {
		t.Errorf("%s is read as %s, %v", want, c.Schedule, err)
	}
}

func TestValidateSchedule(t *testing.T) {
	for _, c := range []struct {
		name     string
		schedule retry.Schedule
		want     string // in the error; empty: none
	}{
		{"one delay", retry.Schedule{time.Second}, ""},
		{"nine delays", slices.Repeat(retry.Schedule{time.Second}, 9), ""},
		{"none", nil, "RETRY_SCHEDULE: want 1 to 9 delays, have 0"},
		{"ten delays", slices.Repeat(retry.Schedule{time.Second}, 10), "have 10"},
		{"no delay", retry.Schedule{time.Second, 0}, "delay 2 must be positive"},
		{"negative", retry.Schedule{-time.Second}, "delay 1 must be positive"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := c.schedule.Validate()
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}
