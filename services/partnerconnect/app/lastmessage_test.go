package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
	"github.com/partnerline/partnerline/testkit/messagebox"
	"github.com/partnerline/partnerline/testkit/wait"
)

const (
	bounced   = providersv1.MessageOutcome_MESSAGE_OUTCOME_BOUNCED
	delivered = providersv1.MessageOutcome_MESSAGE_OUTCOME_DELIVERED
)

// lastMessage is what an object of an answer says of its last message, in short.
func lastMessage(t testing.TB, of any) string {
	t.Helper()
	o, _ := of.(map[string]any)
	m, there := o["last_message"]
	if !there {
		t.Fatalf("no last_message: %v", o)
	}
	if m == nil {
		return "none"
	}
	last := m.(map[string]any)
	if _, err := time.Parse(time.RFC3339, fmt.Sprint(last["at"])); err != nil || len(last) != 4 {
		t.Errorf("%v", last)
	}
	return fmt.Sprint(last["medium"], " ", last["status"], " ", last["reason_code"])
}

// lastToApplicant is what a partner reads of the last message to the applicant, the same in both answers that have it.
func (s *system) lastToApplicant(key, ref string) string {
	s.t.Helper()
	got := lastMessage(s.t, s.must(http.StatusOK, "GET", "/onboarding/"+ref, key, "").json(s.t)["next_action"])
	if f := lastMessage(s.t, s.must(http.StatusOK, "POST", "/onboarding/"+ref+"/finalize", key,
		"").json(s.t)["next_action"]); f != got {
		s.t.Errorf("finalize says %s, the onboarding %s", f, got)
	}
	return got
}

// report says what became of a message.
func (s *system) report(id string, outcome providersv1.MessageOutcome) {
	s.t.Helper()
	reports := providersv1.NewMessageReportServiceClient(s.grpc)
	if _, err := reports.ReportMessage(s.internal(),
		&providersv1.ReportMessageRequest{MessageId: id, Outcome: outcome}); err != nil {
		s.t.Fatal(err)
	}
}

// failures are the events of failed messages of an onboarding.
func (s *system) failures(ref string) int {
	return s.count(`SELECT count(*) FROM events WHERE type = 'onboarding.message_failed' AND merchant_ref = $1`, ref)
}

// A partner sees that a message did not reach the applicant, without its address, and corrects the address; what
// becomes of a message to the old one is of no concern then.
func TestPartnersSeeFailedMessages(t *testing.T) {
	t.Parallel()
	s, box, key := withMessages(t)
	ref := s.create(key, fullBody)
	if got := s.lastToApplicant(key, ref); got != "none" {
		t.Errorf("before the first message: %s", got)
	}
	s.visitor(key, ref).send(map[string]string{"do": "send"})
	first := box.Await(1, messagebox.To("kanarek@example.pl")).GetMessageId()
	s.message(ref, hasStatus("sent"))
	if got := s.lastToApplicant(key, ref); got != "email sent <nil>" {
		t.Errorf("accepted: %s", got)
	}
	s.report(first, bounced)
	if got := s.lastToApplicant(key, ref); got != "email failed bounced" {
		t.Errorf("bounced: %s", got)
	}
	feed := reader{s: s, key: key, query: "type=onboarding.message_failed"}
	data := feed.to(1)[0]["data"].(map[string]any)
	if data["merchant_ref"] != ref || data["channel"] != "chn_a" || data["partner_external_ref"] == "" ||
		data["invitation_id"] != nil || data["medium"] != "email" ||
		data["reason_code"] != "bounced" || data["occurred_at"] == nil || len(data) != 7 {
		t.Errorf("%v", data)
	}

	correct := func(email string) {
		t.Helper()
		s.must(http.StatusOK, "PATCH", "/onboarding/"+ref, key, text(object{"applicant": object{"email": email}}))
	}
	correct("second@example.pl")
	if got := s.lastToApplicant(key, ref); got != "none" {
		t.Errorf("corrected: %s", got)
	}
	s.visitor(key, ref).send(map[string]string{"do": "send"})
	second := box.Await(1, messagebox.To("second@example.pl")).GetMessageId()
	s.message(ref, hasStatus("sent"))
	correct("third@example.pl")
	s.report(second, bounced) // too late
	if got := s.lastToApplicant(key, ref); got != "none" || s.failures(ref) != 1 {
		t.Errorf("after a late bounce: %s, %d events", got, s.failures(ref))
	}

	box.Answer(func(*providersv1.SendMessageRequest) error {
		return status.Error(codes.InvalidArgument, "third@example.pl")
	})
	s.visitor(key, ref).send(map[string]string{"do": "send"})
	s.message(ref, hasStatus("failed"))
	if got := s.lastToApplicant(key, ref); got != "email failed rejected" {
		t.Errorf("refused: %s", got)
	}
	correct("fourth@example.pl")
	box.Answer(func(*providersv1.SendMessageRequest) error { return status.Error(codes.Unavailable, "later") })
	s.visitor(key, ref).send(map[string]string{"do": "send"})
	box.Await(1, messagebox.To("fourth@example.pl"))
	if got := s.lastToApplicant(key, ref); got != "email queued <nil>" {
		t.Errorf("not accepted yet: %s", got)
	}
	s.exec(`UPDATE messages SET created_at = created_at - interval '11 minutes', due_at = now() WHERE sent_at IS NULL ` +
		`AND failure IS NULL`)
	s.message(ref, hasStatus("failed"))
	if got := s.lastToApplicant(key, ref); got != "email failed expired" {
		t.Errorf("not accepted in time: %s", got)
	}
	var reasons []any
	for _, e := range feed.to(3) {
		reasons = append(reasons, e["data"].(map[string]any)["reason_code"])
		if strings.Contains(text(e), "@example.pl") {
			t.Errorf("%v", e)
		}
	}
	if got := fmt.Sprint(reasons); got != "[bounced rejected expired]" {
		t.Errorf("%s", got)
	}
}

