package usecase_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"

	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/keyring"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/wiring"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	kernelclient "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcclient"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	kernelusecase "github.com/partnerline/partnerline/services/partnerconnect/kernel/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/grpcclient"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
	merchantusecase "github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/verification"
	"github.com/partnerline/partnerline/testkit/identity"
)

// A service is the verification service: the sessions that it has.
type service struct {
	mu     sync.Mutex // guards what follows
	states map[string]onboarding.SessionState
	moves  []string
	away   bool
}

var errAway = errors.New("away")

func (s *service) do(what string, f func()) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.away {
		return errAway
	}
	if s.moves = append(s.moves, what); f != nil {
		f()
	}
	return nil
}

func (s *service) Open(_ context.Context, id string, _ onboarding.Onboarding, _ pc.InvitationID) error {
	return s.do("open", func() { s.states[id] = onboarding.SessionState{Status: "pending", Attempt: 1} })
}

func (s *service) Sessions(_ context.Context, ids []string) (map[string]onboarding.SessionState, error) {
	found := map[string]onboarding.SessionState{}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.away {
		return nil, errAway
	}
	for _, id := range ids {
		if state, known := s.states[id]; known {
			found[id] = state
		}
	}
	return found, nil
}

func (s *service) Transition(_ context.Context, tenant, id, to string, checks map[string]string, _ []string) error {
	return s.do(tenant+" "+to, func() {
		s.states[id] = onboarding.SessionState{Status: to, Attempt: s.states[id].Attempt, Checks: checks}
	})
}

func (s *service) Retry(_ context.Context, _, id string, attempt int) error {
	return s.do("retry", func() { s.states[id] = onboarding.SessionState{Status: s.states[id].Status, Attempt: attempt} })
}

func (s *service) state(id string) onboarding.SessionState {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.states[id]
}

// A identityFixture is a merchant of live mode on a real database, with an identity provider behind gRPC, and the calls
// that are made for it.
type identityFixture struct {
	t       *testing.T
	pool    *pgxpool.Pool
	parts   *wiring.Modules
	people  *identity.Provider
	service *service
	calls   map[provider.Kind]kernelusecase.Caller
	ref     pc.Ref
	now     time.Time
}

