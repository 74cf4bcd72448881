package signing

import (
	"slices"
	"strings"

	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/field"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/message"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// A signatory is someone who signs: the applicant, whose invitation has no id, or an invited person.
type signatory struct {
	invitation pc.InvitationID
	person     representation.Person
	email      string
	phone      string
	signature  *onboarding.Signature
}

func applicant(o *onboarding.Onboarding) signatory {
	a := o.Data.Applicant
	return signatory{
		person: representation.Person{GivenNames: a.GivenNames, FamilyName: a.FamilyName}, email: a.Email, phone: a.Phone,
		signature: o.Flow.Signature,
	}
}

func invited(v onboarding.Invitation) signatory {
	p := v.Person
	return signatory{
		v.ID, representation.Person{GivenNames: p.GivenNames, FamilyName: p.FamilyName}, p.Email, p.Phone, v.Signature,
	}
}

// signatories are the applicant and everybody who is invited and may still sign, or has.
func signatories(o *onboarding.Onboarding) []signatory {
	out := []signatory{applicant(o)}
	for _, v := range o.Invitations {
		if v.Live() {
			out = append(out, invited(v))
		}
	}
	return out
}

// mailbox is the part of an address by which two addresses may belong to one mailbox: without case, without what
// follows a plus sign, and without dots in the local part. Not every mail system ignores these. Where one does not,
// two people are asked for addresses that differ in more; the other way round, one person would have as many addresses
// as they like.
func mailbox(email string) string {
	local, domain, _ := strings.Cut(strings.ToLower(email), "@")
	name, _, _ := strings.Cut(local, "+")
	if name = strings.ReplaceAll(name, ".", ""); name == "" {
		name = local
	}
	if domain == "googlemail.com" {
		domain = "gmail.com"
	}
	return name + "@" + domain
}

// A sharedContact is an address or a phone by which two signatories are reached.
type sharedContact struct {
	first, second pc.InvitationID
	medium        message.Medium
}

func sharedContacts(o *onboarding.Onboarding) []sharedContact {
	var out []sharedContact
	people := signatories(o)
	for i, a := range people {
		for _, b := range people[i+1:] {
			if a.email != "" && b.email != "" && mailbox(a.email) == mailbox(b.email) {
				out = append(out, sharedContact{a.invitation, b.invitation, message.ByEmail})
			}
			if a.phone != "" && a.phone == b.phone {
				out = append(out, sharedContact{a.invitation, b.invitation, message.BySMS})
			}
		}
	}
	return out
}

// CheckContacts returns what is wrong with a change that would let an address or a phone serve two signatories: codes
// sent there prove one person, not two. It is part of every change, so no order of calls leads around it.
func CheckContacts(o *onboarding.Onboarding, before *onboarding.Onboarding) error {
	had := sharedContacts(before)
	var v field.Violations
	for _, c := range sharedContacts(o) {
		if slices.Contains(had, c) {
			continue
		}
		at := "/invitee"
		if o.Data.Applicant.Email != before.Data.Applicant.Email || o.Data.Applicant.Phone != before.Data.Applicant.Phone {
			at = "/applicant"
		}
		if c.medium == message.ByEmail {
			v.Add(at+"/email", "contact_taken",
				"must not be the address of another signatory, in any notation; each signatory needs an address of their own")
		} else {
			v.Add(at+"/phone", "contact_taken",
				"must not be the phone of another signatory; each signatory needs a phone of their own")
		}
	}
	if len(v) > 0 {
		return fault.Fields(v...)
	}
	return nil
}
