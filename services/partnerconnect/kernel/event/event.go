package event

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"

	"github.com/partnerline/partnerline/internal/ids"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
)

// EventID names an event: `evt_` and a UUIDv7 whose time is the event's CreatedAt.
type EventID string

// EventPrefix begins every EventID.
const EventPrefix = "evt_"

// A Type is the `type` of an event.
type Type string

// EventRetention is how long events can be read.
const EventRetention = 30 * 24 * time.Hour

// An Event is an immutable fact about a merchant. Body is its envelope, in the form of the verification service's
// events; it holds no personal data.
type Event struct {
	ID        EventID
	Type      Type
	Merchant  pc.Ref
	Channel   pc.ChannelID
	Livemode  bool
	CreatedAt time.Time
	Body      []byte
}

// TimeFormat is RFC 3339 in UTC with milliseconds, as all times of the API.
const TimeFormat = "2006-01-02T15:04:05.000Z"

func NewEvent(t Type, ref pc.Ref, of access.Owner, livemode bool, data any) (Event, error) {
	id := ids.New(EventPrefix)
	at, _ := ids.Time(EventPrefix, id)
	e := Event{ID: EventID(id), Type: t, Merchant: ref, Channel: of.Channel.ID, Livemode: livemode, CreatedAt: at}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(struct {
		ID         EventID `json:"id"`
		Type       Type    `json:"type"`
		CreatedAt  string  `json:"created_at"`
		APIVersion string  `json:"api_version"`
		Tenant     string  `json:"tenant"`
		Livemode   bool    `json:"livemode"`
		Data       any     `json:"data"`
	}{e.ID, t, at.Format(TimeFormat), "v1", of.Partner.Tenant, livemode, data})
	if err != nil {
		return Event{}, fmt.Errorf("envelope: %w", err)
	}
	e.Body = bytes.TrimRight(b.Bytes(), "\n")
	return e, nil
}