func newFixture(t *testing.T) *identityFixture {
	t.Helper()
	pool, err := pgxpool.New(t.Context(), schema.New(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	keys, err := keyring.Parse(keyring.NewKey("k1"))
	if err != nil {
		t.Fatal(err)
	}
	f := &identityFixture{
		t: t, pool: pool, people: identity.Start(t), service: &service{states: map[string]onboarding.SessionState{}},
		parts: wiring.New(kernel.Database{
			Pool: pool, Keys: keys, Live: provider.Connected{}.Connect(provider.IdentityProvider, provider.MessageSender),
		}, money.DefaultTariff, nil),
		now: time.Now().UTC().Truncate(time.Millisecond),
	}
	conn, err := kernelclient.DialProvider(provider.IdentityProvider, f.people.Address, identity.Token,
		insecure.NewCredentials())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	f.calls = merchantusecase.NewIdentityCalls(f.parts.Identities, f.parts.Changer,
		grpcclient.NewProvider(conn, "https://connect.example/back"), f.service, func() time.Time { return f.now })
	f.ref = f.merchant()
	return f
}

func (f *identityFixture) by() audit.Entry {
	return audit.Entry{At: f.now, Actor: audit.OperatorActor, Operation: "Test"}
}

func (f *identityFixture) merchant() pc.Ref {
	f.t.Helper()
	p, err1 := f.parts.Partners.CreatePartner(f.t.Context(),
		access.Partner{ID: "ptn_a", Name: "A", Tenant: "ten_a", CreatedAt: f.now}, f.by())
	c, err2 := f.parts.Partners.CreateChannel(f.t.Context(),
		access.Channel{ID: "chn_a", Partner: p.ID, Name: "A", CreatedAt: f.now}, f.by())
	o, e, err3 := onboarding.NewOnboarding(access.Owner{Partner: p, Channel: c}, true, "shop", onboarding.Data{
		ApplicantType: onboarding.NaturalPerson,
		Applicant:     onboarding.Applicant{GivenNames: "Ewa", FamilyName: "Kanarkowa", Email: "ewa@example.pl"},
	})
	_, _, err4 := f.parts.Changer.CreateOnboarding(f.t.Context(), o, e, f.by())
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		f.t.Fatal(err)
	}
	return o.Ref
}

func (f *identityFixture) change(change func(*onboarding.Onboarding) error) {
	f.t.Helper()
	if _, err := f.parts.Changer.Change(f.t.Context(), access.SystemView, f.ref, f.now, f.by(), change); err != nil {
		f.t.Fatal(err)
	}
}

// begin begins a session of a person, and returns its id.
func (f *identityFixture) begin(session string, invited pc.InvitationID) string {
	f.t.Helper()
	f.change(func(o *onboarding.Onboarding) error { return signing.Verify(o, invited, session, f.now) })
	return session
}

// due are the calls that are not done, by kind and subject in the order of their causes.
func (f *identityFixture) due() (list []string) {
	f.t.Helper()
	calls, err := f.parts.Exchanges.OpenCalls(f.t.Context())
	if err != nil {
		f.t.Fatal(err)
	}
	for _, c := range calls {
		list = append(list, string(c.Kind)+" "+c.Subject)
	}
	slices.Sort(list)
	return list
}

// call makes a call, and marks it as done where it has succeeded.
func (f *identityFixture) call(kind provider.Kind, subject string) error {
	f.t.Helper()
	err := f.calls[kind](f.t.Context(), provider.Call{Kind: kind, Subject: subject, Attempt: 1})
	if err == nil || provider.Refused(err) != nil {
		if _, err := f.pool.Exec(f.t.Context(),
			`UPDATE provider_calls SET done_at = now() WHERE kind = $1 AND subject_id = $2`, kind, subject); err != nil {
			f.t.Fatal(err)
		}
	}
	return err
}

func (f *identityFixture) must(kind provider.Kind, subject string) {
	f.t.Helper()
	if err := f.call(kind, subject); err != nil {
		f.t.Fatal(err)
	}
}

func (f *identityFixture) session(id string) verification.IdentitySession {
	f.t.Helper()
	s, err := f.parts.Identities.Identity(f.t.Context(), id)
	if err != nil {
		f.t.Fatal(err)
	}
	return s
}

func (f *identityFixture) report(r verification.IdentityReport) provider.Result {
	f.t.Helper()
	r.EventID, r.OccurredAt = ids.New("event-"), f.now
	result, err := f.parts.Identities.Report(f.t.Context(), r, f.by())
	if err != nil {
		f.t.Fatal(err)
	}
	return result
}

const (
	first  = "00000000-0000-4000-8000-00000000000a"
	second = "00000000-0000-4000-8000-00000000000b"
)

// What begins a session asks the provider to open it and the verification service to follow, in its own transaction.
// Neither waits for the other, and the answer may come twice.
func TestBeginning(t *testing.T) {
	f := newFixture(t)
	id := f.begin(first, "")
	if got := f.due(); !slices.Equal(got, []string{"identity_open " + id + "/1", "verification_sync " + id}) {
		t.Fatal(got)
	}
	f.service.away = true
	if err := f.call(provider.SyncVerification, id); !errors.Is(err, errAway) {
		t.Errorf("without the service: %v", err)
	}
	for range 2 {
		f.must(provider.OpenIdentity, id+"/1")
	}
	if got := f.session(id); got.Page != f.people.Page(id, 1) || got.Stage != verification.Open {
		t.Errorf("%+v", got)
	}
	if n := f.people.Calls("OpenSession", id+"/1"); n != 1 {
		t.Errorf("opened %d times", n)
	}
	var sealed string
	if err := f.pool.QueryRow(t.Context(),
		`SELECT encode(page, 'escape') FROM identity_sessions`).Scan(&sealed); err != nil ||
		strings.Contains(sealed, "identity.example") {
		t.Errorf("the page, by which anyone may be verified, is stored in the clear: %v", err)
	}
	f.service.away = false
	f.must(provider.SyncVerification, id)
	if got := f.service.state(id); got.Status != "pending" || got.Attempt != 1 {
		t.Errorf("%+v", got)
	}
}

// Everyone who signs has a session of their own, with what is known of them.
func TestInvitedPeopleAreVerified(t *testing.T) {
	f := newFixture(t)
	f.begin(first, "")
	invited := pc.InvitationID("inv_00000000000000000000000000")
	f.change(func(o *onboarding.Onboarding) error {
		o.Invitations = append(o.Invitations, onboarding.Invitation{
			ID: invited, Role: onboarding.InviteRepresentative, Status: onboarding.PendingInvitation, Locale: "en",
			CreatedAt: f.now, UpdatedAt: f.now, LastSentAt: f.now,
			ExpiresAt: f.now.Add(time.Hour),
			Person: onboarding.Invitee{
				GivenNames: "Jan", FamilyName: "Drugi", Email: "jan@example.pl", Phone: "+48600100201",
			},
		})
		return nil
	})
	id := f.begin(second, invited)
	f.must(provider.OpenIdentity, id+"/1")
	got := f.people.Opened()[0]
	if who := got.GetApplicant(); got.GetSessionId() != id || who.GetGivenNames() != "Jan" ||
		who.GetFamilyName() != "Drugi" || who.GetEmail() != "jan@example.pl" ||
		who.GetPhone() != "+48600100201" || who.GetNationalId() != nil || got.GetLocale() != "en" {
		t.Errorf("%v", got)
	}
	f.change(func(o *onboarding.Onboarding) error {
		o.Invitations[0].Status = onboarding.RevokedInvitation
		return nil
	})
	if got := f.session(id); got.Stage != verification.Cancelled || f.session(first).Stage != verification.Open {
		t.Errorf("after the invitation was revoked: %+v", got)
	}
	f.must(provider.CancelIdentity, id+"/1")
	f.must(provider.SyncVerification, id)
	if !f.people.Cancelled(id) || f.service.state(id).Status != "cancelled" {
		t.Errorf("%+v", f.service.state(id))
	}
}

// An onboarding that ends takes its session with it: what was opened is closed, and what was not is not opened any
// more.
func TestEndedOnboardingsCancelTheirSessions(t *testing.T) {
	for name, opened := range map[string]bool{"opened": true, "not opened yet": false} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			id := f.begin(first, "")
			if opened {
				f.must(provider.OpenIdentity, id+"/1")
			}
			f.change(func(o *onboarding.Onboarding) error { return o.Cancel(f.now) })
			if !slices.Contains(f.due(), "identity_cancel "+id+"/1") {
				t.Fatal(f.due())
			}
			f.must(provider.OpenIdentity, id+"/1")
			f.must(provider.CancelIdentity, id+"/1")
			if f.people.Cancelled(id) != opened || f.people.Calls("OpenSession", id+"/1") != map[bool]int{true: 1}[opened] {
				t.Errorf("closed: %t, opened %d times", f.people.Cancelled(id), f.people.Calls("OpenSession", id+"/1"))
			}
			if got := f.report(verification.IdentityReport{
				Session: id, Attempt: 1, Stage: verification.Completed,
			}); got.Outcome != provider.Unchanged {
				t.Errorf("%+v", got)
			}
		})
	}
}

