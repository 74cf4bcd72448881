// Package audit is the screen of who did and saw what.
package audit

import (
	"context"
	"embed"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/pagekit"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/console/internal/screen"
)

//go:embed assets
var assets embed.FS

// Screen is that of the audit trail.
var Screen = screen.Screen{
	Name: "audit", Group: "records", Path: "audit",
	Roles: []string{"viewer", "administrator"},
	Texts: texts, Assets: assets, Serve: serve,
}

func serve(x *screen.Exchange, rest string) {
	switch rest {
	case "":
		if code, render := x.Submit(changes()); render {
			show(x, code, nil)
		}
	case "entries.csv":
		sendList(x)
	case "webhooks.csv":
		sendWebhooks(x)
	default:
		x.Missing(screen.ErrNotFound)
	}
}

// filters are the inputs that restrict the list, in the order of the form.
var filters = []string{"person", "operation", "object", "partner", "merchant", "tenant"}

type view struct {
	Filters  pagekit.Filters
	Query    url.Values                                         // the filters that are set
	Entries  *screen.Part[*pcv1.ListAuditEntriesResponse]       // nil: the filters are of another service
	Webhooks *screen.Part[*webhooksv1.ListAuditEntriesResponse] // likewise
	Chains   []chainView
	MayAsk   bool // for an export
}

// chainView is the chain of a service.
type chainView struct {
	chain
	Report report // nil: no one asked for it
}

// With is the query of the list with another filter.
func (v view) With(filter, value string) string {
	return "audit?" + url.Values{filter: {value}}.Encode()
}

// CSV leads to a list as a file.
func (v view) CSV(list string) string { return "audit/" + list + ".csv?" + v.Query.Encode() }

// Method is that of an operation, whose whole name begins with the service.
func (view) Method(operation string) string {
	return operation[strings.LastIndexAny(operation, "./")+1:]
}

// Next leads to the page of a list that has a token; empty without one.
func (v view) Next(list, token string) string {
	if token == "" {
		return ""
	}
	next := url.Values{list: {token}}
	maps.Copy(next, v.Query)
	return "audit?" + next.Encode()
}

// show shows the list that the query asks for, and what verifications found, by service.
func show(x *screen.Exchange, code int, reports map[string]report) {
	v := view{
		Query:  query(x),
		MayAsk: x.Session.Has("administrator"),
	}
	v.Filters = fields(x.Page, v.Query)
	for _, c := range chains {
		v.Chains = append(v.Chains, chainView{c, reports[c.Service]})
	}
	from, until, err := days(x, v.Query)
	if err != nil {
		x.Page.Error, code = err.Error(), http.StatusUnprocessableEntity
	}
	parts := x.Reading()
	if err == nil && v.Query.Get("tenant") == "" {
		v.Entries = &screen.Part[*pcv1.ListAuditEntriesResponse]{}
		req := request(v.Query, from, until)
		req.PageToken = x.R.URL.Query().Get("page")
		screen.Read(parts, "audit entries", v.Entries, func(ctx context.Context) (*pcv1.ListAuditEntriesResponse, error) {
			return x.Services.PartnerConnect.ListAuditEntries(ctx, req)
		})
	}
	if err == nil && ofWebhooks(v.Query) {
		v.Webhooks = &screen.Part[*webhooksv1.ListAuditEntriesResponse]{}
		req := webhooksRequest(v.Query, from, until)
		req.PageToken = x.R.URL.Query().Get("webhooks")
		screen.Read(parts, "audit entries of webhooks", v.Webhooks,
			func(ctx context.Context) (*webhooksv1.ListAuditEntriesResponse, error) {
				return x.Services.Webhooks.ListAuditEntries(ctx, req)
			})
	}
	parts.Wait()
	x.Page.Data = v
	x.Show("audit", code)
}

// fields are the filters of the form.
func fields(p screen.Page, q url.Values) pagekit.Filters {
	actors := []string{"operator", "partner", "merchant", "system"}
	out := []pagekit.Field{p.Choice("actor", p.T("audit_actor"), "audit_actor_", actors...)}
	for _, name := range filters {
		out = append(out, pagekit.Field{
			Name: name, Label: p.T("audit_" + name), Most: 320,
			Rare: name == "partner" || name == "merchant" || name == "tenant",
		})
	}
	return p.Filters("audit", q, append(out, pagekit.Days(p.T("audit_from"), p.T("audit_until"))...)...)
}

// query is the filters that the person chose.
func query(x *screen.Exchange) url.Values {
	out, asked := url.Values{}, x.R.URL.Query()
	for _, name := range append([]string{"actor", "from", "until"}, filters...) {
		if value := strings.TrimSpace(asked.Get(name)); value != "" {
			out.Set(name, value)
		}
	}
	return out
}

