package transport

import (
	"errors"

	"github.com/partnerline/partnerline/internal/fault"
)

// Names reports whether a fault concerns one of the fields.
func Names(err error, fields ...string) bool {
	var f *fault.Error
	if !errors.As(err, &f) {
		return err != nil
	}
	for _, v := range f.Violations {
		for _, field := range fields {
			if v.Field == field {
				return true
			}
		}
	}
	return false
}

// Refuse joins all that is wrong with a body into one error; nil when nothing is. A field that the shape of the JSON was at
// fault for is not judged again.
func Refuse(shape error, lists ...[]fault.Violation) error {
	f := fault.Fields()
	if shape != nil && !errors.As(shape, &f) {
		return shape
	}
	out := *f
	out.Violations = append([]fault.Violation{}, f.Violations...)
	known := map[string]bool{}
	for _, v := range out.Violations {
		known[v.Field] = true
	}
	for _, list := range lists {
		for _, v := range list {
			if !known[v.Field] {
				out.Violations = append(out.Violations, v)
			}
		}
	}
	if len(out.Violations) == 0 {
		return nil
	}
	return &out
}
