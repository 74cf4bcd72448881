package fault

import (
	"errors"
	"slices"
	"strings"
)

// ConcernsField reports whether an error is about one of the fields. An error that names no fields is about all of
// them.
func ConcernsField(err error, fields ...string) bool {
	var f *Error
	if !errors.As(err, &f) {
		return err != nil
	}
	return slices.ContainsFunc(f.Violations, func(v Violation) bool { return slices.Contains(fields, v.Field) })
}

// JoinViolations joins err, which is what is wrong with the form of a request, and violations of its fields into one
// error; nil when there is nothing. A field that err is about has no other violation. An err that names no fields is
// returned as it is.
func JoinViolations(err error, lists ...[]Violation) error {
	f := Fields()
	if err != nil && !errors.As(err, &f) {
		return err
	}
	out := *f
	out.Violations = slices.Clone(f.Violations)
	for _, v := range slices.Concat(lists...) {
		if !ConcernsField(f, v.Field) {
			out.Violations = append(out.Violations, v)
		}
	}
	if len(out.Violations) == 0 {
		return nil
	}
	return &out
}

// First returns the first error, with the fields of the others that it does not name; nil when there is none.
func First(errs ...error) error {
	var first error
	for _, err := range errs {
		if first == nil {
			first = err
		} else if err != nil {
			first = JoinViolations(first, As(err).Violations)
		}
	}
	return first
}

// OneOf is the message about a value that is none of an enumeration's.
func OneOf[S ~string](values []S) string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = string(v)
	}
	return "must be one of " + strings.Join(texts, ", ")
}
