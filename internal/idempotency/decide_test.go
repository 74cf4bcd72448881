package idempotency

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
)

func TestParseKey(t *testing.T) {
	long := strings.Repeat("k", 255)
	for name, c := range map[string]struct {
		sent []string
		want string
		ok   bool
	}{
		"none": {nil, "", true},
		"bare": {[]string{"8e03978e-40d5-43e8-bc93-6894a57f9324"},
			"8e03978e-40d5-43e8-bc93-6894a57f9324", true},
		"quoted": {[]string{`"8e03978e-40d5-43e8-bc93-6894a57f9324"`},
			"8e03978e-40d5-43e8-bc93-6894a57f9324", true},
		"quoted with escapes":       {[]string{`"a\"b\\c"`}, `a"b\c`, true},
		"quote inside":              {[]string{`a"b`}, `a"b`, true},
		"blanks around":             {[]string{" a\t"}, "a", true},
		"longest":                   {[]string{long}, long, true},
		"longest in quotes":         {[]string{`"` + long + `"`}, long, true},
		"too long":                  {[]string{long + "k"}, "", false},
		"empty":                     {[]string{""}, "", false},
		"empty in quotes":           {[]string{`""`}, "", false},
		"blank inside":              {[]string{"a b"}, "", false},
		"not ASCII":                 {[]string{"clé"}, "", false},
		"control character":         {[]string{"a\x7f"}, "", false},
		"no end quote":              {[]string{`"a`}, "", false},
		"something after the quote": {[]string{`"a";b=1`}, "", false},
		"unknown escape":            {[]string{`"\n"`}, "", false},
		"cut escape":                {[]string{`"a\`}, "", false},
		"repeated":                  {[]string{"a", "a"}, "", false},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := ParseKey(c.sent)
			if got != c.want || (err == nil) != c.ok {
				t.Errorf("%s: %q, %v", name, got, err)
			}
			if e := fault.As(err); err != nil &&
				(e.Reason != fault.InvalidParameter || len(e.Violations) != 1 || e.Violations[0].Field != Header) {
				t.Errorf("%s: %+v", name, e)
			}
		})
	}
}

func TestRequestsDoNotMix(t *testing.T) {
	base := Scope{Holder: "ptn_a", Route: "/a.B/C", OnBehalfOf: "mrc_1"}
	one := NewRequest(base, "k", time.Hour, "path", "body")
	for name, other := range map[string]Request{
		"holder": NewRequest(Scope{Holder: "ptn_b", Route: "/a.B/C", OnBehalfOf: "mrc_1"}, "k", time.Hour,
			"path", "body"),
		"mode": NewRequest(Scope{Holder: "ptn_a", Livemode: true, Route: "/a.B/C", OnBehalfOf: "mrc_1"}, "k",
			time.Hour, "path", "body"),
		"route": NewRequest(Scope{Holder: "ptn_a", Route: "/a.B/D", OnBehalfOf: "mrc_1"}, "k", time.Hour,
			"path", "body"),
		"merchant": NewRequest(Scope{Holder: "ptn_a", Route: "/a.B/C", OnBehalfOf: "mrc_2"}, "k", time.Hour,
			"path", "body"),
		"key":                NewRequest(base, "l", time.Hour, "path", "body"),
		"moved between them": NewRequest(Scope{Holder: "ptn_a", Route: "/a.B/Cmrc_1"}, "k", time.Hour, "path", "body"),
	} {
		t.Run(name, func(t *testing.T) {
			if other.ID == one.ID {
				t.Errorf("%s makes no difference", name)
			}
			if other.Fingerprint != one.Fingerprint {
				t.Errorf("%s changes the fingerprint", name)
			}
		})
	}
	for _, content := range [][]string{{"path", "other"}, {"other", "body"}, {"pathb", "ody"}, {"path", "body", ""}} {
		if r := NewRequest(base, "k", time.Hour, content...); r.ID != one.ID || r.Fingerprint == one.Fingerprint {
			t.Errorf("content %q: %+v", content, r)
		}
	}
}

func TestDecide(t *testing.T) {
	now := time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)
	mine, other := [32]byte{1}, [32]byte{2}
	running := record{fingerprint: mine, leaseUntil: now.Add(time.Second), keptUntil: now.Add(time.Hour)}
	lapsed, answered, forgotten := running, running, running
	lapsed.leaseUntil = now
	answered.answered, answered.leaseUntil = true, now.Add(-time.Hour)
	forgotten.answered, forgotten.keptUntil = true, now
	for name, c := range map[string]struct {
		r           record
		fingerprint [32]byte
		want        verdict
	}{
		"running":                           {running, mine, inProgress},
		"running, other content":            {running, other, reused},
		"lapsed":                            {lapsed, mine, claim},
		"lapsed, other content":             {lapsed, other, reused},
		"answered":                          {answered, mine, replay},
		"answered, other content":           {answered, other, reused},
		"past its retention":                {forgotten, mine, claim},
		"past its retention, other content": {forgotten, other, claim},
	} {
		t.Run(name, func(t *testing.T) {
			if got := decide(c.r, c.fingerprint, now); got != c.want {
				t.Errorf("%s: %d, want %d", name, got, c.want)
			}
		})
	}
}

func TestWhichStatusesAreFinal(t *testing.T) {
	for status, want := range map[int]bool{200: true, 201: true, 204: true, 400: true, 404: true, 409: true, 412: true,
		413: true, 422: true,
		401: false, 403: false, 429: false, 499: false, 500: false, 501: false, 503: false, 504: false} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			if Final(status) != want {
				t.Errorf("%d: %v", status, !want)
			}
		})
	}
	if !errors.Is(ErrInProgress, fault.New(fault.IdempotencyInProgress, "")) || ErrInProgress.RetryAfter <= 0 ||
		Lease <= InProgressRetry {
		t.Errorf("%+v", ErrInProgress)
	}
}
