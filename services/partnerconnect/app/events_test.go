package app_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
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
	until(r.s.t, fmt.Sprintf("%d events", n), func() bool {
		for r.next() {
		}
		return len(r.seen) >= n
	})
	if len(r.seen) != n {
		r.s.t.Fatalf("%d events, want %d: %v", len(r.seen), n, r.seen)
	}
	return r.seen
}

// However many write at once, a reader that goes on from the last event it has seen misses none and sees none twice, and those of
// one merchant in the order in which they happened.
func TestFeedSkipsNothing(t *testing.T) {
	s := start(t)
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
				if a, err := s.try("PATCH", path, key, text(object{"applicant": object{"email": email}})); err != nil || a.status != 200 {
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
		if before, seen := last[data["merchant_ref"]]; e["type"] == "onboarding.missing_changed" && seen && text(before) != text(data["previous_missing"]) {
			t.Errorf("%v follows %v", data, before)
		}
		if e["type"] == "onboarding.missing_changed" {
			last[data["merchant_ref"]] = data["missing"]
		}
	}
}

// What the events say, and to whom.
func TestEventsReachTheirPartner(t *testing.T) {
	s := start(t)
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
		"onboarding.missing_changed [representation.invitation_or_poa]", "invitation.created pending", "invitation.revoked revoked",
		"onboarding.status_changed cancelled draft", "onboarding.missing_changed []",
	}
	var got []string
	until(t, "the last event", func() bool {
		r.next()
		return slices.ContainsFunc(r.seen, func(e map[string]any) bool { return e["data"].(map[string]any)["status"] == "cancelled" }) && !r.next()
	})
	for _, e := range r.seen {
		data := e["data"].(map[string]any)
		if e["tenant"] != "ten_a" || e["livemode"] != false || e["api_version"] != "v1" || !strings.HasPrefix(e["id"].(string), "evt_") ||
			data["merchant_ref"] != m.ref || data["channel"] != "chn_a" || data["occurred_at"] == nil || data["partner_external_ref"] == nil {
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
	s.exec(`UPDATE events SET created_at = created_at - interval '30 days 1 minute' WHERE channel_id = 'chn_b'`)
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
