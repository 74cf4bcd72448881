package postgres

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/review"
)

// sources are where the entries of a timeline are: when, kind, id, what, state, actor, reason, and the rows. What is
// sealed is not read.
var sources = []struct{ at, kind, id, what, state, actor, reason, rows string }{
	{"created_at", "event", "id", "type", "''", "''", "''", "events WHERE merchant_ref = @ref"},
	{"created_at", "message", "id", "template || ' ' || medium",
		"CASE WHEN failed_at IS NOT NULL THEN 'failed' WHEN delivered_at IS NOT NULL THEN 'delivered' WHEN sent_at IS NOT " +
			"NULL THEN 'sent' ELSE 'queued' END",
		"''", "coalesce(failure, '')", "messages WHERE onboarding_ref = @ref"},
	{
		"created_at", "document", "id", "required_code", "status", "''", "reason_code",
		"documents WHERE onboarding_ref = @ref",
	},
	{"created_at", "invitation", "id", "role", "status", "''", "''", "invitations WHERE onboarding_ref = @ref"},
	{"granted_at", "delegation", "id", "'granted'", "status", "''", "''", "delegations WHERE merchant_ref = @ref"},
	{
		"revoked_at", "delegation", "id", "'revoked'", "status", "revoked_by", "''",
		"delegations WHERE merchant_ref = @ref AND revoked_at IS NOT NULL",
	},
	{
		"waiting_since", "review", "onboarding_ref", "array_to_string(reasons, ' ')", "'waiting'",
		"coalesce(nullif(claimed_by_name, ''), claimed_by)", "''",
		"reviews WHERE onboarding_ref = @ref",
	},
	{
		"created_at", "verification", "session_id", "'identity'", "''", "''", "''",
		"verification_sessions WHERE onboarding_ref = @ref",
	},
	{"created_at", "provider_call", "id::text", "kind", "CASE WHEN done_at IS NULL THEN 'open' ELSE 'done' END", "''",
		"last_error",
		"provider_calls WHERE subject_id IN (SELECT session_id FROM verification_sessions WHERE onboarding_ref = @ref " +
			"UNION SELECT session_id FROM identity_sessions WHERE onboarding_ref = @ref)"},
	{
		"received_at", "provider_report", "part || '/' || event_id", "kind", "outcome", "''", "difference",
		"provider_reports WHERE merchant_ref = @ref",
	},
	{
		"created_at", "approval", "id", "kind", "status", "coalesce(nullif(proposed_by_name, ''), proposed_by)", "reason",
		"approvals WHERE merchant_ref = @ref",
	},
	{"at", "operator", "seq::text", "operation", "outcome", "coalesce(nullif(operator_name, ''), operator_subject)",
		"reason",
		"audit_entries WHERE merchant_ref = @ref AND actor = 'operator'"},
}

// timeline is the statement of a page: each source gives its newest entries by an index, and they are merged.
func timeline(later bool) string {
	parts := make([]string, len(sources))
	for i, s := range sources {
		before := ""
		if later {
			before = fmt.Sprintf(" AND (%s, '%s', %s) < (@at, @kind, @id)", s.at, s.kind, s.id)
		}
		parts[i] = fmt.Sprintf("(SELECT %s AS at, '%s' AS kind, %s AS id, %s AS what, %s AS state, %s AS actor, %s AS "+
			"reason FROM %s%s ORDER BY %s DESC, %s DESC LIMIT @limit)",
			s.at, s.kind, s.id, s.what, s.state, s.actor, s.reason, s.rows, before, s.at, s.id)
	}
	return strings.Join(parts, "\nUNION ALL\n") + "\nORDER BY at DESC, kind DESC, id DESC LIMIT @limit"
}

var firstOfTimeline, laterOfTimeline = timeline(false), timeline(true)

// Timeline returns what happened to an onboarding before a moment, newest first.
func (ReviewStore) Timeline(
	ctx context.Context, q pgdb.Querier, ref pc.Ref, before *review.Moment, limit int,
) ([]review.Happening, error) {
	sql, args := firstOfTimeline, pgx.StrictNamedArgs{"ref": ref, "limit": limit}
	if before != nil {
		sql = laterOfTimeline
		args["at"], args["kind"], args["id"] = before.At, before.Kind, before.ID
	}
	return pgdb.All[review.Happening](ctx, q, sql, args)
}
