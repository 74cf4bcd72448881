package webhooks

import (
	"context"
	"errors"
	"iter"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/console/internal/screen"
)

// serveDeliveries answers for the deliveries of an endpoint: their list, the list as a file, and one delivery.
func serveDeliveries(x *screen.Exchange, tenant, endpoint, rest string) {
	switch rest {
	case "":
		showDeliveries(x, tenant, endpoint)
	case "deliveries.csv":
		sendDeliveries(x, endpoint)
	default:
		showDelivery(x, tenant, endpoint, rest)
	}
}

// statuses are those that the list can be restricted to.
var statuses = []string{"pending", "delivered", "failed", "cancelled"}

type deliveriesView struct {
	Up, Path   string // of the endpoint and of the list, from the first page
	Statuses   []string
	Query      url.Values // the filters that are set
	Deliveries []*webhooksv1.Delivery
	NextPage   string
}

// CSV leads to the list as a file.
func (v deliveriesView) CSV() string { return v.Path + "/deliveries.csv?" + v.Query.Encode() }

func endpointPath(tenant, endpoint string) string {
	return (&url.URL{Path: strings.Join([]string{"webhooks", tenant, endpoint}, "/")}).EscapedPath()
}

func showDeliveries(x *screen.Exchange, tenant, endpoint string) {
	up := endpointPath(tenant, endpoint)
	v := deliveriesView{Up: up, Path: up + "/deliveries", Statuses: statuses, Query: url.Values{}}
	for _, name := range []string{"status", "type", "from", "until"} {
		if value := strings.TrimSpace(x.R.URL.Query().Get(name)); value != "" {
			v.Query.Set(name, value)
		}
	}
	code := http.StatusOK
	req, err := deliveriesRequest(x, endpoint)
	if err != nil {
		x.Page.Error, code = err.Error(), http.StatusUnprocessableEntity
	} else {
		req.PageToken = x.R.URL.Query().Get("page")
		list, err := x.Services.Webhooks.ListEndpointDeliveries(x.As(), req)
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
	x.Show("deliveries", code)
}

// deliveriesRequest is what the list is read with; both days are included.
func deliveriesRequest(x *screen.Exchange, endpoint string) (*webhooksv1.ListEndpointDeliveriesRequest, error) {
	q := x.R.URL.Query()
	req := &webhooksv1.ListEndpointDeliveriesRequest{Id: endpoint, Status: q.Get("status"), Type: strings.TrimSpace(q.Get("type"))}
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

const (
	deliveriesPage = 200       // of a call that reads for the file
	fileTimeout    = time.Hour // of a file as a whole
)

var deliveryColumns = []string{"id", "event_id", "event_type", "status", "run", "attempt_count", "reason", "created_at", "completed_at", "next_attempt_at"}

// sendDeliveries sends all pages of the list as a table.
func sendDeliveries(x *screen.Exchange, endpoint string) {
	req, err := deliveriesRequest(x, endpoint)
	if err != nil {
		x.Missing(screen.ErrNotFound)
		return
	}
	req.PageSize = deliveriesPage
	if err := x.SendCSV("deliveries", "deliveries.csv", deliveryColumns, deliveryRows(x, req)); err != nil {
		x.Missing(err)
	}
}

func deliveryRows(x *screen.Exchange, req *webhooksv1.ListEndpointDeliveriesRequest) iter.Seq2[[]string, error] {
	stamp := func(t *timestamppb.Timestamp) string {
		if t == nil {
			return ""
		}
		return t.AsTime().Format(time.RFC3339Nano)
	}
	return func(yield func([]string, error) bool) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(x.As()), fileTimeout)
		defer cancel()
		for {
			page, err := x.Services.Webhooks.ListEndpointDeliveries(ctx, proto.CloneOf(req))
			if err != nil {
				yield(nil, err)
				return
			}
			for _, d := range page.GetData() {
				row := []string{
					d.GetId(), d.GetEventId(), d.GetEventType(), d.GetStatus(), strconv.Itoa(int(d.GetRun())), strconv.Itoa(int(d.GetAttemptCount())), d.GetReason(),
					stamp(d.GetCreatedAt()), stamp(d.GetCompletedAt()), stamp(d.GetNextAttemptAt()),
				}
				if !yield(row, nil) {
					return
				}
			}
			if req.PageToken = page.GetMeta().GetNextPageToken(); req.GetPageToken() == "" {
				return
			}
		}
	}
}

type deliveryView struct {
	*webhooksv1.DeliveryDetail
	List    string // path of the endpoint's deliveries
	Body    string // of the requests
	MayAct  bool
	Running bool
}

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
	v := deliveryView{DeliveryDetail: r.GetData(), List: endpointPath(tenant, endpoint) + "/deliveries", Body: r.GetRequestBody(), MayAct: x.Session.Has("support")}
	v.Running = r.GetData().GetStatus() == "pending"
	if v.Running && code == http.StatusOK {
		x.Page.Refresh = "3;url=./" + url.PathEscape(id) // the attempts appear without scripts
	}
	x.Page.Data = v
	x.Show("delivery", code)
}
