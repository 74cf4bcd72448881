package usecase

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"golang.org/x/sync/errgroup"

	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/smtp"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
	"github.com/partnerline/partnerline/services/webhooks/portal"
)

// NoticeMails notifies tenants by e-mail of what happens to their endpoints: without delay, and then at most once in
// portal.MailEvery.
type NoticeMails struct {
	store  *postgres.Store
	mailer *smtp.Sender
	base   string
	log    *slog.Logger
	now    func() time.Time
	mailed metric.Int64Counter
}

// NewNoticeMails returns the use cases; mailer is nil where no e-mails are sent, base the public URL that links begin
// with.
func NewNoticeMails(
	s *postgres.Store, mailer *smtp.Sender, base string, meter metric.Meter, log *slog.Logger, now func() time.Time,
) (*NoticeMails, error) {
	mailed, err := meter.Int64Counter("webhooks.notices.mailed",
		metric.WithDescription("E-mails with notices to tenants, by what became of them."))
	if err != nil {
		return nil, err
	}
	for _, f := range []portal.MailFailure{"", portal.AddressRefused, portal.NotTaken, portal.NoAnswer} {
		mailed.Add(context.Background(), 0, ofOutcome(f)) // an increase is seen only from a value that was there before
	}
	return &NoticeMails{store: s, mailer: mailer, base: base, log: log, now: now, mailed: mailed}, nil
}

// Enabled reports whether e-mails are sent.
func (u *NoticeMails) Enabled() bool { return u.mailer != nil }

func (u *NoticeMails) at() time.Time { return u.now().UTC().Truncate(time.Millisecond) }

// NoticeAddresses returns those of a scope: the one that counts, and the one that is to be confirmed.
func (u *NoticeMails) NoticeAddresses(ctx context.Context, sc webhooks.Scope) ([]portal.NoticeAddress, error) {
	return u.store.Portal.Addresses(ctx, sc)
}

// confirmWithin is how long a person waits for the server to take the e-mail that asks for a confirmation.
const confirmWithin = 20 * time.Second

// SetNoticeAddress stores an address and asks its owner to confirm it. Until then the one before counts.
// portal.ErrNotSent when the server did not take the e-mail, portal.ErrAddressRefused when it says that the address
// takes none. An e-mail that the server has, but did not answer for in time, counts as sent.
func (u *NoticeMails) SetNoticeAddress(ctx context.Context, sc webhooks.Scope, email, language string) error {
	if !u.Enabled() {
		return portal.ErrNoMail
	}
	if err := portal.CheckEmail(email); err != nil {
		return err
	}
	at, link := u.at(), portal.NewToken()
	a := portal.NoticeAddress{
		ID: ids.New(portal.AddressPrefix), Scope: sc, Email: email, Language: language, CreatedAt: at,
	}
	var names map[webhooks.TenantID]string
	err := u.store.InTx(ctx, func(tx *postgres.Store) error {
		if err := tx.Tenants.Lock(ctx, sc.Tenant); err != nil {
			return err
		}
		var err error
		if names, err = tx.Tenants.Names(ctx, []webhooks.TenantID{sc.Tenant}); err != nil {
			return err
		}
		return tx.Portal.InsertAddress(ctx, a, link.Hash(), at.Add(portal.ConfirmTTL))
	})
	if err != nil {
		return err
	}
	sending, cancel := context.WithTimeout(ctx, confirmWithin)
	defer cancel()
	_, err = u.mailer.Send(sending, portal.ConfirmationMail(a, names[sc.Tenant], u.base+"/portal/confirm/"+string(link)))
	if err == nil {
		return nil
	}
	u.log.LogAttrs(ctx, slog.LevelWarn, "confirmation not sent",
		slog.String("tenant", string(sc.Tenant)), slog.String("cause", err.Error()))
	switch failureOf(err) {
	case portal.NoAnswer:
		return nil
	case portal.AddressRefused:
		return portal.ErrAddressRefused
	}
	return portal.ErrNotSent
}

// AddressToConfirm returns the address that a link confirms; portal.ErrEnded when it confirms none any more.
func (u *NoticeMails) AddressToConfirm(ctx context.Context, link portal.Token) (portal.NoticeAddress, error) {
	return u.store.Portal.AddressOfLink(ctx, link.Hash(), u.at())
}

// ConfirmNoticeAddress confirms the address of a link, which counts from now on. A link that was used before changes
// nothing.
func (u *NoticeMails) ConfirmNoticeAddress(ctx context.Context, link portal.Token) (a portal.NoticeAddress, err error) {
	err = u.store.InTx(ctx, func(tx *postgres.Store) error {
		if a, err = tx.Portal.AddressOfLink(ctx, link.Hash(), u.at()); err != nil || a.Confirmed {
			return err
		}
		return tx.Portal.ConfirmAddress(ctx, a, u.at())
	})
	return a, err
}

