package app_test

import (
	"strings"
	"testing"
	"time"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
)

const day = 24 * time.Hour

// A row that cannot be read does not keep time from the others, and the log says which it is.
func TestSweepGoesOn(t *testing.T) {
	t.Parallel()
	s := start(t)
	key := s.simple("a")
	for range 3 {
		s.create(key, text(object{"partner_external_ref": externalRef(), "applicant": object{"given_names": "Anna"}}))
	}
	s.exec(`UPDATE onboardings SET applicant = '\x00' WHERE ref = (SELECT min(ref) FROM onboardings)`)
	s.exec(`UPDATE onboardings SET expires_at = expires_at - interval '1 day' WHERE ref = (SELECT min(ref) FROM ` +
		`onboardings)`)
	s.sweepAt(time.Now().Add(91 * day))
	if n := s.count(`SELECT count(*) FROM onboardings WHERE status = 'expired'`); n != 2 {
		t.Errorf("%d have expired", n)
	}
	if !strings.Contains(s.log.String(), "sweep failed") {
		t.Error("no one is notified")
	}
}

// An invitation lapses after 14 days, its onboarding after 90 without activity; both have events and messages.
func TestTimePasses(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.importCompanies()
	key := s.simple("a")
	m := s.merchant(key)
	now := time.Now()
	states := func(invitation, onboarding string) {
		t.Helper()
		got := s.must(200, "GET", m.in("/onboarding/{ref}/invitations/{invitation_id}"), key, "").text(t, "status")
		if status := s.must(200, "GET", "/onboarding/"+m.ref, key, "").text(t, "status"); got != invitation ||
			status != onboarding {
			t.Errorf("invitation %s, onboarding %s, want %s, %s", got, status, invitation, onboarding)
		}
	}
	s.sweepAt(now.Add(14*day - time.Minute))
	states("pending", "draft")
	s.sweepAt(now.Add(14*day + time.Minute))
	states("expired", "draft")
	mail, err := s.operator.ListMessages(s.internal(), &pcv1.ListMessagesRequest{Ref: m.ref})
	if err != nil || len(mail.GetData()) != 1 || mail.GetData()[0].GetTo() != "second@example.pl" {
		t.Errorf("%v, %v", mail, err)
	}
	if a := s.call("POST", m.in("/onboarding/{ref}/invitations/{invitation_id}/resend"), key, ""); a.status != 409 ||
		a.text(t, "code") != "invalid_state" {
		t.Errorf("an expired invitation: %d %s", a.status, a.body)
	}
	s.sweepAt(now.Add(90*day - time.Minute)) // the sweep itself is no activity
	states("expired", "draft")
	s.sweepAt(now.Add(90*day + time.Minute))
	states("expired", "expired")
}
