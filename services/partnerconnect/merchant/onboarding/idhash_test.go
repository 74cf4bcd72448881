package onboarding

import (
	"encoding/base64"
	"slices"
	"strings"
	"testing"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
)

func hashKeyText(c string) string {
	return base64.StdEncoding.EncodeToString([]byte(strings.Repeat(c, 32)))
}

func idHashOf(t *testing.T, s string) IDHash {
	t.Helper()
	h, err := ParseIDHash(s)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func TestParseIDHash(t *testing.T) {
	t.Parallel()
	a, b := hashKeyText("a"), hashKeyText("b")
	for s, want := range map[string][]string{
		a: {""}, "k1:" + a: {"k1"}, "k2:" + b + ", k1:" + a: {"k2", "k1"}, "k2:" + b + "," + a: {"k2", ""},
	} {
		if h, err := ParseIDHash(s); err != nil || !slices.Equal(h.IDs(), want) {
			t.Errorf("ids %q, %v, want %q", h.IDs(), err, want)
		}
	}
	for _, s := range []string{"", "k1:", "short", "k 1:" + a, ":" + a, a + "," + a, "k1:" + a + ",k1:" + b, a + ",",
		strings.Repeat("k", 33) + ":" + a} {
		if h, err := ParseIDHash(s); err == nil {
			t.Errorf("%q is accepted as %q", s, h.IDs())
		}
	}
}

// What one key has hashed is known while that key is there, first or not.
func TestHashesOfSeveralKeys(t *testing.T) {
	t.Parallel()
	a, b := hashKeyText("a"), "k2:"+hashKeyText("b")
	old, both, turned, next := idHashOf(t, a), idHashOf(t, a+","+b), idHashOf(t, b+","+a), idHashOf(t, b)
	for name, c := range map[string]struct {
		stored, asked IDHash
		want          bool
	}{
		"before": {old, old, true}, "asked at step one": {old, both, true}, "stored at step one": {both, old, true},
		"asked at step two":  {both, turned, true},
		"stored at step two": {turned, both, true}, "after": {turned, next, true}, "not hashed again": {old, next, false},
	} {
		var o Onboarding
		o.Data.Applicant.Email = "Anna@Example.com"
		stored := Lookups(o, c.stored)
		asked := Lookup(c.asked, " anna@example.com")
		if len(stored) != 1 || slices.Contains(asked, stored[0]) != c.want {
			t.Errorf("%s: stored %q, asked %q, want %v", name, stored, asked, c.want)
		}
	}
}

// A decision that was taken for the applicant is compared by the keys of today, one for another person as it was.
func TestRehashed(t *testing.T) {
	t.Parallel()
	a, b := hashKeyText("a"), "k2:"+hashKeyText("b")
	old, turned := idHashOf(t, a), idHashOf(t, b+","+a)
	id := NationalID{Scheme: "PL_PESEL", Value: "44051401458"}
	other := old.OfID(NationalID{Scheme: "PL_PESEL", Value: "02070803628"})
	for name, c := range map[string]struct{ stored, want []string }{
		"applicant":      {old.OfID(id), turned.OfID(id)},
		"another person": {other, other},
		"no one's id":    {nil, nil},
	} {
		before := &Decision{Person: representation.Person{NationalIDHashes: c.stored}}
		if got := turned.Rehashed(before, id).Person.NationalIDHashes; !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if !slices.Equal(before.Person.NationalIDHashes, c.stored) {
			t.Errorf("%s: the decision that was given has changed", name)
		}
	}
	if turned.Rehashed(nil, id) != nil {
		t.Error("a decision was made")
	}
}
