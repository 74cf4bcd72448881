package overview

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/console/internal/screen"
)

func TestVerdict(t *testing.T) {
	now := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	ago := func(d time.Duration) *timestamppb.Timestamp { return timestamppb.New(now.Add(-d)) }
	failing := &webhooksv1.FailingEndpoint{TenantId: "ten_a", Endpoint: &webhooksv1.Endpoint{Id: "e1"}}
	for name, c := range map[string]struct {
		change  func(v *view)
		meaning string
		keys    []string
		path    string // of the first
		partial bool
	}{
		"nothing": {func(*view) {}, "good", nil, "", false},
		"one failing": {func(v *view) { v.Failing.Data = []*webhooksv1.FailingEndpoint{failing} }, "bad",
			[]string{"failing 1"}, "webhooks/ten_a/e1", false},
		"three failing": {func(v *view) { v.Failing.Data = []*webhooksv1.FailingEndpoint{failing, failing, failing} }, "bad",
			[]string{"failing 3"}, "#failing", false},
		"more failing than are listed": {func(v *view) {
			v.Failing.Data = slices.Repeat([]*webhooksv1.FailingEndpoint{failing}, maxFailing)
		}, "bad", []string{"failing 20+"}, "#failing", false},
		"deliveries that do not move on": {func(v *view) {
			v.Backlog.Data = &webhooksv1.GetBacklogResponse{Data: []*webhooksv1.Stage{{Name: "outbox", Late: true}, {}}}
		}, "bad", []string{"late 1"}, "#backlog", false},
		"a review of today": {func(v *view) {
			v.Reviews.Data = &pcv1.ListReviewsResponse{Waiting: 2, Oldest: ago(23 * time.Hour)}
		}, "good", nil, "", false},
		"an old review": {func(v *view) {
			v.Reviews.Data = &pcv1.ListReviewsResponse{Waiting: 2, Oldest: ago(73 * time.Hour)}
		}, "waiting", []string{"review 3"}, "review", false},
		"money that nothing explains": {func(v *view) {
			v.Lines.Data, v.Differences.Data = []*pcv1.BankLine{{}}, []*pcv1.Difference{{}, {}}
		}, "waiting", []string{"differences 2", "lines 1"}, "money/reconcile", false},
		"a ledger that does not hold": {func(v *view) {
			v.Integrity[0].Service = "partnerconnect"
			v.Integrity[0].Checks.Data = []check{
				&pcv1.IntegrityCheck{Kind: "ledger"}, &pcv1.IntegrityCheck{Kind: "audit", Intact: true},
			}
		}, "bad", []string{"broken_ledger 0"}, "#integrity-partnerconnect", false},
		"a provider with errors": {func(v *view) {
			v.Providers.Data = []*pcv1.Provider{
				{Connected: true, OpenCalls: 1}, {Connected: true, OpenCalls: 1, LastError: "unavailable"},
			}
		}, "waiting", []string{"providers 1"}, "#providers", false},
		"parts that are away": {func(v *view) { v.Backlog.State, v.Calls.State = screen.Away, screen.Failed }, "bad",
			[]string{"absent 2"}, "", false},
		"a part of another role": {func(v *view) { v.Lines.State = screen.Denied }, "good", nil, "", true},
	} {
		t.Run(name, func(t *testing.T) {
			var v view
			c.change(&v)
			got := verdictOf(v, now)
			var keys []string
			for _, f := range got.Findings {
				key := fmt.Sprint(f.Key, " ", f.Count)
				if f.More {
					key += "+"
				}
				keys = append(keys, key)
			}
			if got.Meaning != c.meaning || !slices.Equal(keys, c.keys) || got.Partial != c.partial {
				t.Fatalf("%+v", got)
			}
			if len(keys) > 0 && got.Findings[0].Path != c.path {
				t.Errorf("it leads to %s", got.Findings[0].Path)
			}
		})
	}
}