// RemoveNoticeAddress ends the e-mails of a scope.
func (u *NoticeMails) RemoveNoticeAddress(ctx context.Context, sc webhooks.Scope) error {
	return u.store.InTx(ctx, func(tx *postgres.Store) error { return tx.Portal.DeleteAddresses(ctx, sc) })
}

// A noticeMail is what is to be sent to an address.
type noticeMail struct {
	address portal.NoticeAddress
	notices []portal.Notice
	tenant  string // its name
}

// send sends an e-mail that this program has claimed. Each notice is in one e-mail, unless the program ends between the
// server's answer and the commit: the e-mail is then sent again with the same Message-ID. One that may not have arrived
// waits, and the address shows why; only its tenant removes it.
func (u *NoticeMails) send(ctx context.Context, m noticeMail) error {
	a := m.address
	listed := m.notices[:min(len(m.notices), portal.MaxMailed)]
	_, err := u.mailer.Send(ctx, portal.NoticeMail(a, m.tenant, listed, len(m.notices)))
	ended := ctx.Err() != nil
	ctx = context.WithoutCancel(ctx) // what was sent is noted, also when the program ends
	failure := failureOf(err)
	if ended && failure == portal.NotTaken {
		return u.store.Portal.Claim(ctx, a.ID, u.at()) // another program sends it
	}
	if a.Failure = failure; failure == "" {
		a.Failures = 0
	} else {
		a.Failures++
		u.log.LogAttrs(ctx, slog.LevelWarn, "notice not sent",
			slog.String("tenant", string(a.Scope.Tenant)), slog.String("failure", string(a.Failure)),
			slog.Int("failures", a.Failures), slog.String("cause", err.Error()))
	}
	u.mailed.Add(ctx, 1, ofOutcome(a.Failure))
	return u.store.InTx(ctx, func(tx *postgres.Store) error {
		if a.Failure == "" {
			if err := tx.Portal.Mailed(ctx, m.notices); err != nil {
				return err
			}
		}
		return tx.Portal.SetMailed(ctx, a, u.at().Add(portal.NextMail(a.Failure, a.Failures)))
	})
}

// claim returns an e-mail that is due, which no other program sends meanwhile.
func (u *NoticeMails) claim(ctx context.Context) (m noticeMail, found bool, err error) {
	err = u.store.InTx(ctx, func(tx *postgres.Store) error {
		if m.address, found, err = tx.Portal.DueAddress(ctx, u.at()); err != nil || !found {
			return err
		}
		sc := m.address.Scope
		if m.notices, err = tx.Portal.Notices(ctx, sc); err != nil {
			return err
		}
		found = len(m.notices) > 0
		names, err := tx.Tenants.Names(ctx, []webhooks.TenantID{sc.Tenant})
		if err != nil {
			return err
		}
		m.tenant = names[sc.Tenant]
		return tx.Portal.Claim(ctx, m.address.ID, u.at().Add(claimTTL))
	})
	return m, found, err
}

func failureOf(err error) portal.MailFailure {
	switch {
	case err == nil:
		return ""
	case errors.Is(err, smtp.ErrRejected):
		return portal.AddressRefused
	case errors.Is(err, smtp.ErrUnanswered):
		return portal.NoAnswer
	}
	return portal.NotTaken
}

func ofOutcome(f portal.MailFailure) metric.MeasurementOption {
	outcome := string(f)
	if f == "" {
		outcome = "accepted"
	}
	return metric.WithAttributes(attribute.String("outcome", outcome))
}

const (
	// noticesEvery is how often the program looks for e-mails that are due.
	noticesEvery = 2 * time.Second
	// claimTTL is longer than two e-mails take, one after the other, with a server that answers as late as it may.
	claimTTL = 30 * time.Minute
	// mailsAtOnce is how many e-mails are sent at the same time, so that a slow one delays few.
	mailsAtOnce = 4
)

// Run sends e-mails until ctx ends, and then ends the connections to the server.
func (u *NoticeMails) Run(ctx context.Context) error {
	defer func() { _ = u.mailer.Close() }()
	var sending errgroup.Group
	defer func() { _ = sending.Wait() }()
	sending.SetLimit(mailsAtOnce)
	tick := time.NewTicker(noticesEvery)
	defer tick.Stop()
	for {
		m, found, err := u.claim(ctx)
		if err != nil && ctx.Err() == nil {
			u.log.LogAttrs(ctx, slog.LevelWarn, "notices not read", slog.String("cause", err.Error()))
		}
		if found && err == nil {
			sending.Go(func() error { // waits while as many are sent as may be
				if err := u.send(ctx, m); err != nil {
					u.log.LogAttrs(ctx, slog.LevelWarn, "notice not noted", slog.String("cause", err.Error()))
				}
				return nil
			})
			continue
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}
