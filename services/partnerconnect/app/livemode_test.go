package app_test

import (
	"net/http"
	"strings"
	"testing"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
)

// An onboarding of live mode needs messages and identities on its way. Without either it is not begun, and nothing is
// stored; one that there is already is returned.
func TestLiveOnboardingsNeedTheirParts(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.partner("a", "a")
	key := s.keyWith(&pcv1.CreatePartnerKeyRequest{PartnerId: "ptn_a", Livemode: true, Scopes: allScopes,
		Channels: []string{"chn_a"}}).GetKey()
	ref, testKey := s.create(key, fullBody), s.key("a", "a")
	for missing, connected := range map[provider.Part]provider.Connected{
		provider.MessageSender:    provider.Connected{}.Connect(provider.IdentityProvider),
		provider.IdentityProvider: provider.Connected{}.Connect(provider.MessageSender),
	} {
		t.Run(string(missing), func(t *testing.T) {
			s := s.restart(func(c *configuration) { c.Connected = connected })
			before := s.written()
			a := s.call("POST", "/onboarding", key, strings.Replace(fullBody, "shop-1", "shop-2", 1))
			if a.status != http.StatusServiceUnavailable || a.text(t, "code") != "live_mode_unavailable" ||
				a.text(t, "part") != string(missing) {
				t.Errorf("%d %s", a.status, a.body)
			}
			if s.written() != before {
				t.Error("the refused onboarding was stored")
			}
			if a := s.call("POST", "/onboarding", key, fullBody); a.status != http.StatusOK || a.text(t, "ref") != ref {
				t.Errorf("the one that there is: %d %s", a.status, a.body)
			}
			if a := s.call("POST", "/onboarding", testKey,
				strings.Replace(fullBody, "shop-1", string(missing), 1)); a.status != http.StatusCreated {
				t.Errorf("in test mode: %d %s", a.status, a.body)
			}
		})
	}
}

// Without a provider of messages live mode does not pretend to send any: what needs one is refused, and nothing is
// stored.
func TestLiveModeWithoutMessages(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.partner("a", "a")
	s.importLive(jointCompany)
	key := s.keyWith(&pcv1.CreatePartnerKeyRequest{PartnerId: "ptn_a", Livemode: true, Scopes: allScopes,
		Channels: []string{"chn_a"}}).GetKey()
	ref := s.create(key, bodyUnder("joint", jointCompany, liveCompany))
	s.must(http.StatusOK, "PUT", "/onboarding/"+ref+"/representation", key, `{"is_representative":true}`)
	other := s.create(key, strings.Replace(fullBody, "shop-1", "shop-2", 1))
	s = s.restart(func(c *configuration) { c.Connected = provider.Connected{} })
	before := s.written()
	a := s.call("POST", "/onboarding/"+ref+"/invitations", key, invitation("second@example.pl", nil))
	if a.status != http.StatusServiceUnavailable || a.text(t, "code") != "live_mode_unavailable" ||
		a.text(t, "part") != "message_sender" {
		t.Errorf("%d %s", a.status, a.body)
	}
	if s.written() != before {
		t.Error("the refused invitation was stored")
	}
	g := s.visitor(key, other)
	before = s.written()
	if a := g.send(map[string]string{"do": "send"}); a.status != http.StatusServiceUnavailable {
		t.Errorf("the page of a code: %d %s", a.status, a.body)
	}
	if s.written() != before {
		t.Error("the code was stored")
	}
}
