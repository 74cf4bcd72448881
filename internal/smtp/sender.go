package smtp

import (
	"context"
	"errors"
	"fmt"
	"net/textproto"
	"strings"
	"sync"
	"time"

	gomail "github.com/wneessen/go-mail"
	gosmtp "github.com/wneessen/go-mail/smtp"
)

// timeout is how long connecting may take, and as long again sending: a connection in use cannot be interrupted before.
const timeout = 8 * time.Second

// ErrRejected says that the server will never deliver an e-mail, so it is not sent again. Any other error is temporary.
var ErrRejected = errors.New("the server does not deliver the e-mail")

// A Mail is an e-mail to one person.
type Mail struct {
	ID        string // in the Message-ID: the same in every attempt
	To        string
	Language  string
	Subject   string
	Text      string
	HTML      string // empty: the text alone
	CreatedAt time.Time
}

// A Sender sends one e-mail at a time, over one connection that it keeps.
type Sender struct {
	client *gomail.Client
	from   string
	domain string // of the Message-IDs

	mu   sync.Mutex
	conn *gosmtp.Client // nil: none
}

// New returns a sender; it connects when it is used.
func New(c Config) (*Sender, error) {
	p, err := c.parse()
	if err != nil {
		return nil, err
	}
	options := []gomail.Option{
		gomail.WithoutNoop(), // connect sends it
		gomail.WithPort(p.port), gomail.WithTimeout(timeout), gomail.WithTLSConfig(p.tls),
	}
	switch {
	case p.implicit:
		options = append(options, gomail.WithSSL())
	case c.TLS == tlsNone:
		options = append(options, gomail.WithTLSPolicy(gomail.NoTLS))
	default:
		options = append(options, gomail.WithTLSPolicy(gomail.TLSMandatory))
	}
	if c.User != "" {
		options = append(options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover), gomail.WithUsername(c.User), gomail.WithPassword(c.Password.Reveal()))
	}
	client, err := gomail.NewClient(p.host, options...)
	if err != nil {
		return nil, fmt.Errorf("SMTP_URL: %w", err)
	}
	_, domain, _ := strings.Cut(p.from.Address, "@")
	return &Sender{client: client, from: p.from.String(), domain: domain}, nil
}

// Send hands an e-mail to the server. Every attempt of an e-mail has the same Message-ID, which is the id that is returned: by it a server,
// or the receiver's program, recognizes one that comes twice.
func (s *Sender) Send(ctx context.Context, m Mail) (string, error) {
	mail, id, err := s.compose(m)
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrRejected, err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.connect(ctx); err != nil {
		return "", err
	}
	err = s.client.SendWithSMTPClient(s.conn, mail)
	if mail.IsDelivered() {
		if err != nil { // what followed the acceptance failed
			s.disconnect()
		}
		return id, nil
	}
	s.disconnect()
	return "", permanent(err)
}

// compose makes the e-mail, and returns its Message-ID. It is transactional: it has no List-Unsubscribe, and programs that answer mail
// leave it alone.
func (s *Sender) compose(m Mail) (*gomail.Msg, string, error) {
	mail := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	if err := errors.Join(mail.From(s.from), mail.To(m.To)); err != nil {
		return nil, "", err
	}
	mail.SetMessageIDWithValue(m.ID + "@" + s.domain)
	mail.SetDateWithValue(m.CreatedAt)
	mail.Subject(m.Subject)
	mail.SetGenHeader(gomail.HeaderContentLang, m.Language)
	mail.SetGenHeader("Auto-Submitted", "auto-generated")
	mail.SetBodyString(gomail.TypeTextPlain, m.Text)
	if m.HTML != "" {
		mail.AddAlternativeString(gomail.TypeTextHTML, m.HTML)
	}
	return mail, mail.GetMessageID(), nil
}

// connect makes sure that there is a connection which the server has not ended meanwhile.
func (s *Sender) connect(ctx context.Context) error {
	if s.conn != nil {
		if err := errors.Join(s.conn.UpdateDeadline(timeout), s.conn.Noop()); err == nil {
			return nil
		}
		s.disconnect()
	}
	conn, err := s.client.DialToSMTPClientWithContext(ctx)
	if err != nil {
		return err
	}
	s.conn = conn
	return nil
}

func (s *Sender) disconnect() {
	if s.conn != nil {
		_ = s.conn.Close()
		s.conn = nil
	}
}

// Close ends the connection. That the server ended it before, or does not answer, is no failure: nothing is in flight.
func (s *Sender) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.conn == nil {
		return nil
	}
	_ = s.conn.UpdateDeadline(timeout) // the last one is long over
	_ = s.client.CloseWithSMTPClient(s.conn)
	s.disconnect()
	return nil
}

// permanent marks an error by which the server refused the receiver or the message for good. What it has against the sender or the
// connection is no fault of the message: it is sent when that is set right.
func permanent(err error) error {
	var sent *gomail.SendError
	if !errors.As(err, &sent) {
		return err
	}
	ofMessage := sent.Reason == gomail.ErrSMTPRcptTo || sent.Reason == gomail.ErrSMTPData || sent.Reason == gomail.ErrSMTPDataClose
	if code := sent.ErrorCode(); ofMessage && code >= 500 && code < 600 {
		return fmt.Errorf("%w: %w", ErrRejected, &textproto.Error{Code: code, Msg: sent.EnhancedStatusCode()})
	}
	return err
}
