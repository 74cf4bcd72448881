package app_test

import (
	"slices"
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/fault"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/testkit/engine"
)

// Operators find payments and payouts of all merchants by each filter, in pages, without what describes a person.
func TestSearchMoney(t *testing.T) {
	t.Parallel()
	b := startBank(t, withEngine(engine.Start(t)))
	key, other := b.simple("a"), b.simple("b")
	ref, foreign := b.merchant(key, allowed), b.merchant(other, allowed)
	first, second, third := b.paid(key, ref, 1000), b.paid(other, foreign, 2000), b.paid(key, ref, 3000)
	if got := b.refund(key, ref, first, `{"amount":300,"external_ref":"return-1"}`); got.status != 201 {
		t.Fatal(got.body)
	}
	read := func(id string) *pcv1.Payment {
		r, err := b.operator.InspectPayment(b.internal(), &pcv1.InspectPaymentRequest{Id: id})
		if err != nil {
			t.Fatal(err)
		}
		return r.GetData()
	}
	created := read(second).GetCreatedAt()
	for name, c := range map[string]struct {
		req  *pcv1.SearchPaymentsRequest
		want []string
	}{
		"all, a page each":     {&pcv1.SearchPaymentsRequest{PageSize: 1}, []string{third, second, first}},
		"a merchant":           {&pcv1.SearchPaymentsRequest{MerchantRef: ref}, []string{third, first}},
		"a partner":            {&pcv1.SearchPaymentsRequest{PartnerId: "ptn_b"}, []string{second}},
		"a status":             {&pcv1.SearchPaymentsRequest{Status: "partially_refunded"}, []string{first}},
		"a status that is not": {&pcv1.SearchPaymentsRequest{Status: "none"}, nil},
		"a currency":           {&pcv1.SearchPaymentsRequest{Currency: "PLN", MerchantRef: foreign}, []string{second}},
		"another currency":     {&pcv1.SearchPaymentsRequest{Currency: "EUR"}, nil},
		"an id":                {&pcv1.SearchPaymentsRequest{Id: second}, []string{second}},
		"a reference": {&pcv1.SearchPaymentsRequest{Id: read(first).GetExternalRef(), MerchantRef: ref},
			[]string{first}},
		"what is no id":         {&pcv1.SearchPaymentsRequest{Id: "pay_' OR 'a' = 'a"}, nil},
		"from the second on":    {&pcv1.SearchPaymentsRequest{From: created, MerchantRef: foreign}, []string{second}},
		"before the second one": {&pcv1.SearchPaymentsRequest{Until: created, MerchantRef: foreign}, nil},
	} {
		b.subtest(name, func(t *testing.T) {
			var got []string
			last := time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)
			for {
				r, err := b.operator.SearchPayments(b.internal(), c.req)
				if err != nil {
					t.Fatal(err)
				}
				for _, p := range r.GetData() {
					got = append(got, p.GetPaymentId())
					at := p.GetCreatedAt().AsTime()
					if at.After(last) || len(p.GetMetadata()) > 0 || p.GetNextAction().GetUrl() != "" {
						t.Errorf("%v", p)
					}
					last = at
				}
				if c.req.PageToken = r.GetMeta().GetNextPageToken(); c.req.GetPageToken() == "" {
					break
				}
			}
			slices.Sort(got)
			slices.Sort(c.want)
			if !slices.Equal(got, c.want) {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
	b.subtest("the oldest first, a page each", func(t *testing.T) {
		req, got := &pcv1.SearchPaymentsRequest{PageSize: 1, OldestFirst: true}, []string(nil)
		for {
			r, err := b.operator.SearchPayments(b.internal(), req)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range r.GetData() {
				got = append(got, p.GetPaymentId())
			}
			if req.PageToken = r.GetMeta().GetNextPageToken(); req.GetPageToken() == "" {
				break
			}
		}
		if want := []string{first, second, third}; !slices.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
	})
	b.subtest("a payment with what became of it", func(t *testing.T) {
		r, err := b.operator.InspectPayment(b.internal(), &pcv1.InspectPaymentRequest{Id: first})
		if err != nil {
			t.Fatal(err)
		}
		if len(r.GetRefunds()) != 1 || r.GetRefunds()[0].GetAmount() != 300 || len(r.GetChargebacks()) != 0 ||
			r.GetData().GetRefundedAmount() != 300 {
			t.Errorf("%v", r)
		}
		var sum, lines int64
		for _, l := range r.GetLines() {
			sum += l.GetAmount()
			if l.GetKind() == "payment_refunded" && l.GetRefundId() == r.GetRefunds()[0].GetRefundId() {
				lines++
			}
		}
		if sum != 0 || lines != 2 {
			t.Errorf("sum %d, %d lines of the refund: %v", sum, lines, r.GetLines())
		}
		_, err = b.operator.InspectPayment(b.internal(), &pcv1.InspectPaymentRequest{Id: "pay_none"})
		if got := reason(t, err).Reason; got != "payment_not_found" {
			t.Errorf("%s", got)
		}
	})
	b.subtest("the ledger's accounts", func(t *testing.T) {
		req := &pcv1.ListLedgerLinesRequest{MerchantRef: ref, Account: "clearing", PageSize: 1}
		last := map[string]int64{}
		var accounts []*pcv1.LedgerAccount
		for {
			r, err := b.operator.ListLedgerLines(b.internal(), req)
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range r.GetData() {
				last[l.GetCurrency()+l.GetAccount()] = l.GetBalance()
			}
			accounts = r.GetAccounts()
			if req.PageToken = r.GetMeta().GetNextPageToken(); req.GetPageToken() == "" {
				break
			}
		}
		var sum int64
		for _, a := range accounts {
			sum += a.GetBalance()
			if a.GetAccount() == "clearing" && a.GetBalance() != last[a.GetCurrency()+"clearing"] {
				t.Errorf("%v, but the last line has %v", a, last)
			}
		}
		if sum != 0 || len(accounts) != 7 || len(last) != 1 {
			t.Errorf("sum %d: %v, %v", sum, accounts, last)
		}
		_, err := b.operator.ListLedgerLines(b.internal(), &pcv1.ListLedgerLinesRequest{MerchantRef: ref, Account: "all"})
		if got := reason(t, err).Reason; got != fault.ValidationFailed {
			t.Errorf("%s", got)
		}
	})
}

// Operators find payouts of all merchants; the account is masked.
func TestSearchPayouts(t *testing.T) {
	t.Parallel()
	b := startBank(t)
	key := b.simple("a")
	ref := b.funded(key, 100_000)
	id := b.payout(key, ref, `{"amount":400,"currency":"PLN","external_ref":"salary","description":"Tydzień"}`).text(t,
		"payout_id")
	for name, c := range map[string]struct {
		req *pcv1.SearchPayoutsRequest
		n   int
	}{
		"all":               {&pcv1.SearchPayoutsRequest{}, 1},
		"an id":             {&pcv1.SearchPayoutsRequest{Id: id}, 1},
		"a reference":       {&pcv1.SearchPayoutsRequest{Id: "salary", MerchantRef: ref}, 1},
		"another reference": {&pcv1.SearchPayoutsRequest{Id: "other"}, 0},
		"a failed one":      {&pcv1.SearchPayoutsRequest{Status: "failed"}, 0},
	} {
		b.subtest(name, func(t *testing.T) {
			r, err := b.operator.SearchPayouts(b.internal(), c.req)
			if err != nil || len(r.GetData()) != c.n {
				t.Fatalf("%v, %v", r, err)
			}
			for _, p := range r.GetData() {
				if p.GetPayoutId() != id || p.GetIbanMasked() == "" || p.GetDescription() != "" {
					t.Errorf("%v", p)
				}
			}
		})
	}
}

// Operators find refunds, chargebacks and settlements of all merchants, each filter and page.
func TestSearchRefundsChargebacksAndSettlements(t *testing.T) {
	t.Parallel()
	b := startBank(t, withEngine(engine.Start(t)))
	key, other := b.simple("a"), b.simple("b")
	ref, foreign := b.merchant(key, allowed), b.merchant(other, allowed)
	first, second := b.paid(key, ref, 1000), b.paid(other, foreign, 2000)
	refund := b.refund(key, ref, first, `{"amount":300,"external_ref":"return-1"}`).text(t, "refund_id")
	later := b.refund(other, foreign, second, `{"amount":400,"external_ref":"return-2"}`).text(t, "refund_id")
	charged := b.call("POST", "/sandbox/payments/"+second+"/chargebacks", other, `{"amount":100}`)
	chargeback := charged.text(t, "chargeback_id")
	for _, m := range []string{ref, foreign} {
		if n, err := b.operator.RunSettlement(b.internal(),
			&pcv1.RunSettlementRequest{MerchantRef: m, Force: true}); err != nil || n.GetSettlements() != 1 {
			t.Fatal(n, err)
		}
	}
	after := timestamppb.New(time.Now().Add(time.Hour))
	refunds := func(req *pcv1.SearchRefundsRequest) (ids []string, next string) {
		r, err := b.operator.SearchRefunds(b.internal(), req)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range r.GetData() {
			ids = append(ids, v.GetRefundId())
		}
		return ids, r.GetMeta().GetNextPageToken()
	}
	chargebacks := func(req *pcv1.SearchChargebacksRequest) (ids []string, next string) {
		r, err := b.operator.SearchChargebacks(b.internal(), req)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range r.GetData() {
			ids = append(ids, v.GetChargebackId())
		}
		return ids, r.GetMeta().GetNextPageToken()
	}
	settlements := func(req *pcv1.SearchSettlementsRequest) (merchants []string, next string) {
		r, err := b.operator.SearchSettlements(b.internal(), req)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range r.GetData() {
			if v.GetLivemode() || v.GetSettlement().GetNet() == 0 {
				t.Errorf("%v", v)
			}
			merchants = append(merchants, v.GetMerchantRef())
		}
		slices.Sort(merchants)
		return merchants, r.GetMeta().GetNextPageToken()
	}
	both := []string{ref, foreign}
	slices.Sort(both)
	_, more := refunds(&pcv1.SearchRefundsRequest{PageSize: 1})
	for name, c := range map[string]struct {
		find func() ([]string, string)
		want []string
	}{
		"refunds": {func() ([]string, string) { return refunds(&pcv1.SearchRefundsRequest{}) },
			[]string{later, refund}},
		"the second page of refunds": {func() ([]string,
			string) {
			return refunds(&pcv1.SearchRefundsRequest{PageSize: 1, PageToken: more})
		}, []string{refund}},
		"refunds of a merchant": {func() ([]string, string) {
			return refunds(&pcv1.SearchRefundsRequest{MerchantRef: ref, Status: "succeeded"})
		}, []string{refund}},
		"refunds that failed": {func() ([]string,
			string) {
			return refunds(&pcv1.SearchRefundsRequest{Status: "failed"})
		}, nil},
		"a refund by its id": {func() ([]string, string) { return refunds(&pcv1.SearchRefundsRequest{Id: later}) },
			[]string{later}},
		"a refund by its reference": {func() ([]string,
			string) {
			return refunds(&pcv1.SearchRefundsRequest{Id: "return-1"})
		}, []string{refund}},
		"refunds after a time": {func() ([]string, string) { return refunds(&pcv1.SearchRefundsRequest{From: after}) },
			nil},
		"chargebacks": {func() ([]string,
			string) {
			return chargebacks(&pcv1.SearchChargebacksRequest{Until: after})
		}, []string{chargeback}},
		"chargebacks of a merchant": {func() ([]string,
			string) {
			return chargebacks(&pcv1.SearchChargebacksRequest{MerchantRef: ref})
		}, nil},
		"chargebacks that were lost": {func() ([]string,
			string) {
			return chargebacks(&pcv1.SearchChargebacksRequest{Status: "charged_back"})
		}, []string{chargeback}},
		"a chargeback by its id": {func() ([]string,
			string) {
			return chargebacks(&pcv1.SearchChargebacksRequest{Id: chargeback})
		}, []string{chargeback}},
		"settlements": {func() ([]string,
			string) {
			return settlements(&pcv1.SearchSettlementsRequest{Currency: "PLN"})
		}, both},
		"settlements of a merchant": {func() ([]string, string) {
			return settlements(&pcv1.SearchSettlementsRequest{MerchantRef: foreign, Until: after})
		}, []string{foreign}},
		"settlements in JPY": {func() ([]string,
			string) {
			return settlements(&pcv1.SearchSettlementsRequest{Currency: "JPY"})
		}, nil},
		"a settlement that is not": {func() ([]string,
			string) {
			return settlements(&pcv1.SearchSettlementsRequest{Id: "stl_' OR 'a' = 'a"})
		}, nil},
	} {
		b.subtest(name, func(t *testing.T) {
			if got, next := c.find(); !slices.Equal(got, c.want) || next != "" {
				t.Errorf("%v, next %q, want %v", got, next, c.want)
			}
		})
	}
}
