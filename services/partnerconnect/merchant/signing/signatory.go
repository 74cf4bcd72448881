package signing

import (
	"maps"
	"slices"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// VerificationOf returns the session that verifies a signatory: an invited person, or the applicant for no id. Nil:
// none was begun, or it was of someone with another name.
func VerificationOf(o *onboarding.Onboarding, id pc.InvitationID) *onboarding.Verification {
	v, who := o.Flow.Verification, applicant(o)
	if id != "" {
		i, err := o.Invitation(id)
		if err != nil {
			return nil
		}
		v, who = o.Flow.Invited[id], invited(*i)
	}
	if v == nil || v.GivenNames != who.person.GivenNames || v.FamilyName != who.person.FamilyName {
		return nil
	}
	return v
}

// Identified reports whether a signatory goes on from the identity step.
func Identified(o *onboarding.Onboarding, id pc.InvitationID) bool {
	v := VerificationOf(o, id)
	return v != nil && (v.Verdict() == onboarding.IdentityVerified || v.Verdict() == onboarding.IdentityNeedsReview)
}

func setVerification(o *onboarding.Onboarding, id pc.InvitationID, v *onboarding.Verification) {
	if id == "" {
		o.Flow.Verification = v
		return
	}
	invited := maps.Clone(o.Flow.Invited)
	if invited == nil {
		invited = map[pc.InvitationID]*onboarding.Verification{}
	}
	invited[id] = v
	o.Flow.Invited = invited
}

func invitedVerification(o *onboarding.Onboarding, session string) (pc.InvitationID, *onboarding.Verification) {
	for id, v := range o.Flow.Invited {
		if v.SessionID == session {
			return id, v
		}
	}
	return "", nil
}

// signaturesProven reports whether it is proven who gave every signature, and that those people may bind the merchant
// together. Otherwise a person decides: the onboarding stays in review.
//
// A signature is proven when it is under the text as it is now, the signatory's identity was verified in a session of
// their own, under the name that they sign with, and, for a company, when the register lists exactly one person under
// this name in full. A masked name fits many people, so it proves nothing.
func signaturesProven(o *onboarding.Onboarding) bool {
	people := []signatory{applicant(o)}
	for _, v := range o.Invitations {
		if v.Status == onboarding.AcceptedInvitation {
			people = append(people, invited(v))
		}
	}
	sessions := map[string]bool{}
	for _, p := range people {
		v := VerificationOf(o, p.invitation)
		if v == nil || v.Verdict() != onboarding.IdentityVerified || sessions[v.SessionID] || p.signature == nil ||
			!signs(o, *p.signature) {
			return false
		}
		sessions[v.SessionID] = true
	}
	if o.Data.ApplicantType != onboarding.CompanyApplicant {
		return len(people) == 1
	}
	return companyBound(o, people)
}

// companyBound reports whether people, each known to the register as one person of their own, satisfy the rule of
// representation. The applicant is one of the members.
func companyBound(o *onboarding.Onboarding, people []signatory) bool {
	d := o.Decision
	if d == nil || len(sharedContacts(o)) > 0 {
		return false
	}
	var members []representation.MemberID
	var procurators []int
	for _, p := range people {
		person := p.person
		if p.invitation == "" && d.Person.GivenNames == person.GivenNames && d.Person.FamilyName == person.FamilyName {
			person.NationalIDHashes = d.Person.NationalIDHashes
		}
		if invitedAs(o, p.invitation, onboarding.InviteProxy) {
			i, listed := d.Record.Procurator(person)
			// A person whom the register also lists as a member could sign as either of two people of one name.
			if level, _ := representation.Match(person, d.Record); !listed || level != representation.MatchNone ||
				slices.Contains(procurators, i) {
				return false
			}
			procurators = append(procurators, i)
			continue
		}
		id, listed := memberOf(o, p, person)
		if !listed || slices.Contains(members, id) {
			return false
		}
		members = append(members, id)
	}
	return representation.Completes(d.Rule, d.Record, members, len(procurators))
}

// memberOf returns the one member whom the register lists under a signatory's full name; the one who was invited, if
// one was named.
func memberOf(o *onboarding.Onboarding, p signatory, person representation.Person) (representation.MemberID, bool) {
	level, found := representation.Match(person, o.Decision.Record)
	if level != representation.MatchName && level != representation.MatchExact {
		return "", false
	}
	if v, err := o.Invitation(p.invitation); err == nil && v.MemberID != "" && v.MemberID != string(found[0].ID) {
		return "", false
	}
	return found[0].ID, true
}

func invitedAs(o *onboarding.Onboarding, id pc.InvitationID, role onboarding.InvitationRole) bool {
	v, err := o.Invitation(id)
	return err == nil && v.Role == role
}

// signs reports whether a signature is under the agreement as it is now, in one of its languages: what its text names
// may have changed between the signatures of two people.
func signs(o *onboarding.Onboarding, s onboarding.Signature) bool {
	return slices.ContainsFunc(AgreementLanguages,
		func(language string) bool { return AgreementFor(o, language).Hash == s.Hash })
}
