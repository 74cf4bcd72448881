package postgres

import (
	"testing"
	"time"
)

// A secret that cannot be read stands in the way of its own endpoint alone, and nothing of it is signed with an older one.
func TestUnreadableSecret(t *testing.T) {
	s := newStore(t)
	good, bad := newEndpoint(t, s), newEndpoint(t, s)
	if _, err := s.pool.Exec(t.Context(), `UPDATE endpoint_secrets SET sealed = '\x00' WHERE endpoint_id = $1`, bad.ID); err != nil {
		t.Fatal(err)
	}
	targets, err := s.Targets(t.Context(), []string{string(good.ID), string(bad.ID)}, time.Now())
	if err != nil || len(targets) != 2 {
		t.Fatal(len(targets), err)
	}
	for _, x := range targets {
		if unreadable := x.Endpoint == bad.ID; (x.Unsigned != nil) != unreadable || (len(x.Keys) == 0) != unreadable {
			t.Errorf("%s: %d keys, %v", x.Endpoint, len(x.Keys), x.Unsigned)
		}
	}
}
