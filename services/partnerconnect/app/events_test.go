package app_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/event"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/testkit/wait"
)

// A reader follows the feed of a key from its position.
type reader struct {
	s     *system
	key   string
	query string // filters
	after string
	seen  []map[string]any
}

// next reads a page and reports whether there was anything on it.
func (r *reader) next() bool {
	r.s.t.Helper()
	path := "/events?" + r.query
	if r.after != "" {
		path += "&after=" + r.after
	}
	a := r.s.call("GET", path, r.key, "")
	if a.status != 200 {
		r.s.t.Fatalf("%s: %d %s", path, a.status, a.body)
	}
	m := a.json(r.s.t)
	data, _ := m["data"].([]any)
	for _, e := range data {
		r.seen = append(r.seen, e.(map[string]any))
	}
	if len(data) > 0 {
		r.after, _ = r.seen[len(r.seen)-1]["id"].(string)
	}
	if token := m["next_page_token"]; token != "" && token != r.after {
		r.s.t.Fatalf("token %v after %s", token, r.after)
	}
	return len(data) > 0
}

// to reads until there are so many events.
func (r *reader) to(n int) []map[string]any {
	r.s.t.Helper()
	wait.Until(r.s.t, fmt.Sprintf("%d events", n), func() bool {
		for r.next() {
		}
		return len(r.seen) >= n
	})
	if len(r.seen) != n {
		r.s.t.Fatalf("%d events, want %d: %v", len(r.seen), n, r.seen)
	}
	return r.seen
}

// shown waits until the feed has all events of the test: one is shown once no transaction is under way that began
// before it, whoever's it is.
func (s *system) shown() {
	s.t.Helper()
	wait.Until(s.t, "the feed has all events", func() bool {
		return s.count(`SELECT count(*) FROM events
			WHERE channel_id LIKE '%' || $1 AND xact >= pg_snapshot_xmin(pg_current_snapshot())`, s.suffix) == 0
	})
}

// However many write at once, a reader that goes on from the last event it has seen misses none and sees none twice,
// and those of one merchant in the order in which they happened.
func TestFeedSkipsNothing(t *testing.T) {
	t.Parallel()
	s := shared(t)
	key := s.simple("a")
	const writers, each = 25, 6
	var all sync.WaitGroup
	for range writers {
		all.Go(func() {
			a, err := s.try("POST", "/onboarding", key, text(object{"partner_external_ref": externalRef()}))
			if err != nil || a.status != 201 {
				t.Error(err, a.body)
				return
			}
			path := "/onboarding/" + a.text(t, "ref")
			for i := range each {
				email := any(nil) // set and cleared by turns: what is missing changes each time
				if i%2 == 0 {
					email = "a@example.pl"
				}
				if a, err := s.try("PATCH", path, key, text(object{"applicant": object{"email": email}})); err != nil ||
					a.status != 200 {
					t.Error(err, a.body)
				}
			}
		})
	}
	r := reader{s: s, key: key, query: "page_size=7"}
	done := make(chan struct{})
	go func() { all.Wait(); close(done) }()
	for reading := true; reading; {
		select {
		case <-done:
			reading = false
		default:
			r.next()
		}
	}
	events := r.to(writers * (each + 1))
	ids, last := map[any]bool{}, map[any]any{}
	for _, e := range events {
		data, _ := e["data"].(map[string]any)
		if ids[e["id"]] {
			t.Errorf("%v comes twice", e["id"])
		}
		ids[e["id"]] = true
		if before, seen := last[data["merchant_ref"]]; e["type"] == "onboarding.missing_changed" && seen &&
			text(before) != text(data["previous_missing"]) {
			t.Errorf("%v follows %v", data, before)
		}
		if e["type"] == "onboarding.missing_changed" {
			last[data["merchant_ref"]] = data["missing"]
		}
	}
}

