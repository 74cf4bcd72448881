package postgres

import (
	"bytes"
	"testing"
	"time"

	"github.com/partnerline/partnerline/services/webhooks"
)

// A secret that cannot be read affects its own endpoint alone, and nothing of it is signed with an older one.
func TestUnreadableSecret(t *testing.T) {
	s := newStore(t)
	good, bad := newEndpoint(t, s), newEndpoint(t, s)
	if _, err := s.pool.Exec(t.Context(), `UPDATE endpoint_secrets SET sealed = '\x00' WHERE endpoint_id = $1`,
		bad.ID); err != nil {
		t.Fatal(err)
	}
	targets, err := s.Secrets.Targets(t.Context(), []string{string(good.ID), string(bad.ID)}, time.Now())
	if err != nil || len(targets) != 2 {
		t.Fatal(len(targets), err)
	}
	for _, x := range targets {
		if unreadable := x.Endpoint == bad.ID; (x.Unsigned != nil) != unreadable || (len(x.Keys) == 0) != unreadable {
			t.Errorf("%s: %d keys, %v", x.Endpoint, len(x.Keys), x.Unsigned)
		}
	}
}

// However many keys an endpoint has, from before their number was bounded, the newest three sign.
func TestTargetsHaveTheNewestKeys(t *testing.T) {
	s := newStore(t)
	e, now := newEndpoint(t, s), time.Now()
	var newest [][]byte
	for i := range 5 {
		k := webhooks.NewSigningKey()
		if err := s.Secrets.Insert(t.Context(), e.ID, k, now.Add(time.Duration(i)*time.Second)); err != nil {
			t.Fatal(err)
		}
		newest = append([][]byte{k.Raw}, newest...)
	}
	targets, err := s.Secrets.Targets(t.Context(), []string{string(e.ID)}, now)
	if err != nil || len(targets) != 1 || len(targets[0].Keys) != webhooks.MaxSigningKeys {
		t.Fatal(targets, err)
	}
	for i, k := range targets[0].Keys {
		if !bytes.Equal(k.Raw, newest[i]) {
			t.Errorf("key %d is not the newest but %d", i, i)
		}
	}
}
