package postgres

import (
	"context"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/rowseal"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	kernelpg "github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

const insertOnboarding = `
	INSERT INTO onboardings (ref, channel_id, livemode, partner_external_ref, status, step, reason_code,
	                         applicant_type, data_key, applicant,
	       business, company, payout_account, identity, representation, flow, register_check, locked, corrections,
	       return_url, metadata,
	       link_epoch, version, created_at, updated_at, expires_at, merchant_status, opt_in_status, opt_in_requested_at,
	       opt_in_granted_at, opt_in_revoked_at,
	       account_change, account_change_at, ended_at, lookups)
	VALUES (@ref, @channel, @livemode, @external_ref, @status, @step, @reason_code, @applicant_type, @data_key, @applicant,
	       @business, @company, @payout_account, @identity, @representation, @flow, @register_check, @locked,
	       @corrections, @return_url, @metadata,
	       @link_epoch, @version, @created_at, @updated_at, @expires_at, @merchant_status, @opt_in_status,
	       @opt_in_requested_at, @opt_in_granted_at, @opt_in_revoked_at,
	       @account_change, @account_change_at, @ended_at, @lookups)
	ON CONFLICT (channel_id, livemode, partner_external_ref) DO NOTHING`

// Insert stores an onboarding. False when the channel has one with the same ExternalRef in the mode already: an insert
// that meets one under way waits for it, and goes ahead should that one roll back.
func (s *OnboardingStore) Insert(ctx context.Context, tx pgx.Tx, o onboarding.Onboarding) (bool, error) {
	key, err := rowseal.OpenRowKey(s.keys, o.Ref, nil)
	if err != nil {
		return false, err
	}
	args, err := onboardingArgs(o, key, nil, s.hash)
	if err != nil {
		return false, err
	}
	args["channel"], args["livemode"], args["external_ref"], args["created_at"] =
		o.Owner.Channel.ID, o.Livemode, o.ExternalRef, o.CreatedAt
	tag, err := tx.Exec(ctx, insertOnboarding, args)
	return tag.RowsAffected() > 0, err
}

// onboardingArgs are the columns that change with an onboarding; stored are its segments as they were read, hash makes
// what it is found and compared by.
func onboardingArgs(
	o onboarding.Onboarding, key rowseal.RowKey, stored []sealedSegment, hash onboarding.IDHash,
) (pgx.StrictNamedArgs, error) {
	o.Decision = hash.Rehashed(o.Decision, o.Identity.NationalID)
	sealed, err := seal(&o, key, stored)
	if err != nil {
		return nil, err
	}
	metadata := o.Data.Metadata
	if metadata == nil {
		metadata = map[string]string{}
	}
	args := pgx.StrictNamedArgs{
		"ref": o.Ref, "status": o.Status, "step": hostedflow.StepOf(&o), "reason_code": o.ReasonCode,
		"applicant_type": o.Data.ApplicantType, "data_key": key.Sealed,
		"register_check": o.Register, "locked": orEmpty(o.Locked), "corrections": orEmpty(o.Corrections),
		"return_url": o.Data.ReturnURL, "metadata": metadata, "link_epoch": o.LinkEpoch, "version": o.Version,
		"updated_at": o.UpdatedAt, "expires_at": o.ExpiresAt, "ended_at": o.EndedAt, "merchant_status": o.Merchant,
		"opt_in_status":       o.OptIn.Status,
		"opt_in_requested_at": o.OptIn.RequestedAt, "opt_in_granted_at": o.OptIn.GrantedAt,
		"opt_in_revoked_at": o.OptIn.RevokedAt,
		"account_change_at": o.AccountChangeAt(), "lookups": orEmpty(onboarding.Lookups(o, hash)),
	}
	for i, segment := range segments {
		args[segment.column] = sealed[i].sealed
	}
	return args, nil
}

// orEmpty is a list that the database takes: its columns are never null.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

const onboardingColumns = `o.ref, o.livemode, o.partner_external_ref, o.status, o.reason_code, o.applicant_type,
	o.data_key, o.applicant,
	o.business, o.company, o.payout_account, o.identity, o.representation, o.flow, o.account_change, o.register_check,
	o.locked, o.corrections, o.return_url,
	o.metadata, o.link_epoch, o.version, o.created_at, o.updated_at, o.expires_at, o.ended_at, o.merchant_status,
	o.opt_in_status, o.opt_in_requested_at,
	o.opt_in_granted_at, o.opt_in_revoked_at, o.shredded_at IS NOT NULL, ` + DelegationColumns + `, ` +
	kernelpg.OwnerColumns

const selectOnboarding = `SELECT ` + onboardingColumns + FromOnboardings + `WHERE ` + kernelpg.InView

// Onboarding returns an onboarding that a caller may see, with its documents and invitations; ErrOnboardingNotFound for
// any other, by the same queries whether it exists or not.
func (s *OnboardingStore) Onboarding(ctx context.Context, v access.View, ref pc.Ref) (onboarding.Onboarding, error) {
	row, err := s.load(ctx, s.pool, selectOnboarding, kernelpg.ViewArgs(v, ref))
	return row.Onboarding, err
}

const selectOnboardingByExternalRef = `SELECT ` + onboardingColumns + FromOnboardings + `
	WHERE  o.channel_id = @channel AND o.livemode = @livemode AND o.partner_external_ref = @external_ref`

// OnboardingByExternalRef returns the onboarding that a partner knows by a reference of its own, without documents and
// invitations; ErrOnboardingNotFound when the channel has none in the mode.
func (s *OnboardingStore) OnboardingByExternalRef(
	ctx context.Context, q pgdb.Querier, c pc.ChannelID, livemode bool, externalRef string,
) (onboarding.Onboarding, error) {
	row := q.QueryRow(ctx, selectOnboardingByExternalRef,
		pgx.StrictNamedArgs{"channel": c, "livemode": livemode, "external_ref": externalRef})
	read, err := s.scanOnboarding(row)
	return read.Onboarding, err
}

// scanOnboarding reads a row of onboardingColumns; ErrOnboardingNotFound when there is none.
func (s *OnboardingStore) scanOnboarding(row pgx.Row) (Row, error) {
	out := Row{segments: make([]sealedSegment, len(segments))}
	o, sealed := &out.Onboarding, out.segments
	fields := []any{
		&o.Ref, &o.Livemode, &o.ExternalRef, &o.Status, &o.ReasonCode, &o.Data.ApplicantType, &out.dataKey, &sealed[0].sealed,
		&sealed[1].sealed, &sealed[2].sealed, &sealed[3].sealed, &sealed[4].sealed, &sealed[5].sealed, &sealed[6].sealed,
		&sealed[7].sealed, &o.Register, &o.Locked, &o.Corrections,
		&o.Data.ReturnURL, &o.Data.Metadata, &o.LinkEpoch, &o.Version, &o.CreatedAt, &o.UpdatedAt, &o.ExpiresAt, &o.EndedAt,
		&o.Merchant, &o.OptIn.Status, &o.OptIn.RequestedAt, &o.OptIn.GrantedAt, &o.OptIn.RevokedAt, &o.Erased,
	}
	var d DelegationRow
	err := row.Scan(slices.Concat(fields, d.Fields(), kernelpg.OwnerFields(&o.Owner))...)
	if errors.Is(err, pgx.ErrNoRows) {
		return Row{}, pc.ErrOnboardingNotFound
	}
	if err != nil {
		return Row{}, err
	}
	o.Delegation = d.Delegation()
	return out, s.open(o, out.dataKey, sealed)
}

const selectByTransferTitle = `SELECT ref FROM onboardings
	WHERE right(ref, 10) = @code AND livemode AND data_key IS NOT NULL`

// OfTransferTitle returns the merchant of live mode whose verification transfer has a title, in lower case; empty when
// there is none, or its data is erased.
func (s *OnboardingStore) OfTransferTitle(ctx context.Context, title string) (ref pc.Ref, err error) {
	err = s.pool.QueryRow(ctx, selectByTransferTitle,
		pgx.StrictNamedArgs{"code": title[max(0, len(title)-10):]}).Scan(&ref)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	return ref, err
}

const selectInvitationStatus = `SELECT status FROM invitations WHERE id = @id AND onboarding_ref = @ref`

// InvitationStatus returns the status of an invitation; ErrInvitationNotFound.
func (s *OnboardingStore) InvitationStatus(
	ctx context.Context, ref pc.Ref, id pc.InvitationID,
) (onboarding.InvitationStatus, error) {
	var status onboarding.InvitationStatus
	err := s.pool.QueryRow(ctx, selectInvitationStatus, pgx.StrictNamedArgs{"id": id, "ref": ref}).Scan(&status)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", onboarding.ErrInvitationNotFound
	}
	return status, err
}
