package outbox

import (
	"time"

	"github.com/partnerline/partnerline/services/webhooks"
)

// An event may be read before the call that stored it hands it over. It is, within a moment; one that comes later still is relayed twice, which its
// message ids make one.
const remembered = time.Second

// recent are the rows that were read and relayed a moment ago.
type recent struct {
	rows, before map[int64]struct{}
	since        time.Time // the first of rows
}

func (r *recent) add(events []webhooks.OutboxEvent, now time.Time) {
	if now.Sub(r.since) > remembered || r.rows == nil {
		r.rows, r.before, r.since = make(map[int64]struct{}, len(events)), r.rows, now
	}
	for i := range events {
		r.rows[events[i].Seq] = struct{}{}
	}
}

func (r *recent) has(row int64) bool {
	_, is := r.rows[row]
	_, was := r.before[row]
	return is || was
}
