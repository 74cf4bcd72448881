package access

import (
	"slices"

	"github.com/partnerline/partnerline/internal/fault"
)

// Version is the newest version of the API: the date of the last change that would have broken a caller. New keys are
// pinned to it.
const Version = "2026-11-01"

// Versions are those that are served.
var Versions = []string{Version}

// CheckVersion reports ErrUnsupportedVersion unless the version that a call names is served; sent are the values of
// Connect-Version.
func CheckVersion(sent []string) error {
	switch {
	case len(sent) > 1:
		return fault.New(fault.InvalidParameter, "a header is sent more than once; see errors").WithField("Connect-Version",
			"repeated", "send the header once")
	case len(sent) == 1 && !slices.Contains(Versions, sent[0]):
		return ErrUnsupportedVersion.WithField("Connect-Version", "unknown_value", fault.OneOf(Versions))
	}
	return nil
}
