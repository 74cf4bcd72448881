package webhooks

import "testing"

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
