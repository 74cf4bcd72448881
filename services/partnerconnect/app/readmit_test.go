package app_test

import (
	"strings"
	"testing"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
)

// A repeat with the idempotency key of an earlier call gets the stored answer only while its caller has the access that
// the call needs.
func TestRepeatNeedsTheAccess(t *testing.T) {
	t.Parallel()
	b := sharedBank(t)
	b.partner("a", "a", "b")
	all := &pcv1.CreatePartnerKeyRequest{PartnerId: "ptn_a", Scopes: allScopes, Channels: []string{"chn_a"}, Rotate: true}
	key := b.keyWith(all).GetKey()
	ref := b.funded(key, 100_000)
	path := "/merchants/" + ref + "/payouts"
	body := `{"amount":700,"currency":"PLN","external_ref":"payout-1"}`
	payout := func(key string) answer { return b.call("POST", path, key, body, "Idempotency-Key", "k-1") }
	payment := b.order(4321, "")
	register := func(key string) answer {
		return b.call("POST", "/payments", key, payment, "On-Behalf-Of", ref, "Idempotency-Key", "k-2")
	}
	for name, a := range map[string]answer{"payout": payout(key), "payment": register(key)} {
		t.Run(name, func(t *testing.T) {
			if a.status != 201 {
				t.Fatalf("%d %s", a.status, a.body)
			}
		})
	}
	refused := func(what string, a answer, status int, code string) {
		t.Helper()
		if a.status != status || a.text(t, "code") != code || strings.Contains(a.body, "payout-1") ||
			strings.Contains(a.body, "4321") || a.header.Get("Idempotency-Replayed") != "" {
			t.Errorf("%s: %d %s, want %d %s", what, a.status, a.body, status, code)
		}
	}
	replayed := func(what string) {
		t.Helper()
		for _, a := range []answer{payout(key), register(key)} {
			if a.status != 201 || a.header.Get("Idempotency-Replayed") != "true" {
				t.Errorf("%s: %d %s", what, a.status, a.body)
			}
		}
	}
	replayed("at once")
	refused("of an unknown version", b.call("POST", path, key, body, "Idempotency-Key", "k-1", "Connect-Version", ""), 400,
		"unsupported_version")
	replayed("of the version of the key")
	for name, c := range map[string]struct {
		as              consent
		status          int
		payout, payment string // code of the refusal; empty: the answer is given again
	}{
		"the delegation was revoked": {consent{delegation.RevokedDelegation, delegation.OptInGranted,
			delegation.ActiveMerchant}, 403, "delegation_required", "delegation_required"},
		"the opt-in was taken back": {consent{delegation.ActiveDelegation, delegation.OptInRevoked,
			delegation.ActiveMerchant}, 403, "payouts_opt_in_required", ""},
		"the merchant was suspended": {consent{delegation.ActiveDelegation, delegation.OptInGranted,
			delegation.SuspendedMerchant}, 409, "merchant_not_active", "merchant_not_active"},
		"the merchant was closed": {consent{delegation.ActiveDelegation, delegation.OptInGranted,
			delegation.ClosedMerchant}, 409, "merchant_not_active", "merchant_not_active"},
	} {
		b.subtest(name, func(t *testing.T) {
			b.put(ref, c.as)
			refused(name, payout(key), c.status, c.payout)
			if c.payment != "" {
				refused(name, register(key), c.status, c.payment)
			} else if a := register(key); a.status != 201 {
				t.Errorf("a payment needs no opt-in: %d %s", a.status, a.body)
			}
			b.put(ref, allowed)
			replayed("after: " + name)
		})
	}
	// Other keys of the partner have the same idempotency keys.
	without := func(scope string) *pcv1.CreatePartnerKeyRequest {
		var scopes []string
		for _, s := range allScopes {
			if s != scope {
				scopes = append(scopes, s)
			}
		}
		return &pcv1.CreatePartnerKeyRequest{PartnerId: "ptn_a", Scopes: scopes, Channels: []string{"chn_a"}, Rotate: true}
	}
	refused("the scope was taken away", payout(b.keyWith(without("payouts:write")).GetKey()), 403, "insufficient_scope")
	refused("the scope was taken away", register(b.keyWith(without("payments:write")).GetKey()), 403, "insufficient_scope")
	elsewhere := b.keyWith(&pcv1.CreatePartnerKeyRequest{PartnerId: "ptn_a", Scopes: allScopes,
		Channels: []string{"chn_b"}, Rotate: true}).GetKey()
	refused("the channel was taken away", payout(elsewhere), 404, "merchant_not_found")
	refused("the channel was taken away", register(elsewhere), 404, "merchant_not_found")
	key = b.keyWith(all).GetKey()
	replayed("with the scopes and the channel again")

	if _, err := b.operator.SuspendPartner(b.internal(), &pcv1.SuspendPartnerRequest{Id: b.id("ptn_a")}); err != nil {
		t.Fatal(err)
	}
	refused("the partner was suspended", payout(key), 403, "partner_suspended")
	if _, err := b.operator.ResumePartner(b.internal(), &pcv1.ResumePartnerRequest{Id: b.id("ptn_a")}); err != nil {
		t.Fatal(err)
	}
	last := b.keyWith(all)
	replayed("with the key before, which the new one replaced")
	for _, k := range b.keysOf(b.id("ptn_a")) {
		if _, err := b.operator.RevokePartnerKey(b.internal(), &pcv1.RevokePartnerKeyRequest{Id: k}); err != nil {
			t.Fatal(err)
		}
	}
	for _, k := range []string{key, last.GetKey()} {
		refused("the key was revoked", payout(k), 401, "invalid_credentials")
	}
}

// keysOf names the keys of a partner.
func (b *bank) keysOf(partner string) (ids []string) {
	b.t.Helper()
	list, err := b.operator.ListPartnerKeys(b.internal(), &pcv1.ListPartnerKeysRequest{PartnerId: partner})
	if err != nil {
		b.t.Fatal(err)
	}
	for _, k := range list.GetData() {
		ids = append(ids, k.GetId())
	}
	if len(ids) == 0 {
		b.t.Fatal(partner, "has no keys")
	}
	return ids
}
