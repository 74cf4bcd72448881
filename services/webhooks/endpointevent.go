package webhooks

import (
	"encoding/json"
	"time"
)

// EndpointData is the `data` of the events about endpoints.
type EndpointData struct {
	EndpointID         EndpointID `json:"endpoint_id"`
	FailureCount       int        `json:"failure_count"`
	LastResponseStatus *int       `json:"last_response_status"`
	DisabledAt         *string    `json:"disabled_at"`
	OccurredAt         string     `json:"occurred_at"`
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
