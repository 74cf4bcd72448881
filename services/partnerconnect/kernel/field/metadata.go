package field

import (
	"maps"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/partnerline/partnerline/internal/fault"
)

// Limits of fields.
const (
	maxMetadata      = 20
	maxMetadataKey   = 40
	maxMetadataValue = 500
)

func CheckMetadata(v *Violations, at string, m map[string]string) {
	if len(m) > maxMetadata {
		v.Add(at, "too_many", "must have at most "+strconv.Itoa(maxMetadata)+" keys")
		return
	}
	for _, k := range slices.Sorted(maps.Keys(m)) {
		// The place is named without the key: a key of the wrong length is no name to show.
		if n := utf8.RuneCountInString(k); n == 0 || n > maxMetadataKey {
			v.Add(at, "invalid_key", "keys must have 1 to "+strconv.Itoa(maxMetadataKey)+" characters")
		} else if utf8.RuneCountInString(m[k]) > maxMetadataValue {
			v.Add(at+"/"+fault.PointerToken(k), "too_long", "must have at most "+strconv.Itoa(maxMetadataValue)+" characters")
		}
	}
}
