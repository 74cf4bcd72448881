package partnerconnect

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"

	"github.com/partnerline/partnerline/internal/ids"
)

// EventID names an event: `evt_` and a UUIDv7 whose time is the event's CreatedAt.
type EventID string

// EventPrefix begins every EventID.
const EventPrefix = "evt_"

// EventKind is the `type` of an event.
type EventKind string

// The kinds of events about an onboarding.
const (
	OnboardingStatusChanged  EventKind = "onboarding.status_changed"  // it was made or moved on
	OnboardingMissingChanged EventKind = "onboarding.missing_changed" // other data is outstanding than before
	OnboardingDataCorrected  EventKind = "onboarding.data_corrected"  // by the merchant, before confirming it
	InvitationCreated        EventKind = "invitation.created"
	InvitationAccepted       EventKind = "invitation.accepted"
	InvitationDeclined       EventKind = "invitation.declined"
	InvitationExpired        EventKind = "invitation.expired"
	InvitationRevoked        EventKind = "invitation.revoked"
	DelegationGranted        EventKind = "delegation.granted"
	DelegationRevoked        EventKind = "delegation.revoked"
	OptInGrantedEvent        EventKind = "payouts_opt_in.granted"
	OptInRevokedEvent        EventKind = "payouts_opt_in.revoked"
)

// EventKinds lists all kinds.
var EventKinds = append([]EventKind{
	OnboardingStatusChanged, OnboardingMissingChanged, OnboardingDataCorrected, InvitationCreated, InvitationAccepted, InvitationDeclined, InvitationExpired,
	InvitationRevoked, DelegationGranted, DelegationRevoked, OptInGrantedEvent, OptInRevokedEvent,
}, MoneyEventKinds...)

// EventRetention is how long events can be read (partner-connect.md A2).
const EventRetention = 30 * 24 * time.Hour

// An Event is an immutable fact about a merchant. Body is its envelope, in the form of the verification service's events;
// it holds no personal data.
type Event struct {
	ID        EventID
	Kind      EventKind
	Merchant  Ref
	Channel   ChannelID
	Livemode  bool
	CreatedAt time.Time
	Body      []byte
}

// timeFormat is RFC 3339 in UTC with milliseconds, as all times of the API.
const timeFormat = "2006-01-02T15:04:05.000Z"

type statusChanged struct {
	MerchantRef        Ref       `json:"merchant_ref"`
	Channel            ChannelID `json:"channel"`
	PartnerExternalRef string    `json:"partner_external_ref"`
	Status             Status    `json:"status"`
	PreviousStatus     *Status   `json:"previous_status"`
	ReasonCode         *string   `json:"reason_code"`
	OccurredAt         string    `json:"occurred_at"`
}

// newStatusChanged tells of o's status; previous is empty for a new onboarding.
func newStatusChanged(o Onboarding, previous Status) (Event, error) {
	data := statusChanged{
		MerchantRef: o.Ref, Channel: o.Owner.Channel.ID, PartnerExternalRef: o.ExternalRef, Status: o.Status,
		OccurredAt: o.UpdatedAt.UTC().Format(timeFormat),
	}
	if previous != "" {
		data.PreviousStatus = &previous
	}
	if o.ReasonCode != "" {
		data.ReasonCode = &o.ReasonCode
	}
	return newEvent(OnboardingStatusChanged, o.Ref, o.Owner, o.Livemode, data)
}

type missingChanged struct {
	MerchantRef        Ref       `json:"merchant_ref"`
	Channel            ChannelID `json:"channel"`
	PartnerExternalRef string    `json:"partner_external_ref"`
	Missing            []string  `json:"missing"`
	PreviousMissing    []string  `json:"previous_missing"`
	OccurredAt         string    `json:"occurred_at"`
}

func newMissingChanged(o Onboarding, before, after []string) (Event, error) {
	return newEvent(OnboardingMissingChanged, o.Ref, o.Owner, o.Livemode, missingChanged{
		MerchantRef: o.Ref, Channel: o.Owner.Channel.ID, PartnerExternalRef: o.ExternalRef, Missing: after, PreviousMissing: before,
		OccurredAt: o.UpdatedAt.UTC().Format(timeFormat),
	})
}

