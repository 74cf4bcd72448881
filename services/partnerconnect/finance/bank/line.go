package bank

import (
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/field"
)

// A LineState is whether a line of a statement is explained.
type LineState string

// The states.
const (
	LineMatched   LineState = "matched"
	LineUnmatched LineState = "unmatched" // an operator has to look at it
)

// Why a line is unmatched.
const (
	UnknownPayment  = "unknown_payment"  // it names none of our payouts or batches
	AmountDiffers   = "amount_differs"   // it names a payout or batch of another amount
	NotExpected     = "not_expected"     // the payout was not ordered, or failed, and was debited all the same
	AlreadyReturned = "already_returned" // the payout came back before
	PossiblyKnown   = "possibly_known"   // another statement had the same line, and it is not clear whether it is this one
)

// A Sender is who sent a transfer, as the bank says.
type Sender struct {
	Name, Account string // Account may be something else than an IBAN
	For           string // for whom the sender paid; empty: for itself
	Remittance    string
	Proposed      *ProposedReturn `json:",omitempty"` // nil: there is none
}

// A ProposedReturn is the account to which an operator wants a transfer returned when the bank does not say who sent
// it.
type ProposedReturn struct {
	Approval   string // `apr_` id of the approval that another person must confirm
	Name, IBAN string
}

// ReturnTo returns name and IBAN of the account to which a transfer is returned; false when the bank does not say them.
func (s Sender) ReturnTo() (name, iban string, known bool) {
	iban, known = field.AccountNumber(s.Account)
	return s.Name, iban, known && len(nameTokens(s.Name)) > 0
}

// A LineKey names a line.
type LineKey struct {
	Account string // IBAN of the house
	Ref     string
}

// A Line is one payment of a statement, or one that the bank rail reported.
type Line struct {
	Account string // IBAN of ours
	// unique per account: the bank's reference of the entry, and the number of the payment in it; the id of a report of
	// the rail
	Ref       string
	Statement string

	Fingerprint string // of its Booking
	Copy               // among the lines of its statement with the same fingerprint
	Alike       Alike  // all of those, of a line with a reference
	Referenced  bool   // the bank gave it a reference
	Origin      Origin

	File     string
	Currency string
	Amount   int64 // minor units; what leaves the account is negative
	BookedOn *time.Time
	Code     string // what kind of movement the bank says it is

	State     LineState
	Reason    string // why it is unmatched; empty otherwise
	Payout    money.PayoutID
	Collected bool // the payment engine transferred what it had collected, or got back what it has to return
	At        time.Time
	Sender    *Sender // of a credit; kept while it is unmatched
}

// ReturnTo returns the account to which a verification transfer is returned: that of its sender, or, where the bank
// does not say it, the one that the operator found out; named is true then.
func (l Line) ReturnTo(name, iban string) (to Sender, named bool, err error) {
	known := false
	if l.Sender != nil {
		_, _, known = l.Sender.ReturnTo()
	}
	switch {
	case known && (name != "" || iban != ""):
		return to, false, fault.Field(
			"/return_iban", "not_allowed",
			"leave return_iban and return_name out: the sender of the line is known, and gets the amount back",
		)
	case known:
		return *l.Sender, false, nil
	}
	s := Sender{Name: name, Account: iban}
	if _, _, known = s.ReturnTo(); !known {
		return s, true, fault.Field(
			"/return_iban", "required",
			"give IBAN and name of the account to which the amount is returned, as return_iban and return_name: "+
				"the bank does not say who sent it",
		)
	}
	return s, true, nil
}

// Propose notes on a line the account to which an operator wants it returned. An approval is of one account.
func (l *Line) Propose(approval string, to Sender) error {
	var s Sender
	if l.Sender != nil {
		s = *l.Sender
	}
	name, iban, _ := to.ReturnTo()
	proposed := ProposedReturn{approval, name, iban}
	if s.Proposed != nil && s.Proposed.Approval == approval && *s.Proposed != proposed {
		return ErrReturnProposed.WithExtension("approval_id", approval)
	}
	s.Proposed, l.Sender = &proposed, &s
	return nil
}

