package smtp

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/textproto"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	gosmtp "github.com/wneessen/go-mail/smtp"
)

// A server is where e-mails are handed in.
type server struct {
	parsed
	encrypt        bool // a connection without TLS is not used
	user, password string
	name           string // of this machine
}

// A connection to the server has been greeted, encrypted and authenticated.
type connection struct {
	raw    net.Conn
	client *gosmtp.Client

	mu   sync.Mutex
	last time.Time // no deadline is later; zero: the connection does not end yet
}

// allow lets what follows take a while.
func (c *connection) allow(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	until := time.Now().Add(d)
	if !c.last.IsZero() && c.last.Before(until) {
		until = c.last
	}
	_ = c.raw.SetDeadline(until) // of a connection that is closed: what follows fails
}

// endWithin lets what is under way, and all that follows it, take a while together.
func (c *connection) endWithin(d time.Duration) {
	c.mu.Lock()
	c.last = time.Now().Add(d)
	c.mu.Unlock()
	c.allow(d)
}

// command sends a command, whose answer may take a while, and a few seconds when ctx has ended.
func (c *connection) command(ctx context.Context, name string, d time.Duration, send func() error) error {
	stop := context.AfterFunc(ctx, func() { c.endWithin(grace) })
	defer stop()
	c.allow(d)
	err := send()
	if answer, ok := errors.AsType[*textproto.Error](err); ok {
		return newRefusal(name, answer)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

func (c *connection) close() { _ = c.raw.Close() }

func (c *connection) quit() {
	c.endWithin(time.Second)
	_ = c.client.Quit()
	c.close()
}

// connect returns a connection that is ready for e-mails.
func (s *server) connect(ctx context.Context, step time.Duration) (*connection, error) {
	c, err := s.open(ctx, step)
	if err != nil || s.user == "" {
		return c, err
	}
	return s.authenticate(ctx, c, step)
}

// open returns a connection on which the server has said what it can.
func (s *server) open(ctx context.Context, step time.Duration) (*connection, error) {
	raw, err := (&net.Dialer{Timeout: step}).DialContext(ctx, "tcp", net.JoinHostPort(s.host, strconv.Itoa(s.port)))
	if err != nil {
		return nil, err
	}
	if s.implicit {
		raw = tls.Client(raw, s.tls)
	}
	c := &connection{raw: raw}
	err = c.command(ctx, "greeting", step, func() (err error) {
		c.client, err = gosmtp.NewClient(raw, s.host)
		return err
	})
	if err == nil {
		err = c.command(ctx, "EHLO", step, func() error { return c.client.Hello(s.name) })
	}
	if err == nil && s.encrypt && !s.implicit {
		err = c.command(ctx, "STARTTLS", step, func() error { return c.client.StartTLS(s.tls) })
	}
	if err != nil {
		c.close()
		return nil, err
	}
	return c, nil
}

// mechanisms are the ways to authenticate, in the order in which they are tried. The connection is encrypted wherever
// there is a password, so the ones that hide it are no better, and they do not always work on servers that offer them.
var mechanisms = []struct {
	name string
	with func(user, password, host string) gosmtp.Auth
}{
	{"PLAIN", func(user, password, host string) gosmtp.Auth {
		return gosmtp.PlainAuth("", user, password, host, false)
	}},
	{"LOGIN", func(user, password, host string) gosmtp.Auth { return gosmtp.LoginAuth(user, password, host, false) }},
	{"SCRAM-SHA-256", func(user, password, _ string) gosmtp.Auth { return gosmtp.ScramSHA256Auth(user, password) }},
	{"SCRAM-SHA-1", func(user, password, _ string) gosmtp.Auth { return gosmtp.ScramSHA1Auth(user, password) }},
	{"CRAM-MD5", func(user, password, _ string) gosmtp.Auth { return gosmtp.CRAMMD5Auth(user, password) }},
	{"NTLM", func(user, password, _ string) gosmtp.Auth { return gosmtp.NTLMAuth(user, password, "") }},
}

// authenticate tries each mechanism that the server offers. The client ends a connection on which one was refused.
func (s *server) authenticate(ctx context.Context, c *connection, step time.Duration) (*connection, error) {
	_, offer := c.client.Extension("AUTH")
	offered := strings.Fields(strings.ToUpper(offer))
	var refused error
	for _, m := range mechanisms {
		if !slices.Contains(offered, m.name) {
			continue
		}
		if c == nil {
			var err error
			if c, err = s.open(ctx, step); err != nil {
				return nil, errors.Join(refused, err)
			}
		}
		err := c.command(ctx, "AUTH "+m.name, step, func() error { return c.client.Auth(m.with(s.user, s.password, s.host)) })
		if err == nil {
			return c, nil
		}
		c.close()
		c, refused = nil, errors.Join(refused, err)
		if !errors.As(err, new(*Refusal)) { // the connection failed
			break
		}
	}
	if refused == nil {
		c.close()
		return nil, fmt.Errorf("the server offers none of %s to authenticate by", names())
	}
	return nil, refused
}

func names() string {
	var list []string
	for _, m := range mechanisms {
		list = append(list, m.name)
	}
	return strings.Join(list, ", ")
}
