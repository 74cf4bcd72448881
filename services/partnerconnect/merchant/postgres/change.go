package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/rowseal"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	kernelpg "github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// An onboarding is locked first and read then, by statements of their own: what a join of the locking statement saw,
// like a delegation, may be older than the change that it waited for. The row's lock lets pass what refers to the row:
// a payment that is stored holds a key-share lock on it, and any number of these must not hold a change off.
const lockOnboarding = `SELECT FROM onboardings o WHERE ` + kernelpg.InView + ` FOR NO KEY UPDATE`

const updateOnboarding = `
	UPDATE onboardings
	SET    status = @status, step = @step, reason_code = @reason_code, applicant_type = @applicant_type,
	       data_key = @data_key,
	       applicant = @applicant,
	       business = @business, company = @company, payout_account = @payout_account, identity = @identity,
	       representation = @representation, register_check = @register_check, locked = @locked,
	       corrections = @corrections, return_url = @return_url,
	       metadata = @metadata, link_epoch = @link_epoch, version = @version, updated_at = @updated_at,
	       expires_at = @expires_at,
	       flow = @flow, merchant_status = @merchant_status, opt_in_status = @opt_in_status,
	       opt_in_requested_at = @opt_in_requested_at,
	       opt_in_granted_at = @opt_in_granted_at, opt_in_revoked_at = @opt_in_revoked_at,
	       account_change = @account_change, account_change_at = @account_change_at, ended_at = @ended_at,
	       lookups = @lookups
	WHERE  ref = @ref`

// Lock loads an onboarding that a caller may see and locks it until the transaction ends.
func (s *OnboardingStore) Lock(ctx context.Context, tx pgx.Tx, v access.View, ref pc.Ref) (Row, error) {
	b := &pgx.Batch{}
	b.Queue(ClaimMerchant, kernelpg.ViewArgs(v, ref))
	b.Queue(lockOnboarding, kernelpg.ViewArgs(v, ref))
	if err := tx.SendBatch(ctx, b).Close(); err != nil {
		return Row{}, err
	}
	return s.load(ctx, tx, selectOnboarding, kernelpg.ViewArgs(v, ref))
}

// Save stores what is different between a locked onboarding and what became of it, with its documents and invitations,
// and returns the key by which more can be sealed that belongs to it.
func (s *OnboardingStore) Save(
	ctx context.Context, tx pgx.Tx, row Row, after onboarding.Onboarding,
) (rowseal.RowKey, error) {
	key, err := rowseal.OpenRowKey(s.keys, row.Ref, row.dataKey)
	if err != nil {
		return key, err
	}
	args, err := onboardingArgs(after, key, row.segments, s.hash)
	if err != nil {
		return key, err
	}
	if _, err := tx.Exec(ctx, updateOnboarding, args); err != nil {
		return key, err
	}
	if err := saveDocuments(ctx, tx, key, row.Onboarding, after); err != nil {
		return key, err
	}
	return key, saveInvitations(ctx, tx, key, row.Onboarding, after)
}
