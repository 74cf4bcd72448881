package usecase

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/signedlink"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/message"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/postgres"
)

const (
	takeEvery = 500 * time.Millisecond
	// sentAtOnce is how many messages a provider takes at the same time, so that a slow one delays few.
	sentAtOnce = 4
	// claimTTL is how long a claim keeps a message from other programs; the claim is renewed while the message is
	// being sent. If its outcome is not stored by the end of the claim, it is sent again.
	claimTTL   = 2 * time.Minute
	claimEvery = claimTTL / 4
	// A message that cannot be sent is tried again after growing pauses, up to a day: codes, which work for ten
	// minutes, four times. One that may have arrived is repeated after an hour at the earliest, so a code is not.
	firstRetry  = 5 * time.Second
	firstRepeat = time.Hour
	lastRetry   = 24 * time.Hour
)

// A Mailer sends the messages that are due.
type Mailer struct {
	pool        *pgxpool.Pool
	store       *postgres.MessageStore
	onboardings *postgres.OnboardingStore
	routes      map[message.Route]*route
	links       signedlink.Links
	metrics     Metrics
	log         *slog.Logger
	now         func() time.Time
}

// MailerParts are what a Mailer sends with.
type MailerParts struct {
	Pool        *pgxpool.Pool
	Messages    *postgres.MessageStore
	Onboardings *postgres.OnboardingStore
	Providers   Providers // of live mode; the messages of test mode are kept for operators to read
	Links       signedlink.Links
	Metrics     Metrics
	Log         *slog.Logger
	Now         func() time.Time
}

// NewMailer returns a Mailer; Run does its work.
func NewMailer(parts MailerParts) *Mailer {
	p := &Mailer{
		pool: parts.Pool, store: parts.Messages, onboardings: parts.Onboardings, links: parts.Links,
		metrics: parts.Metrics, log: parts.Log, now: parts.Now,
	}
	p.routes = newRoutes(Sandbox{p.bounce}, parts.Providers, parts.Metrics)
	return p
}

// Run sends messages until ctx ends. The messages of one provider wait for those of no other.
func (p *Mailer) Run(ctx context.Context) error {
	tick := time.NewTicker(takeEvery)
	defer tick.Stop()
	var sending sync.WaitGroup
	defer sending.Wait()
	sent := make(chan *route, sentAtOnce*len(p.routes))
	for {
		open, limit := p.free()
		due := p.take(ctx, open, limit)
		for _, m := range due {
			r := p.routes[m.Route]
			r.sending++
			sending.Go(func() {
				p.send(ctx, r, m)
				sent <- r
			})
		}
		if len(due) > 0 && len(due) == limit && ctx.Err() == nil {
			continue // more may be due
		}
		select {
		case <-ctx.Done():
			return nil
		case r := <-sent:
			r.sending--
		case <-tick.C:
		}
	}
}

// free returns the routes whose providers take more messages, and how many each of them does.
func (p *Mailer) free() (open []message.Route, limit int) {
	for to, r := range p.routes {
		if n := sentAtOnce - r.sending; n > 0 {
			if len(open) == 0 || n < limit {
				limit = n
			}
			open = append(open, to)
		}
	}
	return open, limit
}

// take returns messages of routes that are due, at most limit.
func (p *Mailer) take(ctx context.Context, open []message.Route, limit int) []message.DueMessage {
	if limit == 0 {
		return nil
	}
	now := p.now()
	due, err := p.store.TakeMessages(ctx, message.Due{Routes: open, Now: now, Again: now.Add(claimTTL), Limit: limit})
	if err != nil && ctx.Err() == nil {
		p.log.LogAttrs(ctx, slog.LevelWarn, "messages not taken", slog.String("cause", err.Error()))
	}
	return due
}

// send makes one attempt and notes its outcome, also when ctx has ended meanwhile. If the outcome cannot be stored,
// the message is due again when its claim ends.
func (p *Mailer) send(ctx context.Context, r *route, m message.DueMessage) {
	stop := p.keepClaimed(ctx, m.ID)
	id, failure, err := p.attempt(ctx, r, m)
	stop()
	if err != nil && ctx.Err() != nil {
		return // the program ends
	}
	ctx = context.WithoutCancel(ctx)
	attributes := []slog.Attr{slog.String("message", string(m.ID)), slog.Int("attempt", m.Attempt)}
	var noted error
	switch {
	case failure != "":
		if err != nil {
			attributes = append(attributes, slog.String("cause", err.Error()))
		}
		p.log.LogAttrs(ctx, slog.LevelInfo, "message failed", append(attributes, slog.String("failure", string(failure)))...)
		if noted = p.fail(ctx, m, failure); noted == nil && failure != message.Rejected { // which the attempt was counted as
			p.metrics.count(ctx, m.Route, string(failure))
		}
	case err != nil:
		p.log.LogAttrs(ctx, slog.LevelWarn, "message not sent", append(attributes, slog.String("cause", err.Error()))...)
		noted = p.store.MessageDeferred(ctx, m.ID, p.now().Add(backoff(err, m.Attempt)))
	default:
		noted = p.store.MessageSent(ctx, m.ID, id, p.now())
	}
	if noted != nil {
		p.log.LogAttrs(ctx, slog.LevelWarn, "message not noted",
			slog.String("message", string(m.ID)), slog.String("cause", noted.Error()))
	}
}

// keepClaimed keeps a message from other programs until it is stopped.
func (p *Mailer) keepClaimed(ctx context.Context, id message.MessageID) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var claiming sync.WaitGroup
	claiming.Go(func() {
		tick := time.NewTicker(claimEvery)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			if err := p.store.MessageDeferred(ctx, id, p.now().Add(claimTTL)); err != nil && ctx.Err() == nil {
				p.log.LogAttrs(ctx, slog.LevelWarn, "message not claimed",
					slog.String("message", string(id)), slog.String("cause", err.Error()))
			}
		}
	})
	return func() { cancel(); claiming.Wait() }
}

// attempt hands a message to its provider. It returns the provider's id, or the failure after which there is no
// further attempt, or the error after which there is one.
func (p *Mailer) attempt(ctx context.Context, r *route, m message.DueMessage) (string, message.Failure, error) {
	if m.Unreadable != nil {
		return "", "", m.Unreadable
	}
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
		return "", message.Rejected, err
	}
	return id, "", err
}

// backoff is how long after an error of an attempt the next one is made.
func backoff(err error, attempt int) time.Duration {
	d := firstRetry
	if errors.Is(err, message.ErrUnanswered) {
		d = firstRepeat
	}
	for range attempt - 1 {
		if d *= 4; d >= lastRetry {
			return lastRetry
		}
	}
	return d
}
