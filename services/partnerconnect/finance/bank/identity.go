package bank

import (
	"encoding/hex"
	"slices"
	"strings"

	"github.com/partnerline/partnerline/internal/fingerprint"
)

// A Booking is what a bank says of a line, by which the line is recognised when it comes again.
type Booking struct {
	Currency   string
	Amount     int64
	Day        string // on which it was booked
	BankRef    string // empty: the bank gave none
	EndToEndID string
	BatchID    string
	Account    string // of the other party
	Texts      []string
}

// Fingerprint is the same for bookings that say the same. With a reference of the bank, their texts do not matter.
func (b Booking) Fingerprint() string {
	if b.BankRef != "" {
		b.Texts = nil
	}
	return digest("booking/1", b)
}

// Wording is the same for bookings with the same texts, but for case and white space, which banks change when they
// print a statement again.
func (b Booking) Wording() string {
	texts := make([]string, len(b.Texts))
	for i, text := range b.Texts {
		texts[i] = strings.ToLower(strings.Join(strings.Fields(text), ""))
	}
	return digest("wording/1", texts)[:12]
}

func digest(kind string, v any) string {
	sum := fingerprint.Of(kind, v)
	return hex.EncodeToString(sum[:16])
}

// A Balance is how much was on an account on a day.
type Balance struct {
	Amount int64  `json:"amount"`
	On     string `json:"on"`
}

// An Origin is the statement that brought a line.
type Origin struct {
	Statement string   `json:"statement"`         // its id, which banks may give to others, too
	Part      string   `json:"part,omitempty"`    // of several with the id
	Opening   *Balance `json:"opening,omitempty"` // nil: it states none
	Began     *int64   `json:"began,omitempty"`   // balance before its lines; nil: it states none
}

// A relation is whether two statements can have the same line.
type relation int

const (
	unclear   relation = iota
	repeats            // it is the same statement
	coincides          // it begins where the other one begins: it is sent again, or the balance came back
	follows            // it is another part of the account's history
)

// to returns how a statement is related to an earlier one. The balances with which they begin say more than their ids:
// a statement that is sent again may have another id, and the id of one may be given to the next. If two begin alike
// under other ids, nothing says whether both happened, not even the same lines and closing balances.
func (o Origin) to(earlier Origin) relation {
	opened := o.Opening != nil && earlier.Opening != nil
	switch {
	case opened && *o.Opening != *earlier.Opening:
		return follows
	case o.Statement == earlier.Statement && o.Part == earlier.Part && o.began(earlier):
		return repeats
	case o.Statement == earlier.Statement && o.Part == earlier.Part: // another one, or some lines of that one
		return unclear
	case opened:
		return coincides
	case o.Statement == earlier.Statement:
		return follows
	}
	return unclear
}

// began reports whether two statements may begin with the same balance.
func (o Origin) began(earlier Origin) bool {
	return o.Began == nil || earlier.Began == nil || *o.Began == *earlier.Began
}

// An Admission is whether an account has a line already.
type Admission int

// The admissions.
const (
	NewLine      Admission = iota // it has not
	KnownLine                     // it has: nothing is to be done
	DoubtfulLine                  // it is not clear: an operator decides
)

// Alike are the lines of a statement with a fingerprint, each with its place among them, from 1.
type Alike map[Copy]int

// A Copy is one of the lines of a statement that have a fingerprint.
type Copy struct {
	Wording string // of its texts; empty: the bank rail reported it
	Number  int    // among those with the wording, from 1
}

// An Earlier line is one that an account has.
type Earlier struct {
	Copy
	Origin Origin
}

// Admission returns whether the account has the line, by the lines with its fingerprint that were brought before. An
// earlier line with another wording may be this one, unless the statement has that line, too.
func (l Line) Admission(before []Earlier) Admission {
	var same []Origin
	gone := false
	for _, e := range before {
		switch {
		case e.Copy == l.Copy:
			same = append(same, e.Origin)
		case l.Alike[e.Copy] == 0:
			gone = true
		}
	}
	some := func(want relation) bool {
		return slices.ContainsFunc(same, func(earlier Origin) bool { return l.Origin.to(earlier) == want })
	}
	switch {
	case len(same) == 0 && gone && l.Referenced:
		return DoubtfulLine
	case len(same) == 0:
		return NewLine
	case some(repeats), l.Referenced && some(coincides):
		return KnownLine
	case !l.Referenced && !some(coincides) && !some(unclear):
		return NewLine
	}
	return DoubtfulLine
}

// OtherRef is the reference under which a line is stored when another line has taken its own.
func (l Line) OtherRef() string {
	return l.Ref + "~" + digest("line/1", struct {
		Fingerprint, Wording string
		Number               int
		Origin               Origin
	}{l.Fingerprint, l.Wording, l.Number, l.Origin})[:12]
}

// Part returns the line of one payout of a line that debits a batch as one.
func (l Line) Part(payoutID string, amount int64) Line {
	l.Ref += "/" + payoutID
	l.Fingerprint = digest("part/1", []string{l.Fingerprint, payoutID})
	l.Amount = amount
	return l
}
