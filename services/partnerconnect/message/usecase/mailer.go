package usecase

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"

	"github.com/partnerline/partnerline/services/partnerconnect/access"
	"github.com/partnerline/partnerline/services/partnerconnect/message"
	"github.com/partnerline/partnerline/services/partnerconnect/message/postgres"
	onboardingpg "github.com/partnerline/partnerline/services/partnerconnect/onboarding/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/signedlink"
)

const (
	takeEvery = 500 * time.Millisecond
	takeMost  = 10
	// sendTimeout is how long a provider may take to accept a message.
	sendTimeout = 10 * time.Second
	// claimTTL is longer than takeMost messages take, each its sendTimeout; one that is not noted by then is sent again.
	claimTTL = 2 * time.Minute
	// A message that cannot be sent is tried again later and later, up to a day apart: codes, which work for ten minutes, four times.
	firstRetry = 5 * time.Second
	lastRetry  = 24 * time.Hour
)

// A Mailer sends the messages that are due.
type Mailer struct {
	pool        *pgxpool.Pool
	store       *postgres.Store
	onboardings *onboardingpg.Store
	routes      routes
	links       signedlink.Links
	log         *slog.Logger
	now         func() time.Time
}

// New returns a Mailer; Run does its work. Messages of live mode go to providers, those of test mode are kept for the operator to read.
func New(pool *pgxpool.Pool, store *postgres.Store, onboardings *onboardingpg.Store, live Providers, links signedlink.Links, m Metrics, log *slog.Logger, now func() time.Time) *Mailer {
	p := &Mailer{pool: pool, store: store, onboardings: onboardings, links: links, log: log, now: now}
	p.routes = newRoutes(Sandbox{p.bounce}, live, m)
	return p
}

// Run sends messages until ctx ends.
func (p *Mailer) Run(ctx context.Context) error {
	tick := time.NewTicker(takeEvery)
	defer tick.Stop()
	for {
		if err := p.sendDue(ctx); err != nil && ctx.Err() == nil {
			p.log.LogAttrs(ctx, slog.LevelWarn, "messages not taken", slog.String("cause", err.Error()))
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// sendDue sends what is due. The messages of one provider wait for one another, and for those of no other.
func (p *Mailer) sendDue(ctx context.Context) error {
	for {
		now := p.now()
		due, err := p.store.TakeMessages(ctx, now, now.Add(claimTTL), takeMost)
		if err != nil {
			return err
		}
		byRoute := map[*route][]message.DueMessage{}
		for _, m := range due {
			r := p.routes.of(m)
			byRoute[r] = append(byRoute[r], m)
		}
		var sending errgroup.Group
		for r, list := range byRoute {
			sending.Go(func() error {
				for _, m := range list {
					if err := p.send(ctx, r, m); err != nil {
						return err
					}
				}
				return nil
			})
		}
		if err := sending.Wait(); err != nil || len(due) < takeMost {
			return err
		}
	}
}

// send makes one attempt and notes its outcome; its error is the database's.
func (p *Mailer) send(ctx context.Context, r *route, m message.DueMessage) error {
	id, failure, err := p.attempt(ctx, r, m)
	switch {
	case err != nil && ctx.Err() != nil:
		return nil //nolint:nilerr // the program ends; the message is due again when its claim ends
	case err != nil:
		// The error of a provider may contain the receiver's address or the text; the message's id is enough.
		p.log.LogAttrs(ctx, slog.LevelWarn, "message not sent", slog.String("message", string(m.ID)), slog.Int("attempt", m.Attempt))
		return p.store.MessageDeferred(ctx, m.ID, p.now().Add(backoff(m.Attempt)))
	case failure != "":
		p.log.LogAttrs(ctx, slog.LevelInfo, "message failed", slog.String("message", string(m.ID)), slog.String("failure", string(failure)))
		return p.fail(ctx, m, failure)
	}
	return p.store.MessageSent(ctx, m.ID, id, p.now())
}

// attempt hands a message to its provider: the provider's id, or why there is no further attempt, or why there is one.
func (p *Mailer) attempt(ctx context.Context, r *route, m message.DueMessage) (string, message.Failure, error) {
	if m.Unreadable != nil {
		return "", "", m.Unreadable
	}
	ctx, cancel := context.WithTimeout(ctx, sendTimeout)
	defer cancel()
	o, err := p.onboardings.Onboarding(ctx, access.SystemView, m.Onboarding)
	if err != nil {
		return "", "", err
	}
	rendered, ok, err := p.render(o, message.StoredMessage{Message: m.Message, CreatedAt: m.CreatedAt})
	switch {
	case err != nil:
		return "", "", err
	case !ok || m.To == "": // erased or revoked since
		return "", message.Obsolete, nil
	case !p.now().Before(rendered.UsefulUntil):
		return "", message.Expired, nil
	}
	id, err := r.send(ctx, rendered)
	if errors.Is(err, message.ErrRejected) {
		return "", message.Rejected, nil
	}
	return id, "", err
}

func backoff(attempt int) time.Duration {
	d := firstRetry
	for range attempt - 1 {
		if d *= 4; d >= lastRetry {
			return lastRetry
		}
	}
	return d
}
