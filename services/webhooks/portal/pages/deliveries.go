package pages

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/partnerline/partnerline/internal/cursor"
	"github.com/partnerline/partnerline/internal/pagekit"
	"github.com/partnerline/partnerline/services/webhooks"
)

type deliveriesView struct {
	Endpoints  []webhooks.Endpoint
	Filters    pagekit.Filters
	Deliveries []webhooks.DeliveryRecord
	Next       string // path of the next page; empty: this is the last one
	Query      string // the filters that are set
}

// Sending is what a button of the list does with a delivery: the key of its text, or empty when it has none.
func (v deliveriesView) Sending(d webhooks.DeliveryRecord) string {
	known := slices.ContainsFunc(v.Endpoints, func(e webhooks.Endpoint) bool { return e.ID == d.Endpoint })
	return sending(d, known, time.Now())
}

// sending is how a delivery can be sent at once, as the key of a text: a new run, or the retry that waits. It is empty
// when there is no endpoint to send it to, or when an attempt is under way.
func sending(d webhooks.DeliveryRecord, endpoint bool, now time.Time) string {
	switch {
	case !endpoint:
		return ""
	case d.Status != webhooks.DeliveryPending:
		return "resend"
	case d.Waits(now):
		return "retry_now"
	}
	return ""
}

// URL is where an endpoint gets its deliveries; its id when it was deleted.
func (v deliveriesView) URL(id webhooks.EndpointID) string {
	for _, e := range v.Endpoints {
		if e.ID == id {
			return e.URL
		}
	}
	return string(id)
}

// mostChoices is how many endpoints a form offers; of more, the id is entered.
const mostChoices = 200

// filters are those of the list.
func (v deliveriesView) filters(p *page, q url.Values, types []webhooks.EventType) pagekit.Filters {
	endpoint := pagekit.Field{Name: "endpoint", Label: p.T("endpoint")}
	if len(v.Endpoints) <= mostChoices {
		endpoint = p.Choice("endpoint", p.T("endpoint"), "")
		for _, e := range v.Endpoints {
			endpoint.Options = append(endpoint.Options, pagekit.Option{Value: string(e.ID), Text: e.URL})
		}
	}
	fields := []pagekit.Field{endpoint, p.types(types), p.Choice("status", p.T("status"), "delivery_", texts(statuses)...)}
	fields = append(fields, pagekit.Days(p.T("from"), p.T("until"))...)
	return p.Filters("deliveries", q, append(fields, pagekit.Field{Name: "id", Label: p.T("delivery_id"), Rare: true})...)
}

// types are the filter by the type of the event.
func (p *page) types(types []webhooks.EventType) pagekit.Field {
	return p.Choice("type", p.T("event_type"), "", texts(types)...)
}

// texts are values as the texts that they are.
func texts[T ~string](values []T) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = string(v)
	}
	return out
}

// day is the input of a day, in UTC; nil when it is empty.
func day(q url.Values, name string, add int) (*time.Time, error) {
	if q.Get(name) == "" {
		return nil, nil //nolint:nilnil // no day is chosen
	}
	at, err := time.Parse(time.DateOnly, q.Get(name))
	if err != nil {
		return nil, err
	}
	return new(at.AddDate(0, 0, add)), nil
}

// filters are those of the query that are set.
func (x *exchange) filters(names ...string) url.Values {
	set := url.Values{}
	for _, name := range names {
		if value := strings.TrimSpace(x.R.URL.Query().Get(name)); value != "" {
			set.Set(name, value)
		}
	}
	return set
}

// next is the path of the page behind a token; empty without one.
func next(path, token string, query url.Values) string {
	if token == "" {
		return ""
	}
	q := url.Values{"page": {token}}
	for name, value := range query {
		q[name] = value
	}
	return path + "?" + q.Encode()
}

// deliveryFilters are the inputs that limit the list.
var deliveryFilters = []string{"endpoint", "status", "type", "from", "until", "id"}

