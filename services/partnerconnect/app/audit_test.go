package app_test

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	trailusecase "github.com/partnerline/partnerline/internal/audittrail/usecase"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/testkit/wait"
)

// access returns who did what to a merchant, oldest first, once there are so many entries.
func (s *system) access(ref string, n int) (list []*pcv1.AccessEntry) {
	s.t.Helper()
	wait.Until(s.t, fmt.Sprintf("%d entries", n), func() bool {
		resp, err := s.operator.ListAccess(s.internal(), &pcv1.ListAccessRequest{Ref: ref})
		if err != nil {
			s.t.Fatal(err)
		}
		list = resp.GetData()
		return len(list) >= n
	})
	slices.Reverse(list)
	return list
}

// Each call on a merchant is written down: by which key, what it was, what came of it, and the request's id.
func TestAuditTrail(t *testing.T) {
	t.Parallel()
	s := shared(t)
	s.importCompanies()
	s.partner("a", "a")
	made := s.keyWith(&pcv1.CreatePartnerKeyRequest{PartnerId: "ptn_a", Scopes: allScopes, Channels: []string{"chn_a"}})
	key := made.GetKey()
	other := s.simple("b")
	create := companyBody("shop", jointCompany)
	m := merchant{ref: s.create(key, create)}
	type entry struct{ partner, operation, outcome string }
	want := []entry{{s.id("ptn_a"), "OnboardingService.CreateOnboarding", "ok"}}
	for i, c := range []struct {
		key, method, path, body string
		operation, outcome      string
	}{
		{key, "POST", "/onboarding", create, "OnboardingService.CreateOnboarding", "ok"}, // again
		{key, "GET", "/onboarding/{ref}", "", "OnboardingService.GetOnboarding", "ok"},
		{key, "POST", "/onboarding/{ref}/finalize", "", "OnboardingService.FinalizeOnboarding", "ok"},
		{key, "PATCH", "/onboarding/{ref}", `{}`, "OnboardingService.UpdateOnboarding", "ok"},
		{
			key, "PATCH", "/onboarding/{ref}", `{"applicant":{"email":"x"}}`, "OnboardingService.UpdateOnboarding",
			"validation_failed",
		},
		{key, "PATCH", "/onboarding/{ref}/identity", `{}`, "OnboardingService.PrefillIdentity", "prefill_not_applicable"},
		{
			key, "PUT", "/onboarding/{ref}/representation", `{"is_representative":true}`, "OnboardingService.SetRepresentation",
			"ok",
		},
		{key, "POST", "/onboarding/{ref}/documents", uploadJSON(file(20, 'x'), nil), "DocumentService.UploadDocument", "ok"},
		{key, "GET", "/onboarding/{ref}/documents/doc_x", "", "DocumentService.GetDocument", "document_not_found"},
		{
			key, "POST", "/onboarding/{ref}/invitations", invitation("a@example.pl", nil), "InvitationService.CreateInvitation",
			"ok",
		},
		{
			key, "POST", "/onboarding/{ref}/invitations", invitation("a@example.pl", nil), "InvitationService.CreateInvitation",
			"invitation_exists",
		},
		{other, "GET", "/onboarding/{ref}", "", "OnboardingService.GetOnboarding", "onboarding_not_found"},
		{key, "POST", "/onboarding/{ref}/cancel", "", "OnboardingService.CancelOnboarding", "ok"},
		{key, "POST", "/onboarding/{ref}/cancel", "", "OnboardingService.CancelOnboarding", "ok"},
	} {
		s.call(c.method, m.in(c.path), c.key, c.body)
		partner := s.id("ptn_a")
		if c.key == other {
			partner = s.id("ptn_b")
		}
		want = append(want, entry{partner, c.operation, c.outcome})
		s.access(m.ref, i+2) // one call at a time, so that the entries are in order
	}
	for i, e := range s.access(m.ref, len(want)) {
		got := entry{e.GetPartnerId(), e.GetOperation(), e.GetOutcome()}
		if got != want[i] || e.GetActor() != "partner" || !strings.HasPrefix(e.GetRequestId(), requestID) ||
			time.Since(e.GetAt().AsTime()).Abs() > time.Hour ||
			got.partner == s.id("ptn_a") && e.GetKeyId() != made.GetData().GetId() || e.GetAddress() != "127.0.0.1" {
			t.Errorf("entry %d: %v, want %v", i, e, want[i])
		}
	}
	if n := len(s.access(m.ref, len(want))); n != len(want) {
		t.Errorf("%d entries, want %d", n, len(want))
	}
}

