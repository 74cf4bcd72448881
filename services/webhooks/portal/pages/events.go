package pages

import (
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

type filterView struct {
	Types   []webhooks.EventType
	Query   url.Values
	Tried   []usecase.TriedEvent
	Matches int
	Ran     bool
}

// tryFilter shows which recent events an endpoint with a filter would get.
func tryFilter(x *exchange, _ string) {
	q := x.filters("filter", "type")
	v := filterView{Types: x.session.Tenant.EventTypes(), Query: q}
	kind := q.Get("type")
	if q.Get("filter") == "" || kind != "" && !slices.Contains(v.Types, webhooks.EventType(kind)) {
		x.show("filter", http.StatusOK, v)
		return
	}
	tried, err := x.h.Events.TryFilter(x.Context(), x.session.Scope, q.Get("filter"), kind)
	if text, refused := x.refusal(err); refused {
		x.page.Error = text
		x.show("filter", http.StatusUnprocessableEntity, v)
		return
	}
	if err != nil {
		x.failed(err)
		return
	}
	v.Tried, v.Ran = tried, true
	for _, e := range tried {
		if e.Matches {
			v.Matches++
		}
	}
	x.show("filter", http.StatusOK, v)
}
