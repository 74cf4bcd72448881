package conformance

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"buf.build/go/protovalidate"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
)

// Reports takes what an implementation reports, as partner connect does. The answer to the first delivery of each
// report is lost: one that is not repeated would be lost whenever partner connect restarts.
type Reports struct {
	providersv1.UnimplementedProviderEventServiceServer
	providersv1.UnimplementedMessageReportServiceServer
	token string

	mu      sync.Mutex
	changed chan struct{} // closed and replaced with every delivery
	reports []*report
	faults  []string
}

// A report is one event that was reported.
type report struct {
	id, event, subject string // subject: what it is about, such as a payment or a refund
	part               string // what of the subject, where it can have several: the id of a chargeback
	message            proto.Message
	deliveries         int
}

// NewReports returns a server of reports that carry the token; Register adds it to a gRPC server.
func NewReports(token string) *Reports { return &Reports{token: token, changed: make(chan struct{})} }

// Register adds the services to a server.
func (r *Reports) Register(s *grpc.Server) {
	providersv1.RegisterProviderEventServiceServer(s, r)
	providersv1.RegisterMessageReportServiceServer(s, r)
}

// ReportPayment takes a report of a payment engine.
func (r *Reports) ReportPayment(ctx context.Context,
	m *providersv1.ReportPaymentRequest) (*providersv1.ReportPaymentResponse, error) {
	subject := m.GetPaymentId()
	if m.GetRefundId() != "" {
		subject = m.GetRefundId()
	}
	if err := r.take(ctx, &report{id: m.GetEventId(), event: m.GetEvent().String(), subject: subject,
		part: m.GetChargebackId(), message: m}, m.GetOccurredAt()); err != nil {
		return nil, err
	}
	return &providersv1.ReportPaymentResponse{Data: applied()}, nil
}

// ReportPayout takes a report of a bank rail.
func (r *Reports) ReportPayout(ctx context.Context,
	m *providersv1.ReportPayoutRequest) (*providersv1.ReportPayoutResponse, error) {
	if err := r.take(ctx, &report{id: m.GetEventId(), event: m.GetEvent().String(), subject: m.GetPayoutId(), message: m},
		m.GetOccurredAt()); err != nil {
		return nil, err
	}
	return &providersv1.ReportPayoutResponse{Data: applied()}, nil
}

// transferReceived is the event of an incoming transfer. Its subject is its title: no id of ours is on it.
const transferReceived = "incoming transfer"

// ReportIncomingTransfer takes a report of a bank rail about a credit.
func (r *Reports) ReportIncomingTransfer(ctx context.Context,
	m *providersv1.ReportIncomingTransferRequest) (*providersv1.ReportIncomingTransferResponse, error) {
	if err := r.take(ctx, &report{id: m.GetEventId(), event: transferReceived, subject: m.GetTitle(), message: m},
		m.GetBookedAt()); err != nil {
		return nil, err
	}
	return &providersv1.ReportIncomingTransferResponse{Data: applied()}, nil
}

// ReportIdentity takes a report of an identity provider.
func (r *Reports) ReportIdentity(ctx context.Context,
	m *providersv1.ReportIdentityRequest) (*providersv1.ReportIdentityResponse, error) {
	subject := attempt(m.GetSessionId(), m.GetAttempt())
	if err := r.take(ctx, &report{id: m.GetEventId(), event: m.GetEvent().String(), subject: subject, message: m},
		m.GetOccurredAt()); err != nil {
		return nil, err
	}
	return &providersv1.ReportIdentityResponse{Data: applied()}, nil
}

// ReportMessage takes a report of a message sender. It has no event id: message and outcome identify it.
func (r *Reports) ReportMessage(ctx context.Context,
	m *providersv1.ReportMessageRequest) (*providersv1.ReportMessageResponse, error) {
	id := m.GetMessageId() + "/" + m.GetOutcome().String()
	if err := r.take(ctx, &report{id: id, event: m.GetOutcome().String(), subject: m.GetMessageId(), message: m},
		timestamppb.Now()); err != nil {
		return nil, err
	}
	return &providersv1.ReportMessageResponse{}, nil
}

func applied() *providersv1.ReportResult {
	return &providersv1.ReportResult{Outcome: providersv1.ReportOutcome_REPORT_OUTCOME_APPLIED}
}

