package usecase_test

import (
	"maps"
	"slices"
	"testing"
	"time"

	"go.opentelemetry.io/otel/metric/noop"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/sandbox"
	merchantusecase "github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
)

// What is chosen in test mode leads the session along the steps of live mode, from wherever it is, and changes none
// that has ended.
func TestDecideInTestMode(t *testing.T) {
	for name, c := range map[string]struct {
		status   string
		verified bool
		moves    []string
	}{
		"verified":                   {"pending", true, []string{"in_progress", "processing", "completed"}},
		"failed":                     {"pending", false, []string{"in_progress", "failed"}},
		"verified, a call failed":    {"processing", true, []string{"completed"}},
		"failed, after a processing": {"processing", false, []string{"failed"}},
		"in review":                  {"in_review", true, nil},
		"completed":                  {"completed", false, nil},
		"failed before":              {"failed", true, nil},
		"a status of later":          {"of_later", true, nil},
	} {
		t.Run(name, func(t *testing.T) {
			s := &service{states: map[string]onboarding.SessionState{"s": {Status: c.status, Attempt: 2}}}
			v, err := merchantusecase.NewVerifications(s, nil, nil, noop.Meter{}, nil, time.Now)
			if err != nil {
				t.Fatal(err)
			}
			o := onboarding.Onboarding{Ref: "mrc_a",
				Owner: access.Owner{Partner: access.Partner{ID: pc.PartnerID("ptn_a"), Tenant: "ten"}}}
			if err := v.Decide(t.Context(), o, "s", c.verified); err != nil {
				t.Fatal(err)
			}
			var want []string
			for _, to := range c.moves {
				want = append(want, "ten "+to)
			}
			if !slices.Equal(s.moves, want) {
				t.Errorf("%q, want %q", s.moves, want)
			}
			if verdict := sandbox.SandboxVerdict(c.verified); len(want) > 0 && !maps.Equal(s.state("s").Checks, verdict.Checks) {
				t.Errorf("checks: %v", s.state("s").Checks)
			}
			if err := v.Decide(t.Context(), o, "unknown", c.verified); err == nil {
				t.Error("a session that the service does not know is decided")
			}
		})
	}
}