// Errors of operators' resolutions of lines.
var (
	ErrNoLine = fault.New(
		fault.InvalidState, "no unmatched line has this account and ref; list those that are unmatched",
	)
	ErrNotAwaited = fault.New(fault.InvalidState, "the merchant awaits no verification transfer")
	ErrNotAsked   = fault.New(fault.InvalidState, "the line is not the verification transfer that the merchant was "+
		"asked for: it has another amount, currency or account; "+
		"ask the bank to return it to its sender, and close this line and that of the return")
	ErrReturnProposed = fault.New(
		fault.InvalidState, "another return of the line is proposed; reject that first",
	)
	ErrNotProposed = fault.New(
		fault.InvalidState, "the return of the line to another account was proposed since; look at it again",
	)
	ErrNotRepeated = fault.New(
		fault.InvalidState, "only a line with the reason possibly_known can be one that came before",
	)
)

// A Resolution is how an operator explains an unmatched line: by a payout, whose movement it is, as a transfer of the
// payment engine, or by a text. A line that only a text explains is not in the ledger: its amount belongs to the
// house, as the bank's fees do.
type Resolution struct {
	Payout    money.PayoutID // empty: none
	Collected bool           // it is a transfer of the payment engine
	Repeated  bool           // it is a line that the account has already
	Text      string
	Moved     int64 // what the ledger moves with it
	At        time.Time
}

// Explained is what a line contributes to the account besides the ledger.
func (r Resolution) Explained(l Line) int64 {
	if r.Payout != "" || r.Collected || r.Repeated {
		return 0
	}
	return l.Amount
}

// Transferred is by how much the payment engine holds less because of a line.
func (r Resolution) Transferred(l Line) int64 {
	if r.Collected {
		return l.Amount
	}
	return 0
}

// MatchBy returns how an operator explains a line by a payout, and what the line does to it; invalid_state when it
// cannot be this payout's.
func (l Line) MatchBy(p money.Payout, debitedBefore, returnedBefore bool, now time.Time) (Resolution, Movement, error) {
	movement, why := Match(p, l.Amount, debitedBefore, returnedBefore)
	if why != "" {
		return Resolution{}, Nothing,
			fault.New(fault.InvalidState, "the payout does not explain the line: "+why).WithExtension("reason", why)
	}
	r := Resolution{Payout: p.ID, Text: "matched", At: now}
	if movement == Arrived || movement == Returned && p.Status == money.PayoutPaid {
		r.Moved = l.Amount
	}
	return r, movement, nil
}

// A Movement is what a line does to the payout that it names.
type Movement int

// The movements.
const (
	Nothing  Movement = iota // the payout is as the line says
	Arrived                  // the bank paid it
	Returned                 // the bank brought it back
)

// Match returns what a line does to the payout that it names, or why it is unmatched. debitedBefore and returnedBefore
// say whether another matched line debited the payout, or brought it back: lines may come in any order, and a status
// report may have said before that the payout is paid or rejected.
func Match(p money.Payout, amount int64, debitedBefore, returnedBefore bool) (Movement, string) {
	switch amount {
	case -p.Amount:
		switch {
		case debitedBefore:
			return Nothing, NotExpected
		case p.Status == money.PayoutProcessing:
			return Arrived, ""
		case p.Status == money.PayoutPaid, returnedBefore:
			return Nothing, ""
		}
		return Nothing, NotExpected
	case p.Amount:
		switch {
		case returnedBefore:
			return Nothing, AlreadyReturned
		case p.Status == money.PayoutProcessing, p.Status == money.PayoutPaid:
			return Returned, ""
		}
		return Nothing, NotExpected
	}
	return Nothing, AmountDiffers
}

// A Reconciliation compares the closing balance of a statement with the ledger.
type Reconciliation struct {
	Account, Statement, Currency string
	ClosedOn                     *time.Time
	Closing                      int64 // what the bank says
	Ledger                       int64 // what the accounts of the ledger say that bank and payment engine hold for us
	AtEngine                     int64 // what the payment engine has collected of it, and not transferred
	Unmatched                    int64 // the sum of the unmatched lines of the account
	Explained                    int64 // the sum of the lines that operators explained, and that are not in the ledger
	At                           time.Time
}

// Difference is by how much the bank has more than it should by the ledger and what operators explained.
func (r Reconciliation) Difference() int64 { return r.Closing - (r.Ledger - r.AtEngine) - r.Explained }
