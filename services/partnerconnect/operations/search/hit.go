package search

import (
	"strings"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// MaxHits bounds what is found: a reference may be used by many partners.
const MaxHits = 20

// A Hit is something that was found.
type Hit struct {
	Kind     string
	ID       string
	Title    string // what it is, without personal data
	Merchant pc.Ref
	Partner  pc.PartnerID
	Livemode bool
	Amount   int64 // in Currency; of what has one
	Currency string
}

// A Query is what a person entered: the text as it is, and what encrypted data is found by.
type Query struct {
	Text    string
	Lookups []string
}

// NewQuery reads what a person entered.
func NewQuery(text string, hash onboarding.IDHash) Query {
	text = strings.TrimSpace(text)
	return Query{text, onboarding.Lookup(hash, text)}
}
