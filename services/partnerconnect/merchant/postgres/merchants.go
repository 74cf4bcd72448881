package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/rowseal"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	kernelpg "github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

const DelegationColumns = `g.id, g.status, g.agreement_id, g.agreement_version, g.signed_at, g.granted_at,
	g.revoked_at, g.revoked_by`

// DelegationRow reads delegationColumns, which are null without a delegation.
type DelegationRow struct {
	id, status, agreement, version, revokedBy *string
	signed, granted, revoked                  *time.Time
}

func (d *DelegationRow) Fields() []any {
	return []any{&d.id, &d.status, &d.agreement, &d.version, &d.signed, &d.granted, &d.revoked, &d.revokedBy}
}

func (d *DelegationRow) Delegation() *delegation.Delegation {
	if d.id == nil {
		return nil
	}
	return &delegation.Delegation{
		ID: delegation.DelegationID(*d.id), Status: delegation.DelegationStatus(*d.status), GrantedAt: *d.granted,
		RevokedAt: d.revoked,
		RevokedBy: audit.ActorType(*d.revokedBy),
		Agreement: delegation.AgreementRef{ID: *d.agreement, Version: *d.version, SignedAt: *d.signed},
	}
}

const upsertDelegation = `
	INSERT INTO delegations (merchant_ref, id, status, agreement_id, agreement_version, signed_at, granted_at, revoked_at,
	                         revoked_by)
	VALUES (@ref, @id, @status, @agreement, @version, @signed, @granted, @revoked, @revoked_by)
	ON CONFLICT (merchant_ref) DO UPDATE
	SET    id = excluded.id, status = excluded.status, agreement_id = excluded.agreement_id,
	       agreement_version = excluded.agreement_version,
	       signed_at = excluded.signed_at, granted_at = excluded.granted_at, revoked_at = excluded.revoked_at,
	       revoked_by = excluded.revoked_by`

// SaveDelegation stores the delegation in the transaction that grants or revokes it. One that is granted after a
// revocation overwrites the row of the revoked one, whose history is in the events and the audit trail.
func SaveDelegation(ctx context.Context, tx pgx.Tx, before, after onboarding.Onboarding) error {
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
	SELECT o.ref, o.livemode, o.merchant_status, o.opt_in_status, o.opt_in_requested_at, o.opt_in_granted_at,
	       o.opt_in_revoked_at,
	       o.data_key, o.payout_account, ` + DelegationColumns + `, ` + kernelpg.OwnerColumns + FromOnboardings +
	`WHERE ` + kernelpg.InView

// Merchant returns what operations for a merchant are admitted by, and the key that seals what belongs to it;
// pc.ErrMerchantNotFound for one that the caller may not see, by the same query whether it exists or not.
func (s *DelegationStore) Merchant(
	ctx context.Context, q pgdb.Querier, v access.View, ref pc.Ref,
) (m delegation.Merchant, key rowseal.RowKey, err error) {
	var d DelegationRow
	var dataKey, account []byte
	fields := append([]any{
		&m.Ref, &m.Livemode, &m.Status, &m.OptIn.Status, &m.OptIn.RequestedAt, &m.OptIn.GrantedAt, &m.OptIn.RevokedAt,
		&dataKey, &account,
	}, d.Fields()...)
	err = q.QueryRow(ctx, selectMerchant,
		kernelpg.ViewArgs(v, ref)).Scan(append(fields, kernelpg.OwnerFields(&m.Owner)...)...)
	if errors.Is(err, pgx.ErrNoRows) {
		return m, key, pc.ErrMerchantNotFound
	}
	if err != nil {
		return m, key, err
	}
	m.Currencies = m.Owner.Channel.Currencies
	m.Delegation = d.Delegation()
	var p onboarding.PayoutAccount
	if dataKey != nil {
		if key, err = rowseal.OpenRowKey(s.keys, ref, dataKey); err != nil {
			return m, key, err
		}
		if err := rowseal.OpenJSON(key, account, &p,
			rowseal.AssociatedData("onboardings", string(ref), "payout_account")); err != nil {
			return m, key, err
		}
	}
	m.IBAN, m.AccountHolder = p.IBAN, p.HolderName
	return m, key, nil
}

const FromOnboardings = `
	FROM   onboardings o JOIN channels c ON c.id = o.channel_id JOIN partners p ON p.id = c.partner_id
	       LEFT JOIN delegations g ON g.merchant_ref = o.ref `