func listDeliveries(x *exchange, _ string) {
	sc, q := x.session.Scope, x.filters(deliveryFilters...)
	if id := q.Get("id"); id != "" {
		if _, _, err := x.h.Deliveries.GetDelivery(x.Context(), sc, webhooks.DeliveryID(id)); err == nil {
			x.Redirect("deliveries/" + url.PathEscape(id))
			return
		}
		x.page.Error = x.page.T("delivery_unknown")
	}
	var v deliveriesView
	var err error
	if v.Endpoints, err = x.h.Endpoints.ListPlainEndpoints(x.Context(), sc); err != nil {
		x.failed(err)
		return
	}
	types := sc.Tenant.EventTypes()
	v.Filters = v.filters(&x.page, q, types)
	f := webhooks.DeliveryFilter{Status: q.Get("status"), Type: q.Get("type")}
	from, wrongFrom := day(q, "from", 0)
	until, wrongUntil := day(q, "until", 1)
	f.From, f.To = from, until
	switch {
	case wrongFrom != nil || wrongUntil != nil:
		x.page.Error = x.page.T("day_form")
	case f.Status != "" && !webhooks.DeliveryStatus(f.Status).Known(), f.Type != "" &&
		!slices.Contains(types, webhooks.EventType(f.Type)):
		x.page.Error = x.page.T("filter_unknown")
	}
	if x.page.Error != "" {
		x.show("deliveries", http.StatusUnprocessableEntity, v)
		return
	}
	page, err := cursor.Fetch(cursor.Request{
		Keys: x.h.Keys, List: "portal deliveries", Owner: sc,
		Filters: []any{q.Get("endpoint"), f.Status, f.Type, f.From, f.To}, Token: x.R.URL.Query().Get("page"),
	}, func(after *webhooks.Position, limit int) ([]webhooks.DeliveryRecord, error) {
		f.After, f.Limit = after, limit
		return x.h.Deliveries.ListDeliveriesOfScope(x.Context(), sc, webhooks.EndpointID(q.Get("endpoint")), f)
	}, func(d webhooks.DeliveryRecord) webhooks.Position {
		return webhooks.Position{Time: d.EventAt, ID: string(d.ID)}
	})
	if text, refused := x.refusal(err); refused {
		x.page.Error = text
		x.show("deliveries", http.StatusUnprocessableEntity, v)
		return
	}
	if err != nil {
		x.failed(err)
		return
	}
	v.Deliveries, v.Next, v.Query = page.Rows, next("deliveries", page.Next, q), q.Encode()
	x.page.Refresh = x.R.URL.Query().Get("page") == ""
	x.show("deliveries", http.StatusOK, v)
}

type deliveryView struct {
	webhooks.DeliveryRecord
	Endpoint *webhooks.Endpoint // nil: it was deleted
	Body     string             // of the requests; empty: the tenant may not get the event any more
	Attempts []attemptView
	Sending  string // as in the list
	Skips    bool   // it can be skipped, for the others of its key
}

// Signs reports whether requests have a form of signature: one that the endpoint has now. Requests to an endpoint that
// was deleted are shown with the signatures of one that asks for none.
func (v deliveryView) Signs(form webhooks.SignatureForm) bool {
	if v.Endpoint == nil {
		return form == webhooks.SignHMAC
	}
	return slices.Contains(v.Endpoint.Signatures, form)
}

// An attemptView is an attempt as the page explains it.
type attemptView struct {
	webhooks.Attempt
	Response string // as text
}

// Failed reports whether it did not deliver.
func (a attemptView) Failed() bool { return a.Error != "" }

func showDelivery(x *exchange, id string) { renderDelivery(x, id, http.StatusOK) }

func renderDelivery(x *exchange, id string, status int) {
	d, attempts, err := x.h.Deliveries.GetDelivery(x.Context(), x.session.Scope, webhooks.DeliveryID(id))
	if err != nil {
		x.failed(err)
		return
	}
	v := deliveryView{DeliveryRecord: d}
	body, err := x.h.Deliveries.RequestBody(x.Context(), d)
	if err != nil {
		x.failed(err)
		return
	}
	v.Body = pretty(body)
	switch e, err := x.h.Endpoints.FindEndpoint(x.Context(), x.session.Scope, d.Endpoint); {
	case err == nil:
		v.Endpoint = &e
	case !errors.Is(err, webhooks.ErrEndpointNotFound):
		x.failed(err)
		return
	}
	for _, a := range slices.Backward(attempts) {
		v.Attempts = append(v.Attempts, attemptView{a, strings.ToValidUTF8(string(a.Body), "\uFFFD")})
	}
	v.Sending = sending(d, v.Endpoint != nil, time.Now())
	v.Skips = d.OrderKey != nil && v.Endpoint != nil && d.Skippable(time.Now())
	x.page.Refresh = d.Status == webhooks.DeliveryPending
	x.page.Title = x.page.T("delivery_title")
	x.show("delivery", status, v)
}

// actOnDelivery sends a delivery now, or skips it. A form of the list leads back to it, with its filters.
func actOnDelivery(x *exchange, id string) {
	if x.R.PostForm.Get("do") == "skip" {
		_, err := x.h.Deliveries.SkipDelivery(x.Context(), x.session.Scope, webhooks.DeliveryID(id))
		x.submitted(err, "deliveries/"+url.PathEscape(id)+"?done=skipped",
			func(status int) { renderDelivery(x, id, status) })
		return
	}
	_, err := x.h.Deliveries.ResendDelivery(x.Context(), x.session.Scope, webhooks.DeliveryID(id), nil)
	to := "deliveries/" + url.PathEscape(id) + "?done=resent"
	if x.R.PostForm.Has("list") {
		to = listAfter(x.R.PostForm.Get("list"))
	}
	x.submitted(err, to, func(status int) { renderDelivery(x, id, status) })
}

// listAfter is the path of the list once a delivery of it is sent, with those parts of a query that are its filters.
func listAfter(query string) string {
	given, _ := url.ParseQuery(query) // what cannot be read is no filter
	q := url.Values{"done": {"resent"}}
	for _, name := range deliveryFilters {
		if value := given.Get(name); value != "" {
			q.Set(name, value)
		}
	}
	return "deliveries?" + q.Encode()
}
