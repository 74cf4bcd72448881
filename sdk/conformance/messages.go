package conformance

import (
	"context"
	"errors"
	"slices"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/types/known/timestamppb"

	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
)

var messageChecks = []check{
	{"token", "A call without the token is answered with `UNAUTHENTICATED` or `PERMISSION_DENIED`.",
		func(ctx context.Context, s *session) error {
			return answered(ctx, sender(s.Without).SendMessage, textMessage(newID("msg_")), codes.Unauthenticated,
				codes.PermissionDenied)
		}},
	{"sms", "A text message is accepted; `provider_message_id` has at most 200 characters.",
		func(ctx context.Context, s *session) error { return s.send(ctx, textMessage(newID("msg_"))) }},
	{"email", "An e-mail is accepted, with text and HTML. A sender of text messages alone refuses it for good.",
		func(ctx context.Context, s *session) error {
			err := answered(ctx, sender(s.Conn).SendMessage, email(newID("msg_")), final...)
			if err == nil {
				return errNotRun("the implementation sends no e-mails")
			}
			return s.send(ctx, email(newID("msg_")))
		}},
	{"repeated", "The same `message_id` again is answered as the first time.",
		func(ctx context.Context, s *session) error {
			req := textMessage(newID("msg_"))
			first, err := accepted(ctx, sender(s.Conn).SendMessage, req)
			if err != nil {
				return err
			}
			return sameAgain(ctx, sender(s.Conn).SendMessage, req, first)
		}},
	{"at_once", "Calls with one `message_id` at the same time have one answer.",
		func(ctx context.Context, s *session) error {
			_, err := sameAtOnce(ctx, sender(s.Conn).SendMessage, textMessage(newID("msg_")))
			return err
		}},
	{"sent_once", "However often a message is handed over, one message arrives.",
		func(ctx context.Context, s *session) error {
			if s.Hook == nil {
				return errNotRun("it needs a hook: --ask, --hook or --hook-url")
			}
			req := textMessage(newID("msg_"))
			for range 2 {
				if _, err := sameAtOnce(ctx, sender(s.Conn).SendMessage, req); err != nil {
					return err
				}
			}
			return s.Hook(ctx, Act{Action: "count_messages", Subject: req.GetMessageId(), To: req.GetTo()})
		}},
	{"other_content", "The same `message_id` with another text is answered as the first time, and one message arrives.",
		func(ctx context.Context, s *session) error {
			req := textMessage(newID("msg_"))
			first, err := accepted(ctx, sender(s.Conn).SendMessage, req)
			if err != nil {
				return err
			}
			other := textMessage(req.GetMessageId())
			other.Text += ", again"
			if err := sameAgain(ctx, sender(s.Conn).SendMessage, other, first); err != nil || s.Hook == nil {
				return err
			}
			return s.Hook(ctx, Act{Action: "count_messages", Subject: req.GetMessageId(), To: req.GetTo()})
		}},
	{"useful_until", "A message that comes after its `useful_until` does not arrive; it is accepted, or refused for good.",
		func(ctx context.Context, s *session) error {
			if s.Hook == nil {
				return errNotRun("it needs a hook: --ask, --hook or --hook-url")
			}
			req := textMessage(newID("msg_"))
			req.UsefulUntil = timestamppb.New(time.Now().Add(-time.Hour).Truncate(time.Millisecond))
			if err := answered(ctx, sender(s.Conn).SendMessage, req, append(slices.Clone(final), codes.OK)...); err != nil {
				return err
			}
			return s.Hook(ctx, Act{Action: "no_message", Subject: req.GetMessageId(), To: req.GetTo()})
		}},
	{"bounced", "A message that could not be delivered after it was accepted is reported as `BOUNCED`, until the " +
		"report is answered.", func(ctx context.Context, s *session) error {
		if err := s.needHook(); err != nil {
			return err
		}
		req := textMessage(newID("msg_"))
		if err := s.send(ctx, req); err != nil {
			return err
		}
		if err := s.act(ctx, Act{Action: "bounce", Subject: req.GetMessageId(), To: req.GetTo()}); err != nil {
			return err
		}
		_, err := s.Reports.await(ctx, providersv1.MessageOutcome_MESSAGE_OUTCOME_BOUNCED.String(),
			req.GetMessageId(), 2, s.Wait)
		return err
	}},
}

func sender(conn grpc.ClientConnInterface) providersv1.MessageSenderClient {
	return providersv1.NewMessageSenderClient(conn)
}

// send hands a message over, and checks the answer.
func (s *session) send(ctx context.Context, req *providersv1.SendMessageRequest) error {
	a, err := accepted(ctx, sender(s.Conn).SendMessage, req)
	if err == nil && len(a.GetProviderMessageId()) > 200 {
		err = errors.New("provider_message_id has more than 200 characters")
	}
	return err
}

func textMessage(id string) *providersv1.SendMessageRequest {
	return &providersv1.SendMessageRequest{
		MessageId: id, Medium: providersv1.Medium_MEDIUM_SMS, To: "+48600100200", Locale: "en",
		Text: "Conformance check " + id, Template: "code",
		UsefulUntil: timestamppb.New(time.Now().Add(time.Hour).Truncate(time.Millisecond)),
	}
}

func email(id string) *providersv1.SendMessageRequest {
	m := textMessage(id)
	m.Medium, m.To, m.Subject, m.Html = providersv1.Medium_MEDIUM_EMAIL, "conformance@example.com", "Conformance check",
		"<p>Conformance check "+id+"</p>"
	return m
}
