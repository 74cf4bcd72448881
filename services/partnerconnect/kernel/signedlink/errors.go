package signedlink

import (
	"errors"
)

// Why a link to the hosted flow does not work. A page answers them, not a problem document.
var (
	ErrLinkInvalid = errors.New("the link is not one of ours")
	ErrLinkExpired = errors.New("the link has expired")
	ErrLinkRevoked = errors.New("the link was revoked")
)
