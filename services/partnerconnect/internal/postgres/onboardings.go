package postgres

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

const insertOnboarding = `
	INSERT INTO onboardings (ref, channel_id, livemode, partner_external_ref, status, reason_code, applicant_type, data_key, applicant,
	       business, company, payout_account, identity, representation, flow, register_check, locked, corrections, return_url, metadata,
	       link_epoch, version, created_at, updated_at, expires_at, merchant_status, opt_in_status, opt_in_requested_at, opt_in_granted_at, opt_in_revoked_at)
	VALUES (@ref, @channel, @livemode, @external_ref, @status, @reason_code, @applicant_type, @data_key, @applicant,
	       @business, @company, @payout_account, @identity, @representation, @flow, @register_check, @locked, @corrections, @return_url, @metadata,
	       @link_epoch, @version, @created_at, @updated_at, @expires_at, @merchant_status, @opt_in_status, @opt_in_requested_at, @opt_in_granted_at, @opt_in_revoked_at)
	ON CONFLICT (channel_id, livemode, partner_external_ref) DO NOTHING`

// CreateOnboarding stores an onboarding, the event that tells of it, and who made it. When the channel has one with the same
// ExternalRef in the mode already, that one is returned, and created is false. Of any number of calls at once, one creates.
func (s *Store) CreateOnboarding(ctx context.Context, o pc.Onboarding, e pc.Event, by pc.AuditEntry) (out pc.Onboarding, created bool, err error) {
	key, err := openRowKey(s.keys, o.Ref, nil)
	if err != nil {
		return out, false, err
	}
	args, err := onboardingArgs(o, key)
	if err != nil {
		return out, false, err
	}
	args["channel"], args["livemode"], args["external_ref"], args["created_at"] = o.Owner.Channel.ID, o.Livemode, o.ExternalRef, o.CreatedAt
	err = pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		// An insert that meets one under way waits for it; should that one roll back, this one goes ahead.
		tag, err := tx.Exec(ctx, insertOnboarding, args)
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 {
			// A statement of its own sees what committed while the insert waited.
			out, err = s.onboardingByExternalRef(ctx, tx, o.Owner.Channel.ID, o.Livemode, o.ExternalRef)
			return err
		}
		out, created = o, true
		if err := insertEvent(ctx, tx, e); err != nil {
			return err
		}
		by.Merchant = o.Ref
		return insertAudit(ctx, tx, by)
	})
	return out, created, err
}

// onboardingArgs are the columns that change with an onboarding.
func onboardingArgs(o pc.Onboarding, key rowKey) (pgx.StrictNamedArgs, error) {
	sealed, err := seal(o, key)
	if err != nil {
		return nil, err
	}
	metadata := o.Data.Metadata
	if metadata == nil {
		metadata = map[string]string{}
	}
	locked := o.Locked
	if locked == nil {
		locked = []pc.Segment{}
	}
	corrections := o.Corrections
	if corrections == nil {
		corrections = []string{}
	}
	return pgx.StrictNamedArgs{
		"ref": o.Ref, "status": o.Status, "reason_code": o.ReasonCode, "applicant_type": o.Data.ApplicantType, "data_key": sealed.dataKey,
		"applicant": sealed.applicant, "business": sealed.business, "company": sealed.company, "payout_account": sealed.payoutAccount,
		"identity": sealed.identity, "representation": sealed.representation, "flow": sealed.flow, "register_check": o.Register, "locked": locked, "corrections": corrections,
		"return_url": o.Data.ReturnURL, "metadata": metadata, "link_epoch": o.LinkEpoch, "version": o.Version,
		"updated_at": o.UpdatedAt, "expires_at": o.ExpiresAt, "merchant_status": o.Merchant, "opt_in_status": o.OptIn.Status,
		"opt_in_requested_at": o.OptIn.RequestedAt, "opt_in_granted_at": o.OptIn.GrantedAt, "opt_in_revoked_at": o.OptIn.RevokedAt,
	}, nil
}

const onboardingColumns = `o.ref, o.livemode, o.partner_external_ref, o.status, o.reason_code, o.applicant_type, o.data_key, o.applicant,
	o.business, o.company, o.payout_account, o.identity, o.representation, o.flow, o.register_check, o.locked, o.corrections, o.return_url,
	o.metadata, o.link_epoch, o.version, o.created_at, o.updated_at, o.expires_at, o.merchant_status, o.opt_in_status, o.opt_in_requested_at,
	o.opt_in_granted_at, o.opt_in_revoked_at, ` + delegationColumns + `, ` + ownerColumns

const fromOnboardings = `
	FROM   onboardings o JOIN channels c ON c.id = o.channel_id JOIN partners p ON p.id = c.partner_id
	       LEFT JOIN delegations g ON g.merchant_ref = o.ref `

const inView = `o.ref = @ref AND (@system OR o.channel_id = ANY(@channels) AND o.livemode = @livemode)`

