package usecase_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.uber.org/goleak"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	internalpg "github.com/partnerline/partnerline/services/partnerconnect/internal/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/event"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcclient"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
	kernelusecase "github.com/partnerline/partnerline/services/partnerconnect/kernel/usecase"
	"github.com/partnerline/partnerline/testkit/pgtest"
)

var schema = pgtest.Template{Name: "partnerconnect", Migrate: func(ctx context.Context, url string) error {
	_, err := internalpg.Schema.Migrate(ctx, url)
	return err
}}

func TestMain(m *testing.M) { goleak.VerifyTestMain(pgtest.Wrap(m)) }

// receiver stores what is relayed as webhooks does: an event once, and no call that comes after a later one. Of its
// calls some fail, before or after they are stored.
type receiver struct {
	mu          sync.Mutex // guards all
	epoch, call int64
	events      []string
	seen        map[string]bool
	withdrawn   map[string]bool
	early       []string // events that came before what they need was granted
	reliable    bool     // no call fails
	calls       int      // with events
	failed      int
}

// Invoke implements grpc.ClientConnInterface.
func (r *receiver) Invoke(_ context.Context, _ string, request, _ any, _ ...grpc.CallOption) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	req, ok := request.(*webhooksv1.RelayEventsRequest)
	if !ok {
		return nil // a partner is made known
	}
	fate := 0
	if req.GetItems()[0].GetEvent() != nil && !r.reliable {
		r.calls++
		fate = r.calls % 4
	}
	if fate == 1 {
		r.failed++
		return status.Error(codes.Unavailable, "nothing was stored")
	}
	if req.GetEpoch() < r.epoch || req.GetEpoch() == r.epoch && req.GetCall() <= r.call {
		return status.Error(codes.FailedPrecondition, "a later call has relayed events")
	}
	r.epoch, r.call = req.GetEpoch(), req.GetCall()
	for _, i := range req.GetItems() {
		if p := i.GetPermission(); p != nil {
			r.withdrawn[fmt.Sprint(p.GetLivemode(), p.GetPermission())] = p.GetWithdrawn()
			continue
		}
		e := i.GetEvent()
		if id := e.GetId(); !r.seen[id] {
			r.seen[id], r.events = true, append(r.events, id)
			if slices.ContainsFunc(e.GetPermissions(),
				func(name string) bool { return r.withdrawn[fmt.Sprint(e.GetLivemode(), name)] }) {
				r.early = append(r.early, id)
			}
		}
	}
	if fate == 2 {
		r.failed++
		return status.Error(codes.DeadlineExceeded, "all was stored")
	}
	return nil
}

// NewStream implements grpc.ClientConnInterface.
func (*receiver) NewStream(context.Context, *grpc.StreamDesc, string, ...grpc.CallOption) (grpc.ClientStream, error) {
	return nil, errors.New("there are no streams")
}

