package app_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"go.opentelemetry.io/otel/metric/noop"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/wiring"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	merchantpg "github.com/partnerline/partnerline/services/partnerconnect/merchant/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/sandbox"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
	merchantusecase "github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/verification"
)

type service = merchantusecase.Sessions

// sessions is a verification service: what it knows of which session.
type sessions struct {
	service // whose sandbox is not used
	states  map[string]onboarding.SessionState
	away    bool
	asked   int
}

var errNoAnswer = errors.New("no answer")

func (s *sessions) Sessions(_ context.Context, ids []string) (map[string]onboarding.SessionState, error) {
	s.asked += len(ids)
	if s.away {
		return nil, errNoAnswer
	}
	out := map[string]onboarding.SessionState{}
	for _, id := range ids {
		if state, known := s.states[id]; known {
			out[id] = state
		}
	}
	return out, nil
}

func (s *sessions) Open(context.Context, string, onboarding.Onboarding, pc.InvitationID) error {
	return nil
}

// A reconciler on a real database, with a clock of its own.
type reconciling struct {
	*system
	store    *wiring.Modules
	sessions *sessions
	now      time.Time
	r        *merchantusecase.Verifications
}

func startReconciling(t *testing.T) *reconciling {
	t.Helper()
	s := start(t)
	c := &reconciling{
		system: s, store: s.store(), sessions: &sessions{states: map[string]onboarding.SessionState{}},
		now: time.Now().UTC().Truncate(time.Millisecond),
	}
	var err error
	c.r, err = merchantusecase.NewVerifications(c.sessions, c.store.Verifications, c.store.Changer,
		noop.NewMeterProvider().Meter(""), slog.New(slog.DiscardHandler), func() time.Time { return c.now })
	if err != nil {
		t.Fatal(err)
	}
	return c
}

const (
	sessionA = "00000000-0000-4000-8000-00000000000a"
	sessionB = "00000000-0000-4000-8000-00000000000b"
)

// open gives an onboarding a session, as the hosted flow does.
func (c *reconciling) open(ref, session string) {
	c.t.Helper()
	c.bind(ref, session)
	c.change(ref, func(o *onboarding.Onboarding) error { return signing.Verify(o, "", session, c.now) })
}

// bind stores whose a session is, as before it is opened.
func (c *reconciling) bind(ref, session string) {
	c.t.Helper()
	bound, err := c.store.Verifications.BindVerification(c.t.Context(), merchantpg.NewVerification{
		Session: session, Merchant: pc.Ref(ref), At: c.now, Reconciled: c.now.Add(time.Minute), Since: c.now,
		Most: hostedflow.VerificationsPerDay,
	})
	if err != nil || !bound {
		c.t.Fatal(bound, err)
	}
}

func (c *reconciling) change(ref string, f func(*onboarding.Onboarding) error) {
	c.t.Helper()
	if _, err := c.store.Changer.Change(c.t.Context(), access.SystemView, pc.Ref(ref), c.now,
		audit.Entry{At: c.now, Actor: audit.SystemActor}, f); err != nil {
		c.t.Fatal(err)
	}
}

func (c *reconciling) status(ref string) string {
	c.t.Helper()
	o, err := c.store.Onboardings.Onboarding(c.t.Context(), access.SystemView, pc.Ref(ref))
	if err != nil || o.Flow.Verification == nil {
		c.t.Fatal(err, o.Flow)
	}
	return o.Flow.Verification.Status
}

// openCount is how many sessions are still to be reconciled.
func (c *reconciling) openCount() int {
	c.t.Helper()
	return c.count(`SELECT count(*) FROM verification_sessions WHERE reconcile_at IS NOT NULL`)
}

func (c *reconciling) all() verification.Reconciled {
	c.t.Helper()
	report, err := c.r.ReconcileAll(c.t.Context(), audit.Entry{At: c.now, Actor: audit.OperatorActor, Operation: "Test"})
	if err != nil {
		c.t.Fatal(err)
	}
	return report
}

