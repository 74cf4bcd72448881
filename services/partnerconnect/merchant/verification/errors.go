package verification

import (
	"time"

	"github.com/partnerline/partnerline/internal/fault"
)

// retryAfter is when to ask again.
const retryAfter = 5 * time.Second

// Unavailable is the error of a call for which the verification service did not do its part.
func Unavailable(cause error) error {
	e := fault.New(fault.Overloaded, "the verification service does not answer; repeat").WithCause(cause)
	e.RetryAfter = retryAfter
	return e
}
