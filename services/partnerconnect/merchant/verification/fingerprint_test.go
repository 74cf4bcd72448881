package verification

import (
	"encoding/hex"
	"testing"
	"time"
)

// Reports that are stored are recognised by every later release.
func TestFingerprintsAreKept(t *testing.T) {
	r := IdentityReport{
		"e", "s", 2, Failed, []Check{{"document", "failed"}}, []string{"expired"}, true,
		time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC),
	}
	const want = "f3fbb08e13d1de8c41e4a6673b2ef0f4307815e87d59d0834c87e83ef6593aa4"
	if got := hex.EncodeToString(r.Report("mrc_1").Fingerprint); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
