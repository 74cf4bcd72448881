package partnerconnect

import (
	"maps"
	"slices"
	"strings"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/services/partnerconnect/representation"
)

// A signatory is somebody who signs: the applicant, whose invitation has no id, or an invited person.
type signatory struct {
	invitation InvitationID
	person     representation.Person
	email      string
	phone      string
	signature  *Signature
}

func (o *Onboarding) applicant() signatory {
	a := o.Data.Applicant
	return signatory{person: representation.Person{GivenNames: a.GivenNames, FamilyName: a.FamilyName}, email: a.Email, phone: a.Phone, signature: o.Flow.Signature}
}

func (v Invitation) signatory() signatory {
	p := v.Person
	return signatory{v.ID, representation.Person{GivenNames: p.GivenNames, FamilyName: p.FamilyName}, p.Email, p.Phone, v.Signature}
}

// signatories are the applicant and everybody who is invited and may still sign, or has.
func (o *Onboarding) signatories() []signatory {
	out := []signatory{o.applicant()}
	for _, v := range o.Invitations {
		if v.live() {
			out = append(out, v.signatory())
		}
	}
	return out
}

// mailbox is what spellings of an address have in common that mail systems may deliver to one box: without case, without what follows
// a plus sign, and without dots in the local part. Not every system does so. Where one does not, two people are asked for addresses
// that differ in more; the other way round, one person would have as many addresses as they like.
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
	first, second InvitationID
	medium        Medium
}

func (o *Onboarding) sharedContacts() []sharedContact {
	var out []sharedContact
	people := o.signatories()
	for i, a := range people {
		for _, b := range people[i+1:] {
			if a.email != "" && b.email != "" && mailbox(a.email) == mailbox(b.email) {
				out = append(out, sharedContact{a.invitation, b.invitation, ByEmail})
			}
			if a.phone != "" && a.phone == b.phone {
				out = append(out, sharedContact{a.invitation, b.invitation, BySMS})
			}
		}
	}
	return out
}

// checkContacts returns what is wrong with a change that would let an address or a phone serve two signatories: codes sent there
// prove one person, not two. It is part of every change, so no order of calls leads around it.
func (o *Onboarding) checkContacts(before *Onboarding) error {
	had := before.sharedContacts()
	var v violations
	for _, c := range o.sharedContacts() {
		if slices.Contains(had, c) {
			continue
		}
		at := "/invitee"
		if o.Data.Applicant.Email != before.Data.Applicant.Email || o.Data.Applicant.Phone != before.Data.Applicant.Phone {
			at = "/applicant"
		}
		if c.medium == ByEmail {
			v.add(at+"/email", "contact_taken", "must not be the address of another signatory, in any spelling; each signatory needs an address of their own")
		} else {
			v.add(at+"/phone", "contact_taken", "must not be the phone of another signatory; each signatory needs a phone of their own")
		}
	}
	if len(v) > 0 {
		return fault.Fields(v...)
	}
	return nil
}

// VerificationOf returns the session that verifies a signatory: an invited person, or the applicant for no id. Nil: none was begun, or
// it was of somebody with another name.
func (o *Onboarding) VerificationOf(id InvitationID) *Verification {
	v, who := o.Flow.Verification, o.applicant()
	if id != "" {
		i, err := o.Invitation(id)
		if err != nil {
			return nil
		}
		v, who = o.Flow.Invited[id], i.signatory()
	}
	if v == nil || v.named() && (v.GivenNames != who.person.GivenNames || v.FamilyName != who.person.FamilyName) {
		return nil
	}
	return v
}

// named reports whether it is known whom the session verifies. Of sessions of before it was recorded, it is not.
func (v Verification) named() bool { return v.GivenNames != "" || v.FamilyName != "" }

// Identified reports whether a signatory goes on from the identity step.
func (o *Onboarding) Identified(id InvitationID) bool {
	v := o.VerificationOf(id)
	return v != nil && (v.Verdict() == IdentityVerified || v.Verdict() == IdentityNeedsReview)
}

