package e2e

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"

	"github.com/partnerline/partnerline/internal/grpcclient"
	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
	"github.com/partnerline/partnerline/sdk/conformance"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/message"
	merchantusecase "github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
)

// sandboxSender is the sender of test mode behind the contract.
type sandboxSender struct {
	providersv1.UnimplementedMessageSenderServer
	merchantusecase.Sender
}

func (s sandboxSender) SendMessage(ctx context.Context, req *providersv1.SendMessageRequest) (*providersv1.SendMessageResponse, error) {
	var m message.RenderedMessage
	m.ID, m.To = message.MessageID(req.GetMessageId()), req.GetTo()
	id, err := s.Send(ctx, m)
	switch {
	case errors.Is(err, message.ErrRejected):
		return nil, status.Error(codes.InvalidArgument, "rejected")
	case err != nil:
		return nil, status.Error(codes.Unavailable, err.Error())
	}
	return &providersv1.SendMessageResponse{ProviderMessageId: id}, nil
}

// The sender of test mode conforms. It delivers nothing, so that no message can be counted, and no text message bounces there.
func TestTheSandboxSenderConforms(t *testing.T) {
	t.Parallel()
	f := &sandboxFace{t: t, reports: conformance.NewReports(sandboxReportToken)}
	f.taken = serveGRPC(t, grpc.NewServer(), f.reports.Register)
	back, err := grpcclient.Dial(f.taken, sandboxReportToken, insecure.NewCredentials())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = back.Close() })
	reports := providersv1.NewMessageReportServiceClient(back)
	sandbox := merchantusecase.Sandbox{Bounce: func(ctx context.Context, id message.MessageID) error {
		_, err := reports.ReportMessage(ctx, &providersv1.ReportMessageRequest{MessageId: string(id), Outcome: providersv1.MessageOutcome_MESSAGE_OUTCOME_BOUNCED})
		return err
	}}
	f.calls = serveGRPC(t, grpc.NewServer(grpc.UnaryInterceptor(f.authorize)), func(server *grpc.Server) {
		providersv1.RegisterMessageSenderServer(server, sandboxSender{Sender: sandbox})
	})
	o := f.connect()
	o.Part, o.Reports, o.Hook = "message_sender", f.reports, func(_ context.Context, a conformance.Act) error {
		if a.Action == "no_message" { // none is delivered
			return nil
		}
		return conformance.ErrCannot
	}
	cannot := []string{"sent_once", "other_content", "bounced"}
	var progress strings.Builder
	v, err := conformance.Run(t.Context(), o, &progress)
	if err != nil || v.Outcome == conformance.Failed || slices.ContainsFunc(v.Results, func(r conformance.Result) bool {
		return (r.Outcome != conformance.Passed) != slices.Contains(cannot, r.Check)
	}) {
		t.Errorf("%v\n%s", err, progress.String())
	}
	// The kit loses the first answer to a report, which is repeated with its message.
	client := providersv1.NewMessageSenderClient(o.Conn)
	for _, c := range []struct {
		to   string
		want []codes.Code
	}{
		{"rejected@example.com", []codes.Code{codes.InvalidArgument, codes.InvalidArgument}},
		{"bounced@example.com", []codes.Code{codes.Unavailable, codes.OK}},
	} {
		t.Run(c.to, func(t *testing.T) {
			for i, want := range c.want {
				_, err := client.SendMessage(t.Context(), &providersv1.SendMessageRequest{MessageId: "msg_" + c.to, Medium: providersv1.Medium_MEDIUM_EMAIL, To: c.to})
				if status.Code(err) != want {
					t.Errorf("call %d: %v, want %s", i+1, err, want)
				}
			}
		})
	}
}