// What an operator does with partners and channels is in the trail, in the transaction of the change: what is refused
// leaves nothing.
func TestOperatorChangesOfPartnersAreAudited(t *testing.T) {
	t.Parallel()
	s := start(t)
	ctx := s.internal()
	_, err1 := s.operator.CreatePartner(ctx, &pcv1.CreatePartnerRequest{Id: "ptn_a", Name: "A", TenantId: "ten_a"})
	_, err2 := s.operator.CreateChannel(ctx, &pcv1.CreateChannelRequest{Id: "chn_a", PartnerId: "ptn_a", Name: "A"})
	_, err3 := s.operator.SuspendPartner(ctx, &pcv1.SuspendPartnerRequest{Id: "ptn_a"})
	_, err4 := s.operator.ResumePartner(ctx, &pcv1.ResumePartnerRequest{Id: "ptn_a"})
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		t.Fatal(err)
	}
	if _, err := s.operator.CreateChannel(ctx,
		&pcv1.CreateChannelRequest{Id: "chn_b", PartnerId: "ptn_none", Name: "B"}); err == nil {
		t.Error("a channel of no partner was created")
	}
	if _, err := s.operator.SuspendPartner(ctx, &pcv1.SuspendPartnerRequest{Id: "ptn_none"}); err == nil {
		t.Error("a partner that does not exist was suspended")
	}
	rows, err := s.pool.Query(t.Context(),
		`SELECT concat_ws(' ', actor, partner_id, operation, outcome, address) FROM audit_entries ORDER BY seq`)
	if err != nil {
		t.Fatal(err)
	}
	got, err := pgx.CollectRows(rows, pgx.RowTo[string])
	want := []string{
		"operator ptn_a AccessOperatorService.CreatePartner ok 127.0.0.1",
		"operator ptn_a AccessOperatorService.CreateChannel ok 127.0.0.1",
		"operator ptn_a AccessOperatorService.SuspendPartner ok 127.0.0.1",
		"operator ptn_a AccessOperatorService.ResumePartner ok 127.0.0.1",
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
}

// chained waits until all entries are in the chain.
func (s *system) chained(atLeast int64) *pcv1.VerifyAuditResponse {
	s.t.Helper()
	var r *pcv1.VerifyAuditResponse
	wait.Until(s.t, "the chain holds all entries", func() bool {
		var err error
		if r, err = s.operator.VerifyAudit(s.internal(), &pcv1.VerifyAuditRequest{}); err != nil {
			s.t.Fatal(err)
		}
		return r.GetPending() == 0 && r.GetEntries() >= atLeast
	})
	return r
}

// What is answered is recorded before: connections to the database break off all the time, and there is no answer whose
// entry is not there at once. So the end of the program, at whatever moment, loses none.
func TestAnswersAreRecordedBefore(t *testing.T) {
	t.Parallel()
	s := start(t)
	key := s.simple("a")
	ref := s.create(key, `{"partner_external_ref":"shop"}`)
	get := func(id string) (int, error) {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url+"/onboarding/"+ref, nil)
		if err != nil {
			return 0, err
		}
		req.Header.Set("Authorization", "Bearer "+key)
		req.Header.Set("X-Request-Id", id)
		resp, err := s.client.Do(req)
		if err != nil {
			return 0, err
		}
		_, err = io.Copy(io.Discard, resp.Body)
		_ = resp.Body.Close()
		return resp.StatusCode, err
	}
	recorded := func(id string) bool {
		var n int
		err := s.pool.QueryRow(t.Context(),
			`SELECT count(*) FROM audit_entries WHERE request_id = $1 AND merchant_ref = $2 AND outcome = 'ok'`, id,
			ref).Scan(&n)
		if err != nil {
			t.Error(err)
		}
		return n > 0
	}
	const readers, each = 8, 60
	var answered, refused atomic.Int64
	var all sync.WaitGroup
	done := make(chan struct{})
	var breaking sync.WaitGroup
	breaking.Go(func() {
		for {
			select {
			case <-done:
				return
			default:
			}
			// Those of the program, not this test's.
			_, err := s.pool.Exec(t.Context(), `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
				WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%audit_entries%' AND query LIKE 'INSERT%'`)
			if err != nil {
				t.Error(err)
				return
			}
		}
	})
	for r := range readers {
		all.Go(func() {
			for i := range each {
				id := fmt.Sprintf("outage-%d-%d", r, i)
				switch status, err := get(id); {
				case err != nil:
					t.Error(err)
				case status == http.StatusOK && !recorded(id):
					t.Errorf("%s was answered, and is not in the trail", id)
				case status == http.StatusOK:
					answered.Add(1)
				case status >= 500:
					refused.Add(1)
				default:
					t.Errorf("%d", status)
				}
			}
		})
	}
	all.Wait()
	close(done)
	breaking.Wait()
	if answered.Load() == 0 {
		t.Errorf("of %d calls none was answered", readers*each)
	}
	t.Logf("%d answered, %d refused", answered.Load(), refused.Load())
}

