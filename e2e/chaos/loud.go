package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"github.com/partnerline/partnerline/e2e/adversary"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/testkit/receiver"
)

// loudTenant is the one whose faults are to use up what tenants share.
const loudTenant = "ten_loud"

// A loud tenant is at its limits for the time of a fault. The oracle does not know it: its deliveries are counted.
type loud struct {
	*adversary.Tenant
	*world
	conn      *grpc.ClientConn
	began     time.Time
	receiver  *receiver.Receiver
	endpoints []string // ids
	whole     int      // endpoints that get every event
	owed      int      // deliveries
	refuses   bool     // its receiver does, so deliveries may fail
	deleted   bool     // its endpoints are, so deliveries are cancelled
	notes     string

	mu    sync.Mutex // guards taken
	taken map[string]int
}

// invite begins the time of the loud tenant. The caller ends it by leave.
func (w *world) invite() (*loud, error) {
	conn, err := grpc.NewClient(w.sys.Webhooks[0].Addr("GRPC_ADDR"), quickReconnect,
		grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return nil, err
	}
	l := &loud{world: w, conn: conn, began: time.Now(), taken: map[string]int{}, Tenant: &adversary.Tenant{
		ID: loudTenant, Conn: conn, Key: w.loudKey, Token: w.sys.Token,
		Keys: fmt.Sprintf("loud-%d-%d", w.Seed, w.report.Faults),
	}}
	if l.receiver, err = receiver.Listen(); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	l.receiver.Keep(1)
	l.answer(receiver.Response{})
	return l, nil
}

// answer sets what its receiver answers from now on.
func (l *loud) answer(a receiver.Response) {
	l.receiver.Respond(func(_ int, r receiver.Request) receiver.Response {
		if a.Status == 0 {
			l.mu.Lock()
			defer l.mu.Unlock()
			l.taken[r.Header.Get("X-Webhook-Id")]++
		}
		return a
	})
}

// arrived is how many deliveries its receiver took, and how many of them more than once.
func (l *loud) arrived() (n, again int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, times := range l.taken {
		if times > 1 {
			again++
		}
	}
	return len(l.taken), again
}

// calls makes calls of its own, again if they fail.
func (l *loud) calls(ctx context.Context, what string, try func(context.Context) error) error {
	return l.persistFor(ctx, 2*time.Minute, time.Minute, what, try)
}

// register gives it n endpoints, each with what change makes of it.
func (l *loud) register(ctx context.Context, n int, change func(*webhooksv1.CreateEndpointRequest)) error {
	list := adversary.EndpointsAt(l.receiver.URL(), n, n)
	for _, e := range list {
		change(e)
	}
	err := l.calls(ctx, "endpoints", func(ctx context.Context) error { return l.Register(ctx, list) })
	if err == nil {
		err = l.count(ctx)
		l.whole = len(l.endpoints)
	}
	return err
}

// count reads its endpoints: those of a call that was repeated are more.
func (l *loud) count(ctx context.Context) error {
	return l.calls(ctx, "a list of endpoints", func(ctx context.Context) (err error) {
		l.endpoints, err = l.Endpoints(ctx)
		return err
	})
}

