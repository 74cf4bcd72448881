// Package rail runs a bank rail inside of a test, as an adopter implements one: it takes each payout once, however
// often it is asked to, and answers repeats as the first time.
package rail

import (
	"context"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
	"github.com/partnerline/partnerline/testkit/peer"
)

// Token is what calls of the rail must carry.
const Token = "token-of-the-bank-rail-0123456789"

// A Rail is the running rail.
type Rail struct {
	providersv1.UnimplementedBankRailServer
	peer.Peer
	payouts             map[string]*providersv1.SubmitPayoutRequest
	cancelled, executed map[string]bool
}

// Start returns a rail that serves until t ends.
func Start(t testing.TB) *Rail {
	t.Helper()
	r := &Rail{payouts: map[string]*providersv1.SubmitPayoutRequest{}, cancelled: map[string]bool{},
		executed: map[string]bool{}}
	r.Serve(t, Token, func(s *grpc.Server) { providersv1.RegisterBankRailServer(s, r) })
	return r
}

// Payout returns what the rail was asked to pay for a payout of ours, and whether it was cancelled; nil for nothing.
func (r *Rail) Payout(id string) (asked *providersv1.SubmitPayoutRequest, cancelled bool) {
	r.Locked(func() { asked, cancelled = r.payouts[id], r.cancelled[id] })
	return asked, cancelled
}

// Execute notes that a payout is executed: it is not cancelled any more.
func (r *Rail) Execute(id string) { r.Locked(func() { r.executed[id] = true }) }

// SubmitPayout takes a payout.
func (r *Rail) SubmitPayout(ctx context.Context,
	req *providersv1.SubmitPayoutRequest) (*providersv1.SubmitPayoutResponse, error) {
	id := req.GetPayoutId()
	err := r.Call(ctx, "SubmitPayout", id, func() error {
		if first := r.payouts[id]; first != nil && !proto.Equal(first, req) {
			r.Fault("the order of " + id + " was repeated with another content")
		}
		r.payouts[id] = req
		return nil
	})
	return &providersv1.SubmitPayoutResponse{}, err
}

// CancelPayout withdraws a payout.
func (r *Rail) CancelPayout(ctx context.Context,
	req *providersv1.CancelPayoutRequest) (*providersv1.CancelPayoutResponse, error) {
	id := req.GetPayoutId()
	err := r.Call(ctx, "CancelPayout", id, func() error {
		switch {
		case r.payouts[id] == nil:
			return status.Error(codes.NotFound, "no such payout")
		case r.executed[id]:
			return status.Error(codes.FailedPrecondition, "it is executed")
		}
		r.cancelled[id] = true
		return nil
	})
	return &providersv1.CancelPayoutResponse{}, err
}
