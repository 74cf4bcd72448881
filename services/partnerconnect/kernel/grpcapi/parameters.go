package grpcapi

import (
	"slices"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/cursor"
	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/keyring"
)

// PageSize is how many rows a page has (AIP-158): the default where none is asked for, at most the largest.
func PageSize(asked int32) (int32, error) {
	switch {
	case asked < 0:
		return 0, BadParameter("page_size", "negative", "must not be negative")
	case asked == 0:
		return cursor.DefaultSize, nil
	}
	return min(asked, cursor.MaxSize), nil
}

// A PageRequest asks for a page of a list.
type PageRequest interface {
	GetPageSize() int32
	GetPageToken() string
}

// Page is the page of a list that a call asks for. Its token is good only for the same list, owner and filters.
func Page(tokens *keyring.Keyring, req PageRequest, list string, owner, filters any) (cursor.Request, error) {
	size, err := PageSize(req.GetPageSize())
	return cursor.Request{
		Keys: tokens, List: list, Owner: owner, Filters: []any{filters}, Size: size, Token: req.GetPageToken(),
	}, err
}

func BadParameter(name, code, message string) error {
	return fault.New(fault.InvalidParameter, "a parameter is not acceptable; see errors").WithField(name, code, message)
}

// OneOfParameter refuses a parameter that is not one of the allowed values.
func OneOfParameter[S, W ~string](name string, sent *S, allowed []W) error {
	if sent == nil || slices.Contains(allowed, W(*sent)) {
		return nil
	}
	return BadParameter(name, "unknown_value", fault.OneOf(allowed))
}

// Now is the current time in UTC and in milliseconds, the precision of the API.
func Now(now func() time.Time) time.Time { return now().UTC().Truncate(time.Millisecond) }

// Required is the violation of a field that must be there.
func Required(field string, missing bool) []fault.Violation {
	if !missing {
		return nil
	}
	return []fault.Violation{{Field: field, Code: "required", Message: "must be given"}}
}

// OptionalTime returns the time of a parameter, nil for one that is not set.
func OptionalTime(t *timestamppb.Timestamp) *time.Time {
	if t == nil {
		return nil
	}
	at := t.AsTime()
	return &at
}