// ahead is how far the clock of an implementation may be.
const ahead = time.Minute

// take records a delivery. Its error is the answer.
func (r *Reports) take(ctx context.Context, n *report, at *timestamppb.Timestamp) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	defer func() {
		close(r.changed)
		r.changed = make(chan struct{})
	}()
	refuse := func(code codes.Code, fault string) error {
		r.faults = append(r.faults, n.event+" of "+n.subject+": "+fault)
		return status.Error(code, fault)
	}
	if md, _ := metadata.FromIncomingContext(ctx); len(md.Get("authorization")) != 1 ||
		md.Get("authorization")[0] != "Bearer "+r.token {
		return refuse(codes.Unauthenticated, "authorization is not the report token as Bearer")
	}
	if err := protovalidate.Validate(n.message); err != nil {
		return refuse(codes.InvalidArgument, strings.ReplaceAll(err.Error(), "\n", " "))
	}
	if at.AsTime().After(time.Now().Add(ahead)) {
		return refuse(codes.InvalidArgument, "occurred_at is in the future")
	}
	for _, known := range r.reports {
		switch {
		case known.id == n.id && !proto.Equal(known.message, n.message):
			return refuse(codes.AlreadyExists, "event_id "+n.id+" was used for another report, or the repeat has other content")
		case known.id == n.id:
			known.deliveries++
			return nil
		}
	}
	n.deliveries = 1
	r.reports = append(r.reports, n)
	return status.Error(codes.Unavailable, "the answer is lost; repeat the report")
}

// of returns the reports of an event of a subject.
func (r *Reports) of(event, subject string) (out []*report) {
	for _, x := range r.reports {
		if x.event == event && x.subject == subject {
			out = append(out, x)
		}
	}
	return out
}

// await waits until an event of a subject was delivered so often under one id.
func (r *Reports) await(ctx context.Context, event, subject string, deliveries int,
	wait time.Duration) (*report, error) {
	late := time.NewTimer(wait)
	defer late.Stop()
	for {
		r.mu.Lock()
		changed, faults := r.changed, len(r.faults)
		for _, x := range r.of(event, subject) {
			if x.deliveries >= deliveries {
				copied := *x
				r.mu.Unlock()
				return &copied, nil
			}
		}
		r.mu.Unlock()
		select {
		case <-changed:
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-late.C:
			what := "was not reported"
			if deliveries > 1 {
				what = "was not reported again after an answer that was lost"
			}
			if faults > 0 {
				return nil, fmt.Errorf("%s of %s %s within %v; refused: %s", event, subject, what, wait, r.lastFault())
			}
			return nil, fmt.Errorf("%s of %s %s within %v", event, subject, what, wait)
		}
	}
}

func (r *Reports) lastFault() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.faults[len(r.faults)-1]
}

// never waits, and fails when one of the events of a subject is reported meanwhile, or was before.
func (r *Reports) never(ctx context.Context, subject string, quiet time.Duration, events ...string) error {
	for _, event := range events {
		if _, err := r.await(ctx, event, subject, 1, quiet/time.Duration(len(events))); err == nil {
			return fmt.Errorf("%s of %s was reported", event, subject)
		} else if ctx.Err() != nil {
			return err
		}
	}
	return nil
}

// checkValid fails when a report was refused for what it holds.
func (r *Reports) checkValid() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.reports) == 0 && len(r.faults) == 0 {
		return errNotRun("nothing was reported")
	}
	var faults []error
	for i, f := range r.faults {
		if i == 5 {
			faults = append(faults, fmt.Errorf("and %d more", len(r.faults)-i))
			break
		}
		faults = append(faults, errors.New(f))
	}
	return errors.Join(faults...)
}

// checkOnce fails when an event was reported under several ids.
func (r *Reports) checkOnce() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.reports) == 0 {
		return errNotRun("nothing was reported")
	}
	for _, x := range r.reports {
		for _, y := range r.of(x.event, x.subject) {
			if y.id != x.id && y.part == x.part {
				return fmt.Errorf("%s of %s was reported as event %s and as event %s", x.event, x.subject, x.id, y.id)
			}
		}
	}
	return nil
}