type dataCorrected struct {
	MerchantRef        Ref       `json:"merchant_ref"`
	Channel            ChannelID `json:"channel"`
	PartnerExternalRef string    `json:"partner_external_ref"`
	Fields             []string  `json:"fields"` // JSON pointers in the bodies of the partner's calls; no values
	OccurredAt         string    `json:"occurred_at"`
}

func newDataCorrected(o Onboarding) (Event, error) {
	return newEvent(OnboardingDataCorrected, o.Ref, o.Owner, o.Livemode, dataCorrected{
		MerchantRef: o.Ref, Channel: o.Owner.Channel.ID, PartnerExternalRef: o.ExternalRef, Fields: o.corrected,
		OccurredAt: o.UpdatedAt.UTC().Format(timeFormat),
	})
}

type invitationChanged struct {
	MerchantRef        Ref              `json:"merchant_ref"`
	Channel            ChannelID        `json:"channel"`
	PartnerExternalRef string           `json:"partner_external_ref"`
	InvitationID       InvitationID     `json:"invitation_id"`
	Role               InvitationRole   `json:"role"`
	Status             InvitationStatus `json:"status"`
	OccurredAt         string           `json:"occurred_at"`
}

var invitationKinds = map[InvitationStatus]EventKind{
	PendingInvitation: InvitationCreated, AcceptedInvitation: InvitationAccepted, DeclinedInvitation: InvitationDeclined,
	ExpiredInvitation: InvitationExpired, RevokedInvitation: InvitationRevoked,
}

func newInvitationChanged(o Onboarding, v Invitation) (Event, error) {
	return newEvent(invitationKinds[v.Status], o.Ref, o.Owner, o.Livemode, invitationChanged{
		MerchantRef: o.Ref, Channel: o.Owner.Channel.ID, PartnerExternalRef: o.ExternalRef, InvitationID: v.ID, Role: v.Role,
		Status: v.Status, OccurredAt: o.UpdatedAt.UTC().Format(timeFormat),
	})
}

type consentChanged struct {
	MerchantRef        Ref          `json:"merchant_ref"`
	Channel            ChannelID    `json:"channel"`
	PartnerExternalRef string       `json:"partner_external_ref"`
	DelegationID       DelegationID `json:"delegation_id,omitempty"`
	Status             string       `json:"status"`
	OccurredAt         string       `json:"occurred_at"`
}

// optInKinds are the changes of the payouts opt-in that are told; that it was asked for, the partner knows.
var optInKinds = map[OptInStatus]EventKind{OptInGranted: OptInGrantedEvent, OptInRevoked: OptInRevokedEvent}

// newConsentChanged tells of a delegation or of the payouts opt-in.
func newConsentChanged(o Onboarding, kind EventKind, id DelegationID, status string) (Event, error) {
	return newEvent(kind, o.Ref, o.Owner, o.Livemode, consentChanged{
		MerchantRef: o.Ref, Channel: o.Owner.Channel.ID, PartnerExternalRef: o.ExternalRef, DelegationID: id, Status: status,
		OccurredAt: o.UpdatedAt.UTC().Format(timeFormat),
	})
}

func newEvent(kind EventKind, ref Ref, of Owner, livemode bool, data any) (Event, error) {
	id := ids.New(EventPrefix)
	at, _ := ids.Time(EventPrefix, id)
	e := Event{ID: EventID(id), Kind: kind, Merchant: ref, Channel: of.Channel.ID, Livemode: livemode, CreatedAt: at}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(struct {
		ID         EventID   `json:"id"`
		Type       EventKind `json:"type"`
		CreatedAt  string    `json:"created_at"`
		APIVersion string    `json:"api_version"`
		Tenant     string    `json:"tenant"`
		Livemode   bool      `json:"livemode"`
		Data       any       `json:"data"`
	}{e.ID, kind, at.Format(timeFormat), "v1", of.Partner.Tenant, livemode, data})
	if err != nil {
		return Event{}, fmt.Errorf("envelope: %w", err)
	}
	e.Body = bytes.TrimRight(b.Bytes(), "\n")
	return e, nil
}
