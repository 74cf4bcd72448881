package onboarding

import (
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/event"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/message"
)

type statusChanged struct {
	MerchantRef        pc.Ref       `json:"merchant_ref"`
	Channel            pc.ChannelID `json:"channel"`
	PartnerExternalRef string       `json:"partner_external_ref"`
	Status             Status       `json:"status"`
	PreviousStatus     *Status      `json:"previous_status"`
	ReasonCode         *string      `json:"reason_code"`
	OccurredAt         string       `json:"occurred_at"`
}

// NewStatusChanged returns the event of o's status; previous is empty for a new onboarding.
func NewStatusChanged(o Onboarding, previous Status) (event.Event, error) {
	data := statusChanged{
		MerchantRef: o.Ref, Channel: o.Owner.Channel.ID, PartnerExternalRef: o.ExternalRef, Status: o.Status,
		OccurredAt: o.UpdatedAt.UTC().Format(event.TimeFormat),
	}
	if previous != "" {
		data.PreviousStatus = &previous
	}
	if o.ReasonCode != "" {
		data.ReasonCode = &o.ReasonCode
	}
	return event.NewEvent(event.OnboardingStatusChanged, o.Ref, o.Owner, o.Livemode, data)
}

type missingChanged struct {
	MerchantRef        pc.Ref       `json:"merchant_ref"`
	Channel            pc.ChannelID `json:"channel"`
	PartnerExternalRef string       `json:"partner_external_ref"`
	Missing            []string     `json:"missing"`
	PreviousMissing    []string     `json:"previous_missing"`
	OccurredAt         string       `json:"occurred_at"`
}

func NewMissingChanged(o Onboarding, before, after []string) (event.Event, error) {
	return event.NewEvent(event.OnboardingMissingChanged, o.Ref, o.Owner, o.Livemode, missingChanged{
		MerchantRef: o.Ref, Channel: o.Owner.Channel.ID, PartnerExternalRef: o.ExternalRef, Missing: after,
		PreviousMissing: before,
		OccurredAt:      o.UpdatedAt.UTC().Format(event.TimeFormat),
	})
}

type dataCorrected struct {
	MerchantRef        pc.Ref       `json:"merchant_ref"`
	Channel            pc.ChannelID `json:"channel"`
	PartnerExternalRef string       `json:"partner_external_ref"`
	Fields             []string     `json:"fields"` // JSON pointers in the bodies of the partner's calls; no values
	OccurredAt         string       `json:"occurred_at"`
}

func NewDataCorrected(o Onboarding) (event.Event, error) {
	return event.NewEvent(event.OnboardingDataCorrected, o.Ref, o.Owner, o.Livemode, dataCorrected{
		MerchantRef: o.Ref, Channel: o.Owner.Channel.ID, PartnerExternalRef: o.ExternalRef, Fields: o.Corrected,
		OccurredAt: o.UpdatedAt.UTC().Format(event.TimeFormat),
	})
}

type messageFailed struct {
	MerchantRef        pc.Ref           `json:"merchant_ref"`
	Channel            pc.ChannelID     `json:"channel"`
	PartnerExternalRef string           `json:"partner_external_ref"`
	InvitationID       *pc.InvitationID `json:"invitation_id"` // null: the applicant's
	Medium             message.Medium   `json:"medium"`
	ReasonCode         message.Failure  `json:"reason_code"`
	OccurredAt         string           `json:"occurred_at"`
}

// NewMessageFailed returns the event of a message that did not reach its person.
func NewMessageFailed(o Onboarding, m message.StoredMessage) (event.Event, error) {
	_, at := m.Outcome()
	data := messageFailed{
		MerchantRef: o.Ref, Channel: o.Owner.Channel.ID, PartnerExternalRef: o.ExternalRef, Medium: m.Medium,
		ReasonCode: m.Failure,
		OccurredAt: at.UTC().Format(event.TimeFormat),
	}
	if m.Invitation != "" {
		data.InvitationID = &m.Invitation
	}
	return event.NewEvent(event.OnboardingMessageFailed, o.Ref, o.Owner, o.Livemode, data)
}

type documentChanged struct {
	MerchantRef        pc.Ref          `json:"merchant_ref"`
	Channel            pc.ChannelID    `json:"channel"`
	PartnerExternalRef string          `json:"partner_external_ref"`
	DocumentID         DocumentID      `json:"document_id"`
	RequiredDocumentID *DocumentID     `json:"required_document_id"` // null: it answers no required document
	Status             DocumentStatus  `json:"status"`
	PreviousStatus     *DocumentStatus `json:"previous_status"`
	ReasonCode         *string         `json:"reason_code"`
	OccurredAt         string          `json:"occurred_at"`
}

