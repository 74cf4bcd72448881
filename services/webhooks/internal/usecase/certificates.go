package usecase

import (
	"context"
	"errors"
	"time"

	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
)

// withCertificate adds a client certificate to a change that asks us to make one.
func withCertificate(
	ctx context.Context, store *postgres.Store, sc webhooks.Scope, id webhooks.EndpointID, c webhooks.EndpointChanges,
) (webhooks.EndpointChanges, error) {
	if !c.WantsCertificate() {
		return c, nil
	}
	from, err := store.Secrets.MadeAuthentication(ctx, sc)
	if err != nil {
		return c, err
	}
	issued, err := (*c.Authentication).Issue(id, sc, from, now())
	c.Authentication = new(&issued)
	return c, err
}

// Certificates looks after client certificates that end soon, of at most so many endpoints: those that we made are
// renewed, of the others the tenant gets a notice.
func (u *Maintenance) Certificates(ctx context.Context, now time.Time, limit int) error {
	due, err := u.store.Secrets.DueCertificates(ctx, now, limit)
	for _, id := range due {
		if failed := certificateDue(ctx, u.store, id, now); !errors.Is(failed, webhooks.ErrEndpointNotFound) {
			err = errors.Join(err, failed) // the others do not wait for it
		}
	}
	return err
}

func certificateDue(ctx context.Context, store *postgres.Store, id webhooks.EndpointID, now time.Time) error {
	return store.InTx(ctx, func(tx *postgres.Store) error {
		locked, err := tx.Endpoints.Lock(ctx, []string{string(id)})
		if err != nil {
			return err
		}
		e := locked[id]
		if e == nil {
			return webhooks.ErrEndpointNotFound
		}
		until := e.Authentication.CertificateExpiresAt()
		if until == nil || now.Before(until.Add(-webhooks.CertificateNoticeAhead)) {
			return nil // another replica has renewed it, or the tenant has
		}
		if !e.Authentication.Made() {
			if err := emitAbout(ctx, tx, webhooks.EndpointCertificateExpiring, *e, now); err != nil {
				return err
			}
			return tx.Secrets.SettleCertificate(ctx, id)
		}
		has, err := tx.Secrets.Authentication(ctx, id)
		if err != nil {
			return err
		}
		issued, err := has.Issue(id, e.Scope, has, now)
		if err != nil {
			return err
		}
		before := *e
		c := webhooks.EndpointChanges{Authentication: new(&issued)}
		if err := e.Update(c, now); err != nil {
			return err
		}
		if err := setSealed(ctx, tx, *e, c); err != nil {
			return err
		}
		_, err = storeChange(ctx, tx, before, *e)
		return err
	})
}
