package onboarding

import (
	"slices"
	"strconv"
	"strings"

	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// Why a partner cannot change an onboarding.
var (
	ErrNotEditable        = fault.New(pc.OnboardingNotEditable, "the partner cannot change an onboarding in this status")
	ErrSegmentLocked      = fault.New(pc.SegmentLocked, "the merchant has confirmed this data; see errors")
	ErrPreconditionFailed = fault.New(fault.PreconditionFailed,
		"the onboarding has changed since the version in If-Match; read it again")
)

// ErrChanged refuses an operator's decision that was taken by another state of the onboarding.
var ErrChanged = fault.New(fault.PreconditionFailed,
	"the onboarding has changed since the version in if_match; read it again, and repeat with its etag")

// A Seen is the etag of the onboarding that an operator decides by; empty: of any.
type Seen string

// SeenOf is the etag of an onboarding as it is.
func SeenOf(o *Onboarding) Seen { return Seen(strconv.FormatInt(o.Version, 10)) }

// Check returns ErrChanged when the onboarding is not what was seen.
func (s Seen) Check(o *Onboarding) error {
	if s != "" && s != SeenOf(o) {
		return ErrChanged
	}
	return nil
}

// CheckEditable returns ErrNotEditable unless the partner may write now.
func (o *Onboarding) CheckEditable() error {
	if o.Status.Editable() {
		return nil
	}
	return ErrNotEditable.WithExtension("onboarding_status", o.Status)
}

// A Segment is a part of the data that the merchant confirms as a whole.
type Segment string

// The segments.
const (
	ApplicantSegment      Segment = "applicant"
	IdentitySegment       Segment = "identity"
	BusinessSegment       Segment = "business"
	CompanySegment        Segment = "company"
	PayoutAccountSegment  Segment = "payout_account"
	RepresentationSegment Segment = "representation"
)

// CheckUnlocked returns ErrSegmentLocked when the merchant has confirmed one of the segments that fields of a body
// belong to; segments maps the JSON pointers of the fields to them.
func (o *Onboarding) CheckUnlocked(segments map[string]Segment) error {
	var locked []fault.Violation
	for field, s := range segments {
		if slices.Contains(o.Locked, s) {
			locked = append(locked,
				fault.Violation{Field: field, Code: "locked", Message: "the merchant has confirmed this; leave it out"})
		}
	}
	if len(locked) == 0 {
		return nil
	}
	slices.SortFunc(locked, func(a, b fault.Violation) int { return strings.Compare(a.Field, b.Field) })
	e := *ErrSegmentLocked
	e.Violations = locked
	return &e
}
