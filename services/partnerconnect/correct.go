package partnerconnect

import (
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/services/partnerconnect/representation"
)

// A correctable is a part of the data that the merchant may correct before confirming it, by its JSON pointer in the body of the partner's
// call. What the register says of a company is not among them, nor is the contact: the codes prove that one.
type correctable struct {
	field     string
	operation string
	segment   Segment
	value     func(*Onboarding) any // pointer to it
}

var correctables = []correctable{
	{"/applicant/given_names", opPatch, ApplicantSegment, func(o *Onboarding) any { return &o.Data.Applicant.GivenNames }},
	{"/applicant/family_name", opPatch, ApplicantSegment, func(o *Onboarding) any { return &o.Data.Applicant.FamilyName }},
	{"/business/name", opPatch, BusinessSegment, func(o *Onboarding) any { return &o.Data.Business.Name }},
	{"/business/website", opPatch, BusinessSegment, func(o *Onboarding) any { return &o.Data.Business.Website }},
	{"/business/description", opPatch, BusinessSegment, func(o *Onboarding) any { return &o.Data.Business.Description }},
	{"/business/category_code", opPatch, BusinessSegment, func(o *Onboarding) any { return &o.Data.Business.CategoryCode }},
	{"/business/tax_id", opPatch, BusinessSegment, func(o *Onboarding) any { return &o.Data.Business.TaxID }},
	{"/business/address", opPatch, BusinessSegment, func(o *Onboarding) any { return &o.Data.Business.Address }},
	{"/company/beneficial_owners", opPatch, CompanySegment, func(o *Onboarding) any { return &o.Data.Company.BeneficialOwners }},
	{"/payout_account/iban", opPatch, PayoutAccountSegment, func(o *Onboarding) any { return &o.Data.PayoutAccount.IBAN }},
	{"/payout_account/holder_name", opPatch, PayoutAccountSegment, func(o *Onboarding) any { return &o.Data.PayoutAccount.HolderName }},
	{"/national_id", opPrefill, IdentitySegment, func(o *Onboarding) any { return &o.Identity.NationalID }},
	{"/identity_document", opPrefill, IdentitySegment, func(o *Onboarding) any { return &o.Identity.Document }},
	{"/date_of_birth", opPrefill, IdentitySegment, func(o *Onboarding) any { return &o.Identity.DateOfBirth }},
	{"/place_of_birth", opPrefill, IdentitySegment, func(o *Onboarding) any { return &o.Identity.PlaceOfBirth }},
	{"/citizenships", opPrefill, IdentitySegment, func(o *Onboarding) any { return &o.Identity.Citizenships }},
	{"/residential_address", opPrefill, IdentitySegment, func(o *Onboarding) any { return &o.Identity.Residence }},
}

// Correct takes the merchant's corrections of what the partner provided, as far as nothing of it is confirmed yet; the partner reads in an
// event which fields they were. ErrUnchanged, segment_locked, validation_failed, identity_mismatch.
func (o *Onboarding) Correct(d Data, x Identity, now time.Time) error {
	if err := o.CheckEditable(); err != nil {
		return err
	}
	to, before, decision := &Onboarding{Data: d, Identity: x}, o.Data.Applicant, o.Decision
	changed := map[string]Segment{}
	for _, c := range correctables {
		is, wanted := reflect.ValueOf(c.value(o)).Elem(), reflect.ValueOf(c.value(to)).Elem()
		if c.segment == IdentitySegment && o.CheckPrefill() != nil || reflect.DeepEqual(is.Interface(), wanted.Interface()) ||
			is.Kind() == reflect.Slice && is.Len() == 0 && wanted.Len() == 0 {
			continue
		}
		is.Set(wanted)
		changed[c.field] = c.segment
		o.corrected = append(o.corrected, c.field)
		o.Corrected(c.operation, []string{c.field})
	}
	if len(changed) == 0 {
		return ErrUnchanged
	}
	if err := o.CheckUnlocked(changed); err != nil {
		return err
	}
	// What was not corrected was judged when it came.
	bad := slices.DeleteFunc(append(o.Data.Check(o.Owner.Channel, now), o.Identity.Check(now)...), func(v fault.Violation) bool {
		return !slices.ContainsFunc(o.corrected, func(field string) bool { return v.Field == field || strings.HasPrefix(v.Field, field+"/") })
	})
	if len(bad) > 0 {
		return fault.Fields(bad...)
	}
	if err := o.Identity.CheckAgreement(); err != nil {
		return err
	}
	o.NameMoved(before)
	if decision != nil && o.Decision == nil {
		o.decideForNewName(decision, now)
	}
	return nil
}

// decideForNewName takes the decision again for an applicant who corrected their name, by the register's entry that it rested on.
func (o *Onboarding) decideForNewName(was *Decision, now time.Time) {
	if was.Automatic {
		o.decideAlone(was.Record, now)
		return
	}
	o.Decide(was.Claim, representation.Person{}, was.Record, now)
}
