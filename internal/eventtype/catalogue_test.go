package eventtype_test

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"github.com/partnerline/partnerline/internal/eventtype"
	"github.com/partnerline/partnerline/internal/eventtype/eventtypetest"
	"github.com/partnerline/partnerline/internal/fault"
)

// Each type is described, once, and its example is what an event of it is.
func TestCatalogue(t *testing.T) {
	all := map[string]bool{}
	for name, read := range map[string]func() (*eventtype.Registry, error){"webhooks": eventtype.Webhooks,
		"partner connect": eventtype.PartnerConnect} {
		registry, err := read()
		if err != nil {
			t.Fatal(name, err)
		}
		check := eventtypetest.New(t, registry, err)
		var seen []string
		for _, e := range registry.Entries() {
			if slices.Contains(seen, e.Type) {
				t.Errorf("%s is in the catalogue of %s twice", e.Type, name)
			}
			seen, all[e.Type] = append(seen, e.Type), true
			if e.Meaning == "" || e.Since == "" {
				t.Errorf("%s: meaning %q, since %q", e.Type, e.Meaning, e.Since)
			}
			if err := check.Check(e.Type, e.Example); err != nil {
				t.Errorf("the example of %s: %v", e.Type, err)
			}
			if _, _, err := e.Structs(); err != nil {
				t.Error(err)
			}
		}
	}
	if len(all) < 40 {
		t.Errorf("%d types", len(all))
	}
}

// The checker of tests refuses what clients have to accept.
func TestCheckerIsStrict(t *testing.T) {
	registry, err := eventtype.PartnerConnect()
	check := eventtypetest.New(t, registry, err)
	i := slices.IndexFunc(registry.Entries(), func(e eventtype.Entry) bool { return e.Type == "payment.paid" })
	example := registry.Entries()[i].Example
	for name, c := range map[string][2]string{
		"another member":      {`"amount":12300`, `"amount":12300,"payer":"x"`},
		"a member is missing": {`"amount":12300,`, ``},
		"another status":      {`"status":"paid"`, `"status":"settled"`},
		"null":                {`"status":"paid"`, `"status":null`},
		"another type":        {`"type":"payment.paid"`, `"type":"payment.rejected"`},
		"no id":               {`"id":"evt_01k5x8a0m3b5c7d9e1f2g4h6jk",`, ``},
		"a time that is none": {`2026-11-20T10:15:30.101Z`, `yesterday`},
	} {
		body := bytes.Replace(example, []byte(c[0]), []byte(c[1]), 1)
		if bytes.Equal(body, example) || check.Check("payment.paid", body) == nil {
			t.Errorf("%s is accepted: %s", name, body)
		}
	}
	if check.Check("payment.lost", example) == nil {
		t.Error("an unknown type is accepted")
	}
}

func TestCheckNamesTheField(t *testing.T) {
	registry, err := eventtype.Webhooks()
	if err != nil {
		t.Fatal(err)
	}
	const session = "0192f0c4-7b1a-7c3d-9e5f-0a1b2c3d4e5f"
	for name, c := range map[string]struct {
		kind  string
		data  map[string]any
		field string
		code  string
	}{
		"unknown type":   {"verification.lost", nil, "/type", "unknown_kind"},
		"missing member": {"verification.completed", map[string]any{"status": "completed"}, "/data", "required"},
		"no UUID": {"verification.completed",
			map[string]any{"status": "completed", "verification_session_id": "Kanarek"},
			"/data/verification_session_id", "pattern"},
		"wrong type": {"verification.completed", map[string]any{"status": 1.0, "verification_session_id": session},
			"/data/status", "type"},
		"below a member": {"verification.completed",
			map[string]any{"status": "a", "verification_session_id": session, "reason_codes": []any{"a", 1.0}},
			"/data/reason_codes/1", "type"},
	} {
		var refused *fault.Error
		if err := registry.Check(c.kind, c.data); !errors.As(err, &refused) || len(refused.Violations) != 1 ||
			refused.Violations[0].Field != c.field ||
			refused.Violations[0].Code != c.code || bytes.Contains([]byte(refused.Violations[0].Message), []byte("Kanarek")) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := registry.Check("verification.completed",
		map[string]any{"status": "completed", "verification_session_id": session, "more": true}); err != nil {
		t.Errorf("further members are allowed: %v", err)
	}
}
