package webhooks

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/pagekit"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/console/internal/screen"
)

// serveDeliveries answers for the deliveries of a tenant, or of one endpoint of it: their list, the list as a file, and
// one delivery.
func serveDeliveries(x *screen.Exchange, tenant, endpoint, rest string) {
	switch {
	case rest == "":
		showDeliveries(x, tenant, endpoint)
	case rest == "deliveries.csv":
		sendDeliveries(x, tenant, endpoint)
	case endpoint == "":
		x.Missing(screen.ErrNotFound)
	default:
		showDelivery(x, tenant, endpoint, rest)
	}
}

// statuses are those that the list can be restricted to.
var statuses = []string{"pending", "delivered", "failed", "cancelled"}

type deliveriesView struct {
	Tenant     string
	Up, Path   string // of the tenant or the endpoint, and of the list, from the first page
	OfTenant   bool
	Endpoints  []*webhooksv1.Endpoint // of a tenant
	Filters    pagekit.Filters
	Query      url.Values // the filters that are set
	Deliveries []*webhooksv1.TenantDelivery
	NextPage   string
}

// CSV leads to the list as a file.
func (v deliveriesView) CSV() string { return v.Path + "/deliveries.csv?" + v.Query.Encode() }

// URL is where an endpoint gets its deliveries.
func (v deliveriesView) URL(id string) string {
	for _, e := range v.Endpoints {
		if e.GetId() == id {
			return e.GetUrl()
		}
	}
	return id
}

// pathOf is the path of a tenant, or of an endpoint of it.
func pathOf(tenant, endpoint string) string {
	return (&url.URL{Path: strings.TrimSuffix("webhooks/"+tenant+"/"+endpoint, "/")}).EscapedPath()
}

func showDeliveries(x *screen.Exchange, tenant, endpoint string) {
	v := deliveriesView{
		Tenant: tenant, Up: pathOf(tenant, endpoint), OfTenant: endpoint == "", Query: url.Values{},
	}
	v.Path = v.Up + "/deliveries"
	for _, name := range []string{"endpoint", "status", "type", "from", "until"} {
		if value := strings.TrimSpace(x.R.URL.Query().Get(name)); value != "" {
			v.Query.Set(name, value)
		}
	}
	name, code := "deliveries", http.StatusOK
	if v.OfTenant {
		if name = "tenantdeliveries"; openDelivery(x, tenant, &code) {
			return
		}
		r, err := x.Services.Webhooks.ListTenantEndpoints(x.As(), &webhooksv1.ListTenantEndpointsRequest{TenantId: tenant})
		if err != nil {
			x.Missing(err)
			return
		}
		v.Endpoints = r.GetData()
	}
	v.Filters = v.filters(x.Page)
	req, err := deliveriesRequest(x, tenant, endpoint)
	if err != nil {
		x.Page.Error, code = err.Error(), http.StatusUnprocessableEntity
	} else {
		req.PageToken = x.R.URL.Query().Get("page")
		list, err := x.Services.Webhooks.ListTenantDeliveries(x.As(), req)
		if screen.StateOf(err) == screen.Failed && len(v.Query) > 0 {
			x.Page.Error, code = x.Refusal(err), http.StatusUnprocessableEntity
		} else if err != nil {
			x.Missing(err)
			return
		}
		v.Deliveries = list.GetData()
		if token := list.GetMeta().GetNextPageToken(); token != "" {
			next := url.Values{"page": {token}}
			for name, value := range v.Query {
				next[name] = value
			}
			v.NextPage = v.Path + "?" + next.Encode()
		}
	}
	x.Page.Data = v
	x.Show(name, code)
}

// filters are those of the list; that of a tenant can be restricted to an endpoint, too.
func (v deliveriesView) filters(p screen.Page) pagekit.Filters {
	var fields []pagekit.Field
	if v.OfTenant {
		f := p.Choice("endpoint", p.T("endpoint_title"), "")
		for _, e := range v.Endpoints {
			text := e.GetUrl() + " (" + p.Mode(e.GetLivemode()).Text + ")"
			f.Options = append(f.Options, pagekit.Option{Value: e.GetId(), Text: text})
		}
		fields = append(fields, f)
	}
	fields = append(fields, p.Choice("status", p.T("delivery_status"), "delivery_", statuses...),
		pagekit.Field{Name: "type", Label: p.T("event_type")})
	return p.Filters(v.Path, v.Query, append(fields, pagekit.Days(p.T("deliveries_from"), p.T("deliveries_until"))...)...)
}

// openDelivery leads to the delivery of a tenant whose id was entered, and reports whether the exchange has its answer.
// The list says so when there is none.
func openDelivery(x *screen.Exchange, tenant string, code *int) (answered bool) {
	id := strings.TrimSpace(x.R.URL.Query().Get("delivery"))
	if id == "" {
		return false
	}
	r, err := x.Services.Webhooks.GetEndpointDelivery(x.As(), &webhooksv1.GetEndpointDeliveryRequest{Id: id})
	switch {
	case status.Code(err) == codes.NotFound, err == nil && r.GetTenantId() != tenant:
		x.Page.Error, *code = x.Page.T("delivery_unknown"), http.StatusNotFound
		return false
	case err != nil:
		x.Missing(err)
	default:
		x.Redirect(pathOf(tenant, r.GetData().GetEndpointId()) + "/deliveries/" + url.PathEscape(r.GetData().GetId()))
	}
	return true
}