// days are the bounds of the list, as the query has them; both days are included, and one that is not given is nil.
func days(x *screen.Exchange, q url.Values) (from, until *timestamppb.Timestamp, err error) {
	for _, day := range []struct {
		name string
		add  int
		to   **timestamppb.Timestamp
	}{{"from", 0, &from}, {"until", 1, &until}} {
		if q.Get(day.name) == "" {
			continue
		}
		at, err := time.Parse(time.DateOnly, q.Get(day.name))
		if err != nil {
			return nil, nil, errors.New(x.Page.T("audit_day"))
		}
		*day.to = timestamppb.New(at.AddDate(0, 0, day.add))
	}
	return from, until, nil
}

func request(q url.Values, from, until *timestamppb.Timestamp) *pcv1.ListAuditEntriesRequest {
	return &pcv1.ListAuditEntriesRequest{
		Person: q.Get("person"), Operation: q.Get("operation"), ObjectId: q.Get("object"), PartnerId: q.Get("partner"),
		MerchantRef: q.Get("merchant"), Actor: q.Get("actor"),
		From: from, Until: until,
	}
}

// ofWebhooks reports whether entries of webhooks, which are of operators and know neither partners nor merchants, are
// among those asked for.
func ofWebhooks(q url.Values) bool {
	return q.Get("partner") == "" && q.Get("merchant") == "" && (q.Get("actor") == "" || q.Get("actor") == "operator")
}

func webhooksRequest(q url.Values, from, until *timestamppb.Timestamp) *webhooksv1.ListAuditEntriesRequest {
	return &webhooksv1.ListAuditEntriesRequest{
		Person: q.Get("person"), Operation: q.Get("operation"), ObjectId: q.Get("object"), TenantId: q.Get("tenant"),
		From: from, Until: until,
	}
}

// sendList sends all pages of partner connect's list as a table.
func sendList(x *screen.Exchange) {
	columns := []string{
		"position", "at", "actor", "operator_subject", "operator_name", "operator_roles", "operation", "outcome", "object_id",
		"partner_id", "merchant_ref", "reason",
		"request_id", "address",
	}
	q := query(x)
	from, until, err := days(x, q)
	if err != nil {
		x.Missing(screen.ErrNotFound)
		return
	}
	req := request(q, from, until)
	req.PageSize = screen.FilePage
	x.SendList("audit list", "audit-partnerconnect.csv", columns,
		func(ctx context.Context, token string) (rows [][]string, next string, err error) {
			req.PageToken = token
			page, err := x.Services.PartnerConnect.ListAuditEntries(ctx, req)
			for _, e := range page.GetData() {
				rows = append(rows, []string{
					strconv.FormatInt(e.GetPosition(), 10), e.GetAt().AsTime().Format(time.RFC3339Nano), e.GetActor(),
					e.GetOperatorSubject(), e.GetOperatorName(),
					strings.Join(e.GetOperatorRoles(), " "), e.GetOperation(), e.GetOutcome(), e.GetObjectId(), e.GetPartnerId(),
					e.GetMerchantRef(), e.GetReason(),
					e.GetRequestId(), e.GetAddress(),
				})
			}
			return rows, page.GetMeta().GetNextPageToken(), err
		})
}

// sendWebhooks sends all pages of webhooks' list as a table.
func sendWebhooks(x *screen.Exchange) {
	columns := []string{
		"position", "at", "operator_subject", "operator_name", "operator_roles", "operation", "object_id", "tenant_id",
		"reason", "request_id",
	}
	q := query(x)
	from, until, err := days(x, q)
	if err != nil {
		x.Missing(screen.ErrNotFound)
		return
	}
	req := webhooksRequest(q, from, until)
	req.PageSize = screen.FilePage
	x.SendList("audit list", "audit-webhooks.csv", columns,
		func(ctx context.Context, token string) (rows [][]string, next string, err error) {
			req.PageToken = token
			page, err := x.Services.Webhooks.ListAuditEntries(ctx, req)
			for _, e := range page.GetData() {
				rows = append(rows, []string{
					strconv.FormatInt(e.GetPosition(), 10), e.GetAt().AsTime().Format(time.RFC3339Nano), e.GetOperatorSubject(),
					e.GetOperatorName(),
					strings.Join(e.GetOperatorRoles(), " "), e.GetOperation(), e.GetObjectId(), e.GetTenantId(), e.GetReason(),
					e.GetRequestId(),
				})
			}
			return rows, page.GetMeta().GetNextPageToken(), err
		})
}
