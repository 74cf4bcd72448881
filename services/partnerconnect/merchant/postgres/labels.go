package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/review"
)

const selectLabelled = `SELECT ref, applicant_type, status, data_key, applicant, business, company,
	payout_account, account_change, register_check FROM onboardings WHERE ref = ANY(@refs) AND data_key IS NOT NULL`

// Labels returns the labels of merchants by their refs, in one query, without those whose data was erased. Data that
// cannot be opened has no label; closed says which, and why.
func (s *OnboardingStore) Labels(
	ctx context.Context, refs []pc.Ref,
) (labels map[pc.Ref]review.Label, closed []error, err error) {
	rows, _ := s.pool.Query(ctx, selectLabelled, pgx.StrictNamedArgs{"refs": refs})
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (o onboarding.Onboarding, err error) {
		var dataKey []byte
		sealed := make([]sealedSegment, len(segments)) // the others stay empty
		if err := row.Scan(&o.Ref, &o.Data.ApplicantType, &o.Status, &dataKey, &sealed[0].sealed,
			&sealed[1].sealed, &sealed[2].sealed, &sealed[3].sealed, &sealed[7].sealed, &o.Register); err != nil {
			return o, err
		}
		if err := s.open(&o, dataKey, sealed); err != nil {
			closed = append(closed, fmt.Errorf("%s: %w", o.Ref, err))
			return onboarding.Onboarding{Ref: o.Ref}, nil
		}
		return o, nil
	})
	labels = make(map[pc.Ref]review.Label, len(list))
	for _, o := range list {
		labels[o.Ref] = review.LabelOf(o)
	}
	return labels, closed, err
}
