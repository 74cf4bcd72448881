// Package onboardings is the screen of onboardings and the merchants that come of them.
package onboardings

import (
	"context"
	"embed"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/pagekit"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/console/internal/screen"
)

//go:embed assets
var assets embed.FS

// Screen is the list, one onboarding, and its merchant.
var Screen = screen.Screen{
	Name: "onboardings", Group: "merchants", Path: "onboardings",
	Roles: []string{"viewer", "support", "reviewer", "finance"},
	Texts: texts, Assets: assets, Serve: serve,
}

func serve(x *screen.Exchange, rest string) {
	ref, below, _ := strings.Cut(rest, "/")
	switch {
	case rest == "":
		showList(x)
	case rest == "list.csv":
		sendList(x)
	case below == "":
		showOnboarding(x, ref)
	case below == "merchant":
		showMerchant(x, ref)
	default:
		x.Missing(screen.ErrNotFound)
	}
}

// Path leads to an onboarding, or to the merchant where the person's roles do not open the onboarding; empty where they
// open neither.
func Path(x *screen.Exchange, ref string) string {
	switch {
	case x.Session.Has("support", "reviewer"):
		return (&url.URL{Path: "onboardings"}).JoinPath(ref).String()
	case x.Session.Has("viewer", "finance"):
		return (&url.URL{Path: "onboardings"}).JoinPath(ref, "merchant").String()
	}
	return ""
}

// statuses are those of onboardings.
var statuses = []string{
	"draft", "in_progress", "awaiting_signatories", "in_review", "action_required", "active", "rejected", "cancelled",
	"expired",
}

type listView struct {
	x        *screen.Exchange
	Filters  pagekit.Filters
	Sort     pagekit.Sort
	Query    url.Values // the filters that are set
	Found    screen.Part[*pcv1.SearchOnboardingsResponse]
	NextPage string // leads to it; empty: there is none
	CSV      string // leads to the list as a file
}

// Path leads to one of the list; empty where the person's roles do not open it.
func (v listView) Path(ref string) string {
	if path := Path(v.x, ref); path != "" {
		return v.x.Page.Home + path
	}
	return ""
}

func showList(x *screen.Exchange) {
	v, code, p := listView{x: x, Query: filters(x)}, http.StatusOK, x.Page
	v.Filters = p.Filters("onboardings", v.Query,
		p.Choice("status", p.T("onboardings_status"), "status_", statuses...),
		p.Choice("waits_for", p.T("onboardings_waits_for"), "waits_", "merchant", "signatories", "operator"),
		p.Choice("mode", p.T("mode"), "mode_", "live", "test"),
		pagekit.Field{Name: "partner", Label: p.T("onboardings_partner")},
		pagekit.Field{Name: "unchanged", Label: p.T("onboardings_unchanged"), Type: "date"})
	longAgo := x.Now.AddDate(0, 0, -3).Format(time.DateOnly)
	v.Filters.Views = p.Views("onboardings", v.Query, pagekit.NamedFilters{Key: "onboardings_view_all"},
		pagekit.NamedFilters{Key: "onboardings_view_operator", Filters: url.Values{"waits_for": {"operator"}}},
		pagekit.NamedFilters{Key: "onboardings_view_stuck", Filters: url.Values{
			"waits_for": {"merchant"}, "unchanged": {longAgo},
		}},
		pagekit.NamedFilters{Key: "onboardings_view_live", Filters: url.Values{"status": {"active"}, "mode": {"live"}}})
	v.Sort = p.Sort("onboardings", v.Query, p.T("onboardings_changed"), pagekit.Descending)
	v.CSV = "onboardings/list.csv?" + v.Query.Encode()
	req, err := request(x, v.Query)
	if err != nil {
		x.Page.Error, code = err.Error(), http.StatusUnprocessableEntity
	} else {
		req.PageToken = x.R.URL.Query().Get("page")
		parts := x.Reading()
		screen.Read(parts, "onboardings", &v.Found, func(ctx context.Context) (*pcv1.SearchOnboardingsResponse, error) {
			return x.Services.PartnerConnect.SearchOnboardings(ctx, req)
		})
		parts.Wait()
	}
	if token := v.Found.Data.GetMeta().GetNextPageToken(); token != "" {
		v.NextPage = "onboardings?" + v.Query.Encode() + "&" + url.Values{"page": {token}}.Encode()
	}
	x.Page.Data = v
	x.Show("onboardings", code)
}

// filters are those that the address sets.
func filters(x *screen.Exchange) url.Values {
	out := url.Values{}
	asked := x.R.URL.Query()
	for _, name := range []string{"status", "waits_for", "mode", "partner", "unchanged", "order"} {
		if value := strings.TrimSpace(asked.Get(name)); value != "" {
			out.Set(name, value)
		}
	}
	return out
}

// request is what the list is read with.
func request(x *screen.Exchange, q url.Values) (*pcv1.SearchOnboardingsRequest, error) {
	req := &pcv1.SearchOnboardingsRequest{
		Mode: q.Get("mode"), Status: q.Get("status"), WaitsFor: q.Get("waits_for"), PartnerId: q.Get("partner"),
		OldestFirst: pagekit.Order(q, pagekit.Descending) == pagekit.Ascending,
	}
	if day := q.Get("unchanged"); day != "" {
		at, err := time.Parse(time.DateOnly, day)
		if err != nil {
			return nil, errors.New(x.Page.T("onboardings_day"))
		}
		req.UnchangedSince = timestamppb.New(at)
	}
	return req, nil
}

func sendList(x *screen.Exchange) {
	req, err := request(x, filters(x))
	if err != nil {
		x.Missing(screen.ErrNotFound)
		return
	}
	req.PageSize = screen.FilePage
	columns := []string{
		"ref", "partner_id", "channel", "partner_external_ref", "applicant_type", "status", "reason_code", "merchant_status",
		"waits_for", "reasons", "created_at", "updated_at",
		"expires_at", "livemode",
	}
	x.SendList("onboardings", "onboardings.csv", columns,
		func(ctx context.Context, token string) (out [][]string, next string, err error) {
			req := proto.CloneOf(req)
			req.PageToken = token
			page, err := x.Services.PartnerConnect.SearchOnboardings(ctx, req)
			for _, o := range page.GetData() {
				out = append(out, []string{
					o.GetRef(), o.GetPartnerId(), o.GetChannel(), o.GetPartnerExternalRef(), o.GetApplicantType(), o.GetStatus(),
					o.GetReasonCode(), o.GetMerchantStatus(), o.GetWaitsFor(),
					strings.Join(o.GetReasons(), " "), stamp(o.GetCreatedAt()), stamp(o.GetUpdatedAt()), stamp(o.GetExpiresAt()),
					strconv.FormatBool(o.GetLivemode()),
				})
			}
			return out, page.GetMeta().GetNextPageToken(), err
		})
}

func stamp(t *timestamppb.Timestamp) string {
	if t == nil {
		return ""
	}
	return t.AsTime().Format(time.RFC3339)
}
