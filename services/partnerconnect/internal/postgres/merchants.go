package postgres

import (
	"context"
	"errors"
	"github.com/partnerline/partnerline/internal/pgdb"
	"time"

	"github.com/jackc/pgx/v5"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

const delegationColumns = `g.id, g.status, g.agreement_id, g.agreement_version, g.signed_at, g.granted_at, g.revoked_at, g.revoked_by`

// delegationRow reads delegationColumns, which are null without a delegation.
type delegationRow struct {
	id, status, agreement, version, revokedBy *string
	signed, granted, revoked                  *time.Time
}

func (d *delegationRow) fields() []any {
	return []any{&d.id, &d.status, &d.agreement, &d.version, &d.signed, &d.granted, &d.revoked, &d.revokedBy}
}

func (d *delegationRow) delegation() *pc.Delegation {
	if d.id == nil {
		return nil
	}
	return &pc.Delegation{
		ID: pc.DelegationID(*d.id), Status: pc.DelegationStatus(*d.status), GrantedAt: *d.granted, RevokedAt: d.revoked,
		RevokedBy: pc.ActorType(*d.revokedBy), Agreement: pc.AgreementRef{ID: *d.agreement, Version: *d.version, SignedAt: *d.signed},
	}
}

const upsertDelegation = `
	INSERT INTO delegations (merchant_ref, id, status, agreement_id, agreement_version, signed_at, granted_at, revoked_at, revoked_by)
	VALUES (@ref, @id, @status, @agreement, @version, @signed, @granted, @revoked, @revoked_by)
	ON CONFLICT (merchant_ref) DO UPDATE
	SET    id = excluded.id, status = excluded.status, agreement_id = excluded.agreement_id, agreement_version = excluded.agreement_version,
	       signed_at = excluded.signed_at, granted_at = excluded.granted_at, revoked_at = excluded.revoked_at, revoked_by = excluded.revoked_by`

// saveDelegation stores the delegation in the transaction that grants or revokes it. One that is granted after a revocation takes the row of
// the revoked one, whose life the events and the audit trail tell.
func saveDelegation(ctx context.Context, tx pgx.Tx, before, after pc.Onboarding) error {
	d := after.Delegation
	if d == nil || before.Delegation != nil && before.Delegation.Status == d.Status {
		return nil
	}
	_, err := tx.Exec(ctx, upsertDelegation, pgx.StrictNamedArgs{
		"ref": after.Ref, "id": d.ID, "status": d.Status, "agreement": d.Agreement.ID, "version": d.Agreement.Version,
		"signed": d.Agreement.SignedAt, "granted": d.GrantedAt, "revoked": d.RevokedAt, "revoked_by": d.RevokedBy,
	})
	return err
}

const selectMerchant = `
	SELECT o.ref, o.livemode, o.merchant_status, o.opt_in_status, o.opt_in_requested_at, o.opt_in_granted_at, o.opt_in_revoked_at, o.currencies,
	       o.data_key, o.payout_account, ` + delegationColumns + `, ` + ownerColumns + fromOnboardings + `WHERE ` + inView

// Merchant returns what acting for a merchant is judged by; ErrMerchantNotFound for one that the caller may not see, by the same
// query whether it exists or not.
func (s *Store) Merchant(ctx context.Context, v pc.View, ref pc.Ref) (pc.Merchant, error) {
	m, _, err := s.merchant(ctx, s.pool, selectMerchant, v, ref)
	return m, err
}

// merchant also returns the key of the merchant's row, by which what belongs to it is sealed.
func (s *Store) merchant(ctx context.Context, q pgdb.Querier, sql string, v pc.View, ref pc.Ref) (m pc.Merchant, key rowKey, err error) {
	var d delegationRow
	var dataKey, account []byte
	var ttl int64
	fields := append([]any{
		&m.Ref, &m.Livemode, &m.Status, &m.OptIn.Status, &m.OptIn.RequestedAt, &m.OptIn.GrantedAt, &m.OptIn.RevokedAt, &m.Currencies,
		&dataKey, &account,
	}, d.fields()...)
	err = q.QueryRow(ctx, sql, viewArgs(v, ref)).Scan(append(fields, ownerFields(&m.Owner, &ttl)...)...)
	if errors.Is(err, pgx.ErrNoRows) {
		return m, key, pc.ErrMerchantNotFound
	}
	if err != nil {
		return m, key, err
	}
	m.Owner.Channel.LinkTTL = time.Duration(ttl) * time.Second
	m.Delegation = d.delegation()
	var p pc.PayoutAccount
	if dataKey != nil {
		if key, err = openRowKey(s.keys, ref, dataKey); err != nil {
			return m, key, err
		}
		if err := openJSON(key, account, &p, place("onboardings", string(ref), "payout_account")); err != nil {
			return m, key, err
		}
	}
	m.IBAN = p.IBAN
	return m, key, nil
}
