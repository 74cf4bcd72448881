// Code generated from the OpenAPI documents by `make generate`. DO NOT EDIT.

package partnerline

import (
	"context"
)

// SandboxResource has the calls of Partner connect that concern sandbox.
type SandboxResource struct{ core *core }

// AdvanceOnboarding walks the shortest legal way to a status as the merchant and the operator would; data that the way
// needs is filled with fictitious values. `invalid_state` when there is no such way.
func (r *SandboxResource) AdvanceOnboarding(ctx context.Context, ref string, params AdvanceOnboardingParams, opts ...CallOption) (*AdvanceOnboardingResult, error) {
	return callFor[AdvanceOnboardingResult](ctx, r.core, request{api: partnerConnect, method: "POST", path: "/sandbox/onboarding/{ref}/advance", args: []string{ref}, body: params, keyed: true}, opts)
}

// AdvanceClock lets happen now what time alone would do, within a span from now, to the test data of the key's
// channels: onboardings without activity expire, invitations and payments lapse, and what is pending settles. No clock
// is turned: times in answers stay those of the world, and the next call counts from the present again.
func (r *SandboxResource) AdvanceClock(ctx context.Context, params AdvanceClockParams, opts ...CallOption) (*AdvanceClockResult, error) {
	return callFor[AdvanceClockResult](ctx, r.core, request{api: partnerConnect, method: "POST", path: "/sandbox/clock", body: params, keyed: true}, opts)
}

// ListMessages lists the messages to the people of an onboarding, oldest first: the sandbox sends none to a real
// address. Their texts have the links of invited people and the one-time codes.
func (r *SandboxResource) ListMessages(ctx context.Context, ref string, opts ...CallOption) ([]SandboxMessage, error) {
	out, err := callFor[envelope[[]SandboxMessage]](ctx, r.core, request{api: partnerConnect, method: "GET", path: "/sandbox/onboarding/{ref}/messages", args: []string{ref}}, opts)
	if err != nil {
		return nil, err
	}
	return out.Data, nil
}

// AdvancePayment takes a payment to a status by the shortest legal way, each step with its events and postings;
// `invalid_state` when no way leads there. `partially_refunded` gives half of it back.
func (r *SandboxResource) AdvancePayment(ctx context.Context, paymentID string, params AdvancePaymentParams, opts ...CallOption) (*Payment, error) {
	return callFor[Payment](ctx, r.core, request{api: partnerConnect, method: "POST", path: "/sandbox/payments/{payment_id}/advance", args: []string{paymentID}, body: params, keyed: true}, opts)
}

// ChargeBackPayment takes a part of a paid payment back, or all that is left of it, as the payer's bank would: 201.
func (r *SandboxResource) ChargeBackPayment(ctx context.Context, paymentID string, params ChargeBackPaymentParams, opts ...CallOption) (*Chargeback, error) {
	return callFor[Chargeback](ctx, r.core, request{api: partnerConnect, method: "POST", path: "/sandbox/payments/{payment_id}/chargebacks", args: []string{paymentID}, body: params, keyed: true}, opts)
}

// ReverseChargeback decides a chargeback for the merchant, which has the amount again. One that is reversed already
// stays so.
func (r *SandboxResource) ReverseChargeback(ctx context.Context, paymentID string, chargebackID string, opts ...CallOption) (*Chargeback, error) {
	return callFor[Chargeback](ctx, r.core, request{api: partnerConnect, method: "POST", path: "/sandbox/payments/{payment_id}/chargebacks/{chargeback_id}/reverse", args: []string{paymentID, chargebackID}, keyed: true}, opts)
}

// AdvancePayout takes a payout to a status by the shortest legal way; `invalid_state` when no way leads there.
func (r *SandboxResource) AdvancePayout(ctx context.Context, payoutID string, params AdvancePayoutParams, opts ...CallOption) (*Payout, error) {
	return callFor[Payout](ctx, r.core, request{api: partnerConnect, method: "POST", path: "/sandbox/payouts/{payout_id}/advance", args: []string{payoutID}, body: params, keyed: true}, opts)
}

// SettleMerchant settles now what is pending, also what is not due: 200.
func (r *SandboxResource) SettleMerchant(ctx context.Context, ref string, opts ...CallOption) (*SettleMerchantResult, error) {
	return callFor[SettleMerchantResult](ctx, r.core, request{api: partnerConnect, method: "POST", path: "/sandbox/merchants/{ref}/settle", args: []string{ref}, keyed: true}, opts)
}
