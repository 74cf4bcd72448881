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

// OnboardingStatusChanged tells that an onboarding was made or moved on.
const OnboardingStatusChanged EventKind = "onboarding.status_changed"

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
	return newEvent(OnboardingStatusChanged, o, data)
}

func newEvent(kind EventKind, o Onboarding, data any) (Event, error) {
	id := ids.New(EventPrefix)
	at, _ := ids.Time(EventPrefix, id)
	e := Event{ID: EventID(id), Kind: kind, Merchant: o.Ref, Channel: o.Owner.Channel.ID, Livemode: o.Livemode, CreatedAt: at}
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
	}{e.ID, kind, at.Format(timeFormat), "v1", o.Owner.Partner.Tenant, o.Livemode, data})
	if err != nil {
		return Event{}, fmt.Errorf("envelope: %w", err)
	}
	e.Body = bytes.TrimRight(b.Bytes(), "\n")
	return e, nil
}
