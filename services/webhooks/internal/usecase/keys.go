package usecase

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
)

// KeyPairs manages the Ed25519 keys of tenants.
type KeyPairs struct {
	store *postgres.Store
	base  string
}

// NewKeyPairs returns the use cases; base is the public address of the program, empty where there is none.
func NewKeyPairs(store *postgres.Store, base string) *KeyPairs { return &KeyPairs{store, base} }

// Document is the path of what publishes the key pairs of a scope, below the public address.
func (u *KeyPairs) Document(sc webhooks.Scope) string {
	mode := webhooks.TestMode
	if sc.Livemode {
		mode = webhooks.LiveMode
	}
	return webhooks.KeyPairsPath + url.PathEscape(string(sc.Tenant)) + "/" + mode + webhooks.KeyPairsFile
}

// Address is where the key pairs of a scope are published; empty where there is no public address.
func (u *KeyPairs) Address(sc webhooks.Scope) string {
	if u.base == "" {
		return ""
	}
	return u.base + u.Document(sc)
}

// ListKeyPairs returns the key pairs of a scope that are published, newest first.
func (u *KeyPairs) ListKeyPairs(ctx context.Context, sc webhooks.Scope) ([]webhooks.KeyPair, error) {
	return u.store.KeyPairs.List(ctx, sc, now())
}

// RotateKeyPair makes a new key pair, published for an overlap before it signs, and returns those that are published
// then. The first one of a scope signs immediately. The lock of the tenant makes rotations take turns. Its errors are
// those of webhooks.CheckKeyRotation.
func (u *KeyPairs) RotateKeyPair(
	ctx context.Context, sc webhooks.Scope, overlap time.Duration,
) (list []webhooks.KeyPair, err error) {
	err = u.store.InTx(ctx, func(tx *postgres.Store) error {
		if err := tx.Tenants.Lock(ctx, sc.Tenant); err != nil {
			return err
		}
		at := now()
		published, err := tx.KeyPairs.List(ctx, sc, at)
		if err != nil {
			return err
		}
		if err := webhooks.CheckKeyRotation(published, overlap, at); err != nil {
			return err
		}
		if len(published) == 0 {
			overlap = 0
		}
		next := webhooks.NewKeyPair(sc, at, at.Add(overlap))
		if err := tx.KeyPairs.Delete(ctx, sc, overlap == 0, at); err != nil {
			return err
		}
		if overlap > 0 {
			published[0].Retire(next)
			if err := tx.KeyPairs.Retire(ctx, published[0]); err != nil {
				return err
			}
		}
		if _, err := tx.KeyPairs.Insert(ctx, next); err != nil {
			return err
		}
		if list, err = tx.KeyPairs.List(ctx, sc, at); err != nil {
			return err
		}
		return tx.KeyPairs.NotifyChanged(ctx, sc)
	})
	return list, err
}

// ensureKeyPair makes the first key pair of a scope, if a change of an endpoint needs one. The caller has the lock of
// the tenant then, for which a rotation at the same time waits.
func ensureKeyPair(
	ctx context.Context, tx *postgres.Store, sc webhooks.Scope, c webhooks.EndpointChanges, at time.Time,
) error {
	if !c.NeedsKeyPair() {
		return nil
	}
	_, err := tx.KeyPairs.Insert(ctx, webhooks.NewKeyPair(sc, at, at))
	return err
}

// withCertificate adds a client certificate to a change that asks us to make one.
func withCertificate(
	ctx context.Context, store *postgres.Store, sc webhooks.Scope, id webhooks.EndpointID, c webhooks.EndpointChanges,
) (webhooks.EndpointChanges, error) {
	if !c.WantsCertificate() {
		return c, nil
	}
	at := now()
	from, err := authority(ctx, store, sc, at)
	if err != nil {
		return c, err
	}
	issued, err := (*c.Authentication).Issue(id, from, at)
	c.Authentication = new(&issued)
	return c, err
}

// authority returns what issues the client certificates of a scope. It makes it if there is none, or if it ends too
// soon: in a transaction of its own, with the lock of the tenant, so that there is one however many ask at once.
func authority(
	ctx context.Context, store *postgres.Store, sc webhooks.Scope, at time.Time,
) (a webhooks.Authority, err error) {
	if a, err = store.Secrets.Authority(ctx, sc); err != nil || a.Serves(at) {
		return a, err
	}
	err = store.InTx(ctx, func(tx *postgres.Store) error {
		if err := tx.Tenants.Lock(ctx, sc.Tenant); err != nil {
			return err
		}
		if a, err = tx.Secrets.Authority(ctx, sc); err != nil || a.Serves(at) {
			return err
		}
		if a, err = webhooks.NewAuthority(sc, at); err != nil {
			return err
		}
		return tx.Secrets.SetAuthority(ctx, sc, a, at)
	})
	return a, err
}

// Certificates looks after client certificates that end soon, of at most so many endpoints: those that we made are
// renewed, of the others the tenant gets a notice. One that fails is due again after certificateRetry, so that many of
// them do not take the place of the others.
func (u *Maintenance) Certificates(ctx context.Context, now time.Time, limit int) error {
	due, err := u.store.Secrets.DueCertificates(ctx, now, limit)
	for _, id := range due {
		failed := certificateDue(ctx, u.store, id, now)
		if failed == nil || errors.Is(failed, webhooks.ErrEndpointNotFound) {
			continue
		}
		postponed := u.store.Secrets.PostponeCertificate(ctx, id, now, now.Add(certificateRetry))
		err = errors.Join(err, fmt.Errorf("certificate of endpoint %s: %w", id, failed), postponed)
	}
	return err
}

// certificateRetry is how long after a failure a client certificate is tried again. It is due weeks before its end.
const certificateRetry = time.Hour

func certificateDue(ctx context.Context, store *postgres.Store, id webhooks.EndpointID, now time.Time) error {
	has, err := store.Secrets.Authentication(ctx, id)
	if err != nil {
		return err
	}
	var from webhooks.Authority
	if has != nil && has.Authority != "" { // before the endpoint is locked, since this may lock the tenant
		sc, err := store.Endpoints.ScopeOf(ctx, id)
		if err != nil {
			return err
		}
		if from, err = authority(ctx, store, sc, now); err != nil {
			return err
		}
	}
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
		if has, err = tx.Secrets.Authentication(ctx, id); err != nil {
			return err
		}
		issued, err := has.Issue(id, from, now)
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
