// Package overview is the screen that answers whether all is well.
package overview

import (
	"context"
	"embed"
	"math"
	"net/http"
	"strconv"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/pagekit"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/console/internal/figures"
	"github.com/partnerline/partnerline/services/console/internal/screen"
)

//go:embed assets
var assets embed.FS

// Screen is the first page.
var Screen = screen.Screen{Name: "overview", Group: "work", Texts: texts, Assets: assets, Serve: serve}

// view is what the first page shows.
type view struct {
	Verdict     verdict
	Statistics  screen.Part[day]
	Prometheus  bool
	Figures     screen.Part[[]figures.Series]
	Reviews     screen.Part[*pcv1.ListReviewsResponse]
	Waiting     screen.Part[[]*pcv1.WaitingOnboardings]
	Unchanged   string // the day before which they last changed
	Providers   screen.Part[[]*pcv1.Provider]
	Integrity   [2]integrity // of the services
	Backlog     screen.Part[*webhooksv1.GetBacklogResponse]
	Failing     screen.Part[[]*webhooksv1.FailingEndpoint]
	Differences screen.Part[[]*pcv1.Difference]
	Calls       screen.Part[[]*pcv1.ProviderCall]
	Lines       screen.Part[[]*pcv1.BankLine]
}

// integrity is what a service has verified as a whole.
type integrity struct {
	Service string
	Checks  screen.Part[[]check]
}

// A check is the last verification of one kind, as each service's contract has it.
type check interface {
	GetKind() string
	GetIntact() bool
	GetVerifiedAt() *timestamppb.Timestamp
	GetOperatorName() string
}

func checksOf[T check](list []T) (out []check) {
	for _, c := range list {
		out = append(out, c)
	}
	return out
}

// units are those of the figures; others count something.
var units = map[string]string{
	"attempt_p99": "ms", "attempts_failed": "%", "outbox_age": "s", "reviews_age": "h", "calls_failed": "%", "ended": "/s",
}

// Chart draws a series.
func (view) Chart(p screen.Page, s figures.Series) pagekit.Chart {
	label := p.T("figure_" + s.Name)
	if s.Of != "" {
		label += ": " + s.Of
	}
	return p.Chart(label, units[s.Name], pagekit.Timeline{First: s.Since, Step: figures.Step}, s.Values)
}

// Number is a figure with at most two digits after the point.
func (view) Number(v float64) string { return strconv.FormatFloat(v, 'f', digits(v), 64) }

func digits(v float64) int {
	if v == math.Trunc(v) || v >= 100 {
		return 0
	}
	return 2
}

// serve answers whether all is well, by what each part of each service says at the same time.
func serve(x *screen.Exchange, _ string) {
	var v view
	w, p := x.Services.Webhooks, x.Services.PartnerConnect
	r := x.Reading()
	if v.Prometheus = x.Figures != nil; v.Prometheus {
		screen.Read(r, "figures", &v.Figures, func(ctx context.Context) ([]figures.Series, error) {
			list, err := x.Figures.Day(ctx)
			if err != nil {
				err = status.Error(codes.Unavailable, err.Error())
			}
			return list, err
		})
	}
	screen.Read(r, "backlog", &v.Backlog, func(ctx context.Context) (*webhooksv1.GetBacklogResponse, error) {
		return w.GetBacklog(ctx, &webhooksv1.GetBacklogRequest{})
	})
	screen.Read(r, "failing", &v.Failing, func(ctx context.Context) ([]*webhooksv1.FailingEndpoint, error) {
		r, err := w.ListFailingEndpoints(ctx, &webhooksv1.ListFailingEndpointsRequest{PageSize: maxFailing})
		return r.GetData(), err
	})
	screen.Read(r, "differences", &v.Differences, func(ctx context.Context) ([]*pcv1.Difference, error) {
		r, err := p.ListDifferences(ctx, &pcv1.ListDifferencesRequest{})
		return r.GetData(), err
	})
	screen.Read(r, "provider_calls", &v.Calls, func(ctx context.Context) ([]*pcv1.ProviderCall, error) {
		r, err := p.ListProviderCalls(ctx, &pcv1.ListProviderCallsRequest{})
		return r.GetData(), err
	})
	screen.Read(r, "bank_lines", &v.Lines, func(ctx context.Context) ([]*pcv1.BankLine, error) {
		r, err := p.ListUnmatchedBankLines(ctx, &pcv1.ListUnmatchedBankLinesRequest{})
		return r.GetData(), err
	})
	screen.Read(r, "statistics", &v.Statistics, func(ctx context.Context) (day, error) {
		r, err := w.GetStatistics(ctx, &webhooksv1.GetStatisticsRequest{})
		return dayOf(r), err
	})
	screen.Read(r, "reviews", &v.Reviews, func(ctx context.Context) (*pcv1.ListReviewsResponse, error) {
		return p.ListReviews(ctx, &pcv1.ListReviewsRequest{PageSize: 1})
	})
	unchanged := x.Now.UTC().Add(-noProgress).Truncate(24 * time.Hour)
	v.Unchanged = unchanged.Format(time.DateOnly)
	screen.Read(r, "waiting", &v.Waiting, func(ctx context.Context) ([]*pcv1.WaitingOnboardings, error) {
		r, err := p.CountWaitingOnboardings(ctx,
			&pcv1.CountWaitingOnboardingsRequest{UnchangedSince: timestamppb.New(unchanged)})
		return r.GetData(), err
	})
	screen.Read(r, "providers", &v.Providers, func(ctx context.Context) ([]*pcv1.Provider, error) {
		r, err := p.ListProviders(ctx, &pcv1.ListProvidersRequest{})
		return r.GetData(), err
	})
	v.Integrity[0].Service, v.Integrity[1].Service = "partnerconnect", "webhooks"
	screen.Read(r, "partnerconnect_integrity", &v.Integrity[0].Checks, func(ctx context.Context) ([]check, error) {
		r, err := p.ListIntegrityChecks(ctx, &pcv1.ListIntegrityChecksRequest{})
		return checksOf(r.GetData()), err
	})
	screen.Read(r, "webhooks_integrity", &v.Integrity[1].Checks, func(ctx context.Context) ([]check, error) {
		r, err := w.ListIntegrityChecks(ctx, &webhooksv1.ListIntegrityChecksRequest{})
		return checksOf(r.GetData()), err
	})
	r.Wait()
	v.Verdict = verdictOf(v, x.Now)
	x.Page.Data = v
	x.Show("overview", http.StatusOK)
}

// noProgress is how long onboardings are unchanged that are counted as waiting.
const noProgress = 3 * 24 * time.Hour

// maxFailing bounds what the overview lists: it is for seeing that something is wrong, and where.
const maxFailing = 20
