package pages

import (
	"net/url"
	"strings"
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/field"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

type portalView struct {
	Status     string
	Active     bool
	Next       string // the step that is left; empty: none
	Delegation string
	Grantable  bool // access that was revoked can be granted again
	OptIn      string
	IBAN       string
	Balances   []balanceView // none before there is an account
	Payouts    []payoutLine
	Change     *accountChangeView // of the account; nil: none is open
	Changeable bool               // another account can be asked for
	Closable   bool               // the account can be closed
	Document   bool               // the agreement can be verified
	Done       string             // what was done just now; empty: nothing
	Waiting    []invitee
	Access     []accessEntry
	Return     string
}

// accessEntry is a line of who accessed the merchant's data.
type accessEntry struct {
	At     time.Time
	Who    string
	What   string // its text; empty: it has none
	Method string
	OK     bool
}

func viewPortal(x *exchange) (any, error) {
	visit, o := &x.visit, &x.visit.Onboarding
	entries, err := x.h.flow.PartnerAccess(x.Context(), visit)
	if err != nil {
		return nil, err
	}
	v := portalView{
		Status: string(o.Status), Active: o.Merchant == delegation.ActiveMerchant, Delegation: string(o.DelegationStatus()),
		Grantable: visit.Open(hostedflow.StepGrant), OptIn: string(o.OptIn.Status),
		Document: visit.Open(hostedflow.StepDocument), Waiting: invitees(o), Return: returnURL(o),
	}
	if visit.HasAccount() {
		balances, payouts, err := x.h.account.ShowMoney(x.Context(), visit)
		if err != nil {
			return nil, err
		}
		v.Change, v.Changeable, v.Closable = viewAccountChange(
			o,
		), visit.Open(hostedflow.StepAccount), visit.Open(hostedflow.StepClose)
		v.Balances, v.Payouts = x.page.balances(balances, visit.Open(hostedflow.StepPayout)), x.page.payouts(payouts)
	}
	v.Done = x.page.T("done_" + x.R.URL.Query().Get("done"))
	if iban := o.Data.PayoutAccount.IBAN; iban != "" {
		v.IBAN = field.MaskIBAN(iban)
	}
	if o.Merchant == delegation.SuspendedMerchant || o.Merchant == delegation.ClosedMerchant {
		v.Status = string(o.Merchant)
	}
	if next := visit.Next(); next != hostedflow.StepPortal && next != hostedflow.StepWaiting {
		v.Next = next
	}
	for _, e := range entries {
		_, method, _ := strings.Cut(e.Operation, ".")
		a := accessEntry{
			At: e.At, Who: x.page.Partner, What: x.page.T("did_" + method), Method: method, OK: e.Outcome == "ok",
		}
		if e.Actor == audit.OperatorActor {
			a.Who = x.page.T("log_operator")
		}
		v.Access = append(v.Access, a)
	}
	return v, nil
}

func actPortal(x *exchange) (string, error) {
	switch x.field("do") {
	case "payouts-allow":
		return hostedflow.StepPortal, x.h.account.GrantPayouts(x.Context(), &x.visit)
	case "payouts-revoke":
		return hostedflow.StepPortal, x.h.account.RevokePayouts(x.Context(), &x.visit)
	case "account-stop":
		return hostedflow.StepPortal + "?done=stopped", x.h.account.StopAccountChange(x.Context(), &x.visit)
	}
	return "", hostedflow.FormOld
}

// actRevoke takes the delegation back. It is on a page of its own, because granting it again takes a new signature.
func actRevoke(x *exchange) (string, error) {
	return hostedflow.StepPortal, x.h.flow.RevokeDelegation(x.Context(), &x.visit)
}

// actPayouts is the separate consent to payouts: off unless it is ticked, and revocable in the portal.
func actPayouts(x *exchange) (string, error) {
	return "", x.h.flow.AnswerPayouts(x.Context(), &x.visit, x.field("allow") == "yes")
}

// returnURL is where the partner wants the merchant back. Its parameters are a hint: the partner trusts only GET
// /onboarding/{ref}.
func returnURL(o *onboarding.Onboarding) string {
	u, err := url.Parse(o.Data.ReturnURL)
	if err != nil || o.Data.ReturnURL == "" {
		return ""
	}
	q := u.Query()
	q.Set("ref", string(o.Ref))
	result := "interrupted"
	if o.Flow.Signature != nil {
		result = "completed"
	}
	q.Set("result", result)
	u.RawQuery = q.Encode()
	return u.String()
}
