package outbox

import (
	"testing"

	"github.com/partnerline/partnerline/services/webhooks"
)

func TestBatchIsBoundedByDeliveries(t *testing.T) {
	for name, c := range map[string]struct {
		endpoints []int // of each row
		want      int
	}{
		"none":                 {nil, 0},
		"all fit":              {[]int{4, 0, 6}, 3},
		"the last one not":     {[]int{4, 6, 1}, 2},
		"the first is too big": {[]int{11, 1}, 1},
		"without endpoints":    {[]int{10, 0, 0}, 3},
	} {
		t.Run(name, func(t *testing.T) {
			var rows []webhooks.OutboxEvent
			for _, n := range c.endpoints {
				rows = append(rows, webhooks.OutboxEvent{Endpoints: make([]webhooks.EndpointID, n)})
			}
			if got := within(rows, 10); got != c.want {
				t.Errorf("%d rows, want %d", got, c.want)
			}
		})
	}
}
