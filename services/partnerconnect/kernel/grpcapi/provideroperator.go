package grpcapi

import (
	"context"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/usecase"
)

// ProviderOperator answers ProviderOperatorService.
type ProviderOperator struct {
	pcv1.UnsafeProviderOperatorServiceServer // every call is answered, or this does not compile

	exchanges *usecase.Exchanges
	imports   *usecase.Imports
	now       func() time.Time
}

// NewProviderOperator returns the service.
func NewProviderOperator(
	exchanges *usecase.Exchanges, imports *usecase.Imports, now func() time.Time,
) *ProviderOperator {
	return &ProviderOperator{exchanges: exchanges, imports: imports, now: now}
}

// ListProviderCalls answers with the calls that are not done.
func (s *ProviderOperator) ListProviderCalls(
	ctx context.Context, _ *pcv1.ListProviderCallsRequest,
) (*pcv1.ListProviderCallsResponse, error) {
	list, err := s.exchanges.OpenCalls(ctx)
	if err != nil {
		return nil, err
	}
	out := &pcv1.ListProviderCallsResponse{}
	for _, c := range list {
		out.Data = append(out.Data, &pcv1.ProviderCall{
			Part: string(c.Kind.Part()), Kind: string(c.Kind), SubjectId: c.Subject, Attempts: int32(c.Attempts),
			LastError: c.LastError,
			DueAt:     timestamppb.New(c.DueAt), CreatedAt: timestamppb.New(c.CreatedAt),
		})
	}
	return out, nil
}

// ListProviders answers with the parts of live mode.
func (s *ProviderOperator) ListProviders(
	ctx context.Context, _ *pcv1.ListProvidersRequest,
) (*pcv1.ListProvidersResponse, error) {
	list, err := s.exchanges.Parts(ctx)
	if err != nil {
		return nil, err
	}
	out := &pcv1.ListProvidersResponse{}
	for _, p := range list {
		state := &pcv1.Provider{
			Part: string(p.Part), Connected: p.Connected, OpenCalls: int32(p.Open), LastError: p.LastError,
		}
		if !p.Oldest.IsZero() {
			state.OldestCallAt = timestamppb.New(p.Oldest)
		}
		out.Data = append(out.Data, state)
	}
	return out, nil
}

// ListDifferences answers with the differences that are not resolved.
func (s *ProviderOperator) ListDifferences(
	ctx context.Context, _ *pcv1.ListDifferencesRequest,
) (*pcv1.ListDifferencesResponse, error) {
	list, err := s.exchanges.OpenDifferences(ctx)
	if err != nil {
		return nil, err
	}
	out := &pcv1.ListDifferencesResponse{}
	for _, d := range list {
		out.Data = append(out.Data, &pcv1.Difference{
			Part: string(d.Part), EventId: d.EventID, Kind: d.Kind, SubjectId: d.Subject, MerchantRef: string(d.Merchant),
			Difference: d.Difference,
			Amount:     d.Amount, Currency: d.Currency, OccurredAt: timestamppb.New(d.OccurredAt),
			ReceivedAt: timestamppb.New(d.ReceivedAt),
		})
	}
	return out, nil
}

// ResolveDifference answers with nothing.
func (s *ProviderOperator) ResolveDifference(
	ctx context.Context, req *pcv1.ResolveDifferenceRequest,
) (*pcv1.ResolveDifferenceResponse, error) {
	err := s.exchanges.ResolveDifference(ctx, provider.Part(req.GetPart()), req.GetEventId(), req.GetResolution(),
		AuditEntry(ctx, s.now()))
	if err != nil {
		return nil, err
	}
	return &pcv1.ResolveDifferenceResponse{}, nil
}
