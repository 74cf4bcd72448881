package smtp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	gomail "github.com/wneessen/go-mail"
)

const (
	// stepTimeout is how long connecting may take, and the answer to a command. A repeat before the end of the data costs
	// a connection.
	stepTimeout = 30 * time.Second
	// endTimeout is how long a server may take with an e-mail that it has received, by RFC 5321, section 4.5.3.2.6. A
	// repeat before its answer is a second e-mail.
	endTimeout = 10 * time.Minute
	// grace is how long an answer is awaited once the context has ended: an e-mail whose answer is lost comes twice.
	grace = 5 * time.Second
)

var (
	// ErrRejected says that the server knows the receiver's address not to take e-mails, so the e-mail is not sent again.
	// Any other error is temporary.
	ErrRejected = errors.New("the address takes no e-mails")
	// ErrUnanswered says that the server has the whole e-mail and did not say what becomes of it: it may arrive.
	ErrUnanswered = errors.New("the server has the e-mail and has not answered")
)

// A Mail is an e-mail to one person.
type Mail struct {
	ID        string // in the Message-ID: the same in every attempt
	To        string
	Language  string
	Subject   string
	Text      string
	HTML      string // empty: only the text
	CreatedAt time.Time
}

// A Sender sends e-mails over connections that it keeps, one for each that is sent at the same time.
type Sender struct {
	server server
	from   string
	domain string // of the Message-IDs

	step, end time.Duration

	mu     sync.Mutex
	idle   []*connection
	closed bool
}

// New returns a sender; it connects when it is used.
func New(c Config) (*Sender, error) {
	p, err := c.parse()
	if err != nil {
		return nil, err
	}
	name, err := os.Hostname()
	if err != nil {
		return nil, fmt.Errorf("the name of this machine: %w", err)
	}
	_, domain, _ := strings.Cut(p.from.Address, "@")
	return &Sender{
		server: server{parsed: p, encrypt: c.TLS != tlsNone, user: c.User, password: c.Password.Reveal(), name: name},
		from:   p.from.String(), domain: domain, step: stepTimeout, end: endTimeout,
	}, nil
}

// Send hands an e-mail to the server. Every attempt of an e-mail has the same Message-ID, which is the id that is
// returned: by it a server, or the receiver's program, recognizes one that comes twice. An answer that is due when ctx
// ends is awaited for a few seconds. The error holds nothing of the e-mail, and no text of the server, which may quote
// it.
func (s *Sender) Send(ctx context.Context, m Mail) (string, error) {
	mail, err := s.compose(m)
	if err != nil {
		return "", err
	}
	c, err := s.take(ctx)
	if err != nil {
		return "", err
	}
	if err := s.transmit(ctx, c, mail); err != nil {
		c.close()
		return "", err
	}
	s.keep(c)
	return mail.GetMessageID(), nil
}

// compose makes the e-mail. It is transactional: it has no List-Unsubscribe, and programs that answer mail leave it
// alone.
func (s *Sender) compose(m Mail) (*gomail.Msg, error) {
	mail := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	if err := mail.From(s.from); err != nil {
		return nil, errors.New("SMTP_FROM: want an address, or Name <address>")
	}
	if mail.To(m.To) != nil {
		return nil, fmt.Errorf("%w: it is no e-mail address", ErrRejected)
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
	return mail, nil
}

// transmit sends a composed e-mail to its one receiver, and returns nil when the server has accepted it.
func (s *Sender) transmit(ctx context.Context, c *connection, mail *gomail.Msg) error {
	from, err := mail.GetSender(false)
	if err != nil {
		return err
	}
	to, err := mail.GetRecipients()
	if err != nil {
		return err
	}
	if err := c.command(ctx, "MAIL", s.step, func() error { return c.client.Mail(from) }); err != nil {
		return err
	}
	if err := c.command(ctx, "RCPT", s.step, func() error { return c.client.Rcpt(to[0]) }); err != nil {
		return err
	}
	var data io.WriteCloser
	err = c.command(ctx, "DATA", s.step, func() (err error) { data, err = c.client.Data(); return err })
	if err != nil {
		return err
	}
	err = c.command(ctx, "DATA", s.step, func() error { _, err := mail.WriteTo(data); return err })
	if err != nil {
		return err
	}
	err = c.command(ctx, endOfData, s.end, data.Close)
	if err == nil || errors.As(err, new(*Refusal)) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrUnanswered, err)
}

// take returns a connection that the server has not ended meanwhile.
func (s *Sender) take(ctx context.Context) (*connection, error) {
	for ctx.Err() == nil {
		c := s.pop()
		if c == nil {
			return s.server.connect(ctx, s.step)
		}
		if c.command(ctx, "NOOP", s.step, c.client.Noop) == nil {
			return c, nil
		}
		c.close()
	}
	return nil, ctx.Err()
}

func (s *Sender) pop() *connection {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := len(s.idle)
	if n == 0 {
		return nil
	}
	c := s.idle[n-1]
	s.idle = s.idle[:n-1]
	return c
}

func (s *Sender) keep(c *connection) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		c.close()
		return
	}
	s.idle = append(s.idle, c)
}

// Close ends the connections. A connection that the server has ended, or on which it does not answer, is no failure:
// nothing is in flight.
func (s *Sender) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for _, c := range s.idle {
		c.quit()
	}
	s.idle = nil
	return nil
}
