package results

import (
	"testing"
	"time"

	"github.com/partnerline/partnerline/services/webhooks"
)

// The first outcome of a delivery may have to store it, so it names the event that the delivery is of. Later runs are
// of deliveries that are stored.
func TestOutcomesNameTheirEvent(t *testing.T) {
	t.Parallel()
	const endpoint, event = "0192f0c4-7b1a-7c3d-9e5f-0a1b2c3d4e5f", webhooks.EventID("evt_1")
	now := time.Now()
	id := webhooks.NewDeliveryID(event, now, endpoint)
	ingest := &Ingest{retention: time.Hour}
	for name, c := range map[string]struct {
		delivery webhooks.DeliveryID
		event    webhooks.EventID
		run      int
		refused  bool
	}{
		"of its event":      {id, event, 1, false},
		"without an event":  {id, "", 1, true},
		"of another event":  {id, "evt_2", 1, true},
		"of another id":     {"dlv_other", event, 1, true},
		"of a later run":    {id, "", 2, false},
		"without an id":     {"", event, 1, true},
		"of a run before 1": {id, event, 0, true},
	} {
		err := ingest.check(webhooks.Attempt{
			Delivery: c.delivery, Event: c.event, EventAt: now, Endpoint: endpoint, Run: c.run, Number: 1,
			Outcome: webhooks.OutcomeDelivered,
		}, now)
		if (err != nil) != c.refused {
			t.Errorf("%s: %v", name, err)
		}
	}
}
