package register

import (
	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
)

// Why no decision is taken.
var (
	ErrRegisterNotConnected = provider.NotConnected(provider.CompanyRegister).WithField("/company/register/scheme",
		"not_connected", "live mode has no register of this scheme yet; leave company.register out until it has")
	ErrRegisterUnavailable = fault.New(pc.RegisterUnavailable, "the company register does not answer; repeat later")
)
