package grpcapi

import (
	"context"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/review"
)

// Labels returns the labels of merchants by their refs, without those whose data was erased.
type Labels func(ctx context.Context, refs []pc.Ref) (map[pc.Ref]review.Label, error)

// Names returns the names of the merchants of a list's rows by their refs, without those that have none.
func Names[T any](ctx context.Context, labels Labels, rows []T, merchant func(T) pc.Ref) (map[string]string, error) {
	of, err := LabelsOf(ctx, labels, rows, merchant)
	names := make(map[string]string, len(of))
	for ref, l := range of {
		if l.Name != "" {
			names[string(ref)] = l.Name
		}
	}
	return names, err
}

// LabelsOf returns the labels of the merchants of a list's rows.
func LabelsOf[T any](
	ctx context.Context, labels Labels, rows []T, merchant func(T) pc.Ref,
) (map[pc.Ref]review.Label, error) {
	if len(rows) == 0 {
		return nil, nil
	}
	refs := make([]pc.Ref, len(rows))
	for i, row := range rows {
		refs[i] = merchant(row)
	}
	return labels(ctx, refs)
}