// viewArgs are the arguments of inView. What cannot be a ref names nothing; Postgres would take offence at some of it.
func viewArgs(v pc.View, ref pc.Ref) pgx.StrictNamedArgs {
	if !ref.Valid() {
		ref = ""
	}
	return pgx.StrictNamedArgs{"ref": ref, "channels": v.Channels, "livemode": v.Livemode, "system": v.System}
}

const selectOnboarding = `SELECT ` + onboardingColumns + fromOnboardings + `WHERE ` + inView

// Onboarding returns an onboarding that a caller may see, with its documents and invitations; ErrOnboardingNotFound for any
// other, by the same queries whether it exists or not.
func (s *Store) Onboarding(ctx context.Context, v pc.View, ref pc.Ref) (pc.Onboarding, error) {
	o, _, err := s.load(ctx, s.pool, selectOnboarding, viewArgs(v, ref))
	return o, err
}

const selectOnboardingByExternalRef = `SELECT ` + onboardingColumns + fromOnboardings + `
	WHERE  o.channel_id = @channel AND o.livemode = @livemode AND o.partner_external_ref = @external_ref`

// OnboardingByExternalRef returns the onboarding that a partner knows by a reference of its own, without documents and
// invitations; ErrOnboardingNotFound when the channel has none in the mode.
func (s *Store) OnboardingByExternalRef(ctx context.Context, c pc.ChannelID, livemode bool, externalRef string) (pc.Onboarding, error) {
	return s.onboardingByExternalRef(ctx, s.pool, c, livemode, externalRef)
}

func (s *Store) onboardingByExternalRef(ctx context.Context, q pgdb.Querier, c pc.ChannelID, livemode bool, externalRef string) (pc.Onboarding, error) {
	row := q.QueryRow(ctx, selectOnboardingByExternalRef, pgx.StrictNamedArgs{"channel": c, "livemode": livemode, "external_ref": externalRef})
	o, _, err := s.scanOnboarding(row)
	return o, err
}

// scanOnboarding reads a row of onboardingColumns; ErrOnboardingNotFound when there is none. The sealed data comes with it for
// what else is sealed with the row's key.
func (s *Store) scanOnboarding(row pgx.Row) (pc.Onboarding, sealedData, error) {
	var o pc.Onboarding
	var sealed sealedData
	var ttl int64
	fields := []any{
		&o.Ref, &o.Livemode, &o.ExternalRef, &o.Status, &o.ReasonCode, &o.Data.ApplicantType, &sealed.dataKey, &sealed.applicant,
		&sealed.business, &sealed.company, &sealed.payoutAccount, &sealed.identity, &sealed.representation, &sealed.flow, &o.Register, &o.Locked, &o.Corrections,
		&o.Data.ReturnURL, &o.Data.Metadata, &o.LinkEpoch, &o.Version, &o.CreatedAt, &o.UpdatedAt, &o.ExpiresAt,
		&o.Merchant, &o.OptIn.Status, &o.OptIn.RequestedAt, &o.OptIn.GrantedAt, &o.OptIn.RevokedAt,
	}
	var d delegationRow
	err := row.Scan(slices.Concat(fields, d.fields(), ownerFields(&o.Owner, &ttl))...)
	if errors.Is(err, pgx.ErrNoRows) {
		return pc.Onboarding{}, sealed, pc.ErrOnboardingNotFound
	}
	if err != nil {
		return pc.Onboarding{}, sealed, err
	}
	o.Owner.Channel.LinkTTL = time.Duration(ttl) * time.Second
	o.Delegation = d.delegation()
	return o, sealed, s.open(&o, sealed)
}

const selectLanding = `SELECT o.status, o.link_epoch, o.livemode, p.name, c.name` + fromOnboardings + `WHERE o.ref = @ref`

// Landing returns what the first page shows; ErrOnboardingNotFound when there is no such onboarding. Only a link that we
// signed leads here, so no view narrows it.
func (s *Store) Landing(ctx context.Context, ref pc.Ref) (pc.Landing, error) {
	var l pc.Landing
	err := s.pool.QueryRow(ctx, selectLanding, pgx.StrictNamedArgs{"ref": ref}).
		Scan(&l.Status, &l.LinkEpoch, &l.Livemode, &l.PartnerName, &l.ChannelName)
	if errors.Is(err, pgx.ErrNoRows) {
		return l, pc.ErrOnboardingNotFound
	}
	return l, err
}

const selectInvitationStatus = `SELECT status FROM invitations WHERE id = @id AND onboarding_ref = @ref`

// InvitationStatus returns where an invitation stands; ErrInvitationNotFound.
func (s *Store) InvitationStatus(ctx context.Context, ref pc.Ref, id pc.InvitationID) (pc.InvitationStatus, error) {
	var status pc.InvitationStatus
	err := s.pool.QueryRow(ctx, selectInvitationStatus, pgx.StrictNamedArgs{"id": id, "ref": ref}).Scan(&status)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", pc.ErrInvitationNotFound
	}
	return status, err
}