// What the events say, and to whom.
func TestEventsReachTheirPartner(t *testing.T) {
	t.Parallel()
	s := shared(t)
	s.importCompanies()
	key, other := s.simple("a"), s.simple("b")
	m := s.merchant(key)
	s.must(200, "POST", m.in("/onboarding/{ref}/invitations/{invitation_id}/resend"), key, "")
	s.must(204, "DELETE", m.in("/onboarding/{ref}/invitations/{invitation_id}"), key, "")
	s.must(200, "POST", "/onboarding/"+m.ref+"/cancel", key, "")
	s.must(200, "POST", "/onboarding/"+m.ref+"/cancel", key, "")
	s.create(other, `{"partner_external_ref":"x"}`)
	r := reader{s: s, key: key, query: "page_size=2"}
	want := []string{
		"onboarding.status_changed draft <nil>", "onboarding.missing_changed [representation.decision]",
		"onboarding.missing_changed [representation.invitation_or_poa]", "document.received received",
		"invitation.created pending", "invitation.revoked revoked",
		"onboarding.status_changed cancelled draft", "onboarding.missing_changed []",
	}
	var got []string
	wait.Until(t, "the last event", func() bool {
		r.next()
		return slices.ContainsFunc(r.seen,
			func(e map[string]any) bool { return e["data"].(map[string]any)["status"] == "cancelled" }) && !r.next()
	})
	for _, e := range r.seen {
		data := e["data"].(map[string]any)
		if e["tenant"] != s.id("ten_a") || e["livemode"] != false || e["api_version"] != "v1" ||
			!strings.HasPrefix(e["id"].(string), "evt_") || data["merchant_ref"] != m.ref ||
			data["channel"] != s.id("chn_a") || data["occurred_at"] == nil || data["partner_external_ref"] == nil {
			t.Errorf("%v", e)
		}
		switch e["type"] {
		case "onboarding.status_changed":
			got = append(got, fmt.Sprint(e["type"], " ", data["status"], " ", data["previous_status"]))
		case "onboarding.missing_changed":
			before, after := codesOf(data["previous_missing"]), codesOf(data["missing"])
			gone := slices.DeleteFunc(before, func(c string) bool { return slices.Contains(after, c) })
			if len(gone) > 2 { // cancelled: nothing is asked any more
				gone = nil
			}
			got = append(got, fmt.Sprint(e["type"], " ", gone))
		case "document.received":
			if data["document_id"] == nil || data["previous_status"] != nil {
				t.Errorf("%v", e)
			}
			got = append(got, fmt.Sprint(e["type"], " ", data["status"]))
		default:
			if data["invitation_id"] != m.invitation || data["role"] != "representative" {
				t.Errorf("%v", e)
			}
			got = append(got, fmt.Sprint(e["type"], " ", data["status"]))
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}

	only := reader{s: s, key: key, query: "type=" + url.QueryEscape("onboarding.status_changed")}
	for _, e := range only.to(2) {
		if e["type"] != "onboarding.status_changed" {
			t.Errorf("%v", e["type"])
		}
	}
	foreign := reader{s: s, key: other}
	foreign.to(1)
	for name, path := range map[string]string{
		"foreign event": "/events?after=" + r.after, "unknown event": "/events?after=evt_x", "unknown type": "/events?type=x",
		"negative size": "/events?page_size=-1", "twice": "/events?after=a&after=b", "another parameter": "/events?before=x",
	} {
		s.subtest(name, func(t *testing.T) {
			if a := s.call("GET", path, other, ""); a.status != 400 || a.text(t, "code") != "invalid_parameter" {
				t.Errorf("%d %s", a.status, a.body)
			}
		})
	}
	// An event of the last 30 days is kept, an older one is not shown.
	s.exec(`UPDATE events SET created_at = created_at - interval '30 days 1 minute' WHERE channel_id = $1`, s.id("chn_b"))
	old := reader{s: s, key: other}
	if old.next() {
		t.Errorf("%v", old.seen)
	}
}

func codesOf(v any) (out []string) {
	list, _ := v.([]any)
	for _, x := range list {
		out = append(out, x.(string))
	}
	return out
}

// What happens to a merchant and its documents is an event, and each is said once; of settlements only to keys with
// account:read.
func TestEventsOfMerchants(t *testing.T) {
	t.Parallel()
	b := sharedBank(t)
	key := b.simple("a")
	ref := b.merchant(key, allowed)
	for range 2 { // the second time it changes nothing
		_, _ = b.operator.SuspendMerchant(b.internal(), &pcv1.SuspendMerchantRequest{Ref: ref})
	}
	if _, err := b.operator.ResumeMerchant(b.internal(), &pcv1.ResumeMerchantRequest{Ref: ref}); err != nil {
		t.Fatal(err)
	}
	b.paid(key, ref, 10_000)
	b.must(200, "POST", "/sandbox/merchants/"+ref+"/settle", key, "")
	b.put(ref, consent{delegation.ActiveDelegation, delegation.OptInGranted, delegation.ClosedMerchant})

	documented := b.create(key, `{"partner_external_ref":"x","applicant_type":"natural_person",`+
		`"business":{"category_code":"5912"}}`)
	asked := b.must(200, "GET", "/onboarding/"+documented, key,
		"").json(t)["required_documents"].([]any)[0].(map[string]any)["document_id"]
	made := b.must(201, "POST", "/onboarding/"+documented+"/documents", key,
		uploadJSON(file(20, 'x'), object{"document_type": nil, "subject": nil, "document_id": asked}))
	document := made.text(t, "document_id")
	for _, as := range [][2]string{{"rejected", "unreadable"}, {"accepted", ""}} {
		if _, err := b.operator.ReviewDocument(b.internal(),
			&pcv1.ReviewDocumentRequest{Ref: documented, DocumentId: document, Status: as[0], ReasonCode: as[1]}); err != nil {
			t.Fatal(err)
		}
	}

	b.shown()
	read := func(key string) (got []string) {
		r := reader{s: b.system, key: key, query: "page_size=200"}
		for r.next() {
		}
		for _, e := range r.seen {
			data := e["data"].(map[string]any)
			switch kind, _, _ := strings.Cut(e["type"].(string), "."); kind {
			case "merchant", "settlement":
				got = append(got, fmt.Sprint(e["type"], " ", data["status"], " ", data["previous_status"], " ", data["net"]))
			case "document":
				if data["document_id"] != document || data["required_document_id"] != asked {
					t.Errorf("%v", e)
				}
				got = append(got, fmt.Sprint(e["type"], " ", data["status"], " ", data["previous_status"], " ",
					data["reason_code"]))
			}
		}
		return got
	}
	want := []string{
		"merchant.status_changed active <nil> <nil>", "merchant.status_changed suspended active <nil>",
		"merchant.status_changed active suspended <nil>",
		"settlement.paid paid <nil> 9910", "merchant.status_changed closed active <nil>",
		"document.received received <nil> <nil>", "document.rejected rejected received unreadable",
		"document.accepted accepted rejected <nil>",
	}
	if got := read(key); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	without := slices.DeleteFunc(want, func(s string) bool { return strings.HasPrefix(s, "settlement.") })
	b.exec(`UPDATE partner_keys SET scopes = '{onboarding:read}' WHERE partner_id = $1`, b.id("ptn_a"))
	if got := read(key); !slices.Equal(got, without) {
		t.Errorf("without account:read\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(without, "\n"))
	}
}

// The catalogue has every type that the service writes and no other, with the scopes that reading takes.
func TestEventTypes(t *testing.T) {
	t.Parallel()
	s := shared(t)
	var got []string
	for _, e := range s.must(200, "GET", "/event-types", s.simple("a"), "").json(t)["data"].([]any) {
		e := e.(map[string]any)
		got = append(got, e["type"].(string))
		scopes := []any{"onboarding:read"}
		if slices.Contains(event.MoneyTypes, event.Type(e["type"].(string))) {
			scopes = append(scopes, "account:read")
		}
		example, _ := e["example"].(map[string]any)
		if !slices.Equal(e["scopes"].([]any), scopes) || example["type"] != e["type"] || e["since"] != "1.0.0" ||
			e["description"] == "" || e["schema"].(map[string]any)["type"] != "object" {
			t.Errorf("%v", e)
		}
	}
	// These are about endpoints: they are pushed, and the feed does not have them.
	want := []string{
		"webhook.test", "endpoint.failing", "endpoint.deactivated", "endpoint.reactivated",
		"endpoint.certificate_expiring", "source_addresses.changed",
		"webhook.challenge",
	}
	for _, v := range append([]event.Type{
		event.OnboardingStatusChanged, event.OnboardingMissingChanged, event.OnboardingDataCorrected,
		event.OnboardingMessageFailed, event.DocumentReceived, event.DocumentAccepted,
		event.DocumentRejected, event.InvitationCreated, event.InvitationAccepted, event.InvitationDeclined,
		event.InvitationExpired, event.InvitationRevoked, event.DelegationGranted,
		event.DelegationRevoked, event.OptInGrantedEvent, event.OptInRevokedEvent, event.MerchantStatusChanged,
	}, event.MoneyTypes...) {
		want = append(want, string(v))
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
