package grpcclient

import (
	"context"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"

	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	kernelclient "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcclient"
)

// A Rail is the bank rail behind a connection.
type Rail struct{ client providersv1.BankRailClient }

// NewRail returns the rail.
func NewRail(conn grpc.ClientConnInterface) Rail { return Rail{providersv1.NewBankRailClient(conn)} }

// SubmitPayout orders a payout.
func (r Rail) SubmitPayout(ctx context.Context, p money.Payout) error {
	_, err := r.client.SubmitPayout(ctx, &providersv1.SubmitPayoutRequest{
		PayoutId: string(p.ID), MerchantRef: string(p.Merchant), Amount: p.Amount, Currency: p.Currency, Iban: p.IBAN,
		HolderName: p.Holder,
		Title:      p.Description,
	})
	return kernelclient.Failure(err)
}

// CancelPayout withdraws a payout.
func (r Rail) CancelPayout(ctx context.Context, id money.PayoutID) error {
	_, err := r.client.CancelPayout(ctx, &providersv1.CancelPayoutRequest{PayoutId: string(id)})
	return kernelclient.Failure(err, codes.NotFound)
}
