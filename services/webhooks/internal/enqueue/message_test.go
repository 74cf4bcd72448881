package enqueue

import (
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/partnerline/partnerline/services/webhooks"
)

// Each sending of a delivery that was given back is stored, also two of the same moment; another one is stored once.
func TestMessageIDsOfReturnedDeliveries(t *testing.T) {
	t.Parallel()
	for returned, same := range map[bool]bool{false: true, true: false} {
		var ids [2]string
		for i := range ids {
			m, err := message(webhooks.Delivery{ID: "dlv_1", Endpoint: "e", Run: 1, Returned: returned}, 1)
			if err != nil {
				t.Fatal(err)
			}
			ids[i] = m.Header.Get(jetstream.MsgIDHeader)
		}
		if (ids[0] == ids[1]) != same {
			t.Errorf("returned %t: the ids are %v", returned, ids)
		}
	}
}
