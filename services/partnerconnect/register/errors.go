package register

import (
	pc "github.com/partnerline/partnerline/services/partnerconnect"

	"github.com/partnerline/partnerline/internal/fault"
)

// Why no decision is taken.
var (
	ErrRegisterNotConnected = fault.New(pc.RegisterUnavailable, "no company register of this scheme is connected in live mode; contact the operator, or leave company.register out until one is").WithField("/company/register/scheme", "not_connected", "live mode has no register of this scheme yet")
	ErrRegisterUnavailable  = fault.New(pc.RegisterUnavailable, "the company register does not answer; repeat later")
)
