package consumer

import (
	"fmt"
	"testing"

	"github.com/nats-io/nats.go/jetstream"
	"pgregory.net/rapid"

	"github.com/partnerline/partnerline/internal/streams"
)

// sayRoom says what a server would of a stream that holds messages of endpoints.
func sayRoom(r *room, most, bytes int, endpoints map[string]uint64) {
	subjects, messages := map[string]uint64{}, uint64(0)
	for e, n := range endpoints {
		subjects[streams.ParkedSubject(e)] = n
		messages += n
	}
	r.said(&jetstream.StreamInfo{
		Config: jetstream.StreamConfig{Name: streams.Parked, MaxBytes: int64(most)},
		State:  jetstream.StreamState{Bytes: uint64(bytes), Msgs: messages, Subjects: subjects},
	})
}

// However many endpoints of however many tenants store as much as they may, one after the other or in turns: the
// stream is never full, and an endpoint of another tenant that comes then may store a thousandth of it.
func TestNoTenantsFillAStream(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		const most, each = 32 << 20, 1 << 10
		r := newRoom()
		sayRoom(r, most, 0, nil)
		tenants, endpoints := rapid.IntRange(1, 10).Draw(t, "tenants"), rapid.IntRange(1, 300).Draw(t, "endpoints")
		turn := rapid.SampledFrom([]int{1, 16, most}).Draw(t, "messages in a turn")
		size := rapid.SampledFrom([]int{each, 4 * each}).Draw(t, "size")
		bytes, counts, answered := 0, map[string]uint64{}, rapid.Bool().Draw(t, "the server is asked")
		for stored := true; stored; {
			stored = false
			for i := range tenants * endpoints {
				e := fmt.Sprint("e", i)
				for range turn {
					if !r.take(streams.Parked, fmt.Sprint("t", i%tenants), e, size) {
						break
					}
					bytes, stored = bytes+size, true
					counts[e]++
				}
			}
			if answered {
				r.ask(streams.Parked)
				sayRoom(r, most, bytes, counts)
			}
		}
		if bytes > most*4/5 {
			t.Fatalf("%d tenants fill %d of %d bytes", tenants, bytes, most)
		}
		got := 0
		for r.take(streams.Parked, "another", "other", each) {
			got += each
		}
		if got < most/1000 {
			t.Fatalf("another endpoint gets %d bytes", got)
		}
	})
}

// A message that is stored while the server is asked counts once: from here until the answer includes it.
func TestRoomFollowsTheServer(t *testing.T) {
	t.Parallel()
	const most, size = 128 << 10, 128 // an endpoint may have eight messages
	r := newRoom()
	if !r.take(streams.Parked, "t", "a", 1<<30) {
		t.Error("a stream of which nothing is known yet refuses")
	}
	r.ask(streams.Parked)
	sayRoom(r, most, 0, nil)
	taken := func() (n int) {
		for r.take(streams.Parked, "t", "a", size) {
			n++
		}
		return n
	}
	first := taken()
	if first < 7 || first > 8 {
		t.Fatalf("%d messages of an endpoint", first)
	}
	r.ask(streams.Parked)
	if n := taken(); n > 0 {
		t.Errorf("%d more while the server is asked", n)
	}
	sayRoom(r, most, first*size, map[string]uint64{"a": uint64(first)})
	if n := taken(); n > 0 {
		t.Errorf("%d more that the server has said to be there", n)
	}
	r.ask(streams.Parked)
	sayRoom(r, most, 0, nil)
	if n := taken(); n != first {
		t.Errorf("%d once all are fetched, want %d", n, first)
	}
	sayRoom(r, most, most, nil)
	if r.take(streams.Parked, "u", "b", size) {
		t.Error("a full stream has room")
	}
	if err := r.check(); err == nil {
		t.Error("a full stream is not reported")
	}
	sayRoom(r, most, most/2, nil)
	if err := r.check(); err != nil {
		t.Error(err)
	}
	if !r.take(streams.Parked, "u", "b", most/4) {
		t.Error("the only message of an endpoint is refused though there is room")
	}
}

// A server that takes too long to count the messages of each endpoint says how many there are in all: what has left the
// stream does not count for ever.
func TestRoomRecoversWithoutCounts(t *testing.T) {
	t.Parallel()
	const most, size = 128 << 10, 128 // an endpoint may have eight messages
	r := newRoom()
	sayRoom(r, most, 0, nil)
	taken := func(endpoint string) (n int) {
		for r.take(streams.Parked, "t", endpoint, size) {
			n++
		}
		return n
	}
	first := taken("a")
	totals := func(messages int) {
		r.ask(streams.Parked)
		r.said(&jetstream.StreamInfo{
			Config: jetstream.StreamConfig{Name: streams.Parked, MaxBytes: most},
			State:  jetstream.StreamState{Bytes: uint64(messages * size), Msgs: uint64(messages)},
		})
	}
	totals(first)
	if n := taken("a"); n > 0 {
		t.Errorf("%d more while the first are there", n)
	}
	for round := range 3 {
		totals(first / 2)
		if n := taken("a"); n < first/2 || n > first/2+1 {
			t.Fatalf("%d more in round %d once half of them are gone, want %d", n, round, first/2)
		}
	}
	totals(0)
	if n := taken("a"); n != first {
		t.Errorf("%d once all are gone, want %d", n, first)
	}
}
