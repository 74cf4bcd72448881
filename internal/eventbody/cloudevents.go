package eventbody

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"strings"
)

// cloudEvent has the attributes of CloudEvents 1.0, of which the last two are extensions: what else our envelope says.
type cloudEvent struct {
	SpecVersion     string          `json:"specversion"`
	ID              string          `json:"id"`
	Source          string          `json:"source"`
	Type            string          `json:"type"`
	Time            string          `json:"time,omitempty"`
	DataContentType string          `json:"datacontenttype"`
	APIVersion      string          `json:"apiversion,omitempty"`
	Livemode        bool            `json:"livemode"`
	Data            json.RawMessage `json:"data"`
}

// cloudEventOf has the id of the event, so that source and id name it once for all endpoints and attempts.
func cloudEventOf(event []byte) (cloudEvent, error) {
	e, err := open(event)
	return cloudEvent{
		SpecVersion: "1.0", ID: e.ID, Source: "urn:partnerline:tenant:" + url.PathEscape(e.Tenant), Type: e.Type,
		Time: e.CreatedAt, DataContentType: contentJSON, APIVersion: e.APIVersion, Livemode: e.Livemode, Data: e.Data,
	}, err
}

// structured is a message in the structured mode of the binding of CloudEvents to HTTP.
func structured(event []byte) (Message, error) {
	c, err := cloudEventOf(event)
	if err != nil {
		return Message{}, err
	}
	body, err := encode(c)
	return Message{ContentType: "application/cloudevents+json", Body: body}, err
}

// binary is a message in the binary mode of the binding of CloudEvents to HTTP.
func binary(event []byte) (Message, error) {
	c, err := cloudEventOf(event)
	if err != nil {
		return Message{}, err
	}
	m := Message{ContentType: c.DataContentType, Body: c.Data}
	for _, h := range []Header{
		{"ce-apiversion", c.APIVersion}, {"ce-id", c.ID}, {"ce-livemode", strconv.FormatBool(c.Livemode)},
		{"ce-source", c.Source}, {"ce-specversion", c.SpecVersion}, {"ce-time", c.Time}, {"ce-type", c.Type},
	} {
		if h.Value != "" {
			m.Headers = append(m.Headers, Header{h.Name, escapeHeader(h.Value)})
		}
	}
	return m, nil
}

// escapeHeader encodes a value as the binding of CloudEvents to HTTP does: all but printable ASCII, and quotes, per
// cents and blanks, by per cent and two digits.
func escapeHeader(value string) string {
	var b strings.Builder
	for i := range len(value) {
		if c := value[i]; c <= ' ' || c >= 0x7f || c == '"' || c == '%' {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}
