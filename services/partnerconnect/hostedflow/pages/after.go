package pages

import (
	"errors"
	"net/url"
	"strings"
	"time"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/field"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/signing"
)

// actPayouts is the separate consent to payouts: off unless it is ticked, and it can be taken back in the portal.
func (x *exchange) actPayouts() error {
	return x.change("AnswerPayouts", func(o *onboarding.Onboarding) error {
		o.Flow.PayoutsAnswered = &x.now
		if x.field("allow") == "yes" {
			return unchangedIsFine(signing.GrantOptIn(o, x.now))
		}
		if o.OptIn.Status == delegation.OptInPending {
			return signing.RevokeOptIn(o, x.now)
		}
		return nil
	})
}

type transferView struct {
	Title   string
	Sandbox bool
}

func (x *exchange) viewTransfer() error {
	x.page.Data = transferView{signing.TransferTitle(&x.o), x.page.Test}
	if t := x.o.Flow.Transfer; t != nil && t.Outcome == signing.TransferNameMismatch && x.page.Error == "" {
		x.page.Error = x.page.T("transfer_mismatch")
	}
	return nil
}

// actTransfer is the sandbox's bank: a person chooses what arrives. In live mode the operator's watch of the account tells.
func (x *exchange) actTransfer() error {
	outcome := map[string]string{"matched": signing.TransferMatched, "mismatch": signing.TransferNameMismatch}[x.field("do")]
	if !x.page.Test || outcome == "" {
		return formOld
	}
	err := x.change("ReceiveTransfer", func(o *onboarding.Onboarding) error { return signing.ReceiveTransfer(o, outcome, x.now) })
	if err == nil && outcome != signing.TransferMatched {
		return mistake{word: "transfer_mismatch"}
	}
	return err
}

type portalView struct {
	Status     string
	Active     bool
	Next       string // the step that is left; empty: none
	Delegation string
	Grantable  bool // access that was taken back can be granted again
	OptIn      string
	IBAN       string
	Waiting    []invitee
	Access     []accessEntry
	Return     string
}

// accessEntry is a line of who accessed the merchant's data.
type accessEntry struct {
	At     time.Time
	Who    string
	What   string // in words; empty: there are none
	Method string
	OK     bool
}

// accessShown is how many entries the portal shows.
const accessShown = 50

func (x *exchange) viewPortal() error {
	entries, err := x.h.store.PartnerAccess(x.Context(), x.o.Ref, x.o.Owner.Partner.ID, accessShown)
	if err != nil {
		return err
	}
	v := portalView{
		Status: string(x.o.Status), Active: x.o.Merchant == delegation.ActiveMerchant, Delegation: string(x.o.DelegationStatus()),
		Grantable: x.open("grant"), OptIn: string(x.o.OptIn.Status), Waiting: invitees(&x.o), Return: x.returnURL(),
	}
	if iban := x.o.Data.PayoutAccount.IBAN; iban != "" {
		v.IBAN = field.MaskIBAN(iban)
	}
	if x.o.Merchant == delegation.SuspendedMerchant || x.o.Merchant == delegation.ClosedMerchant {
		v.Status = string(x.o.Merchant)
	}
	if next := x.next(); next != "portal" && next != "waiting" {
		v.Next = next
	}
	for _, e := range entries {
		_, method, _ := strings.Cut(e.Operation, ".")
		a := accessEntry{At: e.At, Who: x.page.Partner, What: x.page.T("did_" + method), Method: method, OK: e.Outcome == "ok"}
		if e.Actor == audit.OperatorActor {
			a.Who = x.page.T("log_operator")
		}
		v.Access = append(v.Access, a)
	}
	x.page.Data = v
	return nil
}

func (x *exchange) actPortal() error {
	switch x.field("do") {
	case "payouts-allow":
		return x.backToPortal(x.change("Portal", func(o *onboarding.Onboarding) error { return signing.GrantOptIn(o, x.now) }))
	case "payouts-revoke":
		return x.backToPortal(x.withdrawAccess("Portal", func(o *onboarding.Onboarding) error { return signing.RevokeOptIn(o, x.now) }))
	}
	return formOld
}

// actRevoke takes the delegation back. It is on a page of its own, because granting it again takes a new signature.
func (x *exchange) actRevoke() error {
	return x.backToPortal(x.withdrawAccess("RevokeDelegation", func(o *onboarding.Onboarding) error { return signing.RevokeDelegation(o, audit.MerchantActor, x.now) }))
}

// backToPortal leads there although another step may be the next.
func (x *exchange) backToPortal(err error) error {
	if err != nil {
		return err
	}
	x.Redirect("flow/portal")
	return errAnswered
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
	if errors.Is(err, pc.ErrUnchanged) {
		return nil
	}
	return err
}
