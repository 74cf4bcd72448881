package partnerconnect

import (
	"slices"
	"strconv"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/services/partnerconnect/representation"
)

// InvitationID names an invitation: `inv_` and a UUIDv7.
type InvitationID string

// InvitationPrefix begins every InvitationID.
const InvitationPrefix = "inv_"

// Limits of A9.
const (
	InvitationTTL      = 14 * 24 * time.Hour
	MaxResends         = 5
	ResendEvery        = 10 * time.Minute
	MaxInvitations     = 50 // of one onboarding, whatever became of them
	maxInvitationFiles = 10
)

// An InvitationRole is what an invited person signs as.
type InvitationRole string

// The roles.
const (
	InviteRepresentative InvitationRole = "representative" // a member of the representing body
	InviteProxy          InvitationRole = "proxy"          // by a power of attorney
)

// An InvitationStatus is where an invitation stands: pending, then one of the others for good.
type InvitationStatus string

// The statuses.
const (
	PendingInvitation  InvitationStatus = "pending"
	AcceptedInvitation InvitationStatus = "accepted"
	DeclinedInvitation InvitationStatus = "declined"
	ExpiredInvitation  InvitationStatus = "expired"
	RevokedInvitation  InvitationStatus = "revoked"
)

// An Invitation asks a further person to sign in the hosted flow.
type Invitation struct {
	ID          InvitationID
	Role        InvitationRole
	Status      InvitationStatus
	Person      Invitee
	MemberID    string // of the register; empty: not told
	DocumentIDs []DocumentID
	Locale      string
	ResentCount int
	LastSentAt  time.Time
	ExpiresAt   time.Time
	CreatedAt   time.Time
	UpdatedAt   time.Time
	Signature   *Signature // of an accepted one
}

// Invitee is who is invited.
type Invitee struct {
	GivenNames string `json:"given_names"`
	FamilyName string `json:"family_name"`
	Email      string `json:"email"`
	Phone      string `json:"phone,omitempty"`
}

// Masked shows whom, without telling.
func (p Invitee) Masked() string {
	return representation.MaskName(p.GivenNames+" "+p.FamilyName) + " <" + MaskEmail(p.Email) + ">"
}

// live reports whether the person may still sign, or has.
func (v Invitation) live() bool {
	return v.Status == PendingInvitation || v.Status == AcceptedInvitation
}

// Invite adds an invitation and the message that brings it. invitation_not_applicable unless more people must sign,
// invitation_exists when the person is invited to the role already, validation_failed.
func (o *Onboarding) Invite(v Invitation, now time.Time) (Invitation, error) {
	if err := o.CheckInvitable(); err != nil {
		return v, err
	}
	if bad := v.check(o); len(bad) > 0 {
		return v, fault.Fields(bad...)
	}
	for _, other := range o.Invitations {
		if other.Status == PendingInvitation && other.Role == v.Role && mailbox(other.Person.Email) == mailbox(v.Person.Email) {
			return v, ErrInvitationExists.WithExtension("invitation_id", other.ID)
		}
	}
	if len(o.Invitations) >= MaxInvitations {
		return v, fault.New(fault.InvalidState, "an onboarding has at most "+strconv.Itoa(MaxInvitations)+" invitations")
	}
	if v.Locale == "" {
		v.Locale = o.Data.Applicant.Locale
	}
	v.ID, v.Status = InvitationID(ids.New(InvitationPrefix)), PendingInvitation
	v.CreatedAt, v.UpdatedAt, v.LastSentAt, v.ExpiresAt = now, now, now, now.Add(InvitationTTL)
	o.Invitations = append(o.Invitations, v)
	o.Corrected(opInvite, []string{"/invitee"})
	o.Outgoing = append(o.Outgoing, invitationMessage(v))
	return v, nil
}

// CheckInvitable returns ErrInvitationNotApplicable unless the representation decision asks for more people.
func (o *Onboarding) CheckInvitable() error {
	if o.Decision == nil || !o.Decision.NeedsOthers() {
		return ErrInvitationNotApplicable
	}
	return nil
}

