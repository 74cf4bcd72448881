package e2e

import (
	"bytes"
	"encoding/json"
	"net/http"
	"reflect"
	"testing"

	"github.com/cloudevents/sdk-go/v2/binding"
	cehttp "github.com/cloudevents/sdk-go/v2/protocol/http"

	"github.com/partnerline/partnerline/internal/eventbody"
	"github.com/partnerline/partnerline/internal/eventtype"
)

// The SDK of CloudEvents reads what requests have of both presets, of an event of each type, and finds it valid.
func TestCloudEventsAreReadBySDK(t *testing.T) {
	t.Parallel()
	for _, read := range []func() (*eventtype.Registry, error){eventtype.Webhooks, eventtype.PartnerConnect} {
		registry, err := read()
		if err != nil {
			t.Fatal(err)
		}
		for _, entry := range registry.Entries() {
			for preset, encoding := range map[eventbody.Preset]binding.Encoding{
				eventbody.CloudEventsStructured: binding.EncodingStructured, eventbody.CloudEventsBinary: binding.EncodingBinary,
			} {
				checkCloudEvent(t, entry, preset, encoding)
			}
		}
	}
}

func checkCloudEvent(t *testing.T, entry eventtype.Entry, preset eventbody.Preset, encoding binding.Encoding) {
	t.Helper()
	shape, err := eventbody.New(preset, "")
	if err != nil {
		t.Fatal(err)
	}
	m, err := shape.Make(entry.Example)
	if err != nil {
		t.Fatalf("%s: %v", entry.Type, err)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://receiver.example/", bytes.NewReader(m.Body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", m.ContentType)
	for _, h := range m.Headers {
		r.Header.Set(h.Name, h.Value)
	}
	message := cehttp.NewMessageFromHttpRequest(r)
	event, err := binding.ToEvent(t.Context(), message)
	if err == nil {
		err = event.Validate()
	}
	if err != nil || message.ReadEncoding() != encoding {
		t.Fatalf("%s as %s is read as %s: %v", entry.Type, preset, message.ReadEncoding(), err)
	}
	var want struct {
		ID, Type, Tenant string
		Data             any
	}
	var data any
	if err := json.Unmarshal(entry.Example, &want); err != nil {
		t.Fatal(err)
	}
	if err := event.DataAs(&data); err != nil || !reflect.DeepEqual(data, want.Data) {
		t.Errorf("%s as %s has %v, %v", entry.Type, preset, data, err)
	}
	if event.ID() != want.ID || event.Type() != want.Type || event.Time().IsZero() ||
		event.Source() != "urn:partnerline:tenant:"+want.Tenant ||
		event.DataContentType() != "application/json" || event.Extensions()["apiversion"] != "v1" {
		t.Errorf("%s as %s: %s", entry.Type, preset, event)
	}
}
