package webhooks

import (
	"fmt"
	"testing"
	"time"
)

// Of a tenant the first held deliveries of each endpoint are sent before the second of any, as many bytes as are sent
// at once; what needs no attempt any more is dropped.
func TestRelease(t *testing.T) {
	now := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	due := func(endpoint string, n, size int, change ...func(*DueDelivery)) DueDelivery {
		d := DueDelivery{Stored: true, Open: true, Size: size}
		d.Delivery, d.Endpoint = DeliveryID(fmt.Sprint(endpoint, n)), EndpointID(endpoint)
		d.EventAt = now.Add(-time.Minute)
		for _, f := range change {
			f(&d)
		}
		return d
	}
	over := func(d *DueDelivery) { d.Open = false }
	unstored := func(d *DueDelivery) { d.Stored, d.Open = false, false }
	lost := func(d *DueDelivery) { unstored(d); d.EventAt = now.Add(-2 * time.Hour) }
	turns := []DueDelivery{due("a", 1, 1), due("a", 2, 1), due("a", 3, 1), due("b", 1, 1)}
	bytes := []DueDelivery{due("a", 1, 5<<17), due("a", 2, 1), due("b", 1, 3<<17), due("b", 2, 1)}
	for name, c := range map[string]struct {
		due        []DueDelivery
		send, drop string
	}{
		"none":                     {nil, "[]", "[]"},
		"in turns":                 {turns, "[a1 b1 a2 a3]", "[]"},
		"as many bytes":            {bytes, "[a1 b1]", "[]"},
		"one that is larger":       {[]DueDelivery{due("a", 1, 50<<20), due("b", 1, 1)}, "[a1]", "[]"},
		"over by now":              {[]DueDelivery{due("a", 1, 1, over), due("a", 2, 1)}, "[a2]", "[a1]"},
		"not stored yet":           {[]DueDelivery{due("a", 1, 1, unstored), due("a", 2, 1)}, "[a2]", "[]"},
		"of an event that is gone": {[]DueDelivery{due("a", 1, 1, lost), due("a", 2, 1)}, "[a2]", "[a1]"},
	} {
		t.Run(name, func(t *testing.T) {
			send, drop := Release(c.due, now)
			names := func(list []HeldDelivery) string {
				ids := []DeliveryID{}
				for _, h := range list {
					ids = append(ids, h.Delivery)
				}
				return fmt.Sprint(ids)
			}
			if names(send) != c.send || names(drop) != c.drop {
				t.Errorf("sends %s and drops %s, want %s and %s", names(send), names(drop), c.send, c.drop)
			}
		})
	}
	if ReleasedOf(1) != releasedDeliveries || ReleasedOf(5000) != 1 {
		t.Errorf("%d of one endpoint, %d of each of 5,000", ReleasedOf(1), ReleasedOf(5000))
	}
}
