package onboarding

import (
	"github.com/partnerline/partnerline/internal/fault"
)

// What a caller is answered.
var (
	ErrNotEditable          = fault.New(fault.OnboardingNotEditable, "in this status the partner cannot change the onboarding")
	ErrSegmentLocked        = fault.New(fault.SegmentLocked, "the merchant has confirmed this data; see errors")
	ErrPreconditionFailed   = fault.New(fault.PreconditionFailed, "the onboarding is not at the version that If-Match names; read it again")
	ErrIdentityMismatch     = fault.New(fault.IdentityMismatch, "date of birth and national id contradict each other")
	ErrPrefillNotApplicable = fault.New(fault.PrefillNotApplicable, "the company has several representatives; each identifies in the hosted flow")
	ErrStructureUnknown     = fault.New(fault.CompanyStructureUnknown, "the register has not told yet how many people represent the company; set company.register first")
)
