package app_test

import (
	"fmt"
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
)

// The operator sets what the payments of a channel cost. The tariff in effect when a payment is paid counts; those
// before it and those to come are kept, and none takes effect in the past.
func TestTariffsOfAChannel(t *testing.T) {
	t.Parallel()
	b := sharedBank(t)
	key := b.simple("a")
	ref := b.merchant(key, allowed)
	set := func(r *pcv1.SetChannelTariffRequest) error {
		_, err := b.operator.SetChannelTariff(b.internal(), r)
		return err
	}
	fee := func(amount int64) float64 {
		b.t.Helper()
		id := b.paid(key, ref, amount)
		return b.call("GET", "/payments/"+id, key, "", "On-Behalf-Of", ref).json(t)["fee"].(float64)
	}
	if got := fee(10_000); got != 90 {
		t.Errorf("without a tariff of the channel: %v", got)
	}
	registered := b.register(key, ref, b.order(10_000, "")).text(t, "payment_id")
	tariff := &pcv1.SetChannelTariffRequest{
		Id:                      b.id("chn_a"),
		Currency:                "PLN",
		BasisPoints:             150,
		Fixed:                   25,
		Minimum:                 50,
		PartnerShareBasisPoints: 3_333,
		ChargebackFee:           1_500,
	}
	if err := set(tariff); err != nil {
		t.Fatal(err)
	}
	b.advance(key, "payments", registered, "paid")
	if p := b.call("GET", "/payments/"+registered, key, "", "On-Behalf-Of", ref); p.json(t)["fee"] != 175.0 {
		t.Errorf("registered before, paid afterwards: %s", p.body)
	}
	for amount, want := range map[int64]float64{10_000: 175, 100: 50, 30: 30} {
		b.subtest(fmt.Sprint(amount), func(t *testing.T) {
			if got := fee(amount); got != want {
				t.Errorf("%v, want %v", got, want)
			}
		})
	}
	// Thirds of the fees 175, 175, 50 and 30, each rounded down.
	share, err := b.operator.GetPartnerShare(b.internal(), &pcv1.GetPartnerShareRequest{PartnerId: b.id("ptn_a")})
	if err != nil || len(share.GetData()) != 1 || share.GetData()[0].GetCurrency() != "PLN" ||
		share.GetData()[0].GetAmount() != 58+58+16+9 {
		t.Errorf("%v, %v", share, err)
	}
	tomorrow := time.Now().Add(24 * time.Hour)
	for _, r := range []*pcv1.SetChannelTariffRequest{
		{Id: b.id("chn_a"), Currency: "PLN", BasisPoints: 10_000, EffectiveFrom: timestamppb.New(tomorrow)},
		{Id: b.id("chn_a"), Currency: "EUR", BasisPoints: 10_000},
	} {
		if err := set(r); err != nil {
			t.Fatal(err)
		}
	}
	if got := fee(10_000); got != 175 {
		t.Errorf("with a tariff of tomorrow, and of another currency: %v", got)
	}
	for name, c := range map[string]struct {
		req  *pcv1.SetChannelTariffRequest
		want string
	}{
		"in the past": {
			&pcv1.SetChannelTariffRequest{
				Id:            b.id("chn_a"),
				Currency:      "PLN",
				EffectiveFrom: timestamppb.New(time.Now().Add(-time.Minute)),
			},
			"validation_failed",
		},
		"no currency": {&pcv1.SetChannelTariffRequest{Id: b.id("chn_a"), Currency: "XXX"}, "validation_failed"},
		"more than all": {
			&pcv1.SetChannelTariffRequest{Id: b.id("chn_a"), Currency: "PLN", BasisPoints: 10_001},
			"validation_failed",
		},
		"a negative share": {
			&pcv1.SetChannelTariffRequest{Id: b.id("chn_a"), Currency: "PLN", PartnerShareBasisPoints: -1},
			"validation_failed",
		},
		"no such channel": {&pcv1.SetChannelTariffRequest{Id: "chn_none", Currency: "PLN"}, "channel_not_found"},
	} {
		b.subtest(name, func(t *testing.T) {
			if err := set(c.req); string(reason(t, err).Reason) != c.want {
				t.Errorf("%v, want %s", err, c.want)
			}
		})
	}
	list, err := b.operator.ListChannelTariffs(b.internal(), &pcv1.ListChannelTariffsRequest{Id: b.id("chn_a")})
	if err != nil || len(list.GetData()) != 3 || list.GetData()[0].GetCurrency() != "EUR" ||
		list.GetData()[1].GetBasisPoints() != 10_000 ||
		list.GetData()[2].GetPartnerShareBasisPoints() != 3_333 ||
		list.GetData()[2].GetEffectiveFrom().AsTime() != list.GetData()[2].GetSetAt().AsTime() {
		t.Errorf("%v, %v", list, err)
	}
	if _, err := b.operator.ListChannelTariffs(b.internal(),
		&pcv1.ListChannelTariffsRequest{Id: "chn_none"}); string(reason(t, err).Reason) != "channel_not_found" {
		t.Error(err)
	}
	// A chargeback costs what its payment's tariff says, in the same settlement.
	if a := b.call("POST", "/sandbox/payments/"+registered+"/chargebacks", key,
		`{"all":true}`); a.json(t)["fee"] != 1500.0 {
		t.Error(a.body)
	}
	b.call("POST", "/sandbox/merchants/"+ref+"/settle", key, "")
	settlement := b.rowsOf(key, "/merchants/"+ref+"/settlements", "", 50)[0]
	if settlement["fees"] != 90.0+175+175+50+30+175+1500 || settlement["chargebacks"] != 10_000.0 {
		t.Errorf("%v", settlement)
	}
	if n := b.count(`SELECT count(*) FROM audit_entries
		WHERE operation = 'MoneyOperatorService.SetChannelTariff' AND partner_id = $1`, b.id("ptn_a")); n != 3 {
		t.Errorf("%d audit entries", n)
	}
	b.intact()
}
