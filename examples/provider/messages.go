package main

import (
	"context"
	"slices"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
)

// messages is the sender of messages: it shows them on a page, as the receiver's phone would.
type messages struct {
	providersv1.UnimplementedMessageSenderServer
	store *store
	now   func() time.Time
}

// keptMessages is how many messages the phone has: codes do not belong on disks for long.
const keptMessages = 50

// SendMessage accepts a message. The message's id is the key: a repeat is not shown twice.
func (m *messages) SendMessage(_ context.Context,
	req *providersv1.SendMessageRequest) (*providersv1.SendMessageResponse, error) {
	if req.GetMessageId() == "" || req.GetTo() == "" || req.GetText() == "" {
		return nil, status.Error(codes.InvalidArgument, "message_id, to and text are required")
	}
	if until := req.GetUsefulUntil(); until != nil && !m.now().Before(until.AsTime()) {
		return nil, status.Error(codes.FailedPrecondition, "the time of the message is over")
	}
	err := m.store.change(func(s *state) error {
		if slices.ContainsFunc(s.Messages, func(x message) bool { return x.ID == req.GetMessageId() }) {
			return nil
		}
		s.Messages = append(s.Messages,
			message{ID: req.GetMessageId(), To: req.GetTo(), Subject: req.GetSubject(), Text: req.GetText(), At: m.now()})
		s.Messages = s.Messages[max(0, len(s.Messages)-keptMessages):]
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &providersv1.SendMessageResponse{ProviderMessageId: "phone-" + req.GetMessageId()}, nil
}
