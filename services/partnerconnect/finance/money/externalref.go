package money

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/field"
)

// CheckExternalRef returns what is wrong with the external_ref of a payment or payout: the caller's own reference,
// unique per merchant.
func CheckExternalRef(s string) []fault.Violation {
	const at = "/external_ref"
	var v field.Violations
	switch {
	case s == "":
		v.Add(at, "required", "must be given: your own reference, unique per merchant")
	case utf8.RuneCountInString(s) > pc.MaxExternalRef:
		v.Add(at, "too_long", "must have at most 128 characters")
	case strings.ContainsFunc(s, field.Misleads):
		v.Add(at, "control_characters", "must not contain control or bidirectional formatting characters")
	case strings.TrimSpace(s) != s:
		v.Add(at, "leading_or_trailing_whitespace", "must not begin or end with whitespace")
	}
	return v
}

// CheckRepeat returns external_ref_conflict unless an order is the one that was made with its external_ref before, of
// which earlier is the fingerprint.
func CheckRepeat(earlier, fingerprint []byte) error {
	if !bytes.Equal(earlier, fingerprint) {
		return ErrExternalRefConflict
	}
	return nil
}
