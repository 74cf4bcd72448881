package webhooks

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"google.golang.org/protobuf/proto"

	"github.com/partnerline/partnerline/internal/pagekit"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/console/internal/screen"
)

// noticeTypes are the types of notices, as forms offer them.
var noticeTypes = []string{
	"endpoint.failing", "endpoint.deactivated", "endpoint.paused", "endpoint.resumed",
	"tenant.deliveries_limited", "tenant.answers_limited",
}

// serveNotices answers for the notices: their list, and the list as a file.
func serveNotices(x *screen.Exchange, rest, below string) {
	switch {
	case rest == "":
		showNotices(x)
	case rest == "notices.csv" && below == "":
		sendNotices(x)
	default:
		x.Missing(screen.ErrNotFound)
	}
}

type noticesView struct {
	Filters  pagekit.Filters
	Query    url.Values // the filters that are set
	Notices  []*webhooksv1.Notice
	NextPage string
}

// CSV leads to the list as a file.
func (v noticesView) CSV() string { return "webhooks/notices/notices.csv?" + v.Query.Encode() }

func noticesRequest(x *screen.Exchange) *webhooksv1.SearchNoticesRequest {
	q := x.R.URL.Query()
	return &webhooksv1.SearchNoticesRequest{
		TenantId: strings.TrimSpace(q.Get("tenant")), EndpointId: strings.TrimSpace(q.Get("endpoint")), Type: q.Get("type"),
	}
}

func showNotices(x *screen.Exchange) {
	req, v, code := noticesRequest(x), noticesView{Query: url.Values{}}, http.StatusOK
	for name, value := range map[string]string{
		"tenant": req.GetTenantId(), "endpoint": req.GetEndpointId(), "type": req.GetType(),
	} {
		if value != "" {
			v.Query.Set(name, value)
		}
	}
	p := x.Page
	v.Filters = p.Filters("webhooks/notices", v.Query, p.Choice("type", p.T("notice_type"), "notice_", noticeTypes...),
		pagekit.Field{Name: "tenant", Label: p.T("tenant")}, pagekit.Field{Name: "endpoint", Label: p.T("notices_endpoint")})
	req.PageToken = x.R.URL.Query().Get("page")
	list, err := x.Services.Webhooks.SearchNotices(x.As(), req)
	if screen.StateOf(err) == screen.Failed && len(v.Query) > 0 {
		x.Page.Error, code = x.Refusal(err), http.StatusUnprocessableEntity
	} else if err != nil {
		x.Missing(err)
		return
	}
	v.Notices = list.GetData()
	if token := list.GetMeta().GetNextPageToken(); token != "" {
		v.NextPage = "webhooks/notices?" + v.Query.Encode() + "&page=" + url.QueryEscape(token)
	}
	x.Page.Data = v
	x.Show("notices", code)
}

var noticeColumns = []string{
	"id", "type", "tenant_id", "endpoint_id", "livemode", "failure_count", "actor", "reason", "created_at",
}

// sendNotices sends all pages of the list as a table.
func sendNotices(x *screen.Exchange) {
	req := noticesRequest(x)
	req.PageSize = screen.FilePage
	x.SendList("notices", "notices.csv", noticeColumns,
		func(ctx context.Context, token string) (rows [][]string, next string, err error) {
			req := proto.CloneOf(req)
			req.PageToken = token
			page, err := x.Services.Webhooks.SearchNotices(ctx, req)
			for _, n := range page.GetData() {
				rows = append(rows, []string{
					strconv.FormatInt(n.GetId(), 10), n.GetType(), n.GetTenantId(), n.GetEndpointId(),
					strconv.FormatBool(n.GetLivemode()), strconv.Itoa(int(n.GetFailureCount())),
					n.GetActor(), n.GetReason(), stamp(n.GetCreatedAt()),
				})
			}
			return rows, page.GetMeta().GetNextPageToken(), err
		})
}
