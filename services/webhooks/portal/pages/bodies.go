package pages

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"

	"github.com/partnerline/partnerline/internal/eventbody"
	"github.com/partnerline/partnerline/services/webhooks"
)

// byExpression is the choice of an expression, next to those of presets.
const byExpression = "expression"

// A shapeChoice is what a form offers as the shape of bodies.
type shapeChoice struct{ Value, Text string }

// shapeChoices are the presets and the expression.
func shapeChoices(p *page) []shapeChoice {
	var list []shapeChoice
	for _, preset := range append(slices.Clone(eventbody.Presets), byExpression) {
		list = append(list, shapeChoice{string(preset), p.T("shape_" + string(preset))})
	}
	return list
}

// shapeOf is what a form chooses; nil for the event itself.
func shapeOf(form url.Values) *webhooks.BodyShape {
	switch chosen := form.Get("shape"); chosen {
	case "":
		return nil
	case byExpression:
		return &webhooks.BodyShape{BodyExpression: form.Get("expression")}
	default:
		return &webhooks.BodyShape{BodyPreset: chosen}
	}
}

// shapeName is the choice that a shape is; empty for the event itself.
func shapeName(b webhooks.BodyShape) string {
	if b.BodyExpression != "" {
		return byExpression
	}
	return b.BodyPreset
}

// ShapeName is the choice that the endpoint's shape is.
func (v endpointView) ShapeName() string { return shapeName(v.BodyShape) }

// previewPath leads to the page that shows what a request for an event has of a shape.
func previewPath(b webhooks.BodyShape, event webhooks.EventID) string {
	q := url.Values{"shape": {shapeName(b)}}
	if b.BodyExpression != "" {
		q.Set("expression", b.BodyExpression)
	}
	if event != "" {
		q.Set("event", string(event))
	}
	return "body?" + q.Encode()
}

// PreviewPath leads to the page that tries the endpoint's shape.
func (v endpointView) PreviewPath() string { return previewPath(v.BodyShape, "") }

// PreviewPath leads to what a request for the event has of the endpoint's shape now; empty for the event itself.
func (v deliveryView) PreviewPath() string {
	if v.Endpoint == nil || v.Endpoint.BodyShape == (webhooks.BodyShape{}) {
		return ""
	}
	return previewPath(v.Endpoint.BodyShape, v.Event)
}

// bodyExamples are expressions for the events of partners, and for those of other tenants.
func bodyExamples(partner bool) []string {
	if partner {
		return []string{
			"{'text': event.type + ' ' + event.id}",
			"{'kind': event.type, 'at': event.created_at, 'test': !event.livemode, 'payload': event.data}",
			"{'title': event.type, 'amount': has(event.data.amount) ? event.data.amount : null}",
		}
	}
	return []string{
		"{'text': event.type + ' ' + event.id}",
		"{'kind': event.type, 'at': event.created_at, 'test': !event.livemode, 'payload': event.data}",
		"{'session': has(event.data.verification_session_id) ? event.data.verification_session_id : null}",
	}
}

type bodyView struct {
	Choices  []shapeChoice
	Types    []webhooks.EventType
	Examples []string
	Query    url.Values
	Previews []bodyPreview
	Payload  payload
}

// A bodyPreview is what a request has, as the page shows it.
type bodyPreview struct {
	webhooks.BodyPreview
	Body string
}

// With is the path of the page with one input changed.
func (v bodyView) With(input string, value any) string {
	q := maps.Clone(v.Query)
	q.Set(input, fmt.Sprint(value))
	return "body?" + q.Encode()
}

// Example is the path of the page with an expression.
func (v bodyView) Example(expression string) string {
	q := maps.Clone(v.Query)
	q.Set("shape", byExpression)
	q.Set("expression", expression)
	return "body?" + q.Encode()
}

// previewBody shows what requests for recent events have of a shape, next to the payload of one of them.
func previewBody(x *exchange, _ string) {
	q := x.filters("shape", "expression", "type", "event")
	v := bodyView{
		Choices: shapeChoices(&x.page), Types: x.session.Tenant.EventTypes(),
		Examples: bodyExamples(x.session.Tenant.IsPartner()), Query: q,
	}
	kind, status := q.Get("type"), http.StatusOK
	if kind != "" && !slices.Contains(v.Types, webhooks.EventType(kind)) {
		x.page.Error, kind, status = x.page.T("filter_unknown"), "", http.StatusUnprocessableEntity
	} else if shape := shapeOf(q); shape != nil {
		list, err := x.h.Events.PreviewBody(x.Context(), x.session.Scope, *shape, kind, webhooks.EventID(q.Get("event")))
		if text, refused := x.refusal(err); refused {
			x.page.Error, status = text, http.StatusUnprocessableEntity
		} else if err != nil {
			x.failed(err)
			return
		}
		for _, p := range list {
			v.Previews = append(v.Previews, bodyPreview{p, pretty(p.Message.Body)})
		}
	}
	var err error
	if v.Payload, err = payloadOf(x, kind, v.Previews); err != nil {
		x.failed(err)
		return
	}
	x.show("body", status, v)
}

// payloadOf is the payload of the first event that is shown, else the example of a type.
func payloadOf(x *exchange, kind string, list []bodyPreview) (payload, error) {
	if len(list) > 0 && list[0].Event != "" {
		e, err := x.h.Events.ReadEvent(x.Context(), x.session.Scope, list[0].Event)
		return payload{string(e.Type), e.ID, pretty(e.Body)}, err
	}
	return exampleOf(x, kind)
}
