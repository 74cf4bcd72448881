package webhooks

import (
	"fmt"
	"slices"
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

// However late deliveries come back for which there is no room: an endpoint of which all come back gets few, one that
// takes a part hardly more than that, and one that has room again all within a minute.
func TestHeldPaces(t *testing.T) {
	const turn, each = 200 * time.Millisecond, 500
	for name, c := range map[string]struct {
		comeBackAfter time.Duration
		takes         time.Duration // one in this time; 0: none
		most          int           // are sent in the first three minutes
	}{
		"at once":            {turn, 0, each + 12},
		"a second later":     {time.Second, 0, each + 15},
		"five seconds later": {5 * time.Second, 0, each + 12},
		"one a second":       {turn, time.Second, each + 3*180},
		"one in ten seconds": {turn, 10 * time.Second, each + 5*18},
	} {
		t.Run(name, func(t *testing.T) {
			now := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
			began, paces, held := now, HeldPaces{}, []DueDelivery{}
			for i := range each {
				d := DueDelivery{Stored: true, Open: true, HeldAt: now}
				d.Delivery, d.Endpoint, d.Attempt = DeliveryID(fmt.Sprint(i)), "e", i
				held = append(held, d)
			}
			type returned struct {
				at       time.Time
				delivery DueDelivery
			}
			var under []returned
			sent, taken, last, roomFrom := 0, 0, time.Time{}, began.Add(3*time.Minute)
			for ; now.Before(began.Add(4*time.Minute)) && taken < each; now = now.Add(turn) {
				for len(under) > 0 && !under[0].at.After(now) {
					under[0].delivery.HeldAt = now
					held = append(held, under[0].delivery)
					under = under[1:]
				}
				slices.SortFunc(held, func(a, b DueDelivery) int { return a.Attempt - b.Attempt })
				if paces.Rests("e", now) || len(held) == 0 {
					continue
				}
				unsettled := map[DeliveryID]bool{}
				for _, u := range under {
					unsettled[u.delivery.Delivery] = true
				}
				list := paces.Admit(held, unsettled, now, now)
				ids := map[DeliveryID]bool{}
				var made []Delivery
				for _, d := range list {
					ids[d.Delivery] = true
					made = append(made, Delivery{ID: d.Delivery, Endpoint: "e"})
					if hasRoom := c.takes > 0 && now.Sub(last) >= c.takes; hasRoom || now.After(roomFrom) {
						last, taken = now, taken+1
						continue
					}
					under = append(under, returned{now.Add(c.comeBackAfter), d})
				}
				held = slices.DeleteFunc(held, func(d DueDelivery) bool { return ids[d.Delivery] })
				paces.Send(made, make([]int, len(made)), now)
				if now.Before(roomFrom) {
					sent += len(list)
				}
			}
			took := now.Sub(roomFrom)
			t.Logf("%d are sent in three minutes, and all %s after there is room", sent, took)
			if sent > c.most {
				t.Errorf("%d are sent in three minutes, want %d at most", sent, c.most)
			}
			if taken < each {
				t.Errorf("%d of %d are taken a minute after there is room", taken, each)
			}
		})
	}
}
