package portal

import (
	"errors"

	"github.com/partnerline/partnerline/internal/endpointfault"
	"github.com/partnerline/partnerline/internal/fault"
)

var (
	// ErrNotServed is the refusal of an installation that has no address for the portal.
	ErrNotServed = fault.New(fault.UnsupportedOperation, "this installation has no portal; the operator sets its address")
	// ErrSessionNotFound is the refusal of an id that names no session of the caller.
	ErrSessionNotFound = fault.New(endpointfault.PortalSessionNotFound,
		"no portal session of this tenant and mode has this id")
	// ErrSettingsChanged is the refusal of settings that would replace others than those that the caller has read.
	ErrSettingsChanged = fault.New(fault.PreconditionFailed, "the settings changed since they were read; read them again")
	// ErrEnded is the error of a link that opens nothing any more, and of a session that has ended.
	ErrEnded = errors.New("the link or the session has ended")
)
