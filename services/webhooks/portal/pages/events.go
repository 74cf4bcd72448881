package pages

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"

	"github.com/partnerline/partnerline/internal/cursor"
	"github.com/partnerline/partnerline/internal/eventtype"
	"github.com/partnerline/partnerline/internal/pagekit"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/usecase"
)

type eventsView struct {
	Filters pagekit.Filters
	Events  []webhooks.Event
	Next    string
}

func listEvents(x *exchange, _ string) {
	sc, q := x.session.Scope, x.filters("type", "from", "until", "id")
	if id := q.Get("id"); id != "" {
		if _, err := x.h.Events.GetEvent(x.Context(), sc, webhooks.EventID(id)); err == nil {
			x.Redirect("events/" + url.PathEscape(id))
			return
		}
		x.page.Error = x.page.T("event_unknown")
	}
	types, p := sc.Tenant.EventTypes(), &x.page
	var v eventsView
	fields := append([]pagekit.Field{p.types(types)}, pagekit.Days(p.T("from"), p.T("until"))...)
	v.Filters = p.Filters("events", q, append(fields, pagekit.Field{Name: "id", Label: p.T("event_id")})...)
	f := webhooks.EventFilter{Type: q.Get("type")}
	from, wrongFrom := day(q, "from", 0)
	until, wrongUntil := day(q, "until", 1)
	f.From, f.To = from, until
	switch {
	case wrongFrom != nil || wrongUntil != nil:
		x.page.Error = x.page.T("day_form")
	case f.Type != "" && !slices.Contains(types, webhooks.EventType(f.Type)):
		x.page.Error = x.page.T("filter_unknown")
	}
	if x.page.Error != "" {
		x.show("events", http.StatusUnprocessableEntity, v)
		return
	}
	page, err := cursor.Fetch(cursor.Request{
		Keys: x.h.Keys, List: "portal events", Owner: sc, Filters: []any{f.Type, f.From, f.To},
		Token: x.R.URL.Query().Get("page"),
	}, func(after *webhooks.Position, limit int) ([]webhooks.Event, error) {
		f.After, f.Limit = after, limit
		return x.h.Events.ListEvents(x.Context(), sc, f)
	}, func(e webhooks.Event) webhooks.Position {
		return webhooks.Position{Time: e.CreatedAt, ID: string(e.ID)}
	})
	if text, refused := x.refusal(err); refused {
		x.page.Error = text
		x.show("events", http.StatusUnprocessableEntity, v)
		return
	}
	if err != nil {
		x.failed(err)
		return
	}
	v.Events, v.Next = page.Rows, next("events", page.Next, q)
	x.page.Refresh = x.R.URL.Query().Get("page") == ""
	x.show("events", http.StatusOK, v)
}

type eventView struct {
	webhooks.Event
	Body       string
	Deliveries []webhooks.DeliveryRecord
	Endpoints  map[webhooks.EndpointID]string
}

func showEvent(x *exchange, id string) {
	e, err := x.h.Events.ReadEvent(x.Context(), x.session.Scope, webhooks.EventID(id))
	if err != nil {
		x.failed(err)
		return
	}
	v := eventView{Event: e, Body: pretty(e.Body), Endpoints: map[webhooks.EndpointID]string{}}
	if v.Deliveries, err = x.h.Deliveries.ListDeliveriesOfEvent(x.Context(), e); err != nil {
		x.failed(err)
		return
	}
	endpoints, err := x.h.Endpoints.ListPlainEndpoints(x.Context(), x.session.Scope)
	if err != nil {
		x.failed(err)
		return
	}
	for _, o := range endpoints {
		v.Endpoints[o.ID] = o.URL
	}
	x.page.Refresh = true
	x.show("event", http.StatusOK, v)
}

func listTypes(x *exchange, _ string) {
	entries, err := x.session.Tenant.Catalogue()
	if err != nil {
		x.failed(err)
		return
	}
	x.show("types", http.StatusOK, entries)
}

type typeView struct {
	eventtype.Entry
	Schema, Example string
	MaySend         bool
	Endpoints       []webhooks.Endpoint // that are active, mostChoices of them at most
}

func showType(x *exchange, kind string) { renderType(x, kind, http.StatusOK) }

