package grpcapi_test

import (
	"errors"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	operationsgrpc "github.com/partnerline/partnerline/services/partnerconnect/operations/grpcapi"
)

// A line is explained by a payout or by a merchant's verification transfer, which has an outcome: anything else is
// refused before it is looked up.
func TestMatchBankLineFields(t *testing.T) {
	operator := operationsgrpc.NewApprovalOperator(nil, nil, nil, nil, time.Now)
	for name, c := range map[string]struct {
		req  *pcv1.MatchBankLineRequest
		want string // field and code
	}{
		"neither": {&pcv1.MatchBankLineRequest{}, "/payout_id exclusive"},
		"both": {&pcv1.MatchBankLineRequest{PayoutId: "pyt_a", MerchantRef: "mrc_a",
			Outcome: "matched"}, "/payout_id exclusive"},
		"a merchant without an outcome": {&pcv1.MatchBankLineRequest{MerchantRef: "mrc_a"}, "/outcome required"},
		"a payout that is to be returned": {&pcv1.MatchBankLineRequest{PayoutId: "pyt_a", ReturnName: "Ada"},
			"/return_iban not_allowed"},
		"a payout with one of a transfer": {&pcv1.MatchBankLineRequest{PayoutId: "pyt_a", Outcome: "matched"},
			"/outcome required"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := operator.MatchBankLine(t.Context(), c.req)
			f, ok := errors.AsType[*fault.Error](err)
			if !ok || len(f.Violations) != 1 || f.Violations[0].Field+" "+f.Violations[0].Code != c.want {
				t.Errorf("%v, want %s", err, c.want)
			}
		})
	}
}

// A line is a transfer of the payment engine or one that came before, not both.
func TestCloseBankLineFields(t *testing.T) {
	_, err := operationsgrpc.NewApprovalOperator(nil, nil, nil, nil, time.Now).CloseBankLine(
		t.Context(), &pcv1.CloseBankLineRequest{Collected: true, Repeated: true},
	)
	f, ok := errors.AsType[*fault.Error](err)
	if !ok || len(f.Violations) != 1 || f.Violations[0].Field != "/repeated" {
		t.Error(err)
	}
}