var documentTypes = map[DocumentStatus]event.Type{
	ReceivedDocument: event.DocumentReceived, AcceptedDocument: event.DocumentAccepted,
	RejectedDocument: event.DocumentRejected,
}

// NewDocumentChanged returns the event of the status of a document that answers the required one, if any; previous is
// empty for a new one.
func NewDocumentChanged(o Onboarding, d Document, required DocumentID, previous DocumentStatus) (event.Event, error) {
	data := documentChanged{
		MerchantRef: o.Ref, Channel: o.Owner.Channel.ID, PartnerExternalRef: o.ExternalRef, DocumentID: d.ID,
		Status:     d.Status,
		OccurredAt: o.UpdatedAt.UTC().Format(event.TimeFormat),
	}
	if required != "" {
		data.RequiredDocumentID = &required
	}
	if previous != "" {
		data.PreviousStatus = &previous
	}
	if d.Status == RejectedDocument && d.ReasonCode != "" {
		data.ReasonCode = &d.ReasonCode
	}
	return event.NewEvent(documentTypes[d.Status], o.Ref, o.Owner, o.Livemode, data)
}

type merchantChanged struct {
	MerchantRef        pc.Ref                     `json:"merchant_ref"`
	Channel            pc.ChannelID               `json:"channel"`
	PartnerExternalRef string                     `json:"partner_external_ref"`
	Status             delegation.MerchantStatus  `json:"status"`
	PreviousStatus     *delegation.MerchantStatus `json:"previous_status"`
	OccurredAt         string                     `json:"occurred_at"`
}

// NewMerchantChanged returns the event of the status of the merchant that o became.
func NewMerchantChanged(o Onboarding, previous delegation.MerchantStatus) (event.Event, error) {
	data := merchantChanged{
		MerchantRef: o.Ref, Channel: o.Owner.Channel.ID, PartnerExternalRef: o.ExternalRef, Status: o.Merchant,
		OccurredAt: o.UpdatedAt.UTC().Format(event.TimeFormat),
	}
	if previous != delegation.NoMerchant {
		data.PreviousStatus = &previous
	}
	return event.NewEvent(event.MerchantStatusChanged, o.Ref, o.Owner, o.Livemode, data)
}

type invitationChanged struct {
	MerchantRef        pc.Ref           `json:"merchant_ref"`
	Channel            pc.ChannelID     `json:"channel"`
	PartnerExternalRef string           `json:"partner_external_ref"`
	InvitationID       pc.InvitationID  `json:"invitation_id"`
	Role               InvitationRole   `json:"role"`
	Status             InvitationStatus `json:"status"`
	OccurredAt         string           `json:"occurred_at"`
}

var invitationTypes = map[InvitationStatus]event.Type{
	PendingInvitation: event.InvitationCreated, AcceptedInvitation: event.InvitationAccepted,
	DeclinedInvitation: event.InvitationDeclined,
	ExpiredInvitation:  event.InvitationExpired, RevokedInvitation: event.InvitationRevoked,
}

func NewInvitationChanged(o Onboarding, v Invitation) (event.Event, error) {
	return event.NewEvent(invitationTypes[v.Status], o.Ref, o.Owner, o.Livemode, invitationChanged{
		MerchantRef: o.Ref, Channel: o.Owner.Channel.ID, PartnerExternalRef: o.ExternalRef, InvitationID: v.ID, Role: v.Role,
		Status: v.Status, OccurredAt: o.UpdatedAt.UTC().Format(event.TimeFormat),
	})
}

type consentChanged struct {
	MerchantRef        pc.Ref                  `json:"merchant_ref"`
	Channel            pc.ChannelID            `json:"channel"`
	PartnerExternalRef string                  `json:"partner_external_ref"`
	DelegationID       delegation.DelegationID `json:"delegation_id,omitempty"`
	Status             string                  `json:"status"`
	OccurredAt         string                  `json:"occurred_at"`
}

// OptInTypes has the changes of the payouts opt-in that are events. A request emits none: the partner made it.
var OptInTypes = map[delegation.OptInStatus]event.Type{
	delegation.OptInGranted: event.OptInGrantedEvent, delegation.OptInRevoked: event.OptInRevokedEvent,
}

// NewConsentChanged returns the event of a delegation or of the payouts opt-in.
func NewConsentChanged(o Onboarding, t event.Type, id delegation.DelegationID, status string) (event.Event, error) {
	return event.NewEvent(t, o.Ref, o.Owner, o.Livemode, consentChanged{
		MerchantRef: o.Ref, Channel: o.Owner.Channel.ID, PartnerExternalRef: o.ExternalRef, DelegationID: id, Status: status,
		OccurredAt: o.UpdatedAt.UTC().Format(event.TimeFormat),
	})
}