func (l *loud) publish(ctx context.Context, n int, more map[string]any) error {
	l.owed += n * l.whole
	for ; n > 0; n -= adversary.Batch {
		err := l.calls(ctx, "events", func(ctx context.Context) error {
			return l.Publish(ctx, min(n, adversary.Batch), more)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// delete deletes its endpoints, which cancels what waits.
func (l *loud) delete(ctx context.Context) error {
	l.deleted = true
	return l.calls(ctx, "no endpoints", l.Delete)
}

func (l *loud) leave(ctx context.Context) error {
	err := l.delete(ctx)
	l.receiver.Close()
	return errors.Join(err, l.conn.Close())
}

const countHeld = `SELECT count(*) FROM held_deliveries WHERE endpoint_id = ANY(@endpoints::uuid[])`

// awaitHeld waits until some of its deliveries are held: it has used up its share of a stream then.
func (l *loud) awaitHeld(ctx context.Context) error {
	held := func() (n int, err error) {
		err = l.db.QueryRow(ctx, countHeld, pgx.StrictNamedArgs{"endpoints": l.endpoints}).Scan(&n)
		return n, err
	}
	err := l.until(ctx, time.Minute, "deliveries over the share are held", func() bool {
		n, err := held()
		return err == nil && n > 0
	})
	if err != nil {
		return err
	}
	wait(ctx, l.between(time.Second, longest))
	n, err := held()
	l.notes += fmt.Sprintf(", %d held", n)
	return err
}

const (
	// selectBusy finds work in progress. A row of the outbox lasts until the deliveries of its event are stored.
	selectBusy = `
		SELECT EXISTS (SELECT FROM outbox WHERE tenant_id = @tenant)
		    OR EXISTS (SELECT FROM deliveries WHERE endpoint_id = ANY(@endpoints::uuid[]) AND status = 'pending')
		    OR EXISTS (SELECT FROM held_deliveries WHERE endpoint_id = ANY(@endpoints::uuid[]))`
	countOutcomes = `
		SELECT count(*) FILTER (WHERE status = 'pending'), count(*) FILTER (WHERE status = 'delivered'),
		       count(*) FILTER (WHERE status = 'failed'), count(*) FILTER (WHERE status = 'cancelled')
		FROM   deliveries WHERE endpoint_id = ANY(@endpoints::uuid[])`
	// settles is the longest time until what it published has ended.
	settles = 3 * time.Minute
)

// settle waits until all that it is owed has ended, and checks it.
func (l *loud) settle(ctx context.Context) error {
	args := pgx.StrictNamedArgs{"tenant": l.ID, "endpoints": l.endpoints}
	var failed error
	busy := true
	err := l.until(ctx, settles, "nothing of the loud tenant is in progress", func() bool {
		failed = l.db.QueryRow(ctx, selectBusy, args).Scan(&busy)
		return failed != nil || !busy
	})
	if failed != nil {
		return failed
	}
	if err != nil {
		l.oracle.Fault("%v", err)
	}
	delete(args, "tenant")
	var o outcomes
	if err := l.db.QueryRow(ctx, countOutcomes, args).Scan(&o.pending, &o.delivered, &o.failed, &o.cancelled); err != nil {
		return err
	}
	arrived, again := l.arrived()
	if err := o.check(l.owed, arrived, l.refuses, l.deleted); err != nil {
		l.oracle.Fault("of the loud tenant %v", err)
	}
	l.notes += fmt.Sprintf(", %d delivered, %d failed, %d cancelled, %d twice", o.delivered, o.failed, o.cancelled, again)
	return nil
}

// outcomes are what became of the loud tenant's deliveries.
type outcomes struct{ pending, delivered, failed, cancelled int }

// check compares the outcomes with how many deliveries the tenant is owed and how many its receiver took. After a
// deletion, some deliveries have no row, and some that arrived are recorded as cancelled.
func (o outcomes) check(owed, arrived int, refuses, deleted bool) error {
	made := o.pending + o.delivered + o.failed + o.cancelled
	switch {
	case o.pending > 0:
		return fmt.Errorf("%d deliveries are pending", o.pending)
	case o.failed > 0 && !refuses:
		return fmt.Errorf("%d deliveries failed, which its receiver took", o.failed)
	case deleted && arrived < o.delivered, !deleted && arrived != o.delivered:
		return fmt.Errorf("%d deliveries arrived, %d are recorded", arrived, o.delivered)
	case deleted:
		return nil
	case o.cancelled > 0:
		return fmt.Errorf("%d deliveries are cancelled, and no endpoint was deleted", o.cancelled)
	case made < owed:
		return fmt.Errorf("%d of %d deliveries are lost", owed-made, owed)
	}
	return nil
}
