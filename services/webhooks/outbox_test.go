package webhooks

import (
	"testing"

	"github.com/partnerline/partnerline/internal/eventfilter"
)

// Rows of a tenant are in one shard as long as the hash of its scope is the same in every release.
func TestHashOfAScope(t *testing.T) {
	for sc, want := range map[Scope]int{
		{Tenant: "ten_a"}: 16, {Tenant: "ten_a", Livemode: true}: 48, {Tenant: "ten_b"}: 9,
	} {
		if got := sc.Hash(); got != want {
			t.Errorf("%+v: %d, want %d", sc, got, want)
		}
	}
}

// A look at deliveries ends when it is to, but for the first of them, so that a recovery goes on.
func TestFilteredEnds(t *testing.T) {
	one := Delivery{EventType: VerificationCreated, Body: []byte(`{"n":1}`)}
	list := []Delivery{one, one}
	for _, goOn := range []bool{false, true} {
		want := 1
		if goOn {
			want = 2
		}
		got, seen := Filtered(list, `event.n > 0`, "", eventfilter.NewCache(), func() bool { return goOn })
		if len(got) != want || seen != want {
			t.Errorf("goes on %t: %d deliveries of %d", goOn, len(got), seen)
		}
	}
}