// newDatabase has a partner with a key and a channel. Events and delegations need no merchant.
func newDatabase(t *testing.T) (pool *pgxpool.Pool, exec func(sql string)) {
	t.Helper()
	pool, err := pgxpool.New(t.Context(), schema.New(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	exec = func(sql string) {
		t.Helper()
		if _, err := pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	exec(`INSERT INTO partners (id, name, tenant_id, created_at) VALUES ('ptn_a', 'A', 'ten_a', now())`)
	exec(
		`INSERT INTO channels (id, partner_id, name, return_origins, link_ttl, currencies,` +
			` created_at) VALUES ('chn_a', 'ptn_a', 'A', '{}', '1 hour', '{PLN}', now())`,
	)
	exec(`INSERT INTO partner_keys (id, partner_id, livemode, scopes, version, hash, prefix, created_at)
	      VALUES ('key_a', 'ptn_a', false, '{onboarding:read}', '2026-11-01', decode(repeat('00', 32), 'hex'), 'pk_test_a', now())`)
	exec(`INSERT INTO partner_key_channels (key_id, partner_id, channel_id) VALUES ('key_a', 'ptn_a', 'chn_a')`)
	exec(`ALTER TABLE events DROP CONSTRAINT events_merchant_ref_fkey`)
	exec(`ALTER TABLE delegations DROP CONSTRAINT delegations_merchant_ref_fkey`)
	return pool, exec
}

// addEvent commits an event of the partner's channel, after what change does in its transaction.
func addEvent(t *testing.T, pool *pgxpool.Pool, kind event.Type, change string) {
	t.Helper()
	e, err := event.NewEvent(kind, pc.Ref("mrc_a"), owner, false, map[string]string{})
	if err != nil {
		t.Fatal(err)
	}
	err = pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(t.Context(), change); err != nil {
			return err
		}
		return postgres.InsertEvent(t.Context(), tx, e)
	})
	if err != nil {
		t.Fatal(err)
	}
}

var owner = access.Owner{Partner: access.Partner{ID: "ptn_a", Tenant: "ten_a"}, Channel: access.Channel{ID: "chn_a"}}

// An event that happens right after access is granted is relayed after the grant: the receiver would end its deliveries
// otherwise.
func TestGrantsAreRelayedBeforeEvents(t *testing.T) {
	pool, exec := newDatabase(t)
	exec(`UPDATE partner_keys SET scopes = '{onboarding:read,account:read}'`)
	exec(
		`INSERT INTO delegations (merchant_ref, id, status, agreement_id, agreement_version, signed_at, granted_at)
			VALUES ('mrc_a', 'dlg_a', 'active', 'a', '1', now(), now())`,
	)
	r := &receiver{seen: map[string]bool{}, withdrawn: map[string]bool{}, reliable: true}
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() {
		_ = kernelusecase.NewRelay(pool, postgres.NewEventStore(pool), grpcclient.NewWebhooks(r),
			slog.New(slog.DiscardHandler), time.Now).Run(ctx)
	})
	defer running.Wait()
	defer stop()
	eventually := func(what string, ok func() bool) {
		t.Helper()
		deadline, tick := time.NewTimer(time.Minute), time.NewTicker(time.Millisecond)
		defer deadline.Stop()
		defer tick.Stop()
		for {
			r.mu.Lock()
			done := ok()
			r.mu.Unlock()
			if done {
				return
			}
			select {
			case <-tick.C:
			case <-deadline.C:
				t.Fatal("did not come true: " + what)
			}
		}
	}
	events := 0
	relayed := func() bool { return len(r.events) == events }
	for _, change := range []struct{ name, take, give string }{
		{"ptn_a", `UPDATE partners SET suspended_at = now()`, `UPDATE partners SET suspended_at = NULL`},
		{
			"chn_a", `DELETE FROM partner_key_channels`,
			`INSERT INTO partner_key_channels (key_id, partner_id, channel_id) VALUES ('key_a', 'ptn_a', 'chn_a')`,
		},
		{"account:read", `UPDATE partner_keys SET scopes = '{onboarding:read}'`,
			`UPDATE partner_keys SET scopes = '{onboarding:read,account:read}'`},
		// nothing without onboarding:read
		{"ptn_a", `UPDATE partner_keys SET scopes = '{account:read}'`,
			`UPDATE partner_keys SET scopes = '{onboarding:read,account:read}'`},
	} {
		for range 2 {
			exec(change.take)
			eventually(change.name+" is withdrawn", func() bool { return r.withdrawn["false"+change.name] })
			exec(change.give)
			addEvent(t, pool, event.PaymentRegisteredEvent, "")
			events++
			eventually("the event is relayed", relayed)
		}
	}
	for range 30 {
		addEvent(t, pool, event.DelegationRevoked, `UPDATE delegations SET status = 'revoked', revoked_at = now()`)
		eventually("the delegation is withdrawn", func() bool { return r.withdrawn["falsemrc_a"] })
		addEvent(t, pool, event.DelegationGranted, `UPDATE delegations SET status = 'active', revoked_at = NULL`)
		addEvent(t, pool, event.PaymentRegisteredEvent, "")
		events += 3
		eventually("the events are relayed", relayed)
	}
	if len(r.early) > 0 {
		t.Errorf("%d of %d events were relayed before what they need was granted", len(r.early), events)
	}
}

