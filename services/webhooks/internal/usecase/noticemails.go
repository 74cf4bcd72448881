package usecase

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/smtp"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
	"github.com/partnerline/partnerline/services/webhooks/portal"
)

// NoticeMails notifies tenants by e-mail of what happens to their endpoints: at once, and then at most once in portal.MailEvery.
type NoticeMails struct {
	store  *postgres.Store
	mailer *smtp.Sender
	base   string
	log    *slog.Logger
	now    func() time.Time
}

// NewNoticeMails returns the use cases; mailer is nil where no e-mails are sent, base the public URL that links begin with.
func NewNoticeMails(s *postgres.Store, mailer *smtp.Sender, base string, log *slog.Logger, now func() time.Time) *NoticeMails {
	return &NoticeMails{store: s, mailer: mailer, base: base, log: log, now: now}
}

// Enabled reports whether e-mails are sent.
func (u *NoticeMails) Enabled() bool { return u.mailer != nil }

func (u *NoticeMails) at() time.Time { return u.now().UTC().Truncate(time.Millisecond) }

// NoticeAddresses returns those of a scope: the one that counts, and the one that is to be confirmed.
func (u *NoticeMails) NoticeAddresses(ctx context.Context, sc webhooks.Scope) ([]portal.NoticeAddress, error) {
	return u.store.Portal.Addresses(ctx, sc)
}

// SetNoticeAddress stores an address and asks its owner to confirm it. Until then the one before counts. portal.ErrNotSent when the server did
// not take the e-mail.
func (u *NoticeMails) SetNoticeAddress(ctx context.Context, sc webhooks.Scope, email, language string) error {
	if !u.Enabled() {
		return portal.ErrNoMail
	}
	if err := portal.CheckEmail(email); err != nil {
		return err
	}
	at, link := u.at(), portal.NewToken()
	a := portal.NoticeAddress{ID: ids.New(portal.AddressPrefix), Scope: sc, Email: email, Language: language, CreatedAt: at}
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
	if _, err := u.mailer.Send(ctx, portal.ConfirmationMail(a, names[sc.Tenant], u.base+"/portal/confirm/"+string(link))); err != nil {
		u.log.LogAttrs(ctx, slog.LevelWarn, "confirmation not sent", slog.String("tenant", string(sc.Tenant))) // the error may name the address
		return portal.ErrNotSent
	}
	return nil
}

// AddressToConfirm returns the address that a link confirms; portal.ErrEnded when it confirms none any more.
func (u *NoticeMails) AddressToConfirm(ctx context.Context, link portal.Token) (portal.NoticeAddress, error) {
	return u.store.Portal.AddressOfLink(ctx, link.Hash(), u.at())
}

// ConfirmNoticeAddress has the address of a link count from now on. A link that was used before changes nothing.
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

// SendNext sends the e-mail of an address that one is due for, and reports whether there was one. Each notice is in one e-mail, unless the program ends
// between the server's answer and the commit: the e-mail is then sent again with the same Message-ID. One that the server does not take waits; an
// address that it will never deliver to is removed.
func (u *NoticeMails) SendNext(ctx context.Context) (found bool, err error) {
	err = u.store.InTx(ctx, func(tx *postgres.Store) error {
		var a portal.NoticeAddress
		if a, found, err = tx.Portal.DueAddress(ctx, u.at()); err != nil || !found {
			return err
		}
		list, err := tx.Portal.Notices(ctx, a.Scope)
		if err != nil || len(list) == 0 {
			return err
		}
		names, err := tx.Tenants.Names(ctx, []webhooks.TenantID{a.Scope.Tenant})
		if err != nil {
			return err
		}
		_, err = u.mailer.Send(ctx, portal.NoticeMail(a, names[a.Scope.Tenant], list[:min(len(list), portal.MaxMailed)], len(list)))
		switch {
		case errors.Is(err, smtp.ErrRejected):
			u.log.LogAttrs(ctx, slog.LevelWarn, "notice address removed: it is not delivered to", slog.String("tenant", string(a.Scope.Tenant)))
			return tx.Portal.DeleteAddresses(ctx, a.Scope)
		case err != nil:
			u.log.LogAttrs(ctx, slog.LevelWarn, "notice not sent", slog.String("tenant", string(a.Scope.Tenant)))
			return tx.Portal.SetNextMail(ctx, a.ID, u.at().Add(portal.MailRetry))
		}
		if err := tx.Portal.Mailed(ctx, list); err != nil {
			return err
		}
		return tx.Portal.SetNextMail(ctx, a.ID, u.at().Add(portal.MailEvery))
	})
	return found, err
}

// noticesEvery is how often it is looked for e-mails that are due.
const noticesEvery = 2 * time.Second

// Run sends e-mails until ctx ends, and then ends the connection to the server.
func (u *NoticeMails) Run(ctx context.Context) error {
	defer func() { _ = u.mailer.Close() }()
	tick := time.NewTicker(noticesEvery)
	defer tick.Stop()
	for {
		for {
			found, err := u.SendNext(ctx)
			if err != nil && ctx.Err() == nil {
				u.log.LogAttrs(ctx, slog.LevelWarn, "notices not read", slog.String("cause", err.Error()))
			}
			if !found || err != nil {
				break
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}
