package webhooks

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/partnerline/partnerline/internal/ids"
)

// EventID names an event: `evt_` and a UUIDv7 whose time is the event's CreatedAt.
type EventID string

// EventPrefix begins every EventID.
const EventPrefix = "evt_"

// EventKind is the `type` of an event.
type EventKind string

// The kinds that verification sessions emit, one per status entered, and the test event.
const (
	AllEvents EventKind = "*"

	VerificationCreated        EventKind = "verification.created"
	VerificationStarted        EventKind = "verification.started"
	VerificationProcessing     EventKind = "verification.processing"
	VerificationReviewRequired EventKind = "verification.review_required"
	VerificationCompleted      EventKind = "verification.completed"
	VerificationFailed         EventKind = "verification.failed"
	VerificationExpired        EventKind = "verification.expired"
	VerificationCancelled      EventKind = "verification.cancelled"
	VerificationTest           EventKind = "verification.test"
)

// EventKinds lists all kinds, in the order of a session's life.
var EventKinds = []EventKind{
	VerificationCreated, VerificationStarted, VerificationProcessing, VerificationReviewRequired,
	VerificationCompleted, VerificationFailed, VerificationExpired, VerificationCancelled, VerificationTest,
}

// Known reports whether k is a registered kind.
func (k EventKind) Known() bool { return slices.Contains(EventKinds, k) }

// APIVersion is the version of the envelope.
const APIVersion = "v1"

// An Event is an immutable fact. Body is the envelope, the same bytes for every endpoint and attempt.
type Event struct {
	ID          EventID
	Scope       Scope
	Kind        EventKind
	CreatedAt   time.Time  // millisecond precision; the time in ID
	Endpoint    EndpointID // the only receiver, whatever it subscribes to; empty: all that subscribe
	Body        []byte
	Traceparent string // of the call that caused it
}

// NewEvent makes an event with a fresh id. data is the JSON of the kind's data.
func NewEvent(s Scope, kind EventKind, data json.RawMessage) (Event, error) {
	id := ids.New(EventPrefix)
	at, _ := ids.Time(EventPrefix, id)
	e := Event{ID: EventID(id), Scope: s, Kind: kind, CreatedAt: at}
	body, err := envelope(e, data)
	if err != nil {
		return Event{}, err
	}
	e.Body = body
	return e, nil
}

// TimeFormat is RFC 3339 in UTC with milliseconds, as all times of the API.
const TimeFormat = "2006-01-02T15:04:05.000Z"

func envelope(e Event, data json.RawMessage) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(struct {
		ID         EventID         `json:"id"`
		Type       EventKind       `json:"type"`
		CreatedAt  string          `json:"created_at"`
		APIVersion string          `json:"api_version"`
		Tenant     TenantID        `json:"tenant"`
		Livemode   bool            `json:"livemode"`
		Data       json.RawMessage `json:"data"`
	}{e.ID, e.Kind, e.CreatedAt.UTC().Format(TimeFormat), APIVersion, e.Scope.Tenant, e.Scope.Livemode, data})
	if err != nil {
		return nil, fmt.Errorf("envelope: %w", err)
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}

// SessionData is the `data` of the events of a verification session.
type SessionData struct {
	SessionID      VerificationID `json:"verification_session_id"`
	Status         string         `json:"status"`
	PreviousStatus *string        `json:"previous_status"`
	Kind           string         `json:"kind"`
	Attempt        int            `json:"attempt"`
	Sequence       int            `json:"sequence"`
	ReasonCodes    []string       `json:"reason_codes"`
	OccurredAt     string         `json:"occurred_at"`
}

// TestData is the `data` of a test event for a fresh session id.
func TestData(session VerificationID, now time.Time) (json.RawMessage, error) {
	return json.Marshal(SessionData{
		SessionID: session, Status: "test", Kind: "identity", Attempt: 1, Sequence: 1,
		ReasonCodes: []string{}, OccurredAt: now.UTC().Format(TimeFormat),
	})
}
