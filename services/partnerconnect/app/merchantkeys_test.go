package app_test

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/keyterm"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/testkit/wait"
)

// ownKey makes a key of a merchant.
func (s *system) ownKey(ref string) *pcv1.CreateMerchantKeyResponse {
	s.t.Helper()
	made, err := s.operator.CreateMerchantKey(s.internal(), &pcv1.CreateMerchantKeyRequest{MerchantRef: ref})
	if err != nil {
		s.t.Fatal(err)
	}
	return made
}

// merchantKeys are the records of a merchant's keys, by their ids, as the operator sees them.
func (s *system) merchantKeys(ref string) map[string]*pcv1.MerchantKey {
	s.t.Helper()
	list, err := s.operator.ListMerchantKeys(s.internal(), &pcv1.ListMerchantKeysRequest{MerchantRef: ref})
	if err != nil {
		s.t.Fatal(err)
	}
	out := map[string]*pcv1.MerchantKey{}
	for i, k := range list.GetData() {
		if i > 0 && k.GetId() > list.GetData()[i-1].GetId() {
			s.t.Error("the list does not begin with the newest key")
		}
		out[k.GetId()] = k
	}
	return out
}

// The operator lists, revokes, expires and rotates keys of merchants; each act is effective with the next call and in
// the audit trail.
func TestMerchantKeys(t *testing.T) {
	t.Parallel()
	b := sharedBank(t)
	key := b.simple("a")
	ref, other := b.merchant(key, allowed), b.merchant(key, allowed)
	ctx := b.internal()
	works := func(t *testing.T, key string, want bool) {
		t.Helper()
		status := map[bool]int{true: http.StatusOK, false: http.StatusUnauthorized}[want]
		if a := b.call("GET", "/me", key, ""); a.status != status {
			t.Errorf("%d, want %d: %s", a.status, status, a.body)
		}
	}
	entries := func(t *testing.T, ref, operation, id string) {
		t.Helper()
		n := b.count(`SELECT count(*) FROM audit_entries WHERE actor = 'operator' AND merchant_ref = $1 AND operation = `+
			`$2 AND key_id = $3 AND outcome = 'ok'`,
			ref, "AccessOperatorService."+operation, id)
		if n != 1 {
			t.Errorf("%d audit entries of %s", n, operation)
		}
	}
	soon := timestamppb.New(time.Now().Add(time.Hour).Truncate(time.Millisecond))

	t.Run("list", func(t *testing.T) {
		first, second := b.ownKey(other), b.ownKey(other)
		b.call("GET", "/me", first.GetKey(), "")
		list := b.merchantKeys(other)
		if len(list) != 2 || list[second.GetData().GetId()].GetLastUsedAt() != nil {
			t.Errorf("%v", list)
		}
		used := list[first.GetData().GetId()].GetLastUsedAt()
		if used == nil || time.Since(used.AsTime()).Abs() > keyterm.UsePrecision {
			t.Errorf("last used %v", used)
		}
		entries(t, other, "CreateMerchantKey", first.GetData().GetId())
		_, err := b.operator.ListMerchantKeys(ctx, &pcv1.ListMerchantKeysRequest{MerchantRef: absentRef})
		if reason(t, err).Reason != pc.MerchantNotFound {
			t.Errorf("of no merchant: %v", err)
		}
	})
	t.Run("revoke", func(t *testing.T) {
		made := b.ownKey(ref)
		id := made.GetData().GetId()
		works(t, made.GetKey(), true)
		_, err := b.operator.RevokePartnerKey(ctx, &pcv1.RevokePartnerKeyRequest{Id: id})
		if f := reason(t, err); f.Reason != fault.KeyNotFound || f.Message != access.ErrKeyNotFound.Message {
			t.Errorf("as a partner's: %v", err)
		}
		for range 2 { // the second time it changes nothing
			resp, err := b.operator.RevokeMerchantKey(ctx, &pcv1.RevokeMerchantKeyRequest{Id: id})
			if err != nil || resp.GetData().GetRevokedAt() == nil || resp.GetData().GetMerchantRef() != ref {
				t.Fatalf("%v, %v", resp, err)
			}
			works(t, made.GetKey(), false)
			if k := b.merchantKeys(ref)[id]; !k.GetRevokedAt().AsTime().Equal(resp.GetData().GetRevokedAt().AsTime()) {
				t.Errorf("listed as %v", k)
			}
		}
		_, err = b.operator.RevokeMerchantKey(ctx, &pcv1.RevokeMerchantKeyRequest{Id: "key_none"})
		if reason(t, err).Reason != fault.KeyNotFound {
			t.Errorf("no such key: %v", err)
		}
	})
	t.Run("expire", func(t *testing.T) {
		made := b.ownKey(ref)
		id := made.GetData().GetId()
		resp, err := b.operator.ExpireMerchantKey(ctx, &pcv1.ExpireMerchantKeyRequest{Id: id, ExpiresAt: soon})
		if err != nil || !resp.GetData().GetExpiresAt().AsTime().Equal(soon.AsTime()) {
			t.Fatalf("%v, %v", resp, err)
		}
		entries(t, ref, "ExpireMerchantKey", id)
		works(t, made.GetKey(), true)
		for name, at := range map[string]*timestamppb.Timestamp{
			"put off":     timestamppb.New(soon.AsTime().Add(time.Hour)),
			"in the past": timestamppb.New(time.Now().Add(-time.Hour)), "never": nil,
		} {
			t.Run(name, func(t *testing.T) {
				_, err := b.operator.ExpireMerchantKey(ctx, &pcv1.ExpireMerchantKeyRequest{Id: id, ExpiresAt: at})
				if f := reason(t, err); f.Reason != fault.ValidationFailed || f.Violations[0].Field != "/expires_at" {
					t.Error(err)
				}
			})
		}
		b.exec(`UPDATE merchant_keys SET expires_at = now() - interval '1 second' WHERE id = $1`, id)
		works(t, made.GetKey(), false)
		_, err = b.operator.ExpireMerchantKey(ctx, &pcv1.ExpireMerchantKeyRequest{Id: id, ExpiresAt: soon})
		if reason(t, err).Reason != fault.KeyNotFound {
			t.Errorf("one that has expired: %v", err)
		}
		born, err := b.operator.CreateMerchantKey(ctx, &pcv1.CreateMerchantKeyRequest{MerchantRef: ref, ExpiresAt: soon})
		if err != nil || !born.GetData().GetExpiresAt().AsTime().Equal(soon.AsTime()) {
			t.Errorf("with an end from the start: %v, %v", born, err)
		}
	})
	t.Run("rotate", func(t *testing.T) {
		made := b.ownKey(ref)
		id := made.GetData().GetId()
		next, err := b.operator.RotateMerchantKey(ctx, &pcv1.RotateMerchantKeyRequest{Id: id, ExpiresAt: soon})
		if err != nil || next.GetData().GetMerchantRef() != ref ||
			!next.GetData().GetExpiresAt().AsTime().Equal(soon.AsTime()) {
			t.Fatalf("%v, %v", next, err)
		}
		works(t, made.GetKey(), true)
		works(t, next.GetKey(), true)
		if left := time.Until(b.merchantKeys(ref)[id].GetExpiresAt().AsTime()); left > access.MaxKeyOverlap ||
			left < access.MaxKeyOverlap-time.Hour {
			t.Errorf("the old key works for %s", left)
		}
		entries(t, ref, "RotateMerchantKey", id)
		entries(t, ref, "RotateMerchantKey", next.GetData().GetId())
		last, err := b.operator.RotateMerchantKey(ctx,
			&pcv1.RotateMerchantKeyRequest{Id: next.GetData().GetId(), Overlap: durationpb.New(0)})
		if err != nil {
			t.Fatal(err)
		}
		works(t, next.GetKey(), false)
		works(t, last.GetKey(), true)
		_, err = b.operator.RotateMerchantKey(ctx, &pcv1.RotateMerchantKeyRequest{Id: next.GetData().GetId()})
		if reason(t, err).Reason != fault.KeyNotFound {
			t.Errorf("one that does not work: %v", err)
		}
	})
	t.Run("partner key", func(t *testing.T) {
		made := b.keyWith(&pcv1.CreatePartnerKeyRequest{PartnerId: "ptn_a", Livemode: true, Scopes: allScopes,
			Channels: []string{"chn_a"}})
		id := made.GetData().GetId()
		resp, err := b.operator.ExpirePartnerKey(ctx, &pcv1.ExpirePartnerKeyRequest{Id: id, ExpiresAt: soon})
		if err != nil || !resp.GetData().GetExpiresAt().AsTime().Equal(soon.AsTime()) {
			t.Fatalf("%v, %v", resp, err)
		}
		if _, err := b.operator.RevokePartnerKey(ctx, &pcv1.RevokePartnerKeyRequest{Id: id}); err != nil {
			t.Fatal(err)
		}
		for _, operation := range []string{"CreatePartnerKey", "ExpirePartnerKey", "RevokePartnerKey"} {
			if n := b.count(`SELECT count(*) FROM audit_entries WHERE key_id = $1 AND operation = $2 AND partner_id = $3`,
				id, "AccessOperatorService."+operation, b.id("ptn_a")); n != 1 {
				t.Errorf("%d audit entries of %s", n, operation)
			}
		}
	})
}

