package portal

import (
	"strings"
	"testing"
	"time"

	"github.com/partnerline/partnerline/services/webhooks"
)

// An e-mail that may have arrived comes at most as often as others, and less and less often.
func TestNextMail(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		failure  MailFailure
		failures int
		want     time.Duration
	}{
		{"", 0, time.Hour},
		{NotTaken, 1, 5 * time.Minute},
		{NotTaken, 2, 10 * time.Minute},
		{NotTaken, 9, 1280 * time.Minute},
		{NotTaken, 10, 24 * time.Hour},
		{NotTaken, 1000, 24 * time.Hour},
		{NoAnswer, 1, time.Hour},
		{NoAnswer, 2, 2 * time.Hour},
		{NoAnswer, 6, 24 * time.Hour},
		{AddressRefused, 1, time.Hour},
	} {
		if got := NextMail(c.failure, c.failures); got != c.want {
			t.Errorf("%q, %d: %v, want %v", c.failure, c.failures, got, c.want)
		}
	}
}

// What a tenant is notified of is what happens in its mode: no call is refused in live mode.
func TestNoticesOfDeliveriesNameWhatHappens(t *testing.T) {
	t.Parallel()
	for language, refused := range map[string]string{"en": "refused", "pl": "odrzucane"} {
		for _, live := range []bool{true, false} {
			a := NoticeAddress{Language: language, Scope: webhooks.Scope{Tenant: "ten_a", Livemode: live}}
			m := NoticeMail(a, "A", []Notice{{Type: deliveriesLimited}}, 1)
			if strings.Contains(m.Subject, refused) == live || strings.Contains(m.Text, refused) == live {
				t.Errorf("live %t: %q", live, m.Subject)
			}
		}
	}
}
