package pages

import (
	"github.com/partnerline/partnerline/services/partnerconnect/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/signing"
)

type transferView struct {
	Title   string
	Sandbox bool
}

func viewTransfer(x *exchange) (any, error) {
	o := &x.visit.Onboarding
	if t := o.Flow.Transfer; t != nil && t.Outcome == signing.TransferNameMismatch && x.page.Error == "" {
		x.page.Error = x.page.T(hostedflow.TransferRefused.Reason)
	}
	return transferView{signing.TransferTitle(o), !o.Livemode}, nil
}

// actTransfer is the bank of test mode: a person chooses what arrives.
func actTransfer(x *exchange) (string, error) {
	outcome := map[string]string{"matched": signing.TransferMatched, "mismatch": signing.TransferNameMismatch}[x.field("do")]
	return "", x.h.flow.DecideTransfer(x.Context(), &x.visit, outcome)
}
