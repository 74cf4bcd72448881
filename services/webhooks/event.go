package webhooks

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/ids"
)

// EventID names an event: `evt_` and a UUIDv7 whose time is the event's CreatedAt.
type EventID string

// EventPrefix begins every EventID.
const EventPrefix = "evt_"

// EventType is the `type` of an event.
type EventType string

// The types that verification sessions emit, one per status entered, and the test event.
const (
	AllEvents EventType = "*"

	VerificationCreated        EventType = "verification.created"
	VerificationStarted        EventType = "verification.started"
	VerificationProcessing     EventType = "verification.processing"
	VerificationReviewRequired EventType = "verification.review_required"
	VerificationCompleted      EventType = "verification.completed"
	VerificationFailed         EventType = "verification.failed"
	VerificationExpired        EventType = "verification.expired"
	VerificationCancelled      EventType = "verification.cancelled"
	VerificationTest           EventType = "verification.test"
)

// PartnerTest is the type of the events that are sent to try an endpoint of a partner.
const PartnerTest EventType = "webhook.test"

// WebhookChallenge is the type of the events by which receivers prove who controls them. Only the endpoint that is to
// be proven gets it.
const WebhookChallenge EventType = "webhook.challenge"

// The types about a tenant's endpoints. Only endpoints that list them get them: AllEvents does not include them.
const (
	EndpointFailing     EventType = "endpoint.failing"
	EndpointDeactivated EventType = "endpoint.deactivated"
	EndpointReactivated EventType = "endpoint.reactivated"

	EndpointCertificateExpiring EventType = "endpoint.certificate_expiring"
)

// SourceAddressesChanged is the type of the events that announce from which addresses requests will come. Only
// endpoints that list it get them.
const SourceAddressesChanged EventType = "source_addresses.changed"

// EventTypes lists all types, in the order of a session's life and then of an endpoint's.
var EventTypes = []EventType{
	VerificationCreated, VerificationStarted, VerificationProcessing, VerificationReviewRequired,
	VerificationCompleted, VerificationFailed, VerificationExpired, VerificationCancelled, VerificationTest,
	EndpointFailing, EndpointDeactivated, EndpointReactivated, EndpointCertificateExpiring, SourceAddressesChanged,
	WebhookChallenge,
}

// Known reports whether t is a registered type.
func (t EventType) Known() bool { return slices.Contains(EventTypes, t) }

// AboutEndpoints reports whether events of the type are about a tenant's endpoints.
func (t EventType) AboutEndpoints() bool { return strings.HasPrefix(string(t), "endpoint.") }

// OnlyListed reports whether only endpoints that list the type get its events: AllEvents does not include it.
func (t EventType) OnlyListed() bool { return t.AboutEndpoints() || t == SourceAddressesChanged }

// Reserved reports whether only webhooks emits events of the type.
func (t EventType) Reserved() bool { return t.OnlyListed() || t == WebhookChallenge }

// APIVersion is the version of the envelope.
const APIVersion = "v1"

// An Event is an immutable fact. Body is the envelope, the same bytes for every endpoint and attempt.
type Event struct {
	ID          EventID
	Scope       Scope
	Type        EventType
	CreatedAt   time.Time  // millisecond precision; the time in ID
	Endpoint    EndpointID // the only receiver, whatever it subscribes to; empty: all that subscribe
	Body        []byte
	Traceparent string   // of the call that caused it
	Channel     string   // endpoints that list channels get it if they list this one; empty: all get it
	Permissions []string // that the tenant needs to get it
}

// NewEvent makes an event with a fresh id. data is the JSON of the type's data.
func NewEvent(s Scope, t EventType, data json.RawMessage) (Event, error) {
	return newEvent(s, s.Tenant, t, data)
}

// NewPartnerTest makes the event by which an endpoint of a partner is tried; its envelope names a tenant, as those of
// the partner's events do.
func NewPartnerTest(s Scope, envelopeTenant TenantID, now time.Time) (Event, error) {
	data, err := json.Marshal(map[string]string{"occurred_at": now.UTC().Format(TimeFormat)})
	if err != nil {
		return Event{}, err
	}
	return newEvent(s, envelopeTenant, PartnerTest, data)
}

