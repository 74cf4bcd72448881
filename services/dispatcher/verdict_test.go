package dispatcher_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/partnerline/partnerline/internal/retry"
	"github.com/partnerline/partnerline/internal/signature"
	"github.com/partnerline/partnerline/services/dispatcher"
)

var documented = retry.Schedule{10 * time.Second, time.Minute, 5 * time.Minute, 30 * time.Minute}

func TestDecide(t *testing.T) {
	type Verdict = dispatcher.Verdict
	for name, c := range map[string]struct {
		number  int
		failure dispatcher.Failure
		asked   time.Duration
		want    Verdict
	}{
		"success at first":             {1, dispatcher.NoFailure, 0, Verdict{Action: dispatcher.Finish}},
		"success at last":              {5, dispatcher.NoFailure, 0, Verdict{Action: dispatcher.Finish}},
		"first failure":                {1, dispatcher.HTTP5xx, 0, Verdict{dispatcher.Retry, 1, 10 * time.Second}},
		"second failure":               {2, dispatcher.Timeout, 0, Verdict{dispatcher.Retry, 2, time.Minute}},
		"third failure":                {3, dispatcher.DNS, 0, Verdict{dispatcher.Retry, 3, 5 * time.Minute}},
		"fourth failure":               {4, dispatcher.Redirect, 0, Verdict{dispatcher.Retry, 4, 30 * time.Minute}},
		"the fifth failure is last":    {5, dispatcher.HTTP4xx, 0, Verdict{Action: dispatcher.GiveUp}},
		"past the schedule":            {9, dispatcher.HTTP4xx, 0, Verdict{Action: dispatcher.GiveUp}},
		"inactive at first":            {1, dispatcher.EndpointInactive, 0, Verdict{Action: dispatcher.Cancel}},
		"revoked":                      {2, dispatcher.AccessRevoked, 0, Verdict{Action: dispatcher.Cancel}},
		"inactive at last":             {5, dispatcher.EndpointInactive, 0, Verdict{Action: dispatcher.Cancel}},
		"a number out of order is one": {0, dispatcher.Reset, 0, Verdict{dispatcher.Retry, 1, 10 * time.Second}},
		"asked for less than the step": {2, dispatcher.HTTP5xx, 5 * time.Second, Verdict{dispatcher.Retry, 2, time.Minute}},
		"asked for as long as it is":   {2, dispatcher.HTTP5xx, time.Minute, Verdict{dispatcher.Retry, 2, time.Minute}},
		"asked for a little longer": {1, dispatcher.HTTP4xx, 61 * time.Second,
			Verdict{dispatcher.Retry, 3, 5 * time.Minute}},
		"asked for longer than all": {1, dispatcher.HTTP4xx, 24 * time.Hour,
			Verdict{dispatcher.Retry, 4, 30 * time.Minute}},
		"asked at last": {5, dispatcher.HTTP4xx, time.Minute, Verdict{Action: dispatcher.GiveUp}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := dispatcher.Decide(c.number, c.failure, documented, c.asked); got != c.want {
				t.Errorf("%+v, want %+v", got, c.want)
			}
		})
	}
	if n := documented.Attempts(); n != 5 {
		t.Errorf("the documented schedule has %d attempts, want 5", n)
	}
}

// A run has exactly len(schedule)+1 attempts when all fail, and the delays are those of the schedule, in order.
func TestRunOfFailures(t *testing.T) {
	made := slices.DeleteFunc(slices.Clone(dispatcher.Failures), dispatcher.Failure.NotMade)
	rapid.Check(t, func(t *rapid.T) {
		schedule := retry.Schedule(rapid.SliceOfN(rapid.Map(rapid.Int64Range(1, 1e12),
			func(n int64) time.Duration { return time.Duration(n) }), 1, 9).Draw(t, "schedule"))
		for number := 1; ; number++ {
			v := dispatcher.Decide(number, rapid.SampledFrom(made).Draw(t, "failure"), schedule, 0)
			if v.Action == dispatcher.GiveUp {
				if number != schedule.Attempts() {
					t.Fatalf("gave up after %d attempts of %d", number, schedule.Attempts())
				}
				return
			}
			if v.Action != dispatcher.Retry || v.Wait != schedule[number-1] {
				t.Fatalf("attempt %d: %+v", number, v)
			}
		}
	})
}

func TestOfStatus(t *testing.T) {
	for status, want := range map[int]dispatcher.Failure{
		200: "", 201: "", 202: "", 204: "", 299: "", 301: "redirect", 304: "redirect", 400: "http_4xx", 410: "http_4xx",
		499: "http_4xx",
		500: "http_5xx", 599: "http_5xx", 101: "protocol", 600: "protocol", 999: "protocol",
	} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			if got := dispatcher.OfStatus(status); got != want {
				t.Errorf("OfStatus(%d) = %q, want %q", status, got, want)
			}
		})
	}
}

func TestTargetAcceptsItsActivation(t *testing.T) {
	target := &dispatcher.Target{Active: true, Activation: 2}
	for activation, want := range map[int]bool{0: false, 1: false, 2: true, 3: false} {
		t.Run(fmt.Sprint(activation), func(t *testing.T) {
			if got := target.Accepts(activation, "verification.completed"); got != want {
				t.Errorf("Accepts(%d) = %v, want %v", activation, got, want)
			}
		})
	}
	const challenge = "webhook.challenge"
	inactive := &dispatcher.Target{Activation: 2}
	if (*dispatcher.Target)(nil).Accepts(0, challenge) || inactive.Accepts(2, "verification.completed") {
		t.Error("a deleted or inactive endpoint accepts deliveries")
	}
	if !inactive.Accepts(2, challenge) || inactive.Accepts(1, challenge) {
		t.Error("a challenge goes to an inactive endpoint in its activation, and in no other")
	}
}

