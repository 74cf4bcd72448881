package usecase

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/merchant/message"
)

// A message that may have arrived is repeated an hour later at the earliest, and no attempt is later than a day after
// the one before.
func TestBackoff(t *testing.T) {
	t.Parallel()
	refused, unanswered := errors.New("RCPT: 554 5.7.1"), fmt.Errorf("%w: EOF", message.ErrUnanswered)
	for _, c := range []struct {
		err     error
		attempt int
		want    time.Duration
	}{
		{refused, 1, 5 * time.Second},
		{refused, 2, 20 * time.Second},
		{refused, 100, 24 * time.Hour},
		{unanswered, 1, time.Hour},
		{unanswered, 2, 4 * time.Hour},
		{unanswered, 4, 24 * time.Hour},
	} {
		if got := backoff(c.err, c.attempt); got != c.want {
			t.Errorf("%v, attempt %d: %v, want %v", c.err, c.attempt, got, c.want)
		}
	}
}
