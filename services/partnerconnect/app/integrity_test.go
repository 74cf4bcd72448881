package app_test

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/audittrail"
	trailpg "github.com/partnerline/partnerline/internal/audittrail/postgres"
	trailusecase "github.com/partnerline/partnerline/internal/audittrail/usecase"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/testkit/wait"
)

// Ledger and audit trail are verified when a program starts, and by whoever asks; operators see when, and by whom.
func TestIntegrityChecks(t *testing.T) {
	t.Parallel()
	s := start(t)
	checks := func() map[string]*pcv1.IntegrityCheck {
		t.Helper()
		r, err := s.operator.ListIntegrityChecks(s.internal(), &pcv1.ListIntegrityChecksRequest{})
		if err != nil {
			t.Fatal(err)
		}
		out := map[string]*pcv1.IntegrityCheck{}
		for _, c := range r.GetData() {
			out[c.GetKind()] = c
		}
		return out
	}
	wait.Until(t, "both are verified", func() bool { return len(checks()) == 2 })
	for kind, c := range checks() {
		if !c.GetIntact() || c.GetActor() != string(audit.SystemActor) {
			t.Errorf("%s: %v", kind, c)
		}
	}
	if _, err := s.operator.VerifyLedger(s.internal(), &pcv1.VerifyLedgerRequest{}); err != nil {
		t.Fatal(err)
	}
	if c := checks()["ledger"]; c.GetActor() != string(audit.OperatorActor) || !c.GetIntact() {
		t.Errorf("after an operator's: %v", c)
	}
}

// Of many programs one verifies what is due, a day after the last time.
func TestIntegrityIsVerifiedOnceADay(t *testing.T) {
	t.Parallel()
	s := start(t)
	wait.Until(t, "the program has verified both", func() bool {
		r, err := s.operator.ListIntegrityChecks(s.internal(), &pcv1.ListIntegrityChecksRequest{})
		return err == nil && len(r.GetData()) == 2
	})
	checks := trailpg.NewChecks(s.pool)
	now := time.Now()
	var verified atomic.Int64
	verify := func(kind audittrail.CheckKind) trailusecase.Verification {
		return trailusecase.Verification{Kind: kind, Verify: func(ctx context.Context, at time.Time) (bool, error) {
			verified.Add(1)
			return true, checks.Store(ctx, audittrail.Check{Kind: kind, At: at, Intact: true, Actor: audittrail.System})
		}}
	}
	due := func() int64 {
		t.Helper()
		verified.Store(0)
		var all sync.WaitGroup
		for range 8 {
			program := trailusecase.NewIntegrity(checks,
				[]trailusecase.Verification{verify(audit.LedgerCheck), verify(audittrail.TrailCheck)},
				slog.New(slog.DiscardHandler), func() time.Time { return now })
			all.Go(func() {
				if err := program.VerifyDue(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		return verified.Load()
	}
	if n := due(); n != 0 {
		t.Errorf("%d verifications of what is not due", n)
	}
	now = now.Add(audittrail.CheckEvery + time.Minute)
	if n := due(); n != 2 {
		t.Errorf("%d verifications a day later; want one of each kind", n)
	}
}

// Every part of live mode is listed, connected or not.
func TestListProviders(t *testing.T) {
	t.Parallel()
	s := start(t)
	r, err := s.operator.ListProviders(s.internal(), &pcv1.ListProvidersRequest{})
	if err != nil || len(r.GetData()) != 5 {
		t.Fatalf("%v, %v", r, err)
	}
	for _, p := range r.GetData() {
		if connected := p.GetPart() == "message_sender" ||
			p.GetPart() == "identity_provider"; p.GetConnected() != connected || p.GetOpenCalls() != 0 ||
			p.GetOldestCallAt() != nil {
			t.Errorf("%v", p)
		}
	}
}