// As long as the trail cannot be written, no merchant's data is shown: neither by a read, nor by a stored answer that
// is given again, nor to an operator.
func TestNoAnswerWithoutTrail(t *testing.T) {
	t.Parallel()
	b := startBank(t)
	key := b.simple("a")
	ref := b.merchant(key, allowed)
	order := b.order(100, "")
	made := b.call("POST", "/payments", key, order, "On-Behalf-Of", ref, "Idempotency-Key", "k-1")
	if made.status != http.StatusCreated {
		t.Fatalf("%d %s", made.status, made.body)
	}
	entries := func() int {
		return b.count(`SELECT count(*) FROM audit_entries WHERE merchant_ref = $1`, ref)
	}
	calls := map[string]func() (int, string){
		"read": func() (int, string) {
			a := b.call("GET", "/merchants/"+ref+"/balance", key, "")
			return a.status, a.body
		},
		"stored answer": func() (int, string) {
			a := b.call("POST", "/payments", key, order, "On-Behalf-Of", ref, "Idempotency-Key", "k-1")
			return a.status, a.body
		},
		"operator": func() (int, string) {
			m, err := b.operator.ListMessages(b.internal(), &pcv1.ListMessagesRequest{Ref: ref})
			if err != nil {
				return map[bool]int{true: http.StatusServiceUnavailable}[status.Code(err) == codes.Unavailable], err.Error()
			}
			return http.StatusOK, m.String()
		},
	}
	b.exec(`ALTER TABLE audit_entries RENAME TO aside`)
	for name, call := range calls {
		t.Run(name, func(t *testing.T) {
			if got, body := call(); got != http.StatusServiceUnavailable || strings.Contains(body, "available\":") ||
				strings.Contains(body, "pay_") {
				t.Errorf("%s without a trail: %d %s", name, got, body)
			}
		})
	}
	b.exec(`ALTER TABLE aside RENAME TO audit_entries`)
	for name, call := range calls {
		t.Run(name, func(t *testing.T) {
			before := entries()
			if got, body := call(); got >= 300 || entries() != before+1 {
				t.Errorf("%d %s, %d entries more", got, body, entries()-before)
			}
		})
	}
}