// NewExample makes an event with the example of a type from the catalogue; its envelope names a tenant.
func NewExample(s Scope, envelopeTenant TenantID, t EventType) (Event, error) {
	types, err := s.Tenant.Catalogue()
	if err != nil {
		return Event{}, err
	}
	for _, entry := range types {
		if entry.Type != string(t) {
			continue
		}
		var example struct {
			Data json.RawMessage `json:"data"`
		}
		if err := json.Unmarshal(entry.Example, &example); err != nil {
			return Event{}, fmt.Errorf("example of %s: %w", t, err)
		}
		var data bytes.Buffer
		if err := json.Compact(&data, example.Data); err != nil {
			return Event{}, fmt.Errorf("example of %s: %w", t, err)
		}
		return newEvent(s, envelopeTenant, t, data.Bytes())
	}
	return Event{}, fault.Field("/type", "unknown_kind", fault.OneOf(s.Tenant.EventTypes()))
}

func newEvent(s Scope, envelopeTenant TenantID, t EventType, data json.RawMessage) (Event, error) {
	id := ids.New(EventPrefix)
	at, _ := ids.Time(EventPrefix, id)
	e := Event{ID: EventID(id), Scope: s, Type: t, CreatedAt: at}
	body, err := envelope(e, envelopeTenant, data)
	if err != nil {
		return Event{}, err
	}
	e.Body = body
	return e, nil
}

// TimeFormat is RFC 3339 in UTC with milliseconds, as all times of the API.
const TimeFormat = "2006-01-02T15:04:05.000Z"

// envelope puts data, which is JSON without white space, into the envelope.
func envelope(e Event, tenant TenantID, data json.RawMessage) ([]byte, error) {
	const others = 200 // bytes besides the data, about
	b := append(make([]byte, 0, len(data)+others), `{"id":"`...)
	b = append(append(b, e.ID...), `","type":`...)
	b, err1 := appendText(b, e.Type)
	b = e.CreatedAt.UTC().AppendFormat(append(b, `,"created_at":"`...), TimeFormat)
	b, err2 := appendText(append(b, `","api_version":"`+APIVersion+`","tenant":`...), tenant)
	b = strconv.AppendBool(append(b, `,"livemode":`...), e.Scope.Livemode)
	b = append(b, `,"data":`...)
	if len(data) == 0 {
		data = json.RawMessage("null")
	}
	if err := errors.Join(err1, err2); err != nil {
		return nil, fmt.Errorf("envelope: %w", err)
	}
	return append(append(b, data...), '}'), nil
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

// EndpointData is the `data` of the events about endpoints.
type EndpointData struct {
	EndpointID         EndpointID `json:"endpoint_id"`
	FailureCount       int        `json:"failure_count"`
	LastResponseStatus *int       `json:"last_response_status"`
	DisabledAt         *string    `json:"disabled_at"`
	OccurredAt         string     `json:"occurred_at"`

	CertificateExpiresAt string `json:"certificate_expires_at,omitempty"` // of EndpointCertificateExpiring
}

// NewEndpointEvent is the event by which a tenant's other endpoints learn what happened to one.
func NewEndpointEvent(t EventType, e Endpoint, envelopeTenant TenantID, now time.Time) (Event, error) {
	format := func(at time.Time) string { return at.UTC().Format(TimeFormat) }
	data := EndpointData{
		EndpointID: e.ID, FailureCount: e.FailureCount, LastResponseStatus: e.LastStatus, OccurredAt: format(now),
	}
	if e.DisabledAt != nil {
		data.DisabledAt = new(format(*e.DisabledAt))
	}
	if until := e.Authentication.CertificateExpiresAt(); until != nil && t == EndpointCertificateExpiring {
		data.CertificateExpiresAt = format(*until)
	}
	text, err := json.Marshal(data)
	if err != nil {
		return Event{}, err
	}
	return newEvent(e.Scope, envelopeTenant, t, text)
}

// isAbout reports whether an event is about an endpoint, which does not get it.
func isAbout(t EventType, body []byte, e EndpointID) bool {
	if !t.AboutEndpoints() {
		return false
	}
	var event struct {
		Data EndpointData `json:"data"`
	}
	return json.Unmarshal(body, &event) == nil && event.Data.EndpointID == e
}