// A key of a merchant that is suspended or closed reads, and registers nothing.
func TestKeysOfInactiveMerchants(t *testing.T) {
	t.Parallel()
	b := sharedBank(t)
	key := b.simple("a")
	for _, status := range []delegation.MerchantStatus{delegation.SuspendedMerchant, delegation.ClosedMerchant} {
		t.Run(string(status), func(t *testing.T) {
			ref := b.merchant(key, allowed)
			own := b.ownKey(ref).GetKey()
			made := b.call("POST", "/payments", own, b.order(100, ""))
			if made.status != http.StatusCreated {
				t.Fatalf("%d %s", made.status, made.body)
			}
			b.exec(`UPDATE onboardings SET merchant_status = $1 WHERE ref = $2`, status, ref)
			if a := b.call("GET", "/payments/"+made.text(t, "payment_id"), own, ""); a.status != http.StatusOK {
				t.Errorf("read: %d %s", a.status, a.body)
			}
			if a := b.call("POST", "/payments", own, b.order(100, "")); a.status != http.StatusConflict ||
				a.text(t, "code") != "merchant_not_active" {
				t.Errorf("register: %d %s", a.status, a.body)
			}
		})
	}
}

// However many calls a key makes, its revocation is answered, and no call that begins after the answer succeeds.
func TestMerchantKeyRevocationUnderLoad(t *testing.T) {
	t.Parallel()
	b := sharedBank(t)
	key := b.simple("a")
	ref := b.merchant(key, allowed)
	own := b.ownKey(ref)
	made := b.call("POST", "/payments", own.GetKey(), b.order(100, ""))
	payment := made.text(t, "payment_id")
	type call struct {
		began  time.Time
		status int
	}
	const callers = 40
	calls := make(chan call, callers*10_000)
	halt := make(chan struct{})
	var busy, all sync.WaitGroup
	busy.Add(callers)
	defer func() {
		close(halt)
		all.Wait()
	}()
	for i := range callers {
		all.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-halt:
					return
				default:
				}
				c := call{began: time.Now()}
				var a answer
				var err error
				if i%2 == 0 {
					a, err = b.try("GET", "/payments/"+payment, own.GetKey(), "")
				} else {
					a, err = b.try("POST", "/payments", own.GetKey(),
						fmt.Sprintf(`{"amount":100,"currency":"PLN","external_ref":"load-%d-%d","description":"x",
						"customer":{"email":"c@example.com"},"return_url":"https://partner.example/"}`, i, n))
				}
				if err != nil {
					t.Error(err)
				}
				c.status = a.status
				calls <- c
				if n == 3 {
					busy.Done()
				}
			}
		})
	}
	busy.Wait()
	// A revocation that queued behind the load would last as long as the load does, which only it ends. How long it takes
	// is measured by make attack.
	ctx, cancel := context.WithTimeout(b.internal(), time.Minute)
	defer cancel()
	_, err := b.operator.RevokeMerchantKey(ctx, &pcv1.RevokeMerchantKeyRequest{Id: own.GetData().GetId()})
	answered := time.Now()
	if err != nil {
		t.Error(err)
	}
	refused := 0
	wait.Until(t, "every caller is refused", func() bool {
		for {
			select {
			case c := <-calls:
				switch {
				case c.began.After(answered) && c.status != http.StatusUnauthorized:
					t.Fatalf("a call that began %s after the answer: %d", c.began.Sub(answered), c.status)
				case c.status == http.StatusUnauthorized:
					refused++
				case c.status >= 300:
					t.Fatalf("%d", c.status)
				}
			default:
				return refused >= 2*callers
			}
		}
	})
}
