package consumer

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestPeers(t *testing.T) {
	p, now := newPeers(nil), time.Unix(1_800_000_000, 0)
	check := func(what string, dispatchers int64) {
		t.Helper()
		if n := p.count.Load(); n != dispatchers {
			t.Errorf("%s: %d dispatchers, want %d", what, n, dispatchers)
		}
	}
	check("at the start", 1)
	p.hear(p.id, now)
	check("itself", 1)
	p.hear("b", now)
	p.hear("b", now)
	p.hear("c", now.Add(2*time.Second))
	check("two others", 3)
	if every := p.every(10); every != 300*time.Millisecond {
		t.Errorf("attempts are %s apart", every)
	}
	if every := p.every(0); every != 0 {
		t.Errorf("without a rate they are %s apart", every)
	}
	p.recount(now.Add(peerGone))
	check("within the time", 3)
	p.recount(now.Add(peerGone + time.Millisecond))
	check("one is gone", 2)
	p.hear(strings.Repeat("x", maxPeerID+1), now)
	check("a strange id", 2)
	for i := range 2 * maxPeers {
		p.hear(fmt.Sprint(i), now)
	}
	check("too many", maxPeers+1)
}
