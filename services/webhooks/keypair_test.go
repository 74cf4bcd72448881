package webhooks

import (
	"crypto/ed25519"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
)

func TestCheckSignatures(t *testing.T) {
	for _, c := range []struct {
		list []string
		want []SignatureForm
		bad  string
	}{
		{[]string{"hmac"}, []SignatureForm{SignHMAC}, ""},
		{[]string{"http_message", "hmac", "ed25519"}, SignatureForms, ""},
		{[]string{"ed25519"}, []SignatureForm{SignEd25519}, ""},
		{nil, nil, "/signatures required"},
		{[]string{"hmac", "rsa"}, nil, "/signatures/1 unknown_kind"},
		{[]string{"hmac", "hmac"}, nil, "/signatures/1 duplicate"},
		{[]string{"hmac", "ed25519", "http_message", "hmac"}, nil, "/signatures too_many"},
	} {
		forms, bad := checkSignatures(c.list)
		switch {
		case c.bad == "" && (len(bad) > 0 || !slices.Equal(forms, c.want)):
			t.Errorf("%v: %v, %v", c.list, forms, bad)
		case c.bad != "" && (len(bad) != 1 || bad[0].Field+" "+bad[0].Code != c.bad):
			t.Errorf("%v: %v, want %s", c.list, bad, c.bad)
		}
	}
}

func TestSignaturesOfAnEndpoint(t *testing.T) {
	url, events := "https://example.com", []string{"*"}
	e, err := NewEndpoint("e", Scope{Tenant: "ten_1"}, EndpointChanges{URL: &url, Events: &events}, time.Now())
	if err != nil || !slices.Equal(e.Signatures, []SignatureForm{SignHMAC}) {
		t.Errorf("a new endpoint: %v, %v", e.Signatures, err)
	}
	if err := e.Update(EndpointChanges{Signatures: &[]string{"http_message"}}, time.Now()); err != nil ||
		!slices.Equal(e.Signatures, []SignatureForm{SignHTTPMessage}) || e.Version != 2 {
		t.Errorf("after an update: %v, %v", e.Signatures, err)
	}
	if err := e.Update(EndpointChanges{Signatures: &[]string{}}, time.Now()); !fault.ConcernsField(err, "/signatures") {
		t.Errorf("none: %v", err)
	}
}

// Through a rotation, exactly one key signs at any time, and it was published for the whole overlap before.
func TestKeyPairStates(t *testing.T) {
	const overlap = time.Hour
	start := time.Unix(1_800_000_000, 0)
	first := NewKeyPair(Scope{}, start, start)
	rotated := start.Add(24 * time.Hour)
	second := NewKeyPair(Scope{}, rotated, rotated.Add(overlap))
	first.Retire(second)
	for _, c := range []struct {
		after         time.Duration // the rotation
		first, second KeyPairState
	}{
		{0, KeyPairSigning, KeyPairPublished},
		{overlap - 1, KeyPairSigning, KeyPairPublished},
		{overlap, KeyPairRetiring, KeyPairSigning},
		{2*overlap - 1, KeyPairRetiring, KeyPairSigning},
	} {
		at := rotated.Add(c.after)
		if a, b := first.State(at), second.State(at); a != c.first || b != c.second {
			t.Errorf("%s after the rotation: %s and %s, want %s and %s", c.after, a, b, c.first, c.second)
		}
	}
	if !first.PublishedUntil.Equal(rotated.Add(2*overlap)) || second.SignsUntil != nil || second.PublishedUntil != nil {
		t.Errorf("published until %s, and %v", first.PublishedUntil, second.PublishedUntil)
	}
	public := ed25519.NewKeyFromSeed(first.Seed).Public().(ed25519.PublicKey)
	if !public.Equal(ed25519.PublicKey(first.PublicKey)) {
		t.Error("the public key is another one's")
	}
}

func TestCheckKeyRotation(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	signing := NewKeyPair(Scope{}, now.Add(-time.Hour), now.Add(-time.Hour))
	published := NewKeyPair(Scope{}, now, now.Add(time.Minute))
	retiring := NewKeyPair(Scope{}, now.Add(-2*time.Hour), now.Add(-2*time.Hour))
	retiring.Retire(NewKeyPair(Scope{}, now.Add(-3*time.Hour), now.Add(-time.Hour)))
	full := []KeyPair{signing, retiring, retiring, retiring, retiring}
	for _, c := range []struct {
		name      string
		published []KeyPair
		overlap   time.Duration
		reason    fault.Reason // empty: it is possible
		after     time.Duration
	}{
		{"the first one", nil, 24 * time.Hour, "", 0},
		{"the shortest overlap", []KeyPair{signing}, MinKeyOverlap, "", 0},
		{"the longest overlap", []KeyPair{signing}, MaxKeyOverlap, "", 0},
		{"too short an overlap", []KeyPair{signing}, MinKeyOverlap - time.Second, fault.ValidationFailed, 0},
		{"too long an overlap", []KeyPair{signing}, MaxKeyOverlap + time.Second, fault.ValidationFailed, 0},
		{"one that does not sign yet", []KeyPair{published, signing}, time.Hour, fault.InvalidState, time.Minute},
		{"one that does not sign yet, at once", []KeyPair{published, signing}, 0, "", 0},
		{"five that are published", full, time.Hour, fault.InvalidState, time.Hour},
		{"five that are published, at once", full, 0, "", 0},
	} {
		err := CheckKeyRotation(c.published, c.overlap, now)
		e := (*fault.Error)(nil)
		if c.reason == "" && err != nil ||
			c.reason != "" && (!errors.As(err, &e) || e.Reason != c.reason || e.RetryAfter != c.after) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
