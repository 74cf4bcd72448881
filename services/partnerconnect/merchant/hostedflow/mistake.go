package hostedflow

import (
	"strings"
)

// A Mistake is what a person can correct on the page that the form was on.
type Mistake struct {
	Reason string // the key of the text that says it
	Input  string // what it is about; empty: the form as a whole
}

func (m Mistake) Error() string { return m.Reason }

// The mistakes that are not about an input.
var (
	FormOld        = Mistake{Reason: "form_old"} // the form does not fit what is stored, or no page made it
	ContactUnknown = Mistake{Reason: "contact_unknown"}
	CodesUsedUp    = Mistake{Reason: "codes_used_up"} // the share of strangers is; the merchant's message holds a link
	IdentityAway   = Mistake{Reason: "identity_away"}
	AgreementOther = Mistake{Reason: "agreement_changed"}
	DataIncomplete = Mistake{Reason: "review_missing"}
	// it was changed so recently that it must not yet move the payout account
	ContactNew      = Mistake{Reason: "contact_new"}
	TransferRefused = Mistake{Reason: "transfer_name_mismatch"}
)

// FactsChanged are the keys of facts that are not as the page showed them.
type FactsChanged []string

func (c FactsChanged) Error() string { return "the data changed: " + strings.Join(c, ", ") }
