package review

import (
	"slices"
	"time"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/requirements"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
)

// ClaimLifetime is how long a claim holds: for one review with its documents, and not over a lunch break.
const ClaimLifetime = 30 * time.Minute

// A Reason is what a person must look at: a doubt of [signing.Doubts], or one of these.
type Reason string

// The reasons beyond the doubts.
const (
	CompanyRegister Reason = "company_register" // the register does not confirm the company any more
	// the transfer from the new payout account came from another sender, or with another amount
	AccountChange Reason = "account_change"
)

// Reasons lists why a person must decide something; empty when none must. An onboarding whose checks are all passed
// waits for the merchant.
func Reasons(o *onboarding.Onboarding) (reasons []Reason) {
	if o.Status.Ended() || o.Erased || o.Merchant == delegation.ClosedMerchant {
		return nil
	}
	if o.Status == onboarding.InReview {
		for _, d := range signing.Doubts(o) {
			reasons = append(reasons, Reason(d))
		}
		if slices.Contains(requirements.Codes(*o), "company.register_match") {
			reasons = append(reasons, CompanyRegister)
		}
	} else if slices.ContainsFunc(o.Documents,
		func(d onboarding.Document) bool { return d.Status == onboarding.ReceivedDocument }) {
		reasons = append(reasons, Reason(signing.DoubtDocuments))
	}
	if c := o.AccountChange; c != nil && c.Transfer.Outcome != "" && !c.Verified() {
		reasons = append(reasons, AccountChange)
	}
	return reasons
}

// A Waiting is an onboarding or a merchant for which a person must decide something.
type Waiting struct {
	Ref           pc.Ref `db:"onboarding_ref"`
	Livemode      bool
	Partner       pc.PartnerID `db:"partner_id"`
	Channel       pc.ChannelID `db:"channel_id"`
	ExternalRef   string       `db:"partner_external_ref"`
	ApplicantType onboarding.ApplicantType
	Status        onboarding.Status
	Reasons       []Reason
	Since         time.Time `db:"waiting_since"`
	ClaimedBy     string    // subject of the person; empty: no one
	ClaimedByName string    // as the identity provider gave it; empty when it gave none
	ClaimedUntil  *time.Time
}

// At returns it as it is at a time: without a claim that is over.
func (w Waiting) At(now time.Time) Waiting {
	if w.ClaimedUntil != nil && !now.Before(*w.ClaimedUntil) {
		w.ClaimedBy, w.ClaimedByName, w.ClaimedUntil = "", "", nil
	}
	return w
}

// A Position is where a page ends.
type Position struct {
	Since time.Time
	Ref   pc.Ref
}

// A Query selects what waits.
type Query struct {
	Livemode  *bool
	Reason    Reason
	Unclaimed bool
	ClaimedBy string
	Now       time.Time

	NewestFirst bool
	After       *Position // of the last one of the page before; nil: the first page
	Limit       int
}

// A Queue is how much waits.
type Queue struct {
	Waiting int64
	Oldest  *time.Time // nil when nothing does
}
