package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// A list goes channel by channel through an index and merges, so that a key of many channels pays for a page, not for
// all that they hold. Unset filters drop out of the plan, which is made for each call's arguments.
const (
	listByRef = `
		SELECT ` + listColumns + `
		FROM   unnest(@channels::text[]) AS channel CROSS JOIN LATERAL (
			SELECT * FROM onboardings
			WHERE  channel_id = channel AND livemode = @livemode AND ref < @before
			       AND (@status::text IS NULL OR status = @status)
			       AND (@external_ref::text IS NULL OR partner_external_ref = @external_ref)
			ORDER  BY ref DESC LIMIT @limit) o
		ORDER  BY o.ref DESC LIMIT @limit`
	listByUpdate = `
		SELECT ` + listColumns + `
		FROM   unnest(@channels::text[]) AS channel CROSS JOIN LATERAL (
			SELECT * FROM onboardings
			WHERE  channel_id = channel AND livemode = @livemode AND (updated_at, ref) > (@after_time, @after_ref)
			       AND (@status::text IS NULL OR status = @status)
			       AND (@external_ref::text IS NULL OR partner_external_ref = @external_ref)
			ORDER  BY updated_at, ref LIMIT @limit) o
		ORDER  BY o.updated_at, o.ref LIMIT @limit`
	listColumns = `o.ref, o.livemode, o.channel_id, o.partner_external_ref, o.status, o.reason_code, o.applicant_type,
		o.metadata,
		o.created_at, o.updated_at, o.expires_at`
)

// Onboardings returns a page of onboardings that a caller may see, without what is sealed. With UpdatedFrom they come
// in the order of their changes, otherwise newest first.
func (s *OnboardingStore) Onboardings(
	ctx context.Context, v access.View, q onboarding.OnboardingQuery,
) ([]onboarding.Onboarding, error) {
	args := pgx.StrictNamedArgs{
		"channels": v.Channels, "livemode": v.Livemode, "status": q.Status, "external_ref": q.ExternalRef, "limit": q.Limit,
	}
	sql := listByRef
	if q.UpdatedFrom == nil {
		args["before"] = pc.RefPrefix + "~" // behind every ref
		if q.After != nil {
			args["before"] = q.After.Ref
		}
	} else {
		sql = listByUpdate
		args["after_time"], args["after_ref"] = *q.UpdatedFrom, ""
		if q.After != nil {
			args["after_time"], args["after_ref"] = q.After.UpdatedAt, q.After.Ref
		}
	}
	rows, _ := s.pool.Query(ctx, sql, args)
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (onboarding.Onboarding, error) {
		var o onboarding.Onboarding
		err := row.Scan(&o.Ref, &o.Livemode, &o.Owner.Channel.ID, &o.ExternalRef, &o.Status, &o.ReasonCode,
			&o.Data.ApplicantType,
			&o.Data.Metadata, &o.CreatedAt, &o.UpdatedAt, &o.ExpiresAt)
		return o, err
	})
}
