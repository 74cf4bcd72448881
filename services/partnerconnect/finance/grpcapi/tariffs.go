package grpcapi

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"google.golang.org/protobuf/types/known/timestamppb"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	kernelgrpc "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
)

// SetChannelTariff answers with the tariff.
func (s *MoneyOperator) SetChannelTariff(
	ctx context.Context, req *pcv1.SetChannelTariffRequest,
) (*pcv1.SetChannelTariffResponse, error) {
	now := kernelgrpc.Now(s.Now)
	t := money.ChannelTariff{
		Channel: pc.ChannelID(req.GetId()), Currency: req.GetCurrency(),
		EffectiveFrom: *cmp.Or(kernelgrpc.OptionalTime(req.GetEffectiveFrom()), &now), SetAt: now,
		Tariff: money.Tariff{
			BasisPoints: int(req.GetBasisPoints()), Fixed: req.GetFixed(), Minimum: req.GetMinimum(),
			ShareBasisPoints: int(req.GetPartnerShareBasisPoints()),
			Chargeback:       req.GetChargebackFee(),
		},
	}
	if err := s.Tariffs.SetChannelTariff(ctx, t, req.GetIfMatch(), kernelgrpc.AuditEntry(ctx, now)); err != nil {
		return nil, err
	}
	return &pcv1.SetChannelTariffResponse{Data: tariffMessage(t)}, nil
}

// ListChannelTariffs answers with all tariffs of a channel.
func (s *MoneyOperator) ListChannelTariffs(
	ctx context.Context, req *pcv1.ListChannelTariffsRequest,
) (*pcv1.ListChannelTariffsResponse, error) {
	list, err := s.Tariffs.ListChannelTariffs(ctx, pc.ChannelID(req.GetId()))
	if err != nil {
		return nil, err
	}
	resp := &pcv1.ListChannelTariffsResponse{Etag: money.TariffsETag(list)}
	for _, t := range list {
		resp.Data = append(resp.Data, tariffMessage(t))
	}
	return resp, nil
}

// GetPartnerShare answers with what a partner earned, by currency.
func (s *MoneyOperator) GetPartnerShare(
	ctx context.Context, req *pcv1.GetPartnerShareRequest,
) (*pcv1.GetPartnerShareResponse, error) {
	shares, err := s.Tariffs.PartnerShare(ctx, pc.PartnerID(req.GetPartnerId()))
	if err != nil {
		return nil, err
	}
	resp := &pcv1.GetPartnerShareResponse{}
	for _, currency := range slices.Sorted(maps.Keys(shares)) {
		resp.Data = append(resp.Data, &pcv1.PartnerShare{Currency: currency, Amount: shares[currency]})
	}
	return resp, nil
}

func tariffMessage(t money.ChannelTariff) *pcv1.ChannelTariff {
	return &pcv1.ChannelTariff{
		Currency: t.Currency, BasisPoints: int32(t.BasisPoints), Fixed: t.Fixed, Minimum: t.Minimum,
		PartnerShareBasisPoints: int32(t.ShareBasisPoints),
		ChargebackFee:           t.Chargeback, EffectiveFrom: timestamppb.New(t.EffectiveFrom),
		SetAt: timestamppb.New(t.SetAt),
	}
}
