package usecase

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/audittrail"
	trailusecase "github.com/partnerline/partnerline/internal/audittrail/usecase"
	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
)

func chainOf(pool *pgxpool.Pool) (*postgres.AuditChain, *trailusecase.Chain[webhooks.AuditLink]) {
	store := postgres.NewAuditChain(pool)
	return store, trailusecase.NewChain(store, slog.New(slog.DiscardHandler))
}

func verified(t *testing.T, chain *postgres.AuditChain) audittrail.Report {
	t.Helper()
	r, err := chain.Verify(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// lengthen chains all entries.
func lengthen(t *testing.T, chain *trailusecase.Chain[webhooks.AuditLink]) {
	t.Helper()
	for {
		if n, err := chain.LengthenChain(t.Context(), 100); err != nil {
			t.Fatal(err)
		} else if n == 0 {
			return
		}
	}
}

// The trail takes additions only, and whoever gets around that is found out.
func TestAuditTampering(t *testing.T) {
	s := newService(t)
	for i := range 10 {
		if err := s.store.Audit.Insert(t.Context(), anna, fmt.Sprint("object_", i), scope.Tenant, now()); err != nil {
			t.Fatal(err)
		}
	}
	chain, lengthener := chainOf(s.pool)
	lengthen(t, lengthener)
	head := verified(t, chain)
	if head.Broken != 0 || head.Entries != 11 || head.Pending != 0 { // that of the tenant is the first
		t.Fatalf("%+v", head)
	}
	for _, sql := range []string{
		`UPDATE audit_entries SET reason = 'x'`, `DELETE FROM audit_entries`, `TRUNCATE audit_entries CASCADE`,
		`UPDATE audit_chain SET hash = hash`,
		`DELETE FROM audit_chain`, `TRUNCATE audit_chain`, `UPDATE audit_entries SET reason = 'x' WHERE false`,
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
	exec := func(t *testing.T, list ...string) {
		t.Helper()
		for _, sql := range list {
			if _, err := super.Exec(t.Context(), sql); err != nil {
				t.Fatalf("%s: %v", sql, err)
			}
		}
	}
	const (
		columns = `at, operation, object_id, tenant_id, operator_subject, operator_name, operator_roles, reason, request_id`
		swap    = `UPDATE audit_chain SET seq = CASE seq WHEN 2 THEN -8 ELSE -2 END WHERE seq IN (2, 8)`
		swapped = `UPDATE audit_chain SET seq = -seq WHERE seq < 0`
		aside   = `CREATE TABLE aside AS SELECT * FROM audit_entries`
		asideOf = `CREATE TABLE aside_chain AS SELECT * FROM audit_chain`
	)
	all := []string{
		`DELETE FROM audit_chain`, `DELETE FROM audit_entries`,
		`INSERT INTO audit_entries OVERRIDING SYSTEM VALUE SELECT * FROM aside`,
		`INSERT INTO audit_chain SELECT * FROM aside_chain`, `DROP TABLE aside`, `DROP TABLE aside_chain`,
	}
	for name, c := range map[string]struct {
		tamper []string
		broken int64
	}{
		"a reason altered":  {[]string{`UPDATE audit_entries SET reason = 'another' WHERE seq = 4`}, 4},
		"a person replaced": {[]string{`UPDATE audit_entries SET operator_name = 'Bert' WHERE seq = 5`}, 5},
		"a role added":      {[]string{`UPDATE audit_entries SET operator_roles = '{support,finance}' WHERE seq = 5`}, 5},
		"words moved over": {[]string{`UPDATE audit_entries SET object_id = object_id || left(tenant_id, 1), tenant_id ` +
			`= substr(tenant_id, 2) WHERE seq = 5`}, 5},
		"the time moved":     {[]string{`UPDATE audit_entries SET at = at + interval '1 millisecond' WHERE seq = 9`}, 9},
		"an entry taken out": {[]string{`DELETE FROM audit_entries WHERE seq = 3`}, 3},
		"an entry and its link taken out": {[]string{`DELETE FROM audit_chain WHERE seq = 3`,
			`DELETE FROM audit_entries WHERE seq = 3`}, 3},
		"an entry put in": {[]string{`INSERT INTO audit_entries (seq, xact, ` + columns +
			`) OVERRIDING SYSTEM VALUE SELECT 1000, xact, ` + columns + ` FROM audit_entries WHERE seq = 6`}, 7},
		"two entries in each other's place": {[]string{swap, swapped}, 2},
		"the last entries taken out":        {[]string{`DELETE FROM audit_entries WHERE seq > 9`}, 10},
		"the first entries taken out": {[]string{`DELETE FROM audit_chain WHERE position < 3`,
			`DELETE FROM audit_entries WHERE seq < 3`}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			exec(t, aside, asideOf)
			exec(t, c.tamper...)
			if r := verified(t, chain); r.Broken != c.broken {
				t.Errorf("%+v, want %d broken", r, c.broken)
			}
			exec(t, all...)
			if r := verified(t, chain); r != head {
				t.Fatalf("undone: %+v", r)
			}
		})
	}
	// An end that is cut off with its links leaves a chain that holds: the head that was noted before is no longer in it,
	// nor the position that the next export continues.
	t.Run("the end cut off with its links", func(t *testing.T) {
		exec(t, aside, asideOf)
		exec(t, `DELETE FROM audit_chain WHERE position > 9`, `DELETE FROM audit_entries WHERE seq > 9`)
		lengthen(t, lengthener)
		if r := verified(t, chain); r.Broken != 0 || r.Entries != 9 || r.Head == head.Head {
			t.Errorf("%+v", r)
		}
		if _, err := chain.HashAt(t.Context(), head.Entries); err == nil {
			t.Error("there is a hash at the position of the head")
		}
		exec(t, all...)
	})
	// The links alone, cut off, follow from the entries again.
	t.Run("the last links taken out", func(t *testing.T) {
		exec(t, `DELETE FROM audit_chain WHERE position > 9`)
		if r := verified(t, chain); r.Broken != 0 || r.Pending != 2 {
			t.Errorf("%+v", r)
		}
		lengthen(t, lengthener)
		if r := verified(t, chain); r != head {
			t.Errorf("%+v, want %+v", r, head)
		}
	})
}

var errRolledBack = errors.New("rolled back")

// Many operators write at once, some to no effect, while the chain grows from several sides: it does not fork, and
// holds each entry once.
func TestAuditAtOnce(t *testing.T) {
	s := newService(t)
	chain, lengthener := chainOf(s.pool)
	const writers, each = 16, 40
	var all sync.WaitGroup
	for w := range writers {
		all.Go(func() {
			for i := range each {
				err := s.store.InTx(t.Context(), func(tx *postgres.Store) error {
					for range 2 {
						if err := tx.Audit.Insert(t.Context(), anna, fmt.Sprintf("object_%d_%d", w, i), scope.Tenant, now()); err != nil {
							return err
						}
					}
					if i%4 == 0 {
						return errRolledBack
					}
					return nil
				})
				if err != nil && !errors.Is(err, errRolledBack) {
					t.Error(err)
				}
			}
		})
	}
	for range 4 {
		all.Go(func() {
			for range each {
				if _, err := lengthener.LengthenChain(t.Context(), 17); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	lengthen(t, lengthener)
	const want = 1 + writers*each*2*3/4
	if r := verified(t, chain); r.Broken != 0 || r.Entries != want || r.Pending != 0 {
		t.Errorf("%+v, want %d entries", r, want)
	}
	if n := s.count(`SELECT count(*) FROM audit_entries e JOIN audit_chain c ON c.seq = e.seq`); n != want {
		t.Errorf("%d entries have a link", n)
	}
}

// What a write with its audit entry costs while as many others write, and the chain grows.
func BenchmarkAuditedWrites(b *testing.B) {
	for _, each := range []int{1, 8} {
		b.Run(fmt.Sprintf("writers=%d", each*runtime.GOMAXPROCS(0)), func(b *testing.B) {
			pool, err := pgdb.Open(b.Context(), pgdb.Config{URL: envconfig.Secret(template.New(b)), MaxConns: 20},
				postgres.ByKey)
			if err != nil {
				b.Fatal(err)
			}
			defer pool.Close()
			tenants := NewTenants(postgres.NewStore(pool, nil))
			_, lengthener := chainOf(pool)
			ctx, stop := context.WithCancel(b.Context())
			var behind sync.WaitGroup
			behind.Go(func() { _ = lengthener.Run(ctx) })
			b.SetParallelism(each)
			b.ResetTimer()
			var n atomic.Int64
			b.RunParallel(func(p *testing.PB) {
				for p.Next() {
					tenant := webhooks.TenantID(fmt.Sprint("ten_", n.Add(1)))
					_, err := tenants.CreateTenant(b.Context(), tenant, "A", anna)
					if err != nil {
						b.Error(err)
					}
				}
			})
			b.StopTimer()
			stop()
			behind.Wait()
		})
	}
}
