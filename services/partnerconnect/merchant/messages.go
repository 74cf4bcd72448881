package merchant

import (
	"context"
	"errors"
	"fmt"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/smtp"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/grpcclient"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/message"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/messagehook"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
)

// MessagesConfig says who delivers the messages of live mode. E-mails go to the SMTP server where one is configured.
type MessagesConfig struct {
	SMTP     smtp.Config        `envPrefix:"SMTP_"`
	Callback messagehook.Config `envPrefix:"MESSAGE_CALLBACK_"`
	// address of a system that implements providers.v1.MessageSender; live mode sends its messages there, e-mails only
	// without SMTP_URL
	GRPC  string           `env:"MESSAGE_PROVIDER_GRPC"`
	Token envconfig.Secret `env:"MESSAGE_PROVIDER_TOKEN"` // bearer token that is presented to it
}

// Validate reports all faults at once.
func (c MessagesConfig) Validate() error {
	err := errors.Join(c.SMTP.Validate(), c.Callback.Validate())
	if c.GRPC != "" && c.Callback.Enabled() {
		err = errors.Join(err, errors.New("MESSAGE_PROVIDER_GRPC, MESSAGE_CALLBACK_URL: want one of them"))
	}
	if (c.GRPC == "") != (c.Token == "") {
		err = errors.Join(err, errors.New("MESSAGE_PROVIDER_GRPC, MESSAGE_PROVIDER_TOKEN: want both or none"))
	}
	return err
}

// Complete reports whether live mode reaches people by both media: the hosted flow proves both contacts, and SMTP
// reaches only one of them.
func (c MessagesConfig) Complete() bool { return c.GRPC != "" || c.Callback.Enabled() }

// connectMessages returns the providers of live mode.
func connectMessages(p *kernel.Program, c MessagesConfig) (providers usecase.Providers, err error) {
	if c.GRPC != "" {
		client, err := grpcclient.DialMessageSender(c.GRPC, c.Token.Reveal(), p.TLS.Credentials())
		if err != nil {
			return providers, err
		}
		p.AtEnd(client.Close)
		providers.Email, providers.SMS = client, client
	}
	if c.Callback.Enabled() {
		sender, err := messagehook.New(c.Callback, p.Now)
		if err != nil {
			return providers, err
		}
		p.AtEnd(sender.Close)
		providers.Email, providers.SMS = sender, sender
	}
	if c.SMTP.Enabled() {
		sender, err := smtp.New(c.SMTP)
		if err != nil {
			return providers, err
		}
		p.AtEnd(sender.Close)
		providers.Email = emails{sender}
	}
	return providers, nil
}

// emails sends the messages that are e-mails.
type emails struct{ *smtp.Sender }

// Send implements [usecase.Sender].
func (e emails) Send(ctx context.Context, m message.RenderedMessage) (string, error) {
	id, err := e.Sender.Send(ctx, smtp.Mail{
		ID: string(m.ID), To: m.To, Language: m.Language, Subject: m.Subject, Text: m.Text, HTML: m.HTML,
		CreatedAt: m.CreatedAt,
	})
	switch {
	case errors.Is(err, smtp.ErrRejected):
		err = fmt.Errorf("%w: %w", message.ErrRejected, err)
	case errors.Is(err, smtp.ErrUnanswered):
		err = fmt.Errorf("%w: %w", message.ErrUnanswered, err)
	}
	return id, err
}
