package onboarding

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/event"
)

func TestTransitions(t *testing.T) {
	leaves := map[Status]bool{}
	for _, x := range Transitions {
		leaves[x.From] = true
		if !x.From.Known() || !x.To.Known() || x.Trigger == "" || x.By == "" {
			t.Errorf("%+v is no transition", x)
		}
		if x.To == Draft {
			t.Errorf("%s leads back to draft", x.From)
		}
	}
	reached := map[Status]bool{Draft: true}
	for range Statuses {
		for _, x := range Transitions {
			if reached[x.From] {
				reached[x.To] = true
			}
		}
	}
	for _, s := range Statuses {
		if !reached[s] {
			t.Errorf("%s is never reached", s)
		}
		if s.Ended() && leaves[s] {
			t.Errorf("%s has ended and goes on", s)
		}
		if s.Ended() && s.Editable() {
			t.Errorf("%s has ended and is editable", s)
		}
		if s.CanBecome(s) {
			t.Errorf("%s becomes itself", s)
		}
	}
	for _, c := range []struct {
		from, to Status
		want     bool
	}{
		{Draft, InProgress, true},
		{Draft, Active, false}, // never without the merchant
		{InProgress, InReview, true},
		{AwaitingSignatories, InReview, true},
		{InReview, Cancelled, false}, // signed: too late for the partner
		{InReview, ActionRequired, true},
		{ActionRequired, InReview, true},
		{ActionRequired, Expired, false},
		{Active, Rejected, false},
		{Cancelled, Draft, false},
	} {
		t.Run(string(c.from+" to "+c.to), func(t *testing.T) {
			if c.from.CanBecome(c.to) != c.want {
				t.Errorf("%s to %s: want %t", c.from, c.to, c.want)
			}
		})
	}
	for s, want := range map[Status]bool{Draft: true, InProgress: true, AwaitingSignatories: true, ActionRequired: true,
		InReview: false, Active: false} {
		t.Run(string(s), func(t *testing.T) {
			if s.Editable() != want {
				t.Errorf("%s editable: want %t", s, want)
			}
		})
	}
}

func TestNewOnboarding(t *testing.T) {
	owner := access.Owner{Partner: access.Partner{ID: "ptn_a", Tenant: "ten_a"}, Channel: access.Channel{ID: "chn_a"}}
	o, e, err := NewOnboarding(owner, false, "shop-1", Data{Applicant: Applicant{Email: "canary@example.pl"}})
	if err != nil {
		t.Fatal(err)
	}
	if !o.Ref.Valid() || o.Status != Draft || o.Version != 1 || o.LinkEpoch != 1 ||
		!o.ExpiresAt.Equal(o.CreatedAt.Add(IdleExpiry)) {
		t.Errorf("not a fresh draft: %+v", o)
	}
	if strings.Contains(string(e.Body), "canary") {
		t.Error("the event holds personal data")
	}
	var envelope map[string]any
	if err := json.Unmarshal(e.Body, &envelope); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"id": string(e.ID), "type": "onboarding.status_changed", "created_at": e.CreatedAt.Format(event.TimeFormat),
		"api_version": "v1",
		"tenant":      "ten_a", "livemode": false,
	}
	for k, v := range want {
		t.Run(k, func(t *testing.T) {
			if envelope[k] != v {
				t.Errorf("%v, want %v", envelope[k], v)
			}
		})
	}
	data, _ := envelope["data"].(map[string]any)
	if data["merchant_ref"] != string(o.Ref) || data["status"] != "draft" || data["previous_status"] != nil ||
		data["channel"] != "chn_a" {
		t.Errorf("data: %v", data)
	}
}

func TestCheckExternalRef(t *testing.T) {
	for s, want := range map[string]string{
		"shop-1":                 "",
		"Żółw 7":                 "",
		strings.Repeat("ż", 128): "",
		strings.Repeat("x", 129): "too_long",
		"":                       "required",
		" shop":                  "leading_or_trailing_whitespace",
		"shop ":                  "leading_or_trailing_whitespace",
		" ":                      "leading_or_trailing_whitespace",
		"sh\top":                 "control_characters",
		"shop\x7f":               "control_characters",
		"shop\u0085":             "control_characters",
		"\u00a0shop":             "leading_or_trailing_whitespace", // blanks are not only ASCII
	} {
		t.Run(s, func(t *testing.T) {
			got := ""
			if v := CheckExternalRef(s); len(v) > 0 {
				got = v[0].Code
				if v[0].Field != "/partner_external_ref" {
					t.Errorf("field %s", v[0].Field)
				}
			}
			if got != want {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}

func TestScopesDoNotImplyEachOther(t *testing.T) {
	for _, have := range access.Scopes {
		k := access.PartnerKey{Scopes: []access.Scope{have}}
		for _, asked := range access.Scopes {
			if k.Has([]string{string(asked)}) != (have == asked) {
				t.Errorf("%s for %s", have, asked)
			}
		}
		if !k.Has(nil) {
			t.Errorf("%s does not do where no scope is asked", have)
		}
	}
}

var testTime = time.Date(2026, 11, 20, 10, 15, 30, 0, time.UTC)
