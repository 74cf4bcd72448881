package webhooks

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
)

// Where proof is required, an endpoint of live mode is active only if it is proven; one that was active before the
// operator required it stays so until its URL changes.
func TestRequireProof(t *testing.T) {
	t.Parallel()
	now := time.Now()
	const other = "https://other.example.com"
	for name, c := range map[string]struct {
		livemode, proven, active bool // before
		changes                  *EndpointChanges
		err                      error
		wantActive               bool
		want                     OwnershipState
	}{
		"a new one":              {livemode: true, want: ProofRequired},
		"a new one of test mode": {wantActive: true, want: Unproven},
		"one that was active already": {
			livemode: true, active: true, changes: &EndpointChanges{DeactivateOn410: new(true)}, wantActive: true,
			want: Unproven,
		},
		"an unproven one is activated": {
			livemode: true, changes: &EndpointChanges{IsActive: new(true)}, err: ErrOwnershipUnproven,
		},
		"a proven one is activated": {
			livemode: true, proven: true, changes: &EndpointChanges{IsActive: new(true)}, wantActive: true, want: Proven,
		},
		"one of test mode is activated": {
			changes: &EndpointChanges{IsActive: new(true)}, wantActive: true, want: Unproven,
		},
		"another URL": {
			livemode: true, proven: true, active: true, changes: &EndpointChanges{URL: new(other)}, want: ProofRequired,
		},
		"another URL, to be active": {
			livemode: true, proven: true, active: true, changes: &EndpointChanges{URL: new(other), IsActive: new(true)},
			want: ProofRequired,
		},
		"another URL of an inactive one": {
			livemode: true, proven: true, changes: &EndpointChanges{URL: new(other)}, want: Unproven,
		},
		"another URL and active": {
			livemode: true, proven: true, changes: &EndpointChanges{URL: new(other), IsActive: new(true)},
			err: ErrOwnershipUnproven,
		},
		"the same URL": {
			livemode: true, proven: true, active: true, changes: &EndpointChanges{URL: new("https://example.com")},
			wantActive: true, want: Proven,
		},
		"another URL of one that is test mode": {
			proven: true, active: true, changes: &EndpointChanges{URL: new(other)}, wantActive: true, want: Unproven,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e, err := NewEndpoint(
				"e",
				Scope{Tenant: "ten_a", Livemode: c.livemode},
				EndpointChanges{
					URL:      new("https://example.com"),
					Events:   &[]string{"*"},
					IsActive: new(c.active || c.changes == nil),
				},
				now,
			)
			if err != nil {
				t.Fatal(err)
			}
			if c.proven {
				e.ProvenAt = &now
			}
			var before *Endpoint
			if c.changes != nil {
				was := e
				before = &was
				if err := e.Update(*c.changes, now); err != nil {
					t.Fatal(err)
				}
			}
			if err := e.RequireProof(before); !errors.Is(err, c.err) || c.err == nil && err != nil {
				t.Fatalf("%v, want %v", err, c.err)
			}
			if c.err == nil && (e.IsActive != c.wantActive || e.Ownership() != c.want || e.DisabledAt != nil) {
				t.Errorf("active %v, %s", e.IsActive, e.Ownership())
			}
		})
	}
}

// A challenge is answered in time, once, by the receiver that was asked; another URL ends it.
func TestChallenge(t *testing.T) {
	t.Parallel()
	now := time.Now()
	e, err := NewEndpoint(
		"e",
		Scope{Tenant: "ten_a", Livemode: true},
		EndpointChanges{URL: new("https://example.com"), Events: &[]string{"*"}},
		now,
	)
	if err != nil {
		t.Fatal(err)
	}
	c, err := e.NewChallenge(now)
	if err != nil {
		t.Fatal(err)
	}
	e.Sent(c, "dlv_1")
	answer := Attempt{Delivery: "dlv_1", Outcome: OutcomeDelivered, EndedAt: c.ExpiresAt, Body: []byte(c.Text)}
	with := func(change func(*Attempt)) Attempt {
		a := answer
		change(&a)
		return a
	}
	for name, a := range map[string]Attempt{
		"to another delivery": with(func(a *Attempt) { a.Delivery = "dlv_2" }),
		"with an error":       with(func(a *Attempt) { a.Outcome = OutcomeFailed }),
		"too late":            with(func(a *Attempt) { a.EndedAt = a.EndedAt.Add(1) }),
		"another text":        with(func(a *Attempt) { a.Body = []byte(rotated(c.Text)) }),
	} {
		if e.IsProvenBy(a) {
			t.Errorf("an answer %s proves ownership", name)
		}
	}
	if !e.IsProvenBy(answer) {
		t.Error("the answer proves nothing")
	}
	changed := now.Add(time.Second)
	err = e.Update(EndpointChanges{URL: new("https://other.example.com")}, changed)
	if err != nil || e.IsProvenBy(answer) {
		t.Errorf("the answer of the receiver before proves ownership of another one, %v", err)
	}
	if _, err := e.NewChallenge(changed.Add(challengeAfter - 1)); !errors.Is(err, ErrChallengeTooEarly) ||
		fault.As(err).RetryAfter != challengeAfter {
		t.Errorf("a challenge that a receiver of the URL before may get: %v", err)
	}
	if _, err := e.NewChallenge(changed.Add(challengeAfter)); err != nil {
		t.Error(err)
	}
}

func rotated(text string) string { return text[1:] + text[:1] }

// What is an answer. A receiver that sends back what it gets controls nothing.
func FuzzAnswers(f *testing.F) {
	c := Challenge{Text: "VQ3JX5N4YB6RTK2M7W8C9D0F1G", ExpiresAt: time.Unix(1_900_000_000, 0)}
	event, err := NewChallengeEvent(Scope{Tenant: "ten_a"}, "ten_a", c, time.Unix(1_800_000_000, 0))
	if err != nil {
		f.Fatal(err)
	}
	for text, want := range map[string]bool{
		c.Text:                           true,
		" " + c.Text + "\r\n":            true,
		`{"challenge":"` + c.Text + `"}`: true,
		`{"ok":true,"challenge":"` + c.Text + `"}`: true,
		"\n{\"challenge\": \"" + c.Text + `" }`:    true,
		"":                                         false,
		"{}":                                       false,
		`"` + c.Text + `"`:                         false,
		`["` + c.Text + `"]`:                       false,
		`{"data":{"challenge":"` + c.Text + `"}}`: false,
		`{"challenge":["` + c.Text + `"]}`:        false,
		strings.ToLower(c.Text):                   false,
		c.Text + c.Text:                           false,
		c.Text[:10]:                               false,
		`{"challenge":"` + c.Text:                 false,
		string(event.Body):                        false,
		`{"challenge":"` + c.Text + `"}x`:         false,
	} {
		if got := answers([]byte(text), c.Text); got != want {
			f.Errorf("%q: %v, want %v", text, got, want)
		}
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if answers(body, c.Text) &&
			(!bytes.Contains(body, []byte(c.Text)) && !bytes.Contains(body, []byte(`\u`)) || bytes.Equal(body, event.Body)) {
			t.Errorf("%q is an answer", body)
		}
	})
}
