package transport

import (
	"slices"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
)

// Sizes of pages (AIP-158): a larger one than maxPage is brought down to it.
const (
	defaultPage = 50
	maxPage     = 200
)

func PageSize(asked int32) (int, error) {
	switch {
	case asked < 0:
		return 0, BadParameter("page_size", "negative", "must not be negative")
	case asked == 0:
		return defaultPage, nil
	}
	return min(int(asked), maxPage), nil
}

func BadParameter(name, code, message string) error {
	return fault.New(fault.InvalidParameter, "a parameter is not acceptable; see errors").WithField(name, code, message)
}

// OneOfParameter refuses a parameter that is none of the allowed.
func OneOfParameter[W ~string](name string, sent *string, allowed []W) error {
	if sent == nil || slices.Contains(allowed, W(*sent)) {
		return nil
	}
	list := ""
	for i, w := range allowed {
		if i > 0 {
			list += ", "
		}
		list += string(w)
	}
	return BadParameter(name, "unknown_value", "must be one of "+list)
}

// Present is the present, as exact as the API shows times.
func Present(now func() time.Time) time.Time { return now().UTC().Truncate(time.Millisecond) }

// Required is the violation of a field that must be there.
func Required(field string, missing bool) []fault.Violation {
	if !missing {
		return nil
	}
	return []fault.Violation{{Field: field, Code: "required", Message: "must be given"}}
}
