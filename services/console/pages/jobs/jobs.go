// Package jobs is the screen of bulk recoveries: their list, the form with its preview, and one job with its progress.
package jobs

import (
	"context"
	"embed"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/console/internal/screen"
)

//go:embed assets
var assets embed.FS

// Screen is that of the bulk recoveries.
var Screen = screen.Screen{
	Name: "jobs", Group: "webhooks", Path: "jobs",
	Roles: []string{"viewer", "support"},
	Texts: texts, Assets: assets, Serve: serve,
}

func serve(x *screen.Exchange, rest string) {
	switch {
	case rest == "":
		showJobs(x)
	case rest == "new":
		showForm(x)
	case strings.Contains(rest, "/"):
		x.Missing(screen.ErrNotFound)
	default:
		showJob(x, rest)
	}
}

type jobsView struct {
	Jobs   []*webhooksv1.BulkRecovery
	Next   string // leads to the next page; empty: there is none
	MayAct bool
}

func showJobs(x *screen.Exchange) {
	r, err := x.Services.Webhooks.ListBulkRecoveries(x.As(),
		&webhooksv1.ListBulkRecoveriesRequest{PageToken: x.R.URL.Query().Get("page")})
	if err != nil {
		x.Missing(err)
		return
	}
	v := jobsView{Jobs: r.GetData(), MayAct: x.Session.Has("support")}
	if token := r.GetMeta().GetNextPageToken(); token != "" {
		v.Next = "jobs?" + url.Values{"page": {token}}.Encode()
	}
	x.Page.Data = v
	x.Show("jobs", http.StatusOK)
}

// minute is how the browser's input of a time has it, which is in UTC here.
const minute = "2006-01-02T15:04"

type formView struct {
	Query   url.Values // what is selected
	Preview *webhooksv1.PreviewBulkRecoveryResponse
	MayAct  bool
}

// Partial reports whether the deliveries of some endpoints were not counted.
func (v formView) Partial() bool {
	return v.Preview.GetCountedEndpoints() < v.Preview.GetEndpoints()-v.Preview.GetInactiveEndpoints()
}

// showForm shows the form, with the preview of what is selected in the query, or starts the job that it selects.
func showForm(x *screen.Exchange) {
	v := formView{Query: x.R.URL.Query(), MayAct: x.Session.Has("support")}
	chosen := v.Query.Has("since")
	if !chosen {
		v.Query.Set("since", x.Now.UTC().Add(-24*time.Hour).Format(minute))
		v.Query.Set("until", x.Now.UTC().Add(time.Minute).Format(minute)) // with the minute that has begun
	}
	selection, invalid := selectionOf(x, v.Query)
	code, render := x.Submit(map[string]screen.Change{"bulk_start": func(ctx context.Context, x *screen.Exchange) error {
		if invalid != nil {
			return invalid
		}
		r, err := x.Services.Webhooks.StartBulkRecovery(ctx,
			&webhooksv1.StartBulkRecoveryRequest{IdempotencyKey: x.Sending.Name, Selection: selection})
		if err != nil {
			return err
		}
		x.Redirect("jobs/" + url.PathEscape(r.GetData().GetId()) + "?done=bulk_start")
		return screen.ErrAnswered
	}})
	if !render {
		return
	}
	switch {
	case chosen && invalid != nil:
		x.Page.Error, code = invalid.Error(), http.StatusUnprocessableEntity
	case chosen:
		p, err := x.Services.Webhooks.PreviewBulkRecovery(x.As(),
			&webhooksv1.PreviewBulkRecoveryRequest{Selection: selection})
		switch screen.StateOf(err) {
		case screen.Shown:
			v.Preview = p
		case screen.Failed:
			x.Page.Error, code = x.Refusal(err), http.StatusUnprocessableEntity
		default:
			x.Missing(err)
			return
		}
	}
	x.Page.Title = x.Page.T("job_form_title")
	x.Page.Data = v
	x.Show("jobform", code)
}

