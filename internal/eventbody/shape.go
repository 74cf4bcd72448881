// Package eventbody makes the bodies of requests from events, in the shape that an endpoint asks for: by a preset for
// a kind of receivers, or by an expression.
package eventbody

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/partnerline/partnerline/internal/eventfilter"
)

// A Preset is a shape for a kind of receivers.
type Preset string

// The presets.
const (
	Slack                 Preset = "slack"                  // an incoming webhook of Slack
	Teams                 Preset = "teams"                  // a webhook of Workflows in Microsoft Teams: an Adaptive Card
	CloudEventsStructured Preset = "cloudevents_structured" // CloudEvents 1.0 in JSON
	CloudEventsBinary     Preset = "cloudevents_binary"     // CloudEvents 1.0: data in the body, attributes in headers
)

// Presets lists all.
var Presets = []Preset{Slack, Teams, CloudEventsStructured, CloudEventsBinary}

// MaxExpression is the most bytes of an expression, and MaxBody of a body that one makes.
const (
	MaxExpression = eventfilter.MaxShapeLength
	MaxBody       = eventfilter.MaxBody
)

const contentJSON = "application/json"

// A Header is one that a shape adds to a request.
type Header struct{ Name, Value string }

// A Message is what a request has of a shape.
type Message struct {
	ContentType string
	Headers     []Header // in the order of their names
	Body        []byte
}

// A Shape makes messages from events. It is safe for concurrent use.
type Shape struct {
	make func(event []byte) (Message, error)
}

// New returns the shape of a preset or, where that is empty, of an expression. An invalid expression is an
// *eventfilter.Error.
func New(preset Preset, expression string) (*Shape, error) {
	switch preset {
	case Slack:
		return &Shape{slack}, nil
	case Teams:
		return &Shape{teams}, nil
	case CloudEventsStructured:
		return &Shape{structured}, nil
	case CloudEventsBinary:
		return &Shape{binary}, nil
	case "":
	default:
		return nil, fmt.Errorf("there is no preset %q", preset)
	}
	compiled, err := eventfilter.CompileShape(expression)
	if err != nil {
		return nil, err
	}
	return &Shape{func(event []byte) (Message, error) {
		body, err := compiled.Body(event)
		return Message{ContentType: contentJSON, Body: body}, err
	}}, nil
}

// Make makes the message for an event, which is an envelope. An error may have texts of the event: it is for its owner
// and not for logs.
func (s *Shape) Make(event []byte) (Message, error) { return s.make(event) }

// An envelope is an event as receivers get it without a shape.
type envelope struct {
	ID         string          `json:"id"`
	Type       string          `json:"type"`
	CreatedAt  string          `json:"created_at"`
	APIVersion string          `json:"api_version"`
	Tenant     string          `json:"tenant"`
	Livemode   bool            `json:"livemode"`
	Data       json.RawMessage `json:"data"`
}

var errNoEnvelope = errors.New("the event has no id and type, which the preset needs")

func open(event []byte) (e envelope, err error) {
	if err := json.Unmarshal(event, &e); err != nil || e.ID == "" || e.Type == "" {
		return e, errNoEnvelope
	}
	if len(e.Data) == 0 {
		e.Data = json.RawMessage("null")
	}
	return e, nil
}

// encode writes JSON that leaves <, > and & as they are.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}