// What the provider refuses for good fails the session; what fails otherwise changes nothing.
func TestProviderRefusesAndFails(t *testing.T) {
	f := newFixture(t)
	id := f.begin(first, "")
	f.people.Before(func(string, string) error { return status.Error(codes.Unavailable, "Ewa Kanarkowa") })
	if err := f.call(provider.OpenIdentity, id+"/1"); err == nil || provider.Refused(err) != nil ||
		strings.Contains(err.Error(), "Kanarkowa") {
		t.Errorf("unavailable: %v", err)
	}
	if got := f.session(id); got.Stage != verification.Open {
		t.Errorf("%+v", got)
	}
	f.people.Before(func(string, string) error { return status.Error(codes.InvalidArgument, "Ewa Kanarkowa") })
	if err := f.call(provider.OpenIdentity, id+"/1"); provider.Refused(err) == nil ||
		strings.Contains(err.Error(), "Kanarkowa") {
		t.Errorf("refused: %v", err)
	}
	if got := f.session(id); got.Stage != verification.Failed || !got.Final ||
		!slices.Equal(got.Reasons, []string{"other"}) {
		t.Errorf("%+v", got)
	}
	f.must(provider.SyncVerification, id)
	if got := f.service.state(id); got.Status != "failed" {
		t.Errorf("%+v", got)
	}
}