func TestSigningKeys(t *testing.T) {
	now := time.Now()
	fresh, ending, ended := signature.NewKey([]byte("a"), time.Time{}),
		signature.NewKey([]byte("b"), now.Add(time.Second)), signature.NewKey([]byte("c"), now)
	target := &dispatcher.Target{Keys: []*signature.Key{fresh, ended, ending}}
	got := target.SigningKeys(now)
	if len(got) != 2 || got[0] != fresh || got[1] != ending {
		t.Errorf("SigningKeys = %v, want the current and the ending key", got)
	}
	if len(target.Keys) != 3 {
		t.Error("the target was changed")
	}
}

// What may not be in a request line is encoded, in the query as in the path.
func TestRequestURI(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		"https://example.com/hook?shop=Łódź":             "/hook?shop=%C5%81%C3%B3d%C5%BA",
		"https://example.com/Łódź":                       "/%C5%81%C3%B3d%C5%BA",
		"https://example.com/hook?a=%C5%81&b=+&c=%zz":    "/hook?a=%C5%81&b=+&c=%zz",
		"https://example.com/hook?a[]=1&b={c|d}":         "/hook?a%5B%5D=1&b=%7Bc%7Cd%7D",
		"https://example.com/hook?a=!$&'()*+,;=:@/?-._~": "/hook?a=!$&'()*+,;=:@/?-._~",
		"https://example.com?":                           "/?",
	} {
		u, err := dispatcher.ParseURL(raw)
		if err != nil {
			t.Fatal(err)
		}
		if got := u.RequestURI(); got != want {
			t.Errorf("%s is requested as %s, want %s", raw, got, want)
		}
	}
}

func TestParseURL(t *testing.T) {
	for raw, ok := range map[string]bool{
		"https://example.com/hook?x=1": true, "http://example.com": true, "https://example.com:8443/": true,
		"ftp://example.com": false, "https://": false, "//example.com": false, "https://u:p@example.com": false,
		"http://[::1": false, "": false,
	} {
		t.Run(raw, func(t *testing.T) {
			if _, err := dispatcher.ParseURL(raw); (err == nil) != ok {
				t.Errorf("ParseURL(%q): %v, want ok = %v", raw, err, ok)
			}
		})
	}
}

func TestAsked(t *testing.T) {
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for text, want := range map[string]time.Duration{
		"120": 2 * time.Minute, "0": 0, "": 0, "-1": 0, "1.5": 0, "soon": 0, "4294967295": 365 * 24 * time.Hour,
		"99999999999":                   0,
		"Sun, 01 Mar 2026 12:05:00 GMT": 5 * time.Minute, "Sun, 01 Mar 2026 11:00:00 GMT": 0,
		"Sun, 01 Mar 9999 12:05:00 GMT": 365 * 24 * time.Hour,
	} {
		if got := dispatcher.Asked(text, at); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// At any time one pair signs: the last one that signs by then, or the first by a clock that is behind.
func TestSigningPair(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	pair := func(id string, from time.Time) *signature.Pair {
		p, err := signature.NewPair(id, make([]byte, 32), from)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	target := &dispatcher.Target{Pairs: []*signature.Pair{pair("next", now.Add(time.Hour)), pair("first", now)}}
	for _, c := range []struct {
		at   time.Time
		want string
	}{
		{now.Add(-time.Second), "first"}, {now, "first"}, {now.Add(time.Hour - 1), "first"}, {now.Add(time.Hour), "next"},
	} {
		if got := target.SigningPair(c.at); got.ID != c.want {
			t.Errorf("at %s: %s, want %s", c.at, got.ID, c.want)
		}
	}
	if (&dispatcher.Target{}).SigningPair(now) != nil {
		t.Error("a pair of nowhere")
	}
}

// Nothing is sent unless it has all signatures that the endpoint asks for.
func TestCanSign(t *testing.T) {
	keys := []*signature.Key{signature.NewKey([]byte("a"), time.Time{})}
	pairs := []*signature.Pair{{}}
	for _, c := range []struct {
		target dispatcher.Target
		want   bool
	}{
		{dispatcher.Target{Keys: keys, Pairs: pairs}, false},
		{dispatcher.Target{Forms: dispatcher.Forms{HMAC: true}, Pairs: pairs}, false},
		{dispatcher.Target{Forms: dispatcher.Forms{HMAC: true}, Keys: keys}, true},
		{dispatcher.Target{Forms: dispatcher.Forms{Ed25519: true}, Keys: keys}, false},
		{dispatcher.Target{Forms: dispatcher.Forms{Message: true}, Pairs: pairs}, true},
		{dispatcher.Target{Forms: dispatcher.Forms{HMAC: true, Ed25519: true}, Keys: keys}, false},
		{dispatcher.Target{Forms: dispatcher.Forms{HMAC: true, Ed25519: true}, Keys: keys, Pairs: pairs}, true},
		{dispatcher.Target{Forms: dispatcher.Forms{HMAC: true, Other: true}, Keys: keys, Pairs: pairs}, false},
	} {
		if got := c.target.CanSign(); got != c.want {
			t.Errorf("%+v: %t", c.target, got)
		}
	}
}
