package partnerconnect

import (
	"errors"

	"github.com/partnerline/partnerline/internal/fault"
)

// ErrUnchanged is what the function of a Change returns when there is nothing to do. The Change then changes nothing,
// and returns no error.
var ErrUnchanged = errors.New("nothing changes")

// ErrOnboardingNotFound is the same for a ref that does not exist and one of a foreign channel or the other mode.
var ErrOnboardingNotFound = fault.New(OnboardingNotFound, "no onboarding of the key's channels and mode has this ref")

// ErrMerchantNotFound is answered for merchants of others, too.
var ErrMerchantNotFound = fault.New(MerchantNotFound, "no merchant of this mode has this ref")
