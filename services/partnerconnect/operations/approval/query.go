package approval

import (
	"time"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// A Query selects approvals.
type Query struct {
	Status   Status // empty: all
	Merchant pc.Ref // empty: of all merchants
	Kinds    []Kind // nil: of all kinds
	But      string // subject of a person whose own proposals are left out; empty: none are
	Now      time.Time

	OldestFirst bool
	After       ID // of the last one of the page before; empty: the first page
	Limit       int
}
