package app_test

import (
	"maps"
	"testing"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
)

// Each list of operators names the merchants of its page: a company in clear, a person masked, one whose data was
// erased not at all. No name is in a log or in the audit trail.
func TestListsNameMerchants(t *testing.T) {
	t.Parallel()
	b := startBank(t)
	key := b.simple("a")
	company := b.create(key, companyBody(externalRef(), jointCompany))
	b.put(company, allowed)
	payment := b.paid(key, company, 1000)
	if got := b.refund(key, company, payment, `{"amount":300,"external_ref":"return-1"}`); got.status != 201 {
		t.Fatal(got.body)
	}
	trader := b.create(key, text(object{
		"partner_external_ref": externalRef(), "applicant_type": "sole_trader",
		"applicant": object{"given_names": "Zefiryna", "family_name": "Kwiat"}, "business": object{"name": "Zefir Kwiaty"},
	}))
	nameless := b.create(key, text(object{"partner_external_ref": externalRef()}))
	b.must(201, "POST", "/onboarding/"+trader+"/documents", key, uploadJSON(file(100, 'x'), nil))
	b.exec(`INSERT INTO approvals (id, kind, status, livemode, merchant_ref, subject_id, terms, proposed_by,
		proposed_by_name, reason, created_at, expires_at)
		SELECT 'apr_' || lpad(row_number() OVER ()::text, 26, '0'), 'activation', 'pending', false, ref, ref, '{}',
		'usr_1', '', 'why', now(), now() + interval '1 day' FROM onboardings`)
	const masked = "Z**** K*****"
	named := func(refs ...string) map[string]string {
		out := map[string]string{}
		for _, ref := range refs {
			out[ref] = map[string]string{company: fictitious(jointCompany).LegalName, trader: masked}[ref]
		}
		return out
	}
	type names interface{ GetMerchantNames() map[string]string }
	lists := map[string]struct {
		read func() (names, error)
		want map[string]string
	}{
		"onboardings": {func() (names, error) {
			return b.operator.SearchOnboardings(b.internal(), &pcv1.SearchOnboardingsRequest{})
		}, named(company, trader)},
		"reviews": {func() (names, error) {
			return b.operator.ListReviews(b.internal(), &pcv1.ListReviewsRequest{})
		}, named(trader)},
		"approvals": {func() (names, error) {
			return b.operator.ListApprovals(b.internal(), &pcv1.ListApprovalsRequest{})
		}, named(company, trader)},
		"payments": {func() (names, error) {
			return b.operator.SearchPayments(b.internal(), &pcv1.SearchPaymentsRequest{})
		}, named(company)},
		"refunds": {func() (names, error) {
			return b.operator.SearchRefunds(b.internal(), &pcv1.SearchRefundsRequest{})
		}, named(company)},
		"payouts": {func() (names, error) {
			return b.operator.SearchPayouts(b.internal(), &pcv1.SearchPayoutsRequest{})
		}, named()},
		"what is found": {func() (names, error) {
			return b.operator.Find(b.internal(), &pcv1.FindRequest{Query: trader})
		}, named(trader)},
	}
	for name, l := range lists {
		if got, err := l.read(); err != nil || !maps.Equal(got.GetMerchantNames(), l.want) {
			t.Errorf("%s: %q, %v, want %q", name, got.GetMerchantNames(), err, l.want)
		}
	}
	details, err := b.operator.GetOnboardingDetails(b.internal(), &pcv1.GetOnboardingDetailsRequest{Ref: trader})
	if err != nil || details.GetMerchantName() != masked {
		t.Errorf("an onboarding: %q, %v", details.GetMerchantName(), err)
	}
	shown, err := b.operator.GetReview(b.internal(), &pcv1.GetReviewRequest{Ref: trader})
	if err != nil || shown.GetData().GetMerchantName() != masked {
		t.Errorf("a review: %q, %v", shown.GetData().GetMerchantName(), err)
	}
	for _, secret := range []string{"Zefir", masked} {
		if n := b.count(`SELECT count(*) FROM audit_entries e WHERE e::text LIKE '%' || $1 || '%'`, secret); n != 0 {
			t.Errorf("%d entries of the audit trail have %q", n, secret)
		}
		if got := found(b.logged(), []string{secret}); got != nil {
			t.Errorf("the log has %q", got)
		}
	}

	if _, err := b.operator.EraseMerchant(b.internal(), &pcv1.EraseMerchantRequest{Ref: trader}); err != nil {
		t.Fatal(err)
	}
	got, err := b.operator.SearchOnboardings(b.internal(), &pcv1.SearchOnboardingsRequest{})
	if err != nil || len(got.GetData()) != 3 || !maps.Equal(got.GetMerchantNames(), named(company)) {
		t.Errorf("after an erasure: %q of %d, %v; %s has no name", got.GetMerchantNames(), len(got.GetData()), err, nameless)
	}

	b.exec(`UPDATE onboardings SET business = '\x00' WHERE ref = $1`, nameless) // is not what the key sealed
	got, err = b.operator.SearchOnboardings(b.internal(), &pcv1.SearchOnboardingsRequest{})
	if err != nil || len(got.GetData()) != 3 || !maps.Equal(got.GetMerchantNames(), named(company)) {
		t.Errorf("next to damaged data: %q of %d, %v", got.GetMerchantNames(), len(got.GetData()), err)
	}
	if got := found(b.logged(), []string{nameless + ":"}); got == nil {
		t.Error("the log has nothing of the damaged data")
	}
}
