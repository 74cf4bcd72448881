package postgres

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/review"
)

const (
	deleteReview = `DELETE FROM reviews WHERE onboarding_ref = @ref`
	// It waits since its first reason came.
	saveReview = `
		INSERT INTO reviews (onboarding_ref, livemode, reasons, waiting_since) VALUES (@ref, @livemode, @reasons, @now)
		ON CONFLICT (onboarding_ref) DO UPDATE SET reasons = excluded.reasons`
)

// Save stores what a change of an onboarding brings or ends of the reasons to review it.
func Save(ctx context.Context, tx pgx.Tx, before, after onboarding.Onboarding, now time.Time) error {
	reasons := review.Reasons(&after)
	if slices.Equal(review.Reasons(&before), reasons) {
		return nil
	}
	if len(reasons) == 0 {
		_, err := tx.Exec(ctx, deleteReview, pgx.StrictNamedArgs{"ref": after.Ref})
		return err
	}
	_, err := tx.Exec(ctx, saveReview, pgx.StrictNamedArgs{
		"ref": after.Ref, "livemode": after.Livemode, "reasons": reasons, "now": now,
	})
	return err
}

// ReviewStore has no state: nothing of a person is here.
type ReviewStore struct{}

const (
	columns = `r.onboarding_ref, r.livemode, c.partner_id, o.channel_id, o.partner_external_ref, o.applicant_type,
		o.status, r.reasons, r.waiting_since,
		r.claimed_by, r.claimed_by_name, r.claimed_until`
	from   = ` FROM reviews r JOIN onboardings o ON o.ref = r.onboarding_ref JOIN channels c ON c.id = o.channel_id `
	filter = `
		WHERE  (@livemode::boolean IS NULL OR r.livemode = @livemode) AND (@reason = '' OR @reason = ANY(r.reasons))
		       AND (NOT @unclaimed OR r.claimed_by = '' OR r.claimed_until <= @now)
		       AND (@claimed_by = '' OR r.claimed_by = @claimed_by AND r.claimed_until > @now)`
	selectWaiting = `SELECT ` + columns + from + filter + `
		AND (r.waiting_since, r.onboarding_ref) > (@since, @after) ORDER BY r.waiting_since, r.onboarding_ref LIMIT @limit`
	selectWaitingBack = `SELECT ` + columns + from + filter + `
		AND (r.waiting_since, r.onboarding_ref) < (@since, @after)
		ORDER BY r.waiting_since DESC, r.onboarding_ref DESC LIMIT @limit`
	selectQueue  = `SELECT count(*), min(r.waiting_since) FROM reviews r ` + filter
	selectReview = `SELECT ` + columns + from + `WHERE r.onboarding_ref = @ref`
	claimReview  = `
		UPDATE reviews SET claimed_by = @person, claimed_by_name = @name, claimed_until = @until
		WHERE  onboarding_ref = @ref AND (claimed_by IN ('', @person) OR claimed_until <= @now)`
	releaseReview = `UPDATE reviews SET claimed_by = '', claimed_by_name = '', claimed_until = NULL
		WHERE onboarding_ref = @ref AND claimed_by = @person`
)

func filterArgs(q review.Query) pgx.StrictNamedArgs {
	return pgx.StrictNamedArgs{
		"livemode": q.Livemode, "reason": q.Reason, "unclaimed": q.Unclaimed, "claimed_by": q.ClaimedBy, "now": q.Now,
	}
}

func pageArgs(q review.Query) pgx.StrictNamedArgs {
	args := filterArgs(q)
	args["since"], args["after"], args["limit"] = time.Time{}, pc.Ref(""), q.Limit
	if q.NewestFirst {
		args["since"] = q.Now.AddDate(1, 0, 0) // behind all that wait
	}
	if q.After != nil {
		args["since"], args["after"] = q.After.Since, q.After.Ref
	}
	return args
}

// Waiting returns a page of what waits, that which waits longest first unless the query says otherwise.
func (ReviewStore) Waiting(ctx context.Context, q pgdb.Querier, by review.Query) ([]review.Waiting, error) {
	sql := selectWaiting
	if by.NewestFirst {
		sql = selectWaitingBack
	}
	list, err := pgdb.All[review.Waiting](ctx, q, sql, pageArgs(by))
	for i := range list {
		list[i] = list[i].At(by.Now)
	}
	return list, err
}

// Queue returns how much waits.
func (ReviewStore) Queue(ctx context.Context, q pgdb.Querier, by review.Query) (queue review.Queue, err error) {
	err = q.QueryRow(ctx, selectQueue, filterArgs(by)).Scan(&queue.Waiting, &queue.Oldest)
	return queue, err
}

// Review returns what waits of an onboarding; false when nothing does.
func (ReviewStore) Review(
	ctx context.Context, q pgdb.Querier, ref pc.Ref, now time.Time,
) (review.Waiting, bool, error) {
	w, found, err := pgdb.Find[review.Waiting](ctx, q, selectReview, pgx.StrictNamedArgs{"ref": ref})
	return w.At(now), found, err
}

// Claim reserves a review for a person, with the name that is known of them; false when another person has it, or there
// is none.
func (ReviewStore) Claim(
	ctx context.Context, q pgdb.Querier, ref pc.Ref, person, name string, now time.Time,
) (bool, error) {
	tag, err := q.Exec(ctx, claimReview,
		pgx.StrictNamedArgs{"ref": ref, "person": person, "name": name, "now": now, "until": now.Add(review.ClaimLifetime)})
	return tag.RowsAffected() > 0, err
}

// Release ends the claim of a person.
func (ReviewStore) Release(ctx context.Context, q pgdb.Querier, ref pc.Ref, person string) error {
	_, err := q.Exec(ctx, releaseReview, pgx.StrictNamedArgs{"ref": ref, "person": person})
	return err
}
