package pages

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/requirements"
)

// Both languages have the same messages, and every message that a page uses exists.
func TestMessages(t *testing.T) {
	en, pl := slices.Sorted(maps.Keys(texts["en"])), slices.Sorted(maps.Keys(texts["pl"]))
	if !slices.Equal(en, pl) {
		t.Error("the languages have different keys")
	}
	for key, text := range texts["en"] {
		for _, blank := range []string{"{partner}", "{channel}"} {
			if strings.Contains(text, blank) != strings.Contains(texts["pl"][key], blank) {
				t.Errorf("%s: %s is in one language only", key, blank)
			}
		}
		if text == "" || texts["pl"][key] == "" {
			t.Errorf("%s is empty", key)
		}
	}
	wanted := map[string]bool{}
	asked := regexp.MustCompile(`(?:\.T|\.With) "([a-z_]+)"`)
	defined := regexp.MustCompile(`\{\{define "([a-z]+)"\}\}\{\{template "head"`)
	files, err := assets.ReadDir("assets")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		b, err := assets.ReadFile("assets/" + f.Name())
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range asked.FindAllStringSubmatch(string(b), -1) {
			wanted[m[1]] = true
		}
		for _, m := range defined.FindAllStringSubmatch(string(b), -1) {
			wanted[m[1]+"_title"] = true
		}
	}
	for _, s := range hostedflow.HostedSteps((&onboarding.Onboarding{})) {
		wanted[s.Name] = true
	}
	for _, r := range requirements.Catalogue {
		wanted["segment_"+r.Segment] = true
	}
	for _, s := range []string{"suspended", "closed"} {
		wanted["status_"+s] = true
	}
	for _, s := range []onboarding.InvitationStatus{onboarding.PendingInvitation, onboarding.AcceptedInvitation, onboarding.DeclinedInvitation, onboarding.ExpiredInvitation, onboarding.RevokedInvitation} {
		wanted["invitation_"+string(s)] = true
	}
	for _, s := range []onboarding.Status{onboarding.InReview, onboarding.ActionRequired, onboarding.AwaitingSignatories, onboarding.Active} {
		wanted["status_"+string(s)] = true
	}
	for _, s := range money.PayoutStatuses {
		wanted["payout_"+string(s)] = true
	}
	if len(wanted) < 80 {
		t.Fatalf("only %d words were found", len(wanted))
	}
	for key := range wanted {
		if texts["en"][key] == "" {
			t.Errorf("no words for %s", key)
		}
	}
}
