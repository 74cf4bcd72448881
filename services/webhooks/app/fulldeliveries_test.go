package app

import (
	"strings"
	"testing"

	"github.com/partnerline/partnerline/internal/streams"
)

// While DELIVERIES has no room, events are accepted and wait; once it has, each delivery is sent once.
func TestDeliveriesFull(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.create(s.key, map[string]any{"url": target, "events": []string{"*"}})
	d := s.dispatcher()
	s.publish(1) // from now on the relay sends first: what it finds when it begins is stored first
	d.next(1)
	s.eventually("it is stored", s.outboxIsEmpty)
	stream, err := d.js.Stream(t.Context(), streams.Deliveries)
	if err != nil {
		t.Fatal(err)
	}
	config := stream.CachedInfo().Config
	room := func(bytes int64) {
		t.Helper()
		config.MaxBytes = bytes
		if _, err := d.js.UpdateStream(t.Context(), config); err != nil {
			t.Fatal(err)
		}
	}
	most := config.MaxBytes
	room(1)
	const n = 20
	s.publish(n)
	s.eventually("the relay waits", func() bool {
		log := s.log.String()
		return strings.Contains(log, "relay interrupted") || strings.Contains(log, "deliveries not sent")
	})
	if waiting := s.query(`SELECT count(*) FROM outbox`); waiting != n {
		t.Errorf("%d events wait, want %d", waiting, n)
	}
	room(most)
	ids := map[string]bool{}
	for _, x := range d.next(n) {
		ids[x.GetId()] = true
	}
	if last := d.state(streams.Deliveries).LastSeq - 1; len(ids) != n || last != n {
		t.Errorf("%d deliveries in %d messages, want %d", len(ids), last, n)
	}
}
