package audittrail

import (
	"testing"
	"time"
)

// The hashes are stored, and exported with a signature: whatever changes in the code, they stay.
func TestHashesStay(t *testing.T) {
	at := time.UnixMilli(1_790_000_000_123).UTC()
	first := Chained(Hash{}, 1, at, "operator", "chn_a", "", "Żaneta")
	if want := "398f29e7e10f8159257b9162f1bafdf8f190c0fb797e7d57005e869e93824615"; first.String() != want {
		t.Errorf("%s, want %s", first, want)
	}
	if second := Chained(first, 2,
		at); second.String() != "89d6902f8ae1b6e4d2f471a8c94604c2757270de2504c3fc4f14c4d60b149f43" {
		t.Errorf("%s", second)
	}
}