func renderType(x *exchange, kind string, status int) {
	entries, err := x.session.Tenant.Catalogue()
	if err != nil {
		x.failed(err)
		return
	}
	i := slices.IndexFunc(entries, func(e eventtype.Entry) bool { return e.Type == kind })
	if i < 0 {
		x.show("notfound", http.StatusNotFound, nil)
		return
	}
	v := typeView{
		Entry: entries[i], Schema: pretty(entries[i].Schema), Example: pretty(entries[i].Example), MaySend: x.page.May &&
			!x.session.Livemode,
	}
	if v.MaySend {
		all, err := x.h.Endpoints.ListPlainEndpoints(x.Context(), x.session.Scope)
		if err != nil {
			x.failed(err)
			return
		}
		v.Endpoints = slices.DeleteFunc(all, func(e webhooks.Endpoint) bool { return !e.IsActive })
		v.Endpoints = v.Endpoints[:min(len(v.Endpoints), mostChoices)]
	}
	x.page.Title = kind
	x.show("type", status, v)
}

func sendExample(x *exchange, kind string) {
	endpoint := webhooks.EndpointID(x.R.PostForm.Get("endpoint"))
	sent, err := x.h.Endpoints.SendExample(x.Context(), x.session.Scope, endpoint, webhooks.EventType(kind))
	x.submitted(err, "deliveries/"+url.PathEscape(string(sent.Delivery))+"?done=sent",
		func(status int) { renderType(x, kind, status) })
}

// filterExamples are expressions for the events of partners, and for those of other tenants.
func filterExamples(partner bool) []string {
	if partner {
		return []string{
			"event.data.status == 'active'",
			"event.type.startsWith('payment.') && event.data.amount >= 10000",
			"event.data.status in ['failed', 'rejected', 'expired']",
			"has(event.data.reason_code) && event.data.reason_code != null",
		}
	}
	return []string{
		"event.data.kind == 'identity'",
		"event.data.status in ['completed', 'failed']",
		"event.type == 'verification.completed' && event.data.attempt == 1",
		"!event.type.startsWith('endpoint.')",
	}
}

type filterView struct {
	Types    []webhooks.EventType
	Examples []string
	Query    url.Values
	Tried    []usecase.TriedEvent
	Matches  int
	Ran      bool
	Payload  payload
}

// A payload is an event that an expression is written for.
type payload struct {
	Type  string
	Event webhooks.EventID // empty: it is the example of its type
	Body  string           // empty: the tenant may not get the event any more
}

// With is the path of the page with one input changed.
func (v filterView) With(input string, value any) string {
	q := maps.Clone(v.Query)
	q.Set(input, fmt.Sprint(value))
	return "filter?" + q.Encode()
}

// tryFilter shows which recent events an endpoint with a filter would get, next to the payload of one of them.
func tryFilter(x *exchange, _ string) {
	q := x.filters("filter", "type", "event")
	v := filterView{
		Types: x.session.Tenant.EventTypes(), Examples: filterExamples(x.session.Tenant.IsPartner()), Query: q,
	}
	kind, status := q.Get("type"), http.StatusOK
	if kind != "" && !slices.Contains(v.Types, webhooks.EventType(kind)) {
		x.page.Error, kind, status = x.page.T("filter_unknown"), "", http.StatusUnprocessableEntity
	} else if q.Get("filter") != "" {
		tried, err := x.h.Events.TryFilter(x.Context(), x.session.Scope, q.Get("filter"), kind)
		if text, refused := x.refusal(err); refused {
			x.page.Error, status = text, http.StatusUnprocessableEntity
		} else if err != nil {
			x.failed(err)
			return
		}
		v.Tried, v.Ran = tried, err == nil
	}
	for _, e := range v.Tried {
		if e.Matches {
			v.Matches++
		}
	}
	var err error
	if v.Payload, err = payloadFor(x, kind, v.Tried); err != nil {
		x.failed(err)
		return
	}
	x.show("filter", status, v)
}

// payloadFor is the payload of the event that is chosen, else of the latest of a type, else the example of the type.
func payloadFor(x *exchange, kind string, tried []usecase.TriedEvent) (payload, error) {
	if id := x.R.URL.Query().Get("event"); id != "" {
		e, err := x.h.Events.ReadEvent(x.Context(), x.session.Scope, webhooks.EventID(id))
		return payload{string(e.Type), e.ID, pretty(e.Body)}, err
	}
	if len(tried) > 0 {
		e := tried[0].Event
		return payload{string(e.Type), e.ID, pretty(e.Body)}, nil
	}
	return exampleOf(x, kind)
}

// exampleOf is the example of a type, or of the first one.
func exampleOf(x *exchange, kind string) (payload, error) {
	entries, err := x.session.Tenant.Catalogue()
	if err != nil {
		return payload{}, err
	}
	i := max(slices.IndexFunc(entries, func(e eventtype.Entry) bool { return e.Type == kind }), 0)
	return payload{Type: entries[i].Type, Body: pretty(entries[i].Example)}, nil
}
