package app_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/fault"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
)

// Operators find onboardings by what they wait for, and see what happened to one, in pages; nothing of its people is
// there.
func TestOnboardingsOfOperators(t *testing.T) {
	t.Parallel()
	b := startBank(t)
	key := b.simple("a")
	active := b.merchant(key, allowed)
	draft := b.create(key, companyBody("other", jointCompany))
	inReview := b.create(key, companyBody("third", jointCompany))
	b.must(201, "POST", "/onboarding/"+inReview+"/documents", key, uploadJSON(file(100, 'x'), nil))

	refs := func(t *testing.T, req *pcv1.SearchOnboardingsRequest) (out []string) {
		t.Helper()
		for {
			r, err := b.operator.SearchOnboardings(b.internal(), req)
			if err != nil {
				t.Fatal(err)
			}
			for _, o := range r.GetData() {
				out = append(out, o.GetRef())
			}
			if req.PageToken = r.GetMeta().GetNextPageToken(); req.GetPageToken() == "" {
				return out
			}
		}
	}
	for name, c := range map[string]struct {
		req  *pcv1.SearchOnboardingsRequest
		want []string
	}{
		"all, a page each": {&pcv1.SearchOnboardingsRequest{PageSize: 1}, []string{inReview, draft, active}},
		"the oldest first": {
			&pcv1.SearchOnboardingsRequest{PageSize: 1, OldestFirst: true}, []string{active, draft, inReview},
		},
		"active": {&pcv1.SearchOnboardingsRequest{Status: "active", Mode: "test", PartnerId: "ptn_a"},
			[]string{active}},
		"for the merchant":    {&pcv1.SearchOnboardingsRequest{WaitsFor: "merchant"}, []string{draft}},
		"for an operator":     {&pcv1.SearchOnboardingsRequest{WaitsFor: "operator", PartnerId: "ptn_a"}, []string{inReview}},
		"for signatories":     {&pcv1.SearchOnboardingsRequest{WaitsFor: "signatories"}, nil},
		"of live mode":        {&pcv1.SearchOnboardingsRequest{Mode: "live"}, nil},
		"of another partner":  {&pcv1.SearchOnboardingsRequest{PartnerId: "ptn_b"}, nil},
		"two that contradict": {&pcv1.SearchOnboardingsRequest{Status: "active", WaitsFor: "merchant"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			if got := refs(t, c.req); !slices.Equal(got, c.want) {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}

	t.Run("a page of the other order", func(t *testing.T) {
		first, err := b.operator.SearchOnboardings(b.internal(), &pcv1.SearchOnboardingsRequest{PageSize: 1})
		if err != nil {
			t.Fatal(err)
		}
		_, err = b.operator.SearchOnboardings(b.internal(), &pcv1.SearchOnboardingsRequest{
			PageSize: 1, OldestFirst: true, PageToken: first.GetMeta().GetNextPageToken(),
		})
		if got := reason(t, err).Reason; got != fault.InvalidPageToken {
			t.Errorf("%s", got)
		}
	})

	t.Run("without progress", func(t *testing.T) {
		count := func(req *pcv1.CountWaitingOnboardingsRequest) (out []string) {
			r, err := b.operator.CountWaitingOnboardings(b.internal(), req)
			if err != nil {
				t.Fatal(err)
			}
			for _, g := range r.GetData() {
				out = append(out, fmt.Sprintf("%s %s %d %t %t %.0f days", g.GetWaitsFor(), g.GetStatus(), g.GetCount(), g.GetMore(),
					g.GetLivemode(), time.Since(g.GetOldestSince().AsTime()).Hours()/24))
			}
			return out
		}
		if got := count(&pcv1.CountWaitingOnboardingsRequest{}); got != nil {
			t.Errorf("of today: %q", got)
		}
		if got, want := count(&pcv1.CountWaitingOnboardingsRequest{UnchangedSince: timestamppb.New(time.Now().Add(time.Hour))}), []string{"merchant draft 1 false false 0 days", "operator  1 false false 0 days"}; !slices.Equal(got, want) {
			t.Errorf("all: %q, want %q", got, want)
		}
		b.exec(`UPDATE onboardings SET updated_at = now() - interval '4 days' WHERE ref = ANY($1)`,
			[]string{draft, inReview, active})
		b.exec(`UPDATE reviews SET waiting_since = now() - interval '9 days'`)
		b.exec(`INSERT INTO onboardings (ref, channel_id, livemode, partner_external_ref, status, applicant_type, return_url, metadata, link_epoch, version, created_at, updated_at)
			SELECT 'mrc_' || lpad(i::text, 26, '0'), 'chn_a', true, 'waits-' || i, 'awaiting_signatories', 'company', '', '{}', 1, 1, now(), now() - interval '5 days' FROM generate_series(1, 1001) AS i`)
		if got, want := count(&pcv1.CountWaitingOnboardingsRequest{}),
			[]string{"operator  1 false false 9 days", "signatories awaiting_signatories 1000 true true 5 days",
				"merchant draft 1 false false 4 days"}; !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
		b.exec(`DELETE FROM onboardings WHERE partner_external_ref LIKE 'waits-%'`)
	})

	t.Run("one", func(t *testing.T) {
		r, err := b.operator.GetOnboardingDetails(b.internal(), &pcv1.GetOnboardingDetailsRequest{Ref: active})
		if err != nil || r.GetState().GetMerchantStatus() != "active" || r.GetData().GetWaitsFor() != "" ||
			r.GetOnboarding().GetNextAction() != nil {
			t.Fatalf("%v, %v", r, err)
		}
		if n := b.count(`SELECT count(*) FROM audit_entries WHERE merchant_ref = $1 AND actor = 'operator'
			AND operation = 'ReviewOperatorService.GetOnboardingDetails' AND outcome = 'ok'`, active); n != 1 {
			t.Errorf("%d entries of the audit trail once it is answered, want 1", n)
		}
		if _, err := b.operator.GetOnboardingDetails(b.internal(),
			&pcv1.GetOnboardingDetailsRequest{Ref: "mrc_none"}); err == nil {
			t.Error("one that is not there is shown")
		}
	})

	timeline := func(t *testing.T, ref string) (out []*pcv1.TimelineEntry) {
		t.Helper()
		req := &pcv1.GetOnboardingTimelineRequest{Ref: ref, PageSize: 1}
		for {
			r, err := b.operator.GetOnboardingTimeline(b.internal(), req)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, r.GetData()...)
			if req.PageToken = r.GetMeta().GetNextPageToken(); req.GetPageToken() == "" {
				return out
			}
		}
	}
	t.Run("timeline", func(t *testing.T) {
		got := map[string]int{}
		entries := append(timeline(t, inReview), timeline(t, active)...)
		for _, e := range entries {
			got[e.GetKind()]++
		}
		want := map[string]int{
			"event": b.count(`SELECT count(*) FROM events`) - b.count(`SELECT count(*) FROM events WHERE merchant_ref = $1`,
				draft),
			"document": 1, "delegation": 1, "review": 1, "message": b.count(`SELECT count(*) FROM messages`),
		}
		for kind, n := range want {
			if got[kind] != n {
				t.Errorf("%d of %s, want %d: %v", got[kind], kind, n, entries)
			}
		}
	})

	t.Run("nothing of the people is shown", func(t *testing.T) {
		if _, err := b.operator.SuspendMerchant(b.internal(), &pcv1.SuspendMerchantRequest{Ref: active}); err != nil {
			t.Fatal(err)
		}
		details, err := b.operator.GetOnboardingDetails(b.internal(), &pcv1.GetOnboardingDetailsRequest{Ref: active})
		if err != nil {
			t.Fatal(err)
		}
		shown := details.String()
		for _, e := range timeline(t, active) {
			shown += e.String()
		}
		if !strings.Contains(shown, "SuspendMerchant") {
			t.Errorf("the operator's act is not there: %s", shown)
		}
		for _, secret := range []string{"kanarek@example.pl", "Kanarina", "+48600100200", "PL61109010140000071219812874"} {
			if strings.Contains(shown, secret) {
				t.Errorf("%s is shown: %s", secret, shown)
			}
		}
	})
}