// Every end of a session leads on, by whatever it is found; what the service does not know is lost once it is old
// enough, and the merchant can start again.
func TestReconcileEveryEnd(t *testing.T) {
	t.Parallel()
	for status, c := range map[string]struct {
		known bool
		want  string
		again bool // a second session can begin
	}{
		"pending": {true, "pending", false}, "in_review": {true, "in_review", false}, "completed": {true, "completed", false},
		"failed": {true, "failed", true}, "expired": {true, "expired", true}, "cancelled": {true, "cancelled", true},
		"lost": {false, "lost", true},
	} {
		t.Run(status, func(t *testing.T) {
			t.Parallel()
			s := startReconciling(t)
			ref := s.create(s.simple("a"), fullBody)
			s.open(ref, sessionA)
			if c.known {
				s.sessions.states[sessionA] = sandbox.SandboxVerdict(true)
				s.sessions.states[sessionA] = onboarding.SessionState{Status: status, Checks: s.sessions.states[sessionA].Checks}
			}
			s.now = s.now.Add(time.Second)
			if report := s.all(); !c.known && report.Lost != 0 {
				t.Errorf("lost after a second: %+v", report)
			}
			s.now = s.now.Add(verification.LostAfter)
			s.all()
			if got := s.status(ref); got != c.want {
				t.Fatalf("%s, want %s", got, c.want)
			}
			if ended := onboarding.SessionEnded(c.want); (s.openCount() == 0) != ended {
				t.Errorf("%d sessions are open", s.openCount())
			}
			var began bool
			s.change(ref, func(o *onboarding.Onboarding) error {
				err := signing.Verify(o, "", sessionB, s.now)
				began = err == nil
				return err
			})
			if began != c.again {
				t.Errorf("a second session began: %t", began)
			}
			if began && s.openCount() != 1 {
				t.Errorf("%d sessions are open", s.openCount())
			}
		})
	}
}

