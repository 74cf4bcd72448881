package outbox

import (
	"slices"
	"testing"

	"github.com/partnerline/partnerline/services/webhooks"
)

func TestBatchIsBoundedByDeliveries(t *testing.T) {
	for name, c := range map[string]struct {
		endpoints []int // of each event
		body      int   // bytes of each
		want      int
	}{
		"none":                            {nil, 0, 0},
		"all fit":                         {[]int{60, 0, 90}, 0, 3},
		"the last one not":                {[]int{60, 90, 1}, 0, 2},
		"without endpoints":               {[]int{75, 75, 0, 0}, 0, 4},
		"the first is large":              {[]int{maxWholeTest + 1, 1}, 0, 0},
		"the second is large":             {[]int{1, maxWholeTest + 1}, 0, 1},
		"as many as are sent at once":     {[]int{maxWholeTest}, 0, 1},
		"together more than at once, not": {[]int{maxWholeTest, maxWholeTest}, 0, 1},
		"large bodies, in parts":          {[]int{21, 1}, 8 << 10, 0},
		"large bodies, one by one":        {[]int{1, 1, 1}, 200 << 10, 1},
	} {
		t.Run(name, func(t *testing.T) {
			var events []webhooks.OutboxEvent
			for _, n := range c.endpoints {
				o := webhooks.OutboxEvent{Endpoints: make([]webhooks.EndpointID, n)}
				o.Event.Body = make([]byte, c.body)
				events = append(events, o)
			}
			if got := whole(events, 150); got != c.want {
				t.Errorf("%d events, want %d", got, c.want)
			}
		})
	}
}

// The parts of an event are all of its endpoints, once and in order, and the last one ends its row.
func TestPartsAreTheEvent(t *testing.T) {
	o := webhooks.OutboxEvent{Seq: 7}
	for i := range 10 {
		o.Endpoints, o.Activations = append(o.Endpoints, webhooks.EndpointID(rune('a'+i))), append(o.Activations, i)
	}
	var endpoints []webhooks.EndpointID
	for from := 0; from < 10; from += 4 {
		to := min(from+4, 10)
		p := o.Part(from, to)
		if p.Seq != 7 || p.Continues != (to < 10) || len(p.Activations) != to-from || p.Activations[0] != from {
			t.Errorf("from %d: %+v", from, p)
		}
		endpoints = append(endpoints, p.Endpoints...)
	}
	if !slices.Equal(endpoints, o.Endpoints) {
		t.Errorf("the parts have %v", endpoints)
	}
}
