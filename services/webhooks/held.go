package webhooks

import "time"

// A HeldDelivery waits in Postgres for an attempt for which no stream had room.
type HeldDelivery struct {
	Delivery DeliveryID
	Endpoint EndpointID
	EventAt  time.Time
	Run      int
	Attempt  int // the number of the attempt to make
	DueAt    time.Time
}

// Held is what an attempt that was returned leaves to hold.
func (a Attempt) Held() HeldDelivery {
	h := HeldDelivery{
		Delivery: a.Delivery, Endpoint: a.Endpoint, EventAt: a.EventAt, Run: a.Run, Attempt: a.Number, DueAt: a.EndedAt,
	}
	if a.NextAttemptAt != nil {
		h.DueAt = *a.NextAttemptAt
	}
	return h
}

// A DueDelivery is a held delivery that is due.
type DueDelivery struct {
	HeldDelivery
	Stored bool // its delivery is; one that was sent first may be stored a moment later
	Open   bool // its delivery still waits for this attempt
	Size   int  // of the event's body
}

const (
	// heldUnstored is how long a held delivery waits for its delivery to be stored.
	heldUnstored = time.Hour
	// releasedBytes is how much of a tenant is sent at once, and releasedDeliveries how many: little enough that others'
	// deliveries hardly wait behind it.
	releasedBytes      = 1 << 20
	releasedDeliveries = 1000
)

// ReleasedOf is how many held deliveries of an endpoint are considered at once, when so many endpoints of its tenant
// have some.
func ReleasedOf(endpoints int) int { return max(releasedDeliveries/max(endpoints, 1), 1) }

// Release divides the due deliveries of a tenant, those of an endpoint in their order, into those to send now and
// those that need no attempt any more. The first of each endpoint come before the second of any. The others wait.
func Release(due []DueDelivery, now time.Time) (send, drop []HeldDelivery) {
	byRank, rank := [][]DueDelivery{}, map[EndpointID]int{}
	for _, d := range due {
		switch {
		case d.Open:
			if rank[d.Endpoint] == len(byRank) {
				byRank = append(byRank, nil)
			}
			byRank[rank[d.Endpoint]] = append(byRank[rank[d.Endpoint]], d)
			rank[d.Endpoint]++
		case d.Stored || now.Sub(d.EventAt) > heldUnstored:
			drop = append(drop, d.HeldDelivery)
		}
	}
	bytes := 0
	for _, list := range byRank {
		for _, d := range list {
			if bytes += d.Size; bytes > releasedBytes && len(send) > 0 {
				return send, drop
			}
			send = append(send, d.HeldDelivery)
		}
	}
	return send, drop
}
