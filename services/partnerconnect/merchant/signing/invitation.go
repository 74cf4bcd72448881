package signing

import (
	"slices"
	"strconv"
	"time"

	"github.com/partnerline/partnerline/internal/emailaddress"
	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/ids"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/field"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/requirements"
)

// Invite adds an invitation and the message that brings it. invitation_not_applicable unless more people must sign,
// invitation_exists when the person is invited to the role already, validation_failed.
func Invite(o *onboarding.Onboarding, v onboarding.Invitation, now time.Time) (onboarding.Invitation, error) {
	if err := CheckInvitable(o); err != nil {
		return v, err
	}
	if bad := check(&v, o); len(bad) > 0 {
		return v, fault.Fields(bad...)
	}
	for _, other := range o.Invitations {
		if other.Status == onboarding.PendingInvitation && other.Role == v.Role &&
			mailbox(other.Person.Email) == mailbox(v.Person.Email) {
			return v, onboarding.ErrInvitationExists.WithExtension("invitation_id", other.ID)
		}
	}
	if len(o.Invitations) >= onboarding.MaxInvitations {
		return v,
			fault.New(fault.InvalidState, "an onboarding has at most "+strconv.Itoa(onboarding.MaxInvitations)+" invitations")
	}
	if v.Locale == "" {
		v.Locale = o.Data.Applicant.Locale
	}
	v.ID, v.Status = pc.InvitationID(ids.New(pc.InvitationPrefix)), onboarding.PendingInvitation
	v.CreatedAt, v.UpdatedAt, v.LastSentAt, v.ExpiresAt = now, now, now, now.Add(onboarding.InvitationTTL)
	o.Invitations = append(o.Invitations, v)
	requirements.Corrected(o, requirements.OpInvite, []string{"/invitee"})
	o.Outgoing = append(o.Outgoing, onboarding.InvitationMessage(v))
	return v, nil
}

// CheckInvitable returns ErrInvitationNotApplicable unless the representation decision asks for more people.
func CheckInvitable(o *onboarding.Onboarding) error {
	if o.Decision == nil || !o.Decision.NeedsOthers() {
		return onboarding.ErrInvitationNotApplicable
	}
	return nil
}

func check(v *onboarding.Invitation, o *onboarding.Onboarding) []fault.Violation {
	var bad field.Violations
	bad.Required("/role", string(v.Role))
	field.OneOf(&bad, "/role", v.Role, onboarding.InviteRepresentative, onboarding.InviteProxy)
	p, at := v.Person, "/invitee"
	bad.Required(at+"/given_names", p.GivenNames)
	bad.Required(at+"/family_name", p.FamilyName)
	bad.Required(at+"/email", p.Email)
	bad.Text(at+"/given_names", p.GivenNames, 1, 100)
	bad.Text(at+"/family_name", p.FamilyName, 1, 100)
	bad.Valid(at+"/email", p.Email, emailaddress.Valid, "invalid_email",
		"must be an e-mail address of at most 254 characters")
	bad.Phone(at+"/phone", &v.Person.Phone)
	bad.Valid("/locale", v.Locale, field.LanguageTag.MatchString, "invalid_locale",
		"must be a language tag like pl or en-GB")
	if v.MemberID != "" {
		switch {
		case v.Role == onboarding.InviteProxy:
			bad.Add("/member_id", "not_applicable", "belongs to a representative")
		case !o.Decision.HasCandidate(v.MemberID):
			bad.Add("/member_id", "unknown_value", "must be a member_id of the decision's candidates")
		}
	}
	if len(v.DocumentIDs) > onboarding.MaxInvitationFiles {
		bad.Add("/document_ids", "too_many", "must have at most "+strconv.Itoa(onboarding.MaxInvitationFiles)+" entries")
		return bad
	}
	for i, id := range v.DocumentIDs {
		in := "/document_ids/" + strconv.Itoa(i)
		switch {
		case v.Role == onboarding.InviteRepresentative:
			bad.Add(in, "not_applicable", "belongs to a proxy")
		case !slices.ContainsFunc(o.Documents, func(d onboarding.Document) bool { return d.ID == id }):
			bad.Add(in, "unknown_document", "must be a document_id of this onboarding's documents")
		case slices.Contains(v.DocumentIDs[:i], id):
			bad.Add(in, "duplicate", "must not repeat a document")
		}
	}
	return bad
}

// Resend sends a pending invitation again and lets it live as long as a new one; rate_limited before ResendEvery has
// passed, invalid_state when it is not pending or was resent MaxResends times.
func Resend(o *onboarding.Onboarding, id pc.InvitationID, now time.Time) (onboarding.Invitation, error) {
	v, err := o.Invitation(id)
	switch {
	case err != nil:
		return onboarding.Invitation{}, err
	case v.Status != onboarding.PendingInvitation:
		return onboarding.Invitation{}, fault.New(fault.InvalidState, "only a pending invitation can be sent again")
	case v.ResentCount >= onboarding.MaxResends:
		return onboarding.Invitation{},
			fault.New(fault.InvalidState, "the invitation was sent again "+strconv.Itoa(onboarding.MaxResends)+
				" times; revoke it and create a new one")
	}
	if wait := v.LastSentAt.Add(onboarding.ResendEvery).Sub(now); wait > 0 {
		e := *fault.New(fault.RateLimited, "an invitation is sent again every 10 minutes at most")
		e.RetryAfter = wait
		return onboarding.Invitation{}, &e
	}
	v.ResentCount++
	v.LastSentAt, v.UpdatedAt, v.ExpiresAt = now, now, now.Add(onboarding.InvitationTTL)
	o.Outgoing = append(o.Outgoing, onboarding.InvitationMessage(*v))
	return *v, nil
}

// Revoke takes a pending invitation back; one that is revoked stays so. invalid_state for the others.
func Revoke(o *onboarding.Onboarding, id pc.InvitationID, now time.Time) error {
	v, err := o.Invitation(id)
	switch {
	case err != nil:
		return err
	case v.Status == onboarding.RevokedInvitation:
		return nil
	case v.Status != onboarding.PendingInvitation:
		return fault.New(fault.InvalidState, "only a pending invitation can be taken back")
	}
	v.Status, v.UpdatedAt = onboarding.RevokedInvitation, now
	return nil
}

// ExpireInvitations ends the pending invitations whose time is over; ErrUnchanged when there is none.
func ExpireInvitations(o *onboarding.Onboarding, now time.Time) error {
	if !o.EndInvitations(onboarding.ExpiredInvitation, now,
		func(v onboarding.Invitation) bool { return !now.Before(v.ExpiresAt) }) {
		return pc.ErrUnchanged
	}
	return nil
}