func (o *Onboarding) setVerification(id InvitationID, v *Verification) {
	if id == "" {
		o.Flow.Verification = v
		return
	}
	invited := maps.Clone(o.Flow.Invited)
	if invited == nil {
		invited = map[InvitationID]*Verification{}
	}
	invited[id] = v
	o.Flow.Invited = invited
}

func (o *Onboarding) invitedVerification(session string) (InvitationID, *Verification) {
	for id, v := range o.Flow.Invited {
		if v.SessionID == session {
			return id, v
		}
	}
	return "", nil
}

// signaturesProven reports whether it is proven who gave every signature, and that those people may bind the merchant together. What is
// not proven is a person's to decide: the onboarding stays in review.
//
// A signature is proven when it is under the text as it is now, the signatory's identity was verified in a session of their own, under
// the name that they sign with, and, for a company, when the register lists exactly one person under this name in full. A masked name
// fits many people, so it proves nothing.
func (o *Onboarding) signaturesProven() bool {
	people := []signatory{o.applicant()}
	for _, v := range o.Invitations {
		if v.Status == AcceptedInvitation {
			people = append(people, v.signatory())
		}
	}
	sessions := map[string]bool{}
	for _, p := range people {
		v := o.VerificationOf(p.invitation)
		if v == nil || v.Verdict() != IdentityVerified || sessions[v.SessionID] || p.signature == nil || !o.signs(*p.signature) {
			return false
		}
		sessions[v.SessionID] = true
	}
	if o.Data.ApplicantType != CompanyApplicant {
		return len(people) == 1
	}
	return o.companyBound(people)
}

// companyBound reports whether people, each known to the register as one person of their own, satisfy the rule of representation. The
// applicant is one of the members.
func (o *Onboarding) companyBound(people []signatory) bool {
	d := o.Decision
	if d == nil || len(o.sharedContacts()) > 0 {
		return false
	}
	var members []representation.MemberID
	var procurators []int
	for _, p := range people {
		v, person := o.VerificationOf(p.invitation), p.person
		if !v.named() {
			return false
		}
		if p.invitation == "" && d.Person.GivenNames == person.GivenNames && d.Person.FamilyName == person.FamilyName {
			person.NationalIDHash = d.Person.NationalIDHash
		}
		if o.invitedAs(p.invitation, InviteProxy) {
			i, listed := d.Record.Procurator(person)
			// Whom the register knows as a member, too, could sign as either of two people of one name.
			if level, _ := representation.Match(person, d.Record); !listed || level != representation.MatchNone || slices.Contains(procurators, i) {
				return false
			}
			procurators = append(procurators, i)
			continue
		}
		id, listed := o.memberOf(p, person)
		if !listed || slices.Contains(members, id) {
			return false
		}
		members = append(members, id)
	}
	return representation.Completes(d.Rule, d.Record, members, len(procurators))
}

// memberOf returns the one member whom the register lists under a signatory's full name; the one who was invited, if one was named.
func (o *Onboarding) memberOf(p signatory, person representation.Person) (representation.MemberID, bool) {
	level, found := representation.Match(person, o.Decision.Record)
	if level != representation.MatchName && level != representation.MatchExact {
		return "", false
	}
	if v, err := o.Invitation(p.invitation); err == nil && v.MemberID != "" && v.MemberID != string(found[0].ID) {
		return "", false
	}
	return found[0].ID, true
}

func (o *Onboarding) invitedAs(id InvitationID, role InvitationRole) bool {
	v, err := o.Invitation(id)
	return err == nil && v.Role == role
}

// signs reports whether a signature is under the agreement as it is now, in one of its languages: what its text names may have changed
// between the signatures of two people.
func (o *Onboarding) signs(s Signature) bool {
	return slices.ContainsFunc(AgreementLanguages, func(language string) bool { return AgreementFor(o, language).Hash == s.Hash })
}
