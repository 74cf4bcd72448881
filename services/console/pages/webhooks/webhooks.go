// Package webhooks is the screen of tenants, their endpoints and recoveries.
package webhooks

import (
	"context"
	"embed"
	"net/http"
	"net/url"
	"strings"
	"time"

	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/console/internal/screen"
)

//go:embed assets
var assets embed.FS

// Screen is that of the tenants, their endpoints and one endpoint.
var Screen = screen.Screen{
	Name: "webhooks", Group: "webhooks", Path: "webhooks", Texts: texts, Assets: assets, Serve: serve,
}

// serve answers for the tenants, their endpoints, one endpoint, deliveries of a tenant and of an endpoint, and the
// notices.
func serve(x *screen.Exchange, rest string) {
	tenant, endpoint, _ := strings.Cut(rest, "/")
	endpoint, below, _ := strings.Cut(endpoint, "/")
	deliveries, delivery, _ := strings.Cut(below, "/")
	switch {
	case tenant == "":
		showTenants(x)
	case tenant == "notices":
		serveNotices(x, endpoint, below)
	case endpoint == "":
		showEndpoints(x, tenant)
	case endpoint == "keys" && below == "":
		showKeys(x, tenant)
	case endpoint == "portal" && below == "":
		showPortal(x, tenant)
	case endpoint == "deliveries":
		serveDeliveries(x, tenant, "", below)
	case below == "":
		showEndpoint(x, tenant, endpoint)
	case deliveries == "deliveries":
		serveDeliveries(x, tenant, endpoint, delivery)
	default:
		x.Missing(screen.ErrNotFound)
	}
}

// tenantsPage is how many tenants a page shows.
const tenantsPage = 100

type tenantsView struct {
	Tenants []*webhooksv1.Tenant
	Next    string // leads to the next page; empty: there is none
}

func showTenants(x *screen.Exchange) {
	r, err := x.Services.Webhooks.ListTenants(x.As(),
		&webhooksv1.ListTenantsRequest{After: x.R.URL.Query().Get("after"), PageSize: tenantsPage})
	if err != nil {
		x.Missing(err)
		return
	}
	v := tenantsView{Tenants: r.GetData()}
	if n := len(v.Tenants); n == tenantsPage {
		v.Next = "webhooks?" + url.Values{"after": {v.Tenants[n-1].GetId()}}.Encode()
	}
	x.Page.Data = v
	x.Show("tenants", http.StatusOK)
}

type endpointsView struct {
	Tenant    string
	Endpoints []*webhooksv1.Endpoint
	Waiting   []*webhooksv1.WaitingTenant // by mode
}

func showEndpoints(x *screen.Exchange, tenant string) {
	r, err := x.Services.Webhooks.ListTenantEndpoints(x.As(), &webhooksv1.ListTenantEndpointsRequest{TenantId: tenant})
	if err != nil {
		x.Missing(err)
		return
	}
	x.Page.Data = endpointsView{tenant, r.GetData(), r.GetWaiting()}
	x.Show("endpoints", http.StatusOK)
}

type endpointView struct {
	*webhooksv1.Endpoint
	Tenant     string
	Window     time.Duration // of its automatic recovery; 0: it has none
	Recoveries []*webhooksv1.Recovery
	Running    bool // one of them
	MayAct     bool
	Chosen     string                                  // span of the preview; empty: there is none
	Preview    *webhooksv1.PreviewBulkRecoveryResponse // of a recovery of that span
}

// Hours is the window of the automatic recovery in whole hours.
func (v endpointView) Hours() int { return int(v.Window.Hours()) }

// Automatic is that window as forms have it; empty when it is off, or set to one that they do not offer.
func (v endpointView) Automatic() string {
	for _, span := range spans {
		if windows[span] == v.Window {
			return span
		}
	}
	return ""
}

// Spans are the windows that forms offer, shortest first.
func (endpointView) Spans() []string { return spans }