// deliveriesRequest is what the list is read with; both days are included.
func deliveriesRequest(x *screen.Exchange, tenant, endpoint string) (*webhooksv1.ListTenantDeliveriesRequest, error) {
	q := x.R.URL.Query()
	if endpoint == "" {
		endpoint = q.Get("endpoint")
	}
	req := &webhooksv1.ListTenantDeliveriesRequest{
		TenantId: tenant, EndpointId: endpoint, Status: q.Get("status"), Type: strings.TrimSpace(q.Get("type")),
	}
	for _, day := range []struct {
		name string
		add  int
		to   **timestamppb.Timestamp
	}{{"from", 0, &req.From}, {"until", 1, &req.To}} {
		if q.Get(day.name) == "" {
			continue
		}
		at, err := time.Parse(time.DateOnly, q.Get(day.name))
		if err != nil {
			return nil, errors.New(x.Page.T("deliveries_day"))
		}
		*day.to = timestamppb.New(at.AddDate(0, 0, day.add))
	}
	return req, nil
}

var deliveryColumns = []string{
	"id", "event_id", "event_type", "status", "run", "attempt_count", "reason", "created_at", "completed_at",
	"next_attempt_at", "endpoint_id", "livemode",
}

// sendDeliveries sends all pages of the list as a table.
func sendDeliveries(x *screen.Exchange, tenant, endpoint string) {
	req, err := deliveriesRequest(x, tenant, endpoint)
	if err != nil {
		x.Missing(screen.ErrNotFound)
		return
	}
	req.PageSize = screen.FilePage
	x.SendList("deliveries", "deliveries.csv", deliveryColumns,
		func(ctx context.Context, token string) (rows [][]string, next string, err error) {
			req := proto.CloneOf(req)
			req.PageToken = token
			page, err := x.Services.Webhooks.ListTenantDeliveries(ctx, req)
			for _, l := range page.GetData() {
				d := l.GetDelivery()
				rows = append(rows, []string{
					d.GetId(), d.GetEventId(), d.GetEventType(), d.GetStatus(), strconv.Itoa(int(d.GetRun())),
					strconv.Itoa(int(d.GetAttemptCount())), d.GetReason(),
					stamp(d.GetCreatedAt()), stamp(d.GetCompletedAt()), stamp(d.GetNextAttemptAt()), d.GetEndpointId(),
					strconv.FormatBool(l.GetLivemode()),
				})
			}
			return rows, page.GetMeta().GetNextPageToken(), err
		})
}

// stamp spells a time for a file; empty when it is unset.
func stamp(t *timestamppb.Timestamp) string {
	if t == nil {
		return ""
	}
	return t.AsTime().Format(time.RFC3339Nano)
}

type deliveryView struct {
	*webhooksv1.DeliveryDetail
	List    string // path of the endpoint's deliveries
	Body    string // of the requests
	MayAct  bool
	Running bool
	Waits   bool // for a retry that can be made now
}

// moveAhead is how long before it is due a retry can be sent now; webhooks refuses one that is due earlier.
const moveAhead = 2 * time.Second

// showDelivery shows a delivery with its attempts, or sends it again.
func showDelivery(x *screen.Exchange, tenant, endpoint, id string) {
	code, render := x.Submit(map[string]screen.Change{"resend": func(ctx context.Context, x *screen.Exchange) error {
		_, err := x.Services.Webhooks.ResendEndpointDelivery(ctx, &webhooksv1.ResendEndpointDeliveryRequest{Id: id})
		return err
	}})
	if !render {
		return
	}
	r, err := x.Services.Webhooks.GetEndpointDelivery(x.As(), &webhooksv1.GetEndpointDeliveryRequest{Id: id})
	if err == nil && (r.GetTenantId() != tenant || r.GetData().GetEndpointId() != endpoint) {
		err = screen.ErrNotFound
	}
	if err != nil {
		x.Missing(err)
		return
	}
	v := deliveryView{
		DeliveryDetail: r.GetData(), List: pathOf(tenant, endpoint) + "/deliveries", Body: r.GetRequestBody(),
		MayAct: x.Session.Has("support"),
	}
	v.Running = r.GetData().GetStatus() == "pending"
	v.Waits = v.Running && r.GetData().GetNextAttemptAt().AsTime().After(x.Now.Add(moveAhead))
	if v.Running && !v.Waits && code == http.StatusOK { // a reload would empty the form
		x.Page.Refresh = "3;url=./" + url.PathEscape(id) // the attempts appear without scripts
	}
	x.Page.Data = v
	x.Show("delivery", code)
}
