package requirements

import (
	"slices"

	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// Corrected ends the requested corrections that a write answers: fields are its JSON pointers in the body of an
// operation.
func Corrected(o *onboarding.Onboarding, operation string, fields []string) {
	o.Corrections = slices.DeleteFunc(slices.Clone(o.Corrections), func(code string) bool {
		return slices.ContainsFunc(Catalogue, func(r Requirement) bool {
			return r.Code == code && r.Operation == operation &&
				slices.ContainsFunc(r.Fields, func(f string) bool { return slices.Contains(fields, f) })
		})
	})
}

// Answered ends the requested corrections that the merchant has answered, by their codes.
func Answered(o *onboarding.Onboarding, codes ...string) {
	o.Corrections = slices.DeleteFunc(slices.Clone(o.Corrections),
		func(c string) bool { return slices.Contains(codes, c) })
}
