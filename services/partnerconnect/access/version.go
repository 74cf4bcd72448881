package access

import (
	"slices"
)

// Version is the newest version of the API: the date of the last change that would have broken a caller. New keys are
// pinned to it.
const Version = "2026-11-01"

// versions are those that are served.
var versions = []string{Version}

// CheckVersion reports ErrUnsupportedVersion unless the version that a call names is served.
func CheckVersion(v string) error {
	if !slices.Contains(versions, v) {
		return ErrUnsupportedVersion
	}
	return nil
}