func (v Invitation) check(o *Onboarding) []fault.Violation {
	var bad violations
	bad.required("/role", string(v.Role))
	oneOf(&bad, "/role", v.Role, InviteRepresentative, InviteProxy)
	p, at := v.Person, "/invitee"
	bad.required(at+"/given_names", p.GivenNames)
	bad.required(at+"/family_name", p.FamilyName)
	bad.required(at+"/email", p.Email)
	bad.text(at+"/given_names", p.GivenNames, 1, 100)
	bad.text(at+"/family_name", p.FamilyName, 1, 100)
	bad.valid(at+"/email", p.Email, validEmail, "invalid_email", "must be an e-mail address of at most 254 characters")
	bad.valid(at+"/phone", p.Phone, phoneNumber.MatchString, "invalid_phone", "must be in E.164 form: + and 7 to 15 digits")
	bad.valid("/locale", v.Locale, languageTag.MatchString, "invalid_locale", "must be a language tag like pl or en-GB")
	if v.MemberID != "" {
		switch {
		case v.Role == InviteProxy:
			bad.add("/member_id", "not_applicable", "belongs to a representative")
		case !o.Decision.hasCandidate(v.MemberID):
			bad.add("/member_id", "unknown_value", "must be a member_id of the decision's candidates")
		}
	}
	if len(v.DocumentIDs) > maxInvitationFiles {
		bad.add("/document_ids", "too_many", "must have at most "+strconv.Itoa(maxInvitationFiles)+" entries")
		return bad
	}
	for i, id := range v.DocumentIDs {
		in := "/document_ids/" + strconv.Itoa(i)
		switch {
		case v.Role == InviteRepresentative:
			bad.add(in, "not_applicable", "belongs to a proxy")
		case !slices.ContainsFunc(o.Documents, func(d Document) bool { return d.ID == id }):
			bad.add(in, "unknown_document", "must be a document_id of this onboarding's documents")
		case slices.Contains(v.DocumentIDs[:i], id):
			bad.add(in, "duplicate", "must not repeat a document")
		}
	}
	return bad
}

// Invitation returns an invitation of the onboarding; ErrInvitationNotFound.
func (o *Onboarding) Invitation(id InvitationID) (*Invitation, error) {
	for i := range o.Invitations {
		if o.Invitations[i].ID == id {
			return &o.Invitations[i], nil
		}
	}
	return nil, ErrInvitationNotFound
}

// Resend sends a pending invitation again and lets it live as long as a new one; rate_limited before ResendEvery has passed,
// invalid_state when it is not pending or was resent MaxResends times.
func (o *Onboarding) Resend(id InvitationID, now time.Time) (Invitation, error) {
	v, err := o.Invitation(id)
	switch {
	case err != nil:
		return Invitation{}, err
	case v.Status != PendingInvitation:
		return Invitation{}, fault.New(fault.InvalidState, "only a pending invitation can be sent again")
	case v.ResentCount >= MaxResends:
		return Invitation{}, fault.New(fault.InvalidState, "the invitation was sent again "+strconv.Itoa(MaxResends)+" times; revoke it and invite anew")
	}
	if wait := v.LastSentAt.Add(ResendEvery).Sub(now); wait > 0 {
		e := *fault.New(fault.RateLimited, "an invitation is sent again every 10 minutes at most")
		e.RetryAfter = wait
		return Invitation{}, &e
	}
	v.ResentCount++
	v.LastSentAt, v.UpdatedAt, v.ExpiresAt = now, now, now.Add(InvitationTTL)
	o.Outgoing = append(o.Outgoing, invitationMessage(*v))
	return *v, nil
}

// Revoke takes a pending invitation back; one that is revoked stays so. invalid_state for the others.
func (o *Onboarding) Revoke(id InvitationID, now time.Time) error {
	v, err := o.Invitation(id)
	switch {
	case err != nil:
		return err
	case v.Status == RevokedInvitation:
		return nil
	case v.Status != PendingInvitation:
		return fault.New(fault.InvalidState, "only a pending invitation can be taken back")
	}
	v.Status, v.UpdatedAt = RevokedInvitation, now
	return nil
}

// ExpireInvitations ends the pending invitations whose time is over; ErrUnchanged when there is none.
func (o *Onboarding) ExpireInvitations(now time.Time) error {
	if !o.endInvitations(ExpiredInvitation, now, func(v Invitation) bool { return !now.Before(v.ExpiresAt) }) {
		return ErrUnchanged
	}
	return nil
}

func (o *Onboarding) endInvitations(as InvitationStatus, now time.Time, which func(Invitation) bool) (any bool) {
	for i := range o.Invitations {
		if v := &o.Invitations[i]; v.Status == PendingInvitation && which(*v) {
			v.Status, v.UpdatedAt = as, now
			any = true
		}
	}
	return any
}

// The errors of invitations.
var (
	ErrInvitationNotFound      = fault.New(fault.InvitationNotFound, "the onboarding has no invitation with this id")
	ErrInvitationExists        = fault.New(fault.InvitationExists, "this address has a pending invitation to this role; resend it, or revoke it first")
	ErrInvitationNotApplicable = fault.New(fault.InvitationNotApplicable, "by the representation decision nobody is to be invited to this role; see PUT /onboarding/{ref}/representation")
)
