package postgres

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/access"
	accesspg "github.com/partnerline/partnerline/services/partnerconnect/access/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/audit"
	auditpg "github.com/partnerline/partnerline/services/partnerconnect/audit/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/change"
	delegationpg "github.com/partnerline/partnerline/services/partnerconnect/delegation/postgres"
	eventpg "github.com/partnerline/partnerline/services/partnerconnect/event/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/rowseal"
	messagepg "github.com/partnerline/partnerline/services/partnerconnect/message/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
)

// An onboarding is locked first and read then, by statements of their own: what a join of the locking statement saw, like a
// delegation, may be older than the change that it waited for. The row's lock lets pass what refers to the row: a payment that is
// stored holds a key-share lock on it, and any number of these must not hold a change off.
const lockOnboarding = `SELECT FROM onboardings o WHERE ` + accesspg.InView + ` FOR NO KEY UPDATE`

const updateOnboarding = `
	UPDATE onboardings
	SET    status = @status, reason_code = @reason_code, applicant_type = @applicant_type, data_key = @data_key, applicant = @applicant,
	       business = @business, company = @company, payout_account = @payout_account, identity = @identity,
	       representation = @representation, register_check = @register_check, locked = @locked, corrections = @corrections, return_url = @return_url,
	       metadata = @metadata, link_epoch = @link_epoch, version = @version, updated_at = @updated_at, expires_at = @expires_at,
	       flow = @flow, merchant_status = @merchant_status, opt_in_status = @opt_in_status, opt_in_requested_at = @opt_in_requested_at,
	       opt_in_granted_at = @opt_in_granted_at, opt_in_revoked_at = @opt_in_revoked_at
	WHERE  ref = @ref`

// ChangeOnboarding applies f to an onboarding that a caller may see, alone: no other change of it runs meanwhile. What f made of
// it, the events that tell of it, the messages that it gives reason for, and who did it commit together. An error of f changes
// nothing; ErrUnchanged returns the onboarding as it is. f may run again after a call that failed.
func (s *Store) ChangeOnboarding(ctx context.Context, v access.View, ref pc.Ref, now time.Time, by audit.Entry, f func(*onboarding.Onboarding) error) (onboarding.Onboarding, error) {
	var o onboarding.Onboarding
	err := pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		var dataKey []byte
		var err error
		o, dataKey, err = s.lock(ctx, tx, v, ref)
		if err != nil {
			return err
		}
		return s.change(ctx, tx, &o, dataKey, now, by, f)
	})
	return o, err
}

// lock loads an onboarding and locks it until the transaction ends.
func (s *Store) lock(ctx context.Context, tx pgx.Tx, v access.View, ref pc.Ref) (o onboarding.Onboarding, dataKey []byte, err error) {
	b := &pgx.Batch{}
	b.Queue(delegationpg.ClaimMerchant, accesspg.ViewArgs(v, ref))
	b.Queue(lockOnboarding, accesspg.ViewArgs(v, ref))
	if err := tx.SendBatch(ctx, b).Close(); err != nil {
		return o, nil, err
	}
	return s.load(ctx, tx, selectOnboarding, accesspg.ViewArgs(v, ref))
}

// change applies f to an onboarding that the transaction has locked, and stores the outcome.
func (s *Store) change(ctx context.Context, tx pgx.Tx, o *onboarding.Onboarding, dataKey []byte, now time.Time, by audit.Entry, f func(*onboarding.Onboarding) error) error {
	before := *o
	before.Documents, before.Invitations = slices.Clone(o.Documents), slices.Clone(o.Invitations)
	events, err := change.Apply(o, now, by.Actor, f)
	by.Merchant = o.Ref
	switch {
	case errors.Is(err, pc.ErrUnchanged):
		*o = before
		if !by.OfCall() {
			return nil
		}
		return auditpg.InsertAudit(ctx, tx, by)
	case err != nil:
		return err
	}
	key, err := rowseal.OpenRowKey(s.keys, o.Ref, dataKey)
	if err != nil {
		return err
	}
	args, err := onboardingArgs(*o, key)
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, updateOnboarding, args); err != nil {
		return err
	}
	if err := saveDocuments(ctx, tx, key, before, *o); err != nil {
		return err
	}
	if err := saveInvitations(ctx, tx, key, before, *o); err != nil {
		return err
	}
	if err := delegationpg.SaveDelegation(ctx, tx, before, *o); err != nil {
		return err
	}
	if err := saveVerifications(ctx, tx, before, *o, now); err != nil {
		return err
	}
	for _, m := range o.Outgoing {
		if err := messagepg.InsertMessage(ctx, tx, key, o.Ref, m, now); err != nil {
			return err
		}
	}
	for _, e := range events {
		if err := eventpg.InsertEvent(ctx, tx, e); err != nil {
			return err
		}
	}
	return auditpg.InsertAudit(ctx, tx, by)
}
