// Package engine runs a payment engine inside of a test, as an adopter implements one: it opens each payment once,
// however often it is asked to, and answers repeats as the first time.
package engine

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

// Token is what calls of the engine must carry.
const Token = "token-of-the-payment-engine-0123456789"

// An Engine is the running engine.
type Engine struct {
	providersv1.UnimplementedPaymentEngineServer
	peer.Peer
	payments map[string]*providersv1.CreatePaymentRequest
	refunds  map[string]*providersv1.RefundPaymentRequest
	closed   map[string]bool
}

// Start returns an engine that serves until t ends.
func Start(t testing.TB) *Engine {
	t.Helper()
	e := &Engine{payments: map[string]*providersv1.CreatePaymentRequest{},
		refunds: map[string]*providersv1.RefundPaymentRequest{}, closed: map[string]bool{}}
	e.Serve(t, Token, func(s *grpc.Server) { providersv1.RegisterPaymentEngineServer(s, e) })
	return e
}

// Payment returns what the engine was asked to take for a payment of ours, and whether it was closed; nil for none.
func (e *Engine) Payment(id string) (asked *providersv1.CreatePaymentRequest, closed bool) {
	e.Locked(func() { asked, closed = e.payments[id], e.closed[id] })
	return asked, closed
}

// Page is the page of a payment at the engine.
func Page(id string) string { return "https://engine.example/pay/" + id }

// CreatePayment opens a payment.
func (e *Engine) CreatePayment(ctx context.Context,
	req *providersv1.CreatePaymentRequest) (*providersv1.CreatePaymentResponse, error) {
	id := req.GetPaymentId()
	err := e.Call(ctx, "CreatePayment", id, func() error {
		if first := e.payments[id]; first != nil && !proto.Equal(first, req) {
			e.Fault("the creation of " + id + " was repeated with another content")
		}
		e.payments[id] = req
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &providersv1.CreatePaymentResponse{Data: &providersv1.EnginePayment{Id: "engine-" + id, PageUrl: Page(id)}}, nil
}

// CancelPayment closes a payment.
func (e *Engine) CancelPayment(ctx context.Context,
	req *providersv1.CancelPaymentRequest) (*providersv1.CancelPaymentResponse, error) {
	id := req.GetPaymentId()
	err := e.Call(ctx, "CancelPayment", id, func() error {
		if e.payments[id] == nil {
			return status.Error(codes.NotFound, "no such payment")
		}
		e.closed[id] = true
		return nil
	})
	return &providersv1.CancelPaymentResponse{}, err
}

// RefundPayment accepts a refund.
func (e *Engine) RefundPayment(ctx context.Context,
	req *providersv1.RefundPaymentRequest) (*providersv1.RefundPaymentResponse, error) {
	id := req.GetRefundId()
	err := e.Call(ctx, "RefundPayment", id, func() error {
		if first := e.refunds[id]; first != nil && !proto.Equal(first, req) {
			e.Fault("the refund " + id + " was repeated with another content")
		}
		e.refunds[id] = req
		return nil
	})
	return &providersv1.RefundPaymentResponse{}, err
}

// Refund returns what the engine was asked to give back; nil for nothing.
func (e *Engine) Refund(id string) (asked *providersv1.RefundPaymentRequest) {
	e.Locked(func() { asked = e.refunds[id] })
	return asked
}
