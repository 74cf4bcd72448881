package postgres

import (
	"fmt"
	"slices"
	"testing"

	"github.com/partnerline/partnerline/services/webhooks"
)

// sameHash returns scopes whose events are in one hash.
func sameHash(n int) []webhooks.Scope {
	list := []webhooks.Scope{{Tenant: "ten_0"}}
	for i := 1; len(list) < n; i++ {
		sc := webhooks.Scope{Tenant: webhooks.TenantID(fmt.Sprint("ten_", i)), Livemode: i%2 == 1}
		if sc.Hash() == list[0].Hash() {
			list = append(list, sc)
		}
	}
	return list
}

// accept stores an event of each scope.
func accept(
	t *testing.T, s *Store, w Writer, scopes ...webhooks.Scope,
) (list []webhooks.OutboxEvent, others map[webhooks.Scope]bool) {
	t.Helper()
	var events []webhooks.Event
	for _, sc := range scopes {
		e, err := webhooks.NewEvent(sc, webhooks.VerificationCompleted, []byte(`{}`))
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, e)
	}
	if w.Sent == nil {
		w.Sent = []int64{}
	}
	c, err := s.Events.Accept(t.Context(), events, w)
	if err != nil {
		t.Fatal(err)
	}
	return c.Events, c.Others
}

// Events of a scope wait behind those that another writer stored of it, unless these were sent. Those of other scopes
// do not, unless it is not known whose rows wait.
func TestRowsOfOthersAreFoundByScope(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	scopes := sameHash(2)
	few := Writer{ID: 5, Few: true}
	accept(t, s, few, scopes...)
	if _, others := accept(t, s, few, scopes...); len(others) > 0 {
		t.Errorf("its own rows are taken for those of others: %v", others)
	}
	for _, other := range []int64{4, 6} {
		rows, _ := accept(t, s, Writer{ID: other}, scopes[0])
		if _, others := accept(t, s, few, scopes...); len(others) != 1 || !others[scopes[0]] {
			t.Errorf("with a row of another writer, %v wait", others)
		}
		few.Sent = append(few.Sent, rows[0].Seq)
		if _, others := accept(t, s, few, scopes...); len(others) > 0 {
			t.Errorf("although it was sent, %v wait", others)
		}
	}
}

// The rows of a scope that waits are passed over. Those of the others of its hash are read in their order, whoever
// stored them.
func TestOthersOfAHashAreReadInOrder(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	scopes := sameHash(4)
	for i := range 12 {
		accept(t, s, Writer{ID: int64(3 - i%3)}, scopes[i%len(scopes)])
	}
	all := make([]int, webhooks.Hashes)
	for h := range all {
		all[h] = h
	}
	read := func(each int, without ...webhooks.Scope) (seqs []int64) {
		t.Helper()
		list, err := s.Outbox.Next(t.Context(), webhooks.OutboxQuery{
			Hashes: all, Each: each, Without: without, Sent: []int64{2}, Limit: 100,
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range list {
			seqs = append(seqs, o.Seq)
		}
		return seqs
	}
	if got := read(100, scopes[0], scopes[3]); !slices.Equal(got, []int64{3, 6, 7, 10, 11}) {
		t.Errorf("%v are read", got)
	}
	if got := read(3, scopes[0], scopes[3]); !slices.Equal(got, []int64{3, 6, 7}) {
		t.Errorf("of at most 3, %v are read", got)
	}
	if got := read(4); !slices.Equal(got, []int64{1, 3, 4, 5}) {
		t.Errorf("while none waits, %v are read", got)
	}
}
