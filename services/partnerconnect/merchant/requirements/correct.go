package requirements

import (
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// A correctable is a part of the data that the merchant may correct before confirming it, by its JSON pointer in the
// body of the partner's call. A company's data from the register is not correctable, nor is the contact, which the
// codes prove.
type correctable struct {
	field     string
	operation string
	segment   onboarding.Segment
	value     func(*onboarding.Onboarding) any // pointer to it
}

var correctables = []correctable{
	{
		"/applicant/given_names", OpPatch, onboarding.ApplicantSegment,
		func(o *onboarding.Onboarding) any { return &o.Data.Applicant.GivenNames },
	},
	{
		"/applicant/family_name", OpPatch, onboarding.ApplicantSegment,
		func(o *onboarding.Onboarding) any { return &o.Data.Applicant.FamilyName },
	},
	{
		"/business/name", OpPatch, onboarding.BusinessSegment,
		func(o *onboarding.Onboarding) any { return &o.Data.Business.Name },
	},
	{
		"/business/website", OpPatch, onboarding.BusinessSegment,
		func(o *onboarding.Onboarding) any { return &o.Data.Business.Website },
	},
	{
		"/business/description", OpPatch, onboarding.BusinessSegment,
		func(o *onboarding.Onboarding) any { return &o.Data.Business.Description },
	},
	{
		"/business/category_code", OpPatch, onboarding.BusinessSegment,
		func(o *onboarding.Onboarding) any { return &o.Data.Business.CategoryCode },
	},
	{
		"/business/tax_id", OpPatch, onboarding.BusinessSegment,
		func(o *onboarding.Onboarding) any { return &o.Data.Business.TaxID },
	},
	{
		"/business/address", OpPatch, onboarding.BusinessSegment,
		func(o *onboarding.Onboarding) any { return &o.Data.Business.Address },
	},
	{
		"/company/beneficial_owners", OpPatch, onboarding.CompanySegment,
		func(o *onboarding.Onboarding) any { return &o.Data.Company.BeneficialOwners },
	},
	{
		"/payout_account/iban", OpPatch, onboarding.PayoutAccountSegment,
		func(o *onboarding.Onboarding) any { return &o.Data.PayoutAccount.IBAN },
	},
	{
		"/payout_account/holder_name", OpPatch, onboarding.PayoutAccountSegment,
		func(o *onboarding.Onboarding) any { return &o.Data.PayoutAccount.HolderName },
	},
	{
		"/national_id", OpPrefill, onboarding.IdentitySegment,
		func(o *onboarding.Onboarding) any { return &o.Identity.NationalID },
	},
	{
		"/identity_document", OpPrefill, onboarding.IdentitySegment,
		func(o *onboarding.Onboarding) any { return &o.Identity.Document },
	},
	{
		"/date_of_birth", OpPrefill, onboarding.IdentitySegment,
		func(o *onboarding.Onboarding) any { return &o.Identity.DateOfBirth },
	},
	{
		"/place_of_birth", OpPrefill, onboarding.IdentitySegment,
		func(o *onboarding.Onboarding) any { return &o.Identity.PlaceOfBirth },
	},
	{
		"/citizenships", OpPrefill, onboarding.IdentitySegment,
		func(o *onboarding.Onboarding) any { return &o.Identity.Citizenships },
	},
	{
		"/residential_address", OpPrefill, onboarding.IdentitySegment,
		func(o *onboarding.Onboarding) any { return &o.Identity.Residence },
	},
}

// Correct stores the merchant's corrections of the partner's data, unless one of them is in a confirmed segment. The
// event for the partner names the corrected fields. ErrUnchanged, segment_locked, validation_failed,
// identity_mismatch.
func Correct(o *onboarding.Onboarding, d onboarding.Data, x onboarding.Identity, now time.Time) error {
	if err := o.CheckEditable(); err != nil {
		return err
	}
	to, before, decision := &onboarding.Onboarding{Data: d, Identity: x}, o.Data.Applicant, o.Decision
	changed := map[string]onboarding.Segment{}
	for _, c := range correctables {
		is, wanted := reflect.ValueOf(c.value(o)).Elem(), reflect.ValueOf(c.value(to)).Elem()
		if c.segment == onboarding.IdentitySegment && o.CheckPrefill() != nil ||
			reflect.DeepEqual(is.Interface(), wanted.Interface()) ||
			is.Kind() == reflect.Slice && is.Len() == 0 && wanted.Len() == 0 {
			continue
		}
		is.Set(wanted)
		changed[c.field] = c.segment
		o.Corrected = append(o.Corrected, c.field)
		Corrected(o, c.operation, []string{c.field})
	}
	if len(changed) == 0 {
		return pc.ErrUnchanged
	}
	if err := o.CheckUnlocked(changed); err != nil {
		return err
	}
	// Data that was not corrected was checked when it arrived.
	bad := slices.DeleteFunc(append(o.Data.Check(o.Owner.Channel, now), o.Identity.Check(now)...),
		func(v fault.Violation) bool {
			return !slices.ContainsFunc(o.Corrected,
				func(field string) bool { return v.Field == field || strings.HasPrefix(v.Field, field+"/") })
		})
	if len(bad) > 0 {
		return fault.Fields(bad...)
	}
	if err := o.Identity.CheckAgreement(); err != nil {
		return err
	}
	if _, taxID := changed["/business/tax_id"]; taxID || o.Data.Applicant.GivenNames != before.GivenNames ||
		o.Data.Applicant.FamilyName != before.FamilyName {
		o.OutdateTraderCheck()
	}
	o.DropDecisionOfFormerName(before)
	if decision != nil && o.Decision == nil {
		decideForNewName(o, decision, now)
	}
	return nil
}

// decideForNewName takes the decision again for an applicant who corrected their name, by the register's entry that it
// rested on.
func decideForNewName(o *onboarding.Onboarding, was *onboarding.Decision, now time.Time) {
	if was.Automatic {
		o.DecideAlone(was.Record, now)
		return
	}
	o.Decide(was.Claim, representation.Person{}, was.Record, now)
}
