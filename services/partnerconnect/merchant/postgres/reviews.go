package postgres

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/review"
)

const (
	overview = `
		SELECT o.ref, o.livemode, c.partner_id, o.channel_id, o.partner_external_ref, o.applicant_type, o.status,
		       o.reason_code, o.merchant_status,
		       coalesce(r.reasons, '{}') AS reasons, o.created_at, o.updated_at, o.expires_at
		FROM   `
	overviewJoins  = ` o JOIN channels c ON c.id = o.channel_id LEFT JOIN reviews r ON r.onboarding_ref = o.ref `
	selectOverview = overview + `onboardings` + overviewJoins + `WHERE o.ref = @ref`
	inOrder        = ` ORDER BY updated_at, ref LIMIT @limit`
	againInOrder   = `ORDER BY o.updated_at, o.ref`
	reversed       = ` ORDER BY updated_at DESC, ref DESC LIMIT @limit`
	againReversed  = `ORDER BY o.updated_at DESC, o.ref DESC`
	ofOperators    = `(SELECT l.* FROM reviews w JOIN onboardings l ON l.ref = w.onboarding_ref
		       WHERE l.livemode = ANY(@modes) AND l.status = ANY(@statuses) `
	// Each status of each mode is read in the order by an index, and the lists are merged: a rare status is not looked for
	// among all others.
	ofAll = `(SELECT l.* FROM unnest(@modes::boolean[]) AS m (livemode) CROSS JOIN unnest(@statuses::text[]) AS s (status)
		       CROSS JOIN LATERAL (
		SELECT * FROM onboardings WHERE livemode = m.livemode AND status = s.status `
	// The same by the channels of a partner.
	ofPartner = `(SELECT l.* FROM channels p CROSS JOIN unnest(@modes::boolean[]) AS m (livemode) CROSS JOIN LATERAL (
		SELECT * FROM onboardings WHERE channel_id = p.id AND livemode = m.livemode AND status = ANY(@statuses) `
)

// searchOf is the statement of a search and its arguments.
func searchOf(s review.Search) (string, pgx.StrictNamedArgs) {
	args := pgx.StrictNamedArgs{"limit": s.Limit, "modes": []bool{true, false}, "statuses": statuses(s)}
	if s.Livemode != nil {
		args["modes"] = []bool{*s.Livemode}
	}
	var where strings.Builder
	if !s.UnchangedSince.IsZero() {
		where.WriteString(" AND updated_at < @unchanged_since")
		args["unchanged_since"] = s.UnchangedSince
	}
	order, again, past := reversed, againReversed, "<"
	if s.OldestFirst {
		order, again, past = inOrder, againInOrder, ">"
	}
	if s.Past != nil {
		where.WriteString(" AND (updated_at, ref) " + past + " (@at, @past)")
		args["at"], args["past"] = s.Past.At, s.Past.Ref
	}
	if s.Partner != "" {
		args["partner"] = s.Partner
	}
	if s.WaitsFor == review.OperatorActs {
		if s.Partner != "" {
			where.WriteString(" AND l.channel_id IN (SELECT id FROM channels WHERE partner_id = @partner)")
		}
		return overview + ofOperators + where.String() + order + ")" + overviewJoins + again, args
	}
	if s.WaitsFor != "" {
		where.WriteString(" AND NOT EXISTS (SELECT FROM reviews w WHERE w.onboarding_ref = ref)")
	}
	lists, of := ofAll, ""
	if s.Partner != "" {
		lists, of = ofPartner, " WHERE p.partner_id = @partner"
	}
	return overview + lists + where.String() + order + ") l" + of + order + ")" + overviewJoins + again, args
}

// statuses are those that a search can find.
func statuses(s review.Search) (out []onboarding.Status) {
	for _, status := range onboarding.Statuses {
		if (s.Status == "" || s.Status == status) &&
			(s.WaitsFor == "" || s.WaitsFor == review.OperatorActs || review.WaitsFor(status, nil) == s.WaitsFor) {
			out = append(out, status)
		}
	}
	return out
}

// Search returns a page of onboardings, that which changed last first unless the search says otherwise.
func (ReviewStore) Search(ctx context.Context, q pgdb.Querier, s review.Search) ([]review.Overview, error) {
	sql, args := searchOf(s)
	return pgdb.All[review.Overview](ctx, q, sql, args)
}

// Overview returns one onboarding as lists have it; pgx.ErrNoRows.
func (ReviewStore) Overview(ctx context.Context, q pgdb.Querier, ref pc.Ref) (review.Overview, error) {
	return pgdb.Get[review.Overview](ctx, q, pgx.ErrNoRows, selectOverview, pgx.StrictNamedArgs{"ref": ref})
}

const selectBalances = `SELECT currency, pending, available, reserved FROM ledger_balances WHERE merchant_ref = @ref
	ORDER BY currency`

// Balances returns what a merchant has.
func (ReviewStore) Balances(ctx context.Context, q pgdb.Querier, ref pc.Ref) ([]review.Balance, error) {
	return pgdb.All[review.Balance](ctx, q, selectBalances, pgx.StrictNamedArgs{"ref": ref})
}
