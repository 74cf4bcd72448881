package webhooks

import (
	"errors"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/partnerline/partnerline/internal/fault"
)

func TestEndpointURL(t *testing.T) {
	long := "https://example.com/" + strings.Repeat("a", MaxURL-len("https://example.com/"))
	for raw, want := range map[string]string{ // by code; "" is accepted with a test key
		"https://example.com/hook?a=b": "", "http://example.com": "", "https://example.com:1/": "",
		"https://example.com:65535/": "",
		"https://1.1.1.1/":           "", "https://[2606:4700:4700::1111]:8443/x": "", "https://a_b.example.com./": "",
		"HTTPS://EXAMPLE.com": "", long: "",
		"": "required", long + "a": "too_long", "example.com": "invalid_url", "/hook": "invalid_url",
		"https://":          "invalid_url",
		"https:example.com": "invalid_url", "https://?a": "invalid_url", "ftp://example.com": "scheme",
		"javascript:alert(1)":   "invalid_url",
		"https://u@example.com": "userinfo", "https://u:p@example.com": "userinfo", "https://example.com/#": "fragment",
		"https://example.com/#a": "fragment",
		"https://example.com:0/": "port", "https://example.com:65536/": "port", "https://example.com:/": "port",
		"https://exa mple.com":    "invalid_url",
		"https://example.com/a b": "invalid_url", "https://example.com/\x00": "invalid_url",
		"https://example.com/\n":  "invalid_url",
		"https://-a.example.com/": "invalid_url", "https://a..example.com/": "invalid_url",
		"https://żółw.example.com/":                    "invalid_url",
		"https://" + strings.Repeat("a", 64) + ".com/": "invalid_url", "https://[::1": "invalid_url",
		"https://example.com\\@evil.com/": "invalid_url",
	} {
		t.Run(raw, func(t *testing.T) {
			if code, message := checkURL(raw, false); code != want || (code != "") != (message != "") {
				t.Errorf("code %q (%s), want %q", code, message, want)
			}
		})
	}
	if _, message := checkURL("https://żółw.example.com/", false); !strings.Contains(message, "xn--") {
		t.Errorf("a name in another script: %s", message)
	}
	if code, _ := checkURL("http://example.com", true); code != "scheme" {
		t.Errorf("http with a live key: %q", code)
	}
}

func FuzzEndpointURL(f *testing.F) {
	for _, s := range []string{"https://example.com/", "http://[::1]:80/", "https://a:b@c/#d", "https://0x7f.1/"} {
		f.Add(s, true)
	}
	f.Fuzz(func(t *testing.T, raw string, live bool) {
		code, _ := checkURL(raw, live)
		if code != "" {
			return
		}
		u, err := url.Parse(raw)
		if err != nil || u.Hostname() == "" || u.User != nil || u.Fragment != "" || len(raw) > MaxURL || live &&
			u.Scheme != "https" {
			t.Fatalf("%q was accepted", raw)
		}
	})
}

func TestEndpointEvents(t *testing.T) {
	for name, c := range map[string]struct {
		events []string
		bad    []string
	}{
		"all":         {[]string{"*"}, nil},
		"two":         {[]string{"verification.completed", "verification.failed"}, nil},
		"none":        {nil, []string{"/events"}},
		"unknown":     {[]string{"verification.completed", "payment.paid"}, []string{"/events/1"}},
		"twice":       {[]string{"verification.failed", "verification.failed"}, []string{"/events/1"}},
		"mixed":       {[]string{"*", "verification.failed"}, []string{"/events/0"}},
		"star twice":  {[]string{"*", "*"}, []string{"/events/0", "/events/1"}},
		"empty text":  {[]string{""}, []string{"/events/0"}},
		"two mistake": {[]string{"a", "b"}, []string{"/events/0", "/events/1"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := NewEndpoint("e", Scope{}, EndpointChanges{URL: new("https://example.com"), Events: &c.events}, time.Now())
			var got []string
			var f *fault.Error
			if errors.As(err, &f) {
				for _, v := range f.Violations {
					got = append(got, v.Field)
				}
			}
			if !slices.Equal(got, c.bad) {
				t.Errorf("%v, want %v", got, c.bad)
			}
		})
	}
}