// Readiness says that the oldest event waits for its relay since more than a minute.
func TestReadinessSaysThatEventsWait(t *testing.T) {
	t.Parallel()
	pool, exec := newDatabase(t)
	now := time.Now()
	check := kernelusecase.CheckRelayed(postgres.NewEventStore(pool), func() time.Time { return now })
	happened := func(ago time.Duration) {
		t.Helper()
		exec(`UPDATE events SET created_at = '` + now.Add(-ago).Format(time.RFC3339Nano) + `'`)
	}
	if err := check(t.Context()); err != nil {
		t.Errorf("without an event: %v", err)
	}
	addEvent(t, pool, event.DocumentReceived, "")
	happened(59 * time.Second)
	if err := check(t.Context()); err != nil {
		t.Errorf("of less than a minute ago: %v", err)
	}
	happened(2 * time.Minute)
	if err := check(t.Context()); err == nil || err.Error() != "an event waits since 2m0s to be relayed to webhooks" {
		t.Errorf("of two minutes ago: %v", err)
	}
}

// Whatever fails, and however transactions overlap, every event that was committed is relayed, in the order of the
// feed, by one of two replicas at a time.
func TestRelayKeepsTheOrderOfTheFeed(t *testing.T) {
	pool, _ := newDatabase(t)
	store, r := postgres.NewEventStore(pool), &receiver{seen: map[string]bool{}, withdrawn: map[string]bool{}}
	ctx, stop := context.WithCancel(t.Context())
	var relays, writers sync.WaitGroup
	for range 2 {
		relay := kernelusecase.NewRelay(pool, store, grpcclient.NewWebhooks(r), slog.New(slog.DiscardHandler), time.Now)
		relays.Go(func() { _ = relay.Run(ctx) })
	}
	for range 4 {
		writers.Go(func() {
			for n := range 60 {
				tx, err := pool.Begin(t.Context())
				if err != nil {
					t.Error(err)
					return
				}
				for range 1 + rand.IntN(3) {
					e, err := event.NewEvent(event.DocumentReceived, pc.Ref("mrc_a"), owner, false, map[string]string{})
					if err == nil {
						err = postgres.InsertEvent(t.Context(), tx, e)
					}
					if err != nil {
						t.Error(err)
					}
				}
				// Transactions overlap, and end in another order than they began.
				if _, err := tx.Exec(t.Context(), `SELECT pg_sleep(random() / 100)`); err != nil {
					t.Error(err)
				}
				if n%10 == 9 {
					err = tx.Rollback(t.Context())
				} else {
					err = tx.Commit(t.Context())
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	writers.Wait()
	var want []string
	rows, err := pool.Query(t.Context(), `SELECT id FROM events ORDER BY xact, seq`)
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			t.Fatal(err)
		}
		want = append(want, id)
	}
	deadline, tick := time.NewTimer(time.Minute), time.NewTicker(10*time.Millisecond)
	defer deadline.Stop()
	defer tick.Stop()
	for relayed := 0; relayed < len(want); {
		select {
		case <-deadline.C:
			relayed = len(want)
		case <-tick.C:
			r.mu.Lock()
			relayed = len(r.events)
			r.mu.Unlock()
		}
	}
	stop()
	relays.Wait()
	if len(want) < 200 || !slices.Equal(r.events, want) {
		t.Errorf("%d events relayed, of %d; %d calls failed", len(r.events), len(want), r.failed)
	}
	if r.failed == 0 || r.epoch < 2 {
		t.Errorf("%d calls failed in %d epochs: nothing was tried", r.failed, r.epoch)
	}
	if r.withdrawn["falsechn_a"] || !r.withdrawn["truechn_a"] || !r.withdrawn["falseaccount:read"] {
		t.Errorf("withdrawn: %v", r.withdrawn)
	}
}
