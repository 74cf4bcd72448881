package usecase

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	kernelpg "github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/message"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
)

// ReportMessage notes what became of an accepted message: it bounced, or else arrived. A bounce is final. A report that
// says nothing new changes nothing; [message.ErrNotFound].
func (p *Mailer) ReportMessage(
	ctx context.Context, id message.MessageID, bounced bool, by audit.Entry, now time.Time,
) error {
	to, err := p.store.RouteOf(ctx, id)
	if err != nil {
		return err
	}
	var changed bool
	err = pgdb.InTx(ctx, p.pool, func(tx pgx.Tx) (err error) {
		if bounced {
			changed, err = p.failIn(ctx, tx, to.Onboarding, id, func() (bool, error) {
				return p.store.MessageBounced(ctx, tx, id, now)
			})
		} else {
			changed, err = p.store.MessageDelivered(ctx, tx, id, now)
		}
		if err != nil || !changed {
			return err
		}
		by.Merchant = to.Onboarding
		return kernelpg.InsertAudit(ctx, tx, by)
	})
	if err == nil && changed {
		outcome := string(message.Delivered)
		if bounced {
			outcome = string(message.Bounced)
		}
		p.metrics.count(ctx, to.Route, outcome)
	}
	return err
}

// bounce reports that a message of test mode came back.
func (p *Mailer) bounce(ctx context.Context, id message.MessageID) error {
	now := p.now().UTC().Truncate(time.Millisecond)
	return p.ReportMessage(ctx, id, true,
		audit.Entry{At: now, Actor: audit.SystemActor, Operation: "BounceMessage", Outcome: "ok"}, now)
}

// fail ends a message that was not sent.
func (p *Mailer) fail(ctx context.Context, m message.DueMessage, f message.Failure) error {
	return pgdb.InTx(ctx, p.pool, func(tx pgx.Tx) error {
		_, err := p.failIn(ctx, tx, m.Onboarding, m.ID,
			func() (bool, error) { return p.store.MessageFailed(ctx, tx, m.ID, f, p.now()) })
		return err
	})
}

// failIn notes by f that a message failed, under the lock of its onboarding, with the event for the partner. There is
// no event if another message has followed, or if the address was corrected since.
func (p *Mailer) failIn(
	ctx context.Context, tx pgx.Tx, ref pc.Ref, id message.MessageID, f func() (bool, error),
) (changed bool, err error) {
	o, err := p.onboardings.Lock(ctx, tx, access.SystemView, ref)
	if err != nil {
		return false, err
	}
	if changed, err = f(); err != nil || !changed {
		return changed, err
	}
	newest, err := p.store.NewestMessages(ctx, tx, ref)
	if err != nil {
		return false, err
	}
	for _, m := range signing.LastMessagesOf(&o.Onboarding, newest) {
		if m.ID != id {
			continue
		}
		e, err := onboarding.NewMessageFailed(o.Onboarding, m)
		if err != nil {
			return false, err
		}
		return true, kernelpg.InsertEvent(ctx, tx, e)
	}
	return true, nil
}
