package usecase

import (
	"context"
	"log/slog"
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/access"
	"github.com/partnerline/partnerline/services/partnerconnect/message"
	"github.com/partnerline/partnerline/services/partnerconnect/message/postgres"
	onboardingpg "github.com/partnerline/partnerline/services/partnerconnect/onboarding/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/signedlink"
)

// A Sender is the way out: a mail server, or the sandbox.
type Sender interface {
	Send(ctx context.Context, l message.RenderedMessage) error
}

// A Sandbox sends nothing. The operator can read the messages.
type Sandbox struct{}

// Send does nothing.
func (Sandbox) Send(context.Context, message.RenderedMessage) error { return nil }

const (
	takeEvery = 500 * time.Millisecond
	takeMost  = 20
	// claimTTL is how long one message may take; it is taken again after that.
	claimTTL = time.Minute
	// A message that cannot be sent is tried again later and later, up to a day apart.
	firstRetry = time.Minute
	lastRetry  = 24 * time.Hour
)

// A Mailer sends the messages that are due.
type Mailer struct {
	store       *postgres.Store
	onboardings *onboardingpg.Store
	sender      Sender
	links       signedlink.Links
	log         *slog.Logger
	now         func() time.Time
}

// New returns a Mailer; Run does its work.
func New(store *postgres.Store, onboardings *onboardingpg.Store, sender Sender, links signedlink.Links, log *slog.Logger, now func() time.Time) *Mailer {
	return &Mailer{store, onboardings, sender, links, log, now}
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

func (p *Mailer) sendDue(ctx context.Context) error {
	for {
		now := p.now()
		due, err := p.store.TakeMessages(ctx, now, now.Add(claimTTL), takeMost)
		if err != nil {
			return err
		}
		for _, m := range due {
			if err := p.send(ctx, m); err != nil {
				// The error of a mail server may contain the receiver's address; the message's id is enough.
				p.log.LogAttrs(ctx, slog.LevelWarn, "message not sent", slog.String("message", string(m.ID)), slog.Int("attempt", m.Attempt))
				if err := p.store.MessageFailed(ctx, m.ID, p.now().Add(backoff(m.Attempt))); err != nil {
					return err
				}
			}
		}
		if len(due) < takeMost {
			return nil
		}
	}
}

func (p *Mailer) send(ctx context.Context, m message.DueMessage) error {
	if m.Unreadable != nil {
		return m.Unreadable
	}
	ctx, cancel := context.WithTimeout(ctx, claimTTL)
	defer cancel()
	o, err := p.onboardings.Onboarding(ctx, access.SystemView, m.Onboarding)
	if err != nil {
		return err
	}
	// What was erased or revoked since is not sent; it counts as done.
	if rendered, ok := p.render(o, m.Message); ok && m.To != "" {
		if err := p.sender.Send(ctx, rendered); err != nil {
			return err
		}
	}
	return p.store.MessageSent(ctx, m.ID, p.now())
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
