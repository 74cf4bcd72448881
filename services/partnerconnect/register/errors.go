package register

import (
	"github.com/partnerline/partnerline/internal/fault"
)

// Why no decision is taken.
var (
	ErrRegisterNotConnected = fault.New(fault.RegisterUnavailable, "no company register of this scheme is connected in live mode; contact the operator, or leave company.register out until one is").WithField("/company/register/scheme", "not_connected", "live mode has no register of this scheme yet")
	ErrRegisterUnavailable  = fault.New(fault.RegisterUnavailable, "the company register does not answer; repeat later")
)