// Reports move the session of the verification service, however late it follows, and each has an effect once.
func TestReportsMoveTheSession(t *testing.T) {
	f := newFixture(t)
	id := f.begin(first, "")
	report := verification.IdentityReport{
		EventID: "one", Session: id, Attempt: 1, Stage: verification.Failed, Reasons: []string{"liveness_failed"},
		OccurredAt: f.now,
	}
	for range 2 {
		if got, err := f.parts.Identities.Report(t.Context(), report, f.by()); err != nil || got.Outcome != provider.Applied {
			t.Errorf("%+v %v", got, err)
		}
	}
	report.Final = true
	if _, err := f.parts.Identities.Report(t.Context(), report, f.by()); !errors.Is(err, provider.ErrEventReused) {
		t.Errorf("another report with the same id: %v", err)
	}
	report.Session = second
	if _, err := f.parts.Identities.Report(t.Context(), report, f.by()); !errors.Is(err,
		verification.ErrNoIdentitySession) {
		t.Errorf("of an unknown session: %v", err)
	}
	for range 2 { // the second begins nothing
		if err := f.parts.Identities.Retry(t.Context(), id, f.by()); err != nil {
			t.Fatal(err)
		}
	}
	f.report(verification.IdentityReport{
		Session: id, Attempt: 2, Stage: verification.Completed,
		Checks: []verification.Check{{Type: "document", Result: "passed"}},
	})
	f.must(provider.SyncVerification, id)
	if got := f.service.state(id); got.Status != "completed" || got.Attempt != 2 || got.Checks["document"] != "passed" {
		t.Errorf("%+v", got)
	}
	want := []string{"open", "ten_a in_progress", "retry", "ten_a processing", "ten_a completed"}
	if f.must(provider.SyncVerification, id); !slices.Equal(f.service.moves, want) {
		t.Errorf("%q", f.service.moves)
	}
	var entries int
	if err := f.pool.QueryRow(t.Context(),
		`SELECT count(*) FROM audit_entries WHERE operation = 'Test' AND merchant_ref = $1`,
		f.ref).Scan(&entries); err != nil || entries < 6 {
		t.Errorf("%d audit entries, %v", entries, err)
	}
}

// A call that is under way does not end what came after it: the verification service is to follow once more.
func TestSyncIsAskedForAgain(t *testing.T) {
	f := newFixture(t)
	id := f.begin(first, "")
	var was int64
	if err := f.pool.QueryRow(t.Context(),
		`SELECT id FROM provider_calls WHERE kind = 'verification_sync'`).Scan(&was); err != nil {
		t.Fatal(err)
	}
	f.report(verification.IdentityReport{Session: id, Attempt: 1, Stage: verification.Started})
	if _, err := f.pool.Exec(t.Context(), `UPDATE provider_calls SET done_at = now() WHERE id = $1`, was); err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(f.due(), "verification_sync "+id) {
		t.Error("what was reported is not passed on")
	}
}
