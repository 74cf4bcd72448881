package onboarding

import (
	"strings"
	"time"
	"unicode/utf8"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/ids"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/event"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/field"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/message"
)

// IdleExpiry is how long an onboarding that the merchant has not signed lives without activity.
const IdleExpiry = 90 * 24 * time.Hour

// An Onboarding is a merchant's way to being paid. Its Owner and ExternalRef never change; a partner changes only
// Data, and only the merchant, the operator and time change Status.
type Onboarding struct {
	Ref           pc.Ref
	Owner         access.Owner
	Livemode      bool
	ExternalRef   string // unique per channel and mode: the idempotency key of its creation
	Status        Status
	ReasonCode    string // why it is rejected or needs action
	Data          Data
	Identity      Identity
	Register      *RegisterCheck            // what the company's register said; nil until it was asked
	Decision      *Decision                 // how the applicant may bind the company; nil until it is taken
	Locked        []Segment                 // what the merchant has confirmed
	Corrections   []string                  // codes that the operator asked for again
	Documents     []Document                // oldest first
	Invitations   []Invitation              // oldest first
	Flow          Flow                      // how far the merchant got
	Merchant      delegation.MerchantStatus // none until it is active
	Delegation    *delegation.Delegation    // nil until the agreement was signed
	OptIn         delegation.PayoutsOptIn
	AccountChange *AccountChange // of the payout account; nil: none is open
	LinkEpoch     int            // links of an earlier epoch are revoked
	Version       int64
	CreatedAt     time.Time
	UpdatedAt     time.Time
	ExpiresAt     *time.Time
	EndedAt       *time.Time // when it ended, or the account was closed
	Erased        bool       // its personal data is

	Corrected []string          // fields that the merchant corrects, for the event; empty in what is read
	Outgoing  []message.Message // what is to be sent once a change is stored; empty in what is read
}

// NewOnboarding returns a draft and the event of its creation. The data has been checked.
func NewOnboarding(o access.Owner, livemode bool, externalRef string, d Data) (Onboarding, event.Event, error) {
	ref := ids.New(pc.RefPrefix)
	now, _ := ids.Time(pc.RefPrefix, ref)
	expires := now.Add(IdleExpiry)
	on := Onboarding{
		Ref: pc.Ref(ref), Owner: o, Livemode: livemode, ExternalRef: externalRef, Status: Draft, Data: d,
		Merchant: delegation.NoMerchant, OptIn: delegation.PayoutsOptIn{Status: delegation.OptInNotRequested},
		LinkEpoch: 1, Version: 1, CreatedAt: now, UpdatedAt: now, ExpiresAt: &expires,
	}
	e, err := NewStatusChanged(on, "")
	return on, e, err
}

// CheckExternalRef returns what is wrong with a partner's own reference.
func CheckExternalRef(s string) []fault.Violation {
	const at = "/partner_external_ref"
	var v field.Violations
	switch {
	case s == "":
		v.Add(at, "required", "must be given: your own reference of the merchant")
	case utf8.RuneCountInString(s) > pc.MaxExternalRef:
		v.Add(at, "too_long", "must have at most 128 characters")
	case strings.ContainsFunc(s, field.Misleads):
		v.Add(at, "control_characters", "must not contain control or bidirectional formatting characters")
	case strings.TrimSpace(s) != s:
		v.Add(at, "leading_or_trailing_whitespace", "must not begin or end with whitespace")
	}
	return v
}
