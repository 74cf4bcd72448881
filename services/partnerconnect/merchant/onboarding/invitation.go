package onboarding

import (
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/ids"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/field"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/message"
)

// Limits of invitations.
const (
	InvitationTTL      = 14 * 24 * time.Hour
	MaxResends         = 5
	ResendEvery        = 10 * time.Minute
	MaxInvitations     = 50 // of one onboarding, whatever became of them
	MaxInvitationFiles = 10
)

// An InvitationRole is what an invited person signs as.
type InvitationRole string

// The roles.
const (
	InviteRepresentative InvitationRole = "representative" // a member of the representing body
	InviteProxy          InvitationRole = "proxy"          // by a power of attorney
)

// An InvitationStatus is pending first, then one of the others for good.
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
	ID          pc.InvitationID
	Role        InvitationRole
	Status      InvitationStatus
	Person      Invitee
	MemberID    string // of the register; empty: not named
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

// Masked names the person without revealing name and address.
func (p Invitee) Masked() string {
	return representation.MaskName(p.GivenNames+" "+p.FamilyName) + " <" + field.MaskEmail(p.Email) + ">"
}

// InvitationMessage brings an invited person the link.
func InvitationMessage(v Invitation) message.Message {
	return message.Message{
		ID: message.MessageID(ids.New(message.MessagePrefix)), Medium: message.ByEmail, Template: message.InvitationTemplate,
		To: v.Person.Email, Locale: v.Locale,
		Invitation: v.ID,
	}
}

// Live reports whether the person may still sign, or has.
func (v Invitation) Live() bool {
	return v.Status == PendingInvitation || v.Status == AcceptedInvitation
}

// Invitation returns an invitation of the onboarding; ErrInvitationNotFound.
func (o *Onboarding) Invitation(id pc.InvitationID) (*Invitation, error) {
	for i := range o.Invitations {
		if o.Invitations[i].ID == id {
			return &o.Invitations[i], nil
		}
	}
	return nil, ErrInvitationNotFound
}

func (o *Onboarding) EndInvitations(as InvitationStatus, now time.Time, which func(Invitation) bool) (any bool) {
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
	ErrInvitationNotFound = fault.New(pc.InvitationNotFound, "the onboarding has no invitation with this id")
	ErrInvitationExists   = fault.New(pc.InvitationExists,
		"this address has a pending invitation to this role; resend it, or revoke it first")
	ErrInvitationNotApplicable = fault.New(pc.InvitationNotApplicable,
		"the representation decision asks for no signatory in this role; see PUT /onboarding/{ref}/representation")
)