// Reports come in any order and any number, before and after the address is corrected. A bounce is final, and the
// partner gets one event of it, if the message is still the one that the onboarding waits for.
func TestReportsInAnyOrder(t *testing.T) {
	t.Parallel()
	s, box, key := withMessages(t)
	steps := []string{"delivered", "bounced", "corrected"}
	var orders [][]string
	for _, a := range steps {
		for _, b := range steps {
			for _, c := range steps {
				orders = append(orders, []string{a, b, c})
			}
		}
	}
	refs := make([]string, len(orders))
	before := func(i int) string { return fmt.Sprintf("before%d@example.pl", i) }
	for i := range orders {
		refs[i] = s.create(key, text(object{"partner_external_ref": externalRef(),
			"applicant": object{"email": before(i), "phone": "+48600100200"}}))
		s.visitor(key, refs[i]).send(map[string]string{"do": "send"})
	}
	for i, order := range orders {
		s.subtest(strings.Join(order, ", "), func(t *testing.T) {
			ref, id := refs[i], box.Await(1, messagebox.To(before(i))).GetMessageId()
			s.message(ref, hasStatus("sent"))
			want, events := "email sent <nil>", 0
			for _, step := range order {
				switch step {
				case "corrected":
					s.must(http.StatusOK, "PATCH", "/onboarding/"+ref, key,
						text(object{"applicant": object{"email": "after@example.pl"}}))
					want = "none"
				case "delivered":
					s.report(id, delivered)
					if want == "email sent <nil>" {
						want = "email delivered <nil>"
					}
				default:
					s.report(id, bounced)
					if want != "none" {
						want, events = "email failed bounced", 1
					}
				}
				if got := s.lastToApplicant(key, ref); got != want || s.failures(ref) != events {
					t.Fatalf("after %s: %s, want %s; %d events, want %d", step, got, want, s.failures(ref), events)
				}
			}
		})
	}
}

// The sandbox accepts everything and delivers nothing, except for the addresses that fail. Each invitation shows its
// own message.
func TestSandboxMessagesThatFail(t *testing.T) {
	t.Parallel()
	s := shared(t)
	s.importCompanies()
	key := s.simple("a")
	m := s.merchant(key)
	invited := func(id, want string) {
		t.Helper()
		path := "/onboarding/" + m.ref
		wait.Until(t, want, func() bool {
			return lastMessage(t, s.must(http.StatusOK, "GET", path+"/invitations/"+id, key, "").json(t)) == want
		})
		inList := func(list any) string {
			for _, v := range list.([]any) {
				if v.(map[string]any)["invitation_id"] == id {
					return lastMessage(t, v)
				}
			}
			return "not listed"
		}
		o := s.must(http.StatusOK, "GET", path, key, "").json(t)
		if list, own := inList(s.must(http.StatusOK, "GET", path+"/invitations", key, "").json(t)["data"]),
			inList(o["invitations"]); list != want || own != want {
			t.Errorf("%s: %s in the list, %s in the onboarding", want, list, own)
		}
		if got := lastMessage(t, o["next_action"]); got != "none" {
			t.Errorf("of the applicant: %s", got)
		}
	}
	invited(m.invitation, "email sent <nil>")
	s.must(http.StatusNoContent, "DELETE", m.in("/onboarding/{ref}/invitations/{invitation_id}"), key, "")
	invited(m.invitation, "none")
	var ids []any
	for _, reason := range []string{"bounced", "rejected"} {
		id := s.must(http.StatusCreated, "POST", "/onboarding/"+m.ref+"/invitations", key,
			invitation(reason+"@example.pl", nil)).text(t, "invitation_id")
		invited(id, "email failed "+reason)
		s.must(http.StatusNoContent, "DELETE", "/onboarding/"+m.ref+"/invitations/"+id, key, "")
		invited(id, "none")
		ids = append(ids, id)
	}
	feed := reader{s: s, key: key, query: "type=onboarding.message_failed"}
	for i, e := range feed.to(2) {
		if data := e["data"].(map[string]any); data["invitation_id"] != ids[i] || e["livemode"] != false {
			t.Errorf("%v", e)
		}
	}
	if mail, err := s.operator.ListMessages(s.internal(), &pcv1.ListMessagesRequest{Ref: m.ref}); err != nil ||
		mail.GetData()[1].GetFailure() != "bounced" {
		t.Errorf("the operator sees %v, %v", mail, err)
	}
}