// The trail takes additions only, and whoever gets around that is found out.
func TestAuditTampering(t *testing.T) {
	t.Parallel()
	s := start(t)
	key := s.simple("a")
	for range 10 {
		s.create(key, text(object{"partner_external_ref": externalRef()}))
	}
	if r := s.chained(10); !r.GetIntact() || r.GetFirstBroken() != 0 || len(r.GetHead()) != 64 {
		t.Fatalf("%v", r)
	}
	for _, sql := range []string{
		`UPDATE audit_entries SET outcome = 'x'`, `DELETE FROM audit_entries`, `TRUNCATE audit_entries CASCADE`,
		`UPDATE audit_chain SET hash = hash`,
		`DELETE FROM audit_chain`, `TRUNCATE audit_chain`, `UPDATE audit_entries SET outcome = 'x' WHERE false`,
	} {
		if _, err := s.pool.Exec(t.Context(), sql); err == nil || !strings.Contains(err.Error(), "append-only") {
			t.Errorf("%s: %v", sql, err)
		}
	}
	// A superuser of the database can pass triggers over.
	cfg := s.pool.Config()
	cfg.ConnConfig.RuntimeParams["session_replication_role"] = "replica"
	super, err := pgxpool.NewWithConfig(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer super.Close()
	const columns = `at, actor, key_id, partner_id, merchant_ref, operation, outcome, request_id, address`
	for name, c := range map[string]struct {
		tamper, undo []string
		broken       int64
	}{
		"an outcome altered": {
			[]string{`UPDATE audit_entries SET outcome = 'overloaded' WHERE seq = 4`},
			[]string{`UPDATE audit_entries SET outcome = 'ok' WHERE seq = 4`}, 4,
		},
		"words moved over": {
			[]string{
				`UPDATE audit_entries SET key_id = key_id || left(partner_id, 1), partner_id = substr(partner_id, 2) WHERE seq = 5`,
			},
			[]string{
				`UPDATE audit_entries SET key_id = left(key_id, -1), partner_id = right(key_id, 1) || partner_id WHERE seq = 5`,
			}, 5,
		},
		"an entry taken out": {
			[]string{
				`CREATE TABLE aside AS SELECT * FROM audit_entries WHERE seq = 3`, `DELETE FROM audit_entries WHERE seq = 3`,
			},
			[]string{`INSERT INTO audit_entries OVERRIDING SYSTEM VALUE SELECT * FROM aside`, `DROP TABLE aside`}, 3,
		},
		"an entry and its link taken out": {
			[]string{
				`CREATE TABLE aside AS SELECT * FROM audit_entries WHERE seq = 3`,
				`CREATE TABLE aside2 AS SELECT * FROM audit_chain WHERE seq = 3`,
				`DELETE FROM audit_chain WHERE seq = 3`, `DELETE FROM audit_entries WHERE seq = 3`,
			},
			[]string{
				`INSERT INTO audit_entries OVERRIDING SYSTEM VALUE SELECT * FROM aside`,
				`INSERT INTO audit_chain SELECT * FROM aside2`,
				`DROP TABLE aside`, `DROP TABLE aside2`,
			}, 3,
		},
		"an entry put in": {
			[]string{`INSERT INTO audit_entries (seq, xact, ` + columns + `) OVERRIDING SYSTEM VALUE
				SELECT 1000, xact, ` + columns + ` FROM audit_entries WHERE seq = 6`},
			[]string{`DELETE FROM audit_entries WHERE seq = 1000`}, 7,
		},
		"two entries in each other's place": {
			[]string{
				`UPDATE audit_chain SET seq = CASE seq WHEN 2 THEN -8 ELSE -2 END WHERE seq IN (2, 8)`,
				`UPDATE audit_chain SET seq = -seq WHERE seq < 0`,
			},
			[]string{
				`UPDATE audit_chain SET seq = CASE seq WHEN 2 THEN -8 ELSE -2 END WHERE seq IN (2, 8)`,
				`UPDATE audit_chain SET seq = -seq WHERE seq < 0`,
			}, 2,
		},
	} {
		s.subtest(name, func(t *testing.T) {
			for _, sql := range c.tamper {
				if _, err := super.Exec(t.Context(), sql); err != nil {
					t.Fatal(err)
				}
			}
			if r, err := s.operator.VerifyAudit(s.internal(), &pcv1.VerifyAuditRequest{}); err != nil || r.GetIntact() ||
				r.GetFirstBroken() != c.broken {
				t.Errorf("%v, %v, want %d broken", r, err, c.broken)
			}
			for _, sql := range c.undo {
				if _, err := super.Exec(t.Context(), sql); err != nil {
					t.Fatal(err)
				}
			}
			if r, err := s.operator.VerifyAudit(s.internal(), &pcv1.VerifyAuditRequest{}); err != nil || !r.GetIntact() {
				t.Fatalf("%s, undone: %v, %v", name, r, err)
			}
		})
	}
}

// Many write at once while the chain grows from several sides: it holds each entry once, and verifies.
func TestAuditAtOnce(t *testing.T) {
	t.Parallel()
	s := start(t)
	store := s.store()
	chain := trailusecase.NewChain(store.Audit.Chain, slog.New(slog.DiscardHandler))
	const writers, each = 20, 50
	var all sync.WaitGroup
	for w := range writers {
		all.Go(func() {
			for i := range each {
				e := audit.Entry{At: time.Now(), Actor: audit.SystemActor, Operation: fmt.Sprint(w), Outcome: fmt.Sprint(i)}
				if err := store.Audit.RecordAudit(t.Context(), []audit.Entry{e, e}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for range 4 {
		all.Go(func() {
			for range each {
				if _, err := chain.LengthenChain(t.Context(), 17); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if r := s.chained(writers * each * 2); !r.GetIntact() || r.GetEntries() != writers*each*2 {
		t.Errorf("%v", r)
	}
}