// The states of an endpoint under any history.
func TestEndpointProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		now := time.Unix(1_800_000_000, 0)
		e, err := NewEndpoint("e", Scope{}, EndpointChanges{URL: new("https://example.com"), Events: &[]string{"*"}}, now)
		if err != nil {
			t.Fatal(err)
		}
		inARow, activations := 0, 1
		for range rapid.IntRange(1, 400).Draw(t, "steps") {
			now = now.Add(time.Second)
			was := e
			switch rapid.SampledFrom([]string{"fail", "fail", "fail", "fail", "fail", "fail", "ok", "on", "off"}).Draw(t,
				"step") {
			case "fail":
				notice := e.DeliveryEnded(false, now, FailingAfter, now)
				if was.IsActive {
					inARow++
				}
				var want Notice
				switch {
				case was.IsActive && inARow == FailingAfter:
					want = NoticeFailing
				case was.IsActive && inARow == DeactivateAfter:
					want = NoticeDeactivated
				}
				if notice != want {
					t.Fatalf("notice %q after %d in a row, want %q", notice, inARow, want)
				}
				if notice == NoticeDeactivated && (e.DisabledAt == nil || !e.DisabledAt.Equal(now)) {
					t.Fatal("disabled_at is not the time of deactivation")
				}
			case "ok":
				if rapid.IntRange(0, 20).Draw(t, "luck") > 0 {
					continue // rare, or nothing would ever be deactivated
				}
				e.DeliveryEnded(true, now, FailingAfter, now)
				if was.IsActive {
					inARow = 0
				}
			case "on", "off":
				on := rapid.IntRange(0, 9).Draw(t, "on") > 0
				if err := e.Update(EndpointChanges{IsActive: &on}, now); err != nil {
					t.Fatal(err)
				}
				if on && !was.IsActive {
					inARow = 0
					activations++
				}
			}
			if e.FailureCount != inARow || e.FailureCount > DeactivateAfter || e.Activation != activations {
				t.Fatalf("count %d, want %d; activation %d, want %d", e.FailureCount, inARow, e.Activation, activations)
			}
			if e.IsActive && (e.DisabledAt != nil || e.FailureCount >= DeactivateAfter) {
				t.Fatalf("active with disabled_at %v and count %d", e.DisabledAt, e.FailureCount)
			}
		}
	})
}

func TestLateResultsDoNotMoveTimesBack(t *testing.T) {
	at := time.Unix(1_800_000_000, 0)
	var e Endpoint
	status := 503
	e.AttemptEnded(&status, at)
	e.AttemptEnded(nil, at.Add(-time.Minute))
	e.DeliveryEnded(true, at, FailingAfter, at)
	e.DeliveryEnded(true, at.Add(-time.Minute), FailingAfter, at)
	if !e.LastTriggeredAt.Equal(at) || !e.LastSuccessAt.Equal(at) || *e.LastStatus != 503 {
		t.Errorf("%+v", e)
	}
}

// A description must not change how lists show it and what is beside it.
func TestDescriptionMustNotMislead(t *testing.T) {
	for _, c := range []struct {
		description string
		ok          bool
	}{
		{"Orders of the shop\nin Łódź\t(שלום)", true}, {"live\u202egnitset", false}, {"\u2066a", false}, {"a\x00", false},
		{"a\x1b[31m", false},
	} {
		t.Run(c.description, func(t *testing.T) {
			_, err := NewEndpoint("id", Scope{},
				EndpointChanges{URL: new("https://example.com/"), Events: &[]string{"*"}, Description: new(&c.description)},
				time.Now())
			if (err == nil) != c.ok || err != nil && fault.As(err).Violations[0].Code != "control_characters" {
				t.Errorf("%q: %v", c.description, err)
			}
		})
	}
}
