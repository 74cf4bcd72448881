package hostedflow

import (
	"encoding/base64"
	"testing"
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// Who knows some links can guess no other.
func TestLinkIDsAreRandom(t *testing.T) {
	now := time.Date(2026, 11, 20, 10, 15, 30, 0, time.UTC)
	one, other := NewLink(onboarding.Onboarding{}, now), NewLink(onboarding.Onboarding{}, now)
	if raw, err := base64.RawURLEncoding.DecodeString(one.ID); err != nil || len(raw) < 16 {
		t.Errorf("the id has %d bits, %v", 8*len(raw), err)
	}
	if one.ID == other.ID {
		t.Error("two links have one id")
	}
}
