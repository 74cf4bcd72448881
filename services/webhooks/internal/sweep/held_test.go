package sweep

import (
	"errors"
	"maps"
	"testing"
	"testing/synctest"
	"time"

	"github.com/partnerline/partnerline/services/webhooks"
)

// A count of the parked attempts that fails takes no more of the server's time than one that does not, and what was
// known before counts meanwhile.
func TestFailedCountOfParkedAttempts(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		known, counts := map[webhooks.EndpointID]bool{"a": true}, 0
		var p parkedEndpoints
		refresh := func(ids map[webhooks.EndpointID]bool, err error) error {
			return p.refresh(func() (map[webhooks.EndpointID]bool, error) {
				time.Sleep(time.Second)
				counts++
				return ids, err
			})
		}
		if err := refresh(known, nil); err != nil {
			t.Fatal(err)
		}
		time.Sleep(parkedShare*time.Second + 1)
		failed := errors.New("timeout")
		if err := refresh(nil, failed); !errors.Is(err, failed) {
			t.Errorf("the error is %v", err)
		}
		if err := refresh(nil, nil); err != nil || counts != 2 || !maps.Equal(p.ids, known) {
			t.Errorf("at once after it, there are %d counts, and %v are known: %v", counts, p.ids, err)
		}
	})
}
