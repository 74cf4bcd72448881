package app_test

import (
	"net/http"
	"strings"
	"testing"
)

// A partner reads the messages of its sandbox, and comes by the link in one to the pages of the invited person. It does
// not read those of others, and in live mode there is no such path.
func TestMailboxOfTheSandbox(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.importCompanies()
	key, other := s.simple("a"), s.simple("b")
	m := s.merchant(key)
	path := "/sandbox/onboarding/" + m.ref + "/messages"
	list := s.must(http.StatusOK, "GET", path, key, "").json(t)["data"].([]any)
	var text string
	for _, one := range list {
		if sent := one.(map[string]any); sent["to"] == "s***@e***.pl" {
			text, _ = sent["text"].(string)
			if sent["medium"] != "email" || sent["subject"] == "" || !strings.HasPrefix(sent["message_id"].(string), "msg_") {
				t.Errorf("the message is %v", sent)
			}
		}
	}
	_, link, found := strings.Cut(text, publicBase)
	if !found {
		t.Fatalf("the invited person has no link: %v", list)
	}
	link, _, _ = strings.Cut(link, "\n")
	invited := &visitor{system: s}
	if landing := invited.open(strings.TrimSpace(link)); landing.status != http.StatusOK {
		t.Fatalf("the link leads to %s: %d %s", invited.at, landing.status, landing.body)
	}
	if invited.send(nil); invited.page() != "contact" {
		t.Errorf("after the link the page is %s: %s", invited.at, invited.answer.body)
	}
	for name, refused := range map[string]string{"another partner": other, "a live key": s.liveKey()} {
		if a := s.call("GET", path, refused, ""); a.status != http.StatusNotFound {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
}
