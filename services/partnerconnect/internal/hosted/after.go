package hosted

import (
	"net/url"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// actPayouts is the separate consent to payouts: off unless it is ticked, and it can be taken back in the portal.
func (x *exchange) actPayouts() error {
	return x.change("AnswerPayouts", func(o *pc.Onboarding) error {
		o.Flow.PayoutsAnswered = &x.now
		if x.field("allow") == "yes" {
			return unchangedIsFine(o.GrantOptIn(x.now))
		}
		if o.OptIn.Status == pc.OptInPending {
			return o.RevokeOptIn(x.now)
		}
		return nil
	})
}

type transferView struct {
	Title    string
	Mismatch bool
	Sandbox  bool
}

func (x *exchange) viewTransfer() error {
	v := transferView{Title: x.o.TransferTitle(), Sandbox: x.page.Test}
	if t := x.o.Flow.Transfer; t != nil {
		v.Mismatch = t.Outcome == pc.TransferNameMismatch
	}
	x.page.Data = v
	if !v.Sandbox {
		x.page.Refresh = 60
	}
	return nil
}

// actTransfer is the sandbox's bank: a person chooses what arrives. In live mode the operator's watch of the account tells.
func (x *exchange) actTransfer() error {
	outcome := map[string]string{"matched": pc.TransferMatched, "mismatch": pc.TransferNameMismatch}[x.field("do")]
	if !x.page.Test || outcome == "" {
		return mistake("form_old")
	}
	err := x.change("ReceiveTransfer", func(o *pc.Onboarding) error { return o.ReceiveTransfer(outcome, x.now) })
	if err == nil && outcome != pc.TransferMatched {
		return mistake("transfer_mismatch")
	}
	return err
}

type portalView struct {
	Status     string
	Merchant   string
	Delegation string
	OptIn      string
	IBAN       string
	Waiting    []invitee
	Access     []pc.AuditEntry
	Return     string
}

// accessShown is how many entries of the audit trail the portal shows.
const accessShown = 50

func (x *exchange) viewPortal() error {
	access, err := x.h.store.Access(x.ctx(), x.o.Ref, accessShown)
	if err != nil {
		return err
	}
	v := portalView{
		Status: string(x.o.Status), Merchant: string(x.o.Merchant), Delegation: string(x.o.DelegationStatus()), OptIn: string(x.o.OptIn.Status),
		IBAN: pc.MaskIBAN(x.o.Data.PayoutAccount.IBAN), Waiting: invitees(&x.o), Return: x.returnURL(),
	}
	for _, e := range access {
		if e.Actor == pc.PartnerActor || e.Actor == pc.OperatorActor {
			v.Access = append(v.Access, e)
		}
	}
	x.page.Data = v
	return nil
}

func (x *exchange) actPortal() error {
	acts := map[string]func(*pc.Onboarding) error{
		"revoke":         func(o *pc.Onboarding) error { return o.RevokeDelegation(pc.MerchantActor, x.now) },
		"payouts-allow":  func(o *pc.Onboarding) error { return o.GrantOptIn(x.now) },
		"payouts-revoke": func(o *pc.Onboarding) error { return o.RevokeOptIn(x.now) },
	}
	act := acts[x.field("do")]
	if act == nil {
		return mistake("form_old")
	}
	return x.change("Portal", act)
}

func (x *exchange) viewDone() error {
	x.page.Data = x.returnURL()
	return nil
}

// returnURL is where the partner wants the merchant back. What it says is a hint: the partner trusts GET /onboarding/{ref} alone.
func (x *exchange) returnURL() string {
	u, err := url.Parse(x.o.Data.ReturnURL)
	if err != nil || x.o.Data.ReturnURL == "" {
		return ""
	}
	q := u.Query()
	q.Set("ref", string(x.o.Ref))
	result := "interrupted"
	if x.o.Flow.Signature != nil {
		result = "completed"
	}
	q.Set("result", result)
	u.RawQuery = q.Encode()
	return u.String()
}

// unchangedIsFine lets a change go on that has more to store.
func unchangedIsFine(err error) error {
	if err == pc.ErrUnchanged { //nolint:errorlint // the value itself
		return nil
	}
	return err
}
