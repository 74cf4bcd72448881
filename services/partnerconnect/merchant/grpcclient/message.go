package grpcclient

import (
	"context"
	"fmt"
	"slices"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/grpcclient"
	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/message"
)

// A MessageSender is a client of the contract providers.v1.MessageSender.
type MessageSender struct {
	conn   *grpc.ClientConn
	sender providersv1.MessageSenderClient
}

// DialMessageSender returns a client of the system at an address; it connects when it is used.
func DialMessageSender(address, token string, creds credentials.TransportCredentials) (*MessageSender, error) {
	conn, err := grpcclient.Dial(address, token, creds, grpc.WithUnaryInterceptor(grpcclient.Propagate))
	if err != nil {
		return nil, fmt.Errorf("message provider: %w", err)
	}
	return &MessageSender{conn, providersv1.NewMessageSenderClient(conn)}, nil
}

// Close ends the connection.
func (c *MessageSender) Close() error { return c.conn.Close() }

var media = map[message.Medium]providersv1.Medium{
	message.ByEmail: providersv1.Medium_MEDIUM_EMAIL, message.BySMS: providersv1.Medium_MEDIUM_SMS,
}

// permanent are the codes that say that the message will never be delivered. Unimplemented is not among them: it comes
// from an address at which another system answers.
var permanent = []codes.Code{codes.InvalidArgument, codes.FailedPrecondition, codes.OutOfRange}

// timeout is how long a call may take.
const timeout = 10 * time.Second

// maxMessageID is the longest id of a provider that is kept.
const maxMessageID = 200

// Send hands a message over. The words of the system's refusal, which may quote the message, are left out.
func (c *MessageSender) Send(ctx context.Context, m message.RenderedMessage) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	answer, err := c.sender.SendMessage(ctx, &providersv1.SendMessageRequest{
		MessageId: string(m.ID), Medium: media[m.Medium], To: m.To, Locale: m.Language, Subject: subject(m), Text: m.Text,
		Html:     m.HTML,
		Template: string(m.Template), UsefulUntil: timestamppb.New(m.UsefulUntil),
	})
	switch {
	case slices.Contains(permanent, status.Code(err)):
		return "", fmt.Errorf("%w: the provider answered %s", message.ErrRejected, status.Code(err))
	case err != nil:
		return "", fmt.Errorf("the provider answered %s", status.Code(err))
	case len(answer.GetProviderMessageId()) > maxMessageID:
		return "", nil // it is accepted; the id is of no use
	}
	return answer.GetProviderMessageId(), nil
}

func subject(m message.RenderedMessage) string {
	if m.Medium == message.BySMS {
		return ""
	}
	return m.Subject
}