// While the service does not answer nothing moves; what is claimed comes up again, and each claim is one caller's.
func TestReconcileWhileAway(t *testing.T) {
	t.Parallel()
	s := startReconciling(t)
	ref := s.create(s.simple("a"), fullBody)
	s.open(ref, sessionA)
	s.sessions.away = true
	s.now = s.now.Add(time.Hour)
	if _, err := s.r.ReconcileAll(t.Context(), audit.Entry{At: s.now}); !errors.Is(err, errNoAnswer) ||
		s.status(ref) != "pending" {
		t.Fatalf("%v, %s", err, s.status(ref))
	}
	due := func() int {
		t.Helper()
		list, err := s.store.Verifications.ClaimDueVerifications(t.Context(), s.now, 10)
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	if n := due(); n != 0 {
		t.Errorf("%d are due, which another has claimed", n)
	}
	s.now = s.now.Add(2 * time.Minute)
	if first, second := due(), due(); first != 1 || second != 0 {
		t.Errorf("after the lease %d are due, then %d", first, second)
	}
	at, err := s.store.Verifications.OldestUnreconciled(t.Context())
	if err != nil || at == nil || s.now.Sub(*at) < time.Hour {
		t.Errorf("the oldest was reconciled %v, %v", at, err)
	}
}

// A page that is loaded again and again asks the service once in a while only.
func TestPageViewsAreSpaced(t *testing.T) {
	t.Parallel()
	s := startReconciling(t)
	ref := s.create(s.simple("a"), fullBody)
	s.open(ref, sessionA)
	s.sessions.states[sessionA] = onboarding.SessionState{Status: "pending"}
	s.now = s.now.Add(verification.ReconcileSpacing)
	for range 20 {
		if moved, err := s.r.PageView(t.Context(), pc.Ref(ref)); moved || err != nil {
			t.Fatal(moved, err)
		}
	}
	if s.sessions.asked != 1 {
		t.Errorf("asked %d times", s.sessions.asked)
	}
	s.sessions.states[sessionA] = sandbox.SandboxVerdict(true)
	s.now = s.now.Add(verification.ReconcileSpacing)
	if moved, err := s.r.PageView(t.Context(), pc.Ref(ref)); !moved || err != nil || s.status(ref) != "completed" {
		t.Errorf("%t, %v, %s", moved, err, s.status(ref))
	}
}

// What an unchanged session is asked for writes nothing into the audit trail and changes no version.
func TestUnchangedSessionsLeaveNoTrace(t *testing.T) {
	t.Parallel()
	s := startReconciling(t)
	ref := s.create(s.simple("a"), fullBody)
	s.open(ref, sessionA)
	s.sessions.states[sessionA] = onboarding.SessionState{Status: "pending"}
	const entries = `SELECT count(*) FROM audit_entries WHERE operation = 'Test'` // what All would write
	before := s.rowsOf("onboardings")
	for range 3 {
		s.now = s.now.Add(time.Hour)
		if report := s.all(); report.Checked != 1 || report.Moved != 0 {
			t.Fatalf("%+v", report)
		}
	}
	if n := s.count(entries); n != 0 || s.rowsOf("onboardings") != before {
		t.Errorf("%d audit entries", n)
	}
	s.sessions.states[sessionA] = sandbox.SandboxVerdict(true)
	s.now = s.now.Add(time.Hour)
	if report := s.all(); report.Moved != 1 || s.count(entries) != 1 {
		t.Errorf("after a move: %+v, %d audit entries", report, s.count(entries))
	}
}

// A session that the onboarding does not name, as when its start failed half-way, moves nothing and is asked for no
// longer than it is open.
func TestSessionThatIsNotNamed(t *testing.T) {
	t.Parallel()
	s := startReconciling(t)
	ref := s.create(s.simple("a"), fullBody)
	s.bind(ref, sessionB)
	s.open(ref, sessionA)
	s.sessions.states[sessionA], s.sessions.states[sessionB] = onboarding.SessionState{
		Status: "pending",
	}, sandbox.SandboxVerdict(true)
	s.now = s.now.Add(time.Minute)
	s.all()
	if got := s.status(ref); got != "pending" || s.openCount() != 1 {
		t.Errorf("%s, %d open", got, s.openCount())
	}
}

// Identity checks cost money, so only so many are started for an onboarding within a day.
func TestVerificationsPerDay(t *testing.T) {
	t.Parallel()
	s := startReconciling(t)
	o, err := s.store.Onboardings.Onboarding(t.Context(), access.SystemView, pc.Ref(s.create(s.simple("a"), fullBody)))
	if err != nil {
		t.Fatal(err)
	}
	for i := range hostedflow.VerificationsPerDay {
		if _, err := s.r.Start(t.Context(), o, ""); err != nil {
			t.Fatalf("check %d: %v", i+1, err)
		}
	}
	if _, err := s.r.Start(t.Context(), o, ""); !errors.Is(err, hostedflow.ErrVerificationsUsedUp) {
		t.Errorf("one more: %v", err)
	}
	clear(s.sessions.states) // the verification service knows none of them: the calls that were to open them failed
	s.now = s.now.Add(3 * verification.LostAfter)
	s.all()
	for i := range hostedflow.VerificationsPerDay {
		if _, err := s.r.Start(t.Context(), o, ""); err != nil {
			t.Fatalf("check %d after those that were lost: %v", i+1, err)
		}
	}
	if _, err := s.r.Start(t.Context(), o, ""); !errors.Is(err, hostedflow.ErrVerificationsUsedUp) {
		t.Errorf("one more after those that were lost: %v", err)
	}
	s.now = s.now.Add(24*time.Hour + time.Second)
	if _, err := s.r.Start(t.Context(), o, ""); err != nil {
		t.Errorf("a day later: %v", err)
	}
}
