package app_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
)

// found are the kinds and ids that operators find by a text.
func (s *system) found(query string) []string {
	s.t.Helper()
	r, err := s.operator.Find(s.internal(), &pcv1.FindRequest{Query: query})
	if err != nil {
		s.t.Fatal(err)
	}
	out := []string{}
	for _, h := range r.GetData() {
		out = append(out, h.GetKind()+" "+h.GetId())
	}
	return out
}

// finds checks what is found: one thing, or nothing.
func (s *system) finds(query, want string) {
	s.t.Helper()
	if got := strings.Join(s.found(query), ", "); got != want {
		s.t.Errorf("by %q: %s, want %s", query, got, want)
	}
}

// Operators find a merchant by its id and reference, and by data that is encrypted: however it is written, as it is
// now, and until it is erased.
func TestFind(t *testing.T) {
	t.Parallel()
	b := startBank(t)
	key := b.simple("a")
	ref := b.create(key, text(object{
		"partner_external_ref": "Order 7/b", "applicant_type": "company",
		"applicant": object{"given_names": "Anna", "email": "Anna.Kanarek@example.com"},
		"business":  object{"tax_id": object{"scheme": "PL_NIP", "value": "1234563218"}},
		"company":   object{"register": object{"scheme": "PL_KRS", "number": "0000123456"}},
	}))
	merchant := "merchant " + ref
	for _, query := range []string{ref, " " + ref + " ", "Order 7/b", "anna.kanarek@EXAMPLE.com", "1234563218",
		"123-456-32-18", "0000123456"} {
		b.subtest(query, func(*testing.T) { b.finds(query, merchant) })
	}
	for _, query := range []string{"Anna", "anna.kanarek@example", "order 7/b", "mrc_", "%", "'", "0000123457"} {
		b.subtest("not "+query, func(*testing.T) { b.finds(query, "") })
	}
	t.Run("it names no one", func(t *testing.T) {
		r, err := b.operator.Find(b.internal(), &pcv1.FindRequest{Query: ref})
		if err != nil || strings.Contains(strings.ToLower(r.String()), "anna") || r.GetData()[0].GetPartnerId() != "ptn_a" ||
			r.GetData()[0].GetTitle() != "draft" {
			t.Errorf("%v, %v", r, err)
		}
		if n := b.count(`SELECT count(*) FROM onboardings WHERE lookups::text ILIKE '%kanarek%' OR lookups::text LIKE ` +
			`'%1234563218%'`); n != 0 {
			t.Error("the database has what merchants are found by")
		}
	})
	t.Run("by what it is changed to", func(*testing.T) {
		b.must(http.StatusOK, "PATCH", "/onboarding/"+ref, key, `{"applicant":{"email":"new@example.com"}}`)
		b.finds("new@example.com", merchant)
		b.finds("anna.kanarek@example.com", "")
	})
	t.Run("not once it is erased", func(*testing.T) {
		b.sweepAt(time.Now().Add(91 * day))
		b.sweepAt(time.Now().Add(400 * day))
		b.finds("new@example.com", "")
		b.finds(ref, merchant)
	})

	t.Run("money, partners and keys", func(t *testing.T) {
		owner := b.merchant(key, allowed)
		payment := b.paid(key, owner, 1000)
		reference := b.call("GET", "/payments/"+payment, key, "", "On-Behalf-Of", owner).text(t, "external_ref")
		for query, want := range map[string]string{payment: "payment " + payment, reference: "payment " + payment,
			"ptn_a": "partner ptn_a", "chn_a": "channel chn_a"} {
			b.finds(query, want)
		}
		r, err := b.operator.Find(b.internal(), &pcv1.FindRequest{Query: payment})
		if err != nil || r.GetData()[0].GetTitle() != "10.00 PLN, paid" || r.GetData()[0].GetMerchantRef() != owner {
			t.Errorf("%v, %v", r, err)
		}
	})
}