// showEndpoint shows an endpoint, or does what the person chose.
func showEndpoint(x *screen.Exchange, tenant, id string) {
	code, render := x.Submit(endpointChanges(tenant, id))
	if !render {
		return
	}
	v, err := findEndpoint(x, tenant, id)
	if err != nil {
		x.Missing(err)
		return
	}
	v.Chosen = x.R.URL.Query().Get("window")
	if window, offered := windows[v.Chosen]; offered {
		v.Preview, err = x.Services.Webhooks.PreviewBulkRecovery(x.As(),
			&webhooksv1.PreviewBulkRecoveryRequest{Selection: &webhooksv1.BulkSelection{
				Livemode: v.GetLivemode(), EndpointIds: []string{id}, Since: since(x, window), Until: timestamppb.New(x.Now),
			}})
		switch screen.StateOf(err) {
		case screen.Shown:
		case screen.Failed:
			x.Page.Error, code = x.Refusal(err), http.StatusUnprocessableEntity
		default:
			x.Missing(err)
			return
		}
	}
	if v.Running && v.Preview == nil {
		x.Page.Refresh = "3;url=./" + url.PathEscape(id) // the progress continues without scripts
	}
	x.Page.Data = v
	x.Show("endpoint", code)
}

func findEndpoint(x *screen.Exchange, tenant, id string) (endpointView, error) {
	ctx := x.As()
	r, err := x.Services.Webhooks.ListTenantEndpoints(ctx, &webhooksv1.ListTenantEndpointsRequest{TenantId: tenant})
	if err != nil {
		return endpointView{}, err
	}
	v := endpointView{Tenant: tenant, MayAct: x.Session.Has("support")}
	for _, e := range r.GetData() {
		if e.GetId() == id {
			v.Endpoint = e
		}
	}
	if v.Endpoint == nil {
		return v, screen.ErrNotFound
	}
	for _, a := range r.GetAutomaticRecoveries() {
		if a.GetEndpointId() == id {
			v.Window = a.GetWindow().AsDuration()
		}
	}
	jobs, err := x.Services.Webhooks.ListEndpointRecoveries(ctx, &webhooksv1.ListEndpointRecoveriesRequest{Id: id})
	if err != nil {
		return v, err
	}
	v.Recoveries = jobs.GetData()
	for _, job := range v.Recoveries {
		v.Running = v.Running || job.GetStatus() == "running"
	}
	return v, nil
}

var spans = []string{"1h", "24h", "168h", "720h"}

// windows are the spans that forms offer, by the text of their value.
var windows = map[string]time.Duration{
	"1h": time.Hour, "24h": 24 * time.Hour, "168h": 7 * 24 * time.Hour, "720h": 30 * 24 * time.Hour,
}

// since is when a span begins. The longest is the retention of events: its first minute may be over when the call
// arrives.
func since(x *screen.Exchange, window time.Duration) *timestamppb.Timestamp {
	return timestamppb.New(x.Now.Add(time.Minute - window))
}

// endpointChanges are what the forms of an endpoint do.
func endpointChanges(tenant, id string) map[string]screen.Change {
	return map[string]screen.Change{
		"pause": func(ctx context.Context, x *screen.Exchange) error {
			_, err := x.Services.Webhooks.PauseEndpoint(ctx, &webhooksv1.PauseEndpointRequest{Id: id, Reason: x.Input("reason")})
			return err
		},
		"resume": func(ctx context.Context, x *screen.Exchange) error {
			_, err := x.Services.Webhooks.ResumeEndpoint(ctx,
				&webhooksv1.ResumeEndpointRequest{Id: id, Reason: x.Input("reason")})
			return err
		},
		"recover": func(ctx context.Context, x *screen.Exchange) error {
			window, err := x.Span("window", spans)
			if err != nil {
				return err
			}
			_, err = x.Services.Webhooks.RedriveEndpoint(ctx, &webhooksv1.RedriveEndpointRequest{
				TenantId: tenant, Livemode: x.Input("livemode") == "true",
				Recovery: &webhooksv1.RecoverEndpointRequest{Id: id, Since: since(x, window)},
			})
			return err
		},
		"everything": func(ctx context.Context, x *screen.Exchange) error {
			_, err := x.Services.Webhooks.RedriveEndpoint(ctx, &webhooksv1.RedriveEndpointRequest{
				TenantId: tenant, Livemode: x.Input("livemode") == "true",
				Recovery: &webhooksv1.RecoverEndpointRequest{
					Id: id, Since: since(x, windows[spans[len(spans)-1]]), Statuses: []string{"pending"},
				},
			})
			return err
		},
		"automatic": func(ctx context.Context, x *screen.Exchange) error {
			req := &webhooksv1.SetAutomaticRecoveryRequest{Id: id}
			if x.Input("window") != "" {
				window, err := x.Span("window", spans)
				if err != nil {
					return err
				}
				req.Window = durationpb.New(window)
			}
			_, err := x.Services.Webhooks.SetAutomaticRecovery(ctx, req)
			return err
		},
	}
}