// selectionOf reads what is selected. Ids and types are separated by blanks, commas or line breaks.
func selectionOf(x *screen.Exchange, q url.Values) (*webhooksv1.BulkSelection, error) {
	list := func(name string) []string {
		return strings.FieldsFunc(q.Get(name), func(r rune) bool { return strings.ContainsRune(" ,;\t\r\n", r) })
	}
	out := &webhooksv1.BulkSelection{
		Livemode: q.Get("mode") == "live", TenantIds: list("tenants"), EndpointIds: list("endpoints"),
		EventTypes: list("types"),
	}
	for name, to := range map[string]**timestamppb.Timestamp{
		"since": &out.Since, "until": &out.Until, "failing_from": &out.FailingFrom, "failing_until": &out.FailingUntil,
	} {
		text := q.Get(name)
		if text == "" && strings.HasPrefix(name, "failing") {
			continue
		}
		at, err := time.Parse(minute, text)
		if err != nil {
			return nil, errors.New(x.Page.T("job_time"))
		}
		*to = timestamppb.New(at)
	}
	return out, nil
}

type jobView struct {
	*webhooksv1.BulkRecovery
	Of       []*webhooksv1.BulkEndpoint
	NextPage string
	MayAct   bool
	// the forms are shown; the page that continues by itself has none, since it would take away what is typed
	Steer bool
}

// Open reports whether the job has not ended.
func (v jobView) Open() bool { return v.GetStatus() == "running" || v.GetStatus() == "paused" }

// Ended is how many endpoints have their end.
func (v jobView) Ended() int32 { return v.GetCompleted() + v.GetCancelled() }

// showJob shows a job with what it did for each endpoint, or does what the person chose.
func showJob(x *screen.Exchange, id string) {
	code, render := x.Submit(changes(id))
	if !render {
		return
	}
	r, err := x.Services.Webhooks.GetBulkRecovery(x.As(), &webhooksv1.GetBulkRecoveryRequest{Id: id})
	if err != nil {
		x.Missing(err)
		return
	}
	page := x.R.URL.Query().Get("page")
	list, err := x.Services.Webhooks.ListBulkRecoveryEndpoints(x.As(),
		&webhooksv1.ListBulkRecoveryEndpointsRequest{Id: id, PageToken: page})
	if err != nil {
		x.Missing(err)
		return
	}
	v := jobView{BulkRecovery: r.GetData(), Of: list.GetData(), MayAct: x.Session.Has("support")}
	v.Steer = x.R.URL.Query().Has("steer") || v.GetStatus() == "paused"
	at := func(page string) string { return url.PathEscape(id) + "?" + url.Values{"page": {page}}.Encode() }
	if next := list.GetMeta().GetNextPageToken(); next != "" {
		v.NextPage = "jobs/" + at(next)
	}
	if v.GetStatus() == "running" && !v.Steer {
		x.Page.Refresh = "3;url=./" + url.PathEscape(id) // the progress continues without scripts
		if page != "" {
			x.Page.Refresh = "3;url=./" + at(page)
		}
	}
	x.Page.Data = v
	x.Show("job", code)
}

// changes are what the forms of a job do.
func changes(id string) map[string]screen.Change {
	return map[string]screen.Change{
		// the form of a start has a page of its own
		"bulk_start": func(context.Context, *screen.Exchange) error { return screen.ErrNotFound },
		"bulk_pause": func(ctx context.Context, x *screen.Exchange) error {
			_, err := x.Services.Webhooks.PauseBulkRecovery(ctx, &webhooksv1.PauseBulkRecoveryRequest{Id: id})
			return err
		},
		"bulk_resume": func(ctx context.Context, x *screen.Exchange) error {
			_, err := x.Services.Webhooks.ResumeBulkRecovery(ctx, &webhooksv1.ResumeBulkRecoveryRequest{Id: id})
			return err
		},
		"bulk_cancel": screen.Final(func(_ context.Context, x *screen.Exchange) ([]screen.Fact, error) {
			return []screen.Fact{{Name: x.Page.T("job_title"), Value: id}}, nil
		}, func(ctx context.Context, x *screen.Exchange) error {
			_, err := x.Services.Webhooks.CancelBulkRecovery(ctx, &webhooksv1.CancelBulkRecoveryRequest{Id: id})
			return err
		}),
	}
}
