package smtp

import (
	"bytes"
	"crypto/tls"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	gosmtp "github.com/emersion/go-smtp"
	"go.uber.org/goleak"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/services/partnerconnect/message"
	"github.com/partnerline/partnerline/testkit/certs"
	"github.com/partnerline/partnerline/testkit/freeport"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var created = time.Date(2026, 11, 20, 10, 15, 30, 0, time.UTC)

func testMessage(id message.MessageID) message.RenderedMessage {
	return message.RenderedMessage{
		StoredMessage: message.StoredMessage{Message: message.Message{ID: id, Medium: message.ByEmail, To: "kanarek@example.pl"}, CreatedAt: created},
		Language:      "pl", Subject: "Twój kod: 123456", Text: "Twój kod to 123456.\n", HTML: "<!DOCTYPE html><p>Twój kod to <strong>123456</strong>.</p>",
	}
}

// A server is an SMTP server in this process: its answers are set by the test.
type server struct {
	address, ca string

	mu      sync.Mutex
	callers map[string]bool // addresses: one for each connection
	mails   []string
	rcpt    error // answer to RCPT TO
	data    error // answer to what was sent
}

func (s *server) set(f func(*server)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f(s)
}

func (s *server) NewSession(c *gosmtp.Conn) (gosmtp.Session, error) {
	s.set(func(s *server) { s.callers[c.Conn().RemoteAddr().String()] = true })
	return &session{server: s}, nil
}

type session struct {
	*server
	authenticated bool
}

func (x *session) AuthMechanisms() []string { return []string{sasl.Plain} }

func (x *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if user != "mailer" || password != "the password" {
			return gosmtp.ErrAuthFailed
		}
		x.authenticated = true
		return nil
	}), nil
}

func (x *session) Mail(string, *gosmtp.MailOptions) error {
	if !x.authenticated {
		return gosmtp.ErrAuthRequired
	}
	return nil
}

func (x *session) Rcpt(string, *gosmtp.RcptOptions) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.rcpt
}

func (x *session) Data(r io.Reader) error {
	mail, err := io.ReadAll(r)
	x.mu.Lock()
	defer x.mu.Unlock()
	x.mails = append(x.mails, string(mail))
	if err != nil {
		return err
	}
	return x.data
}

func (x *session) Reset()        {}
func (x *session) Logout() error { return nil }

// newServer starts a server that demands STARTTLS, or begins with TLS, and a password.
func newServer(t *testing.T, implicit bool) *server {
	t.Helper()
	dir := t.TempDir()
	ca, err := certs.New()
	if err == nil {
		err = ca.Issue(dir, "mail")
	}
	if err != nil {
		t.Fatal(err)
	}
	pair, err := tls.LoadX509KeyPair(filepath.Join(dir, "mail.crt"), filepath.Join(dir, "mail.key"))
	if err != nil {
		t.Fatal(err)
	}
	s := &server{ca: filepath.Join(dir, "ca.crt"), callers: map[string]bool{}}
	listening := gosmtp.NewServer(s)
	listening.TLSConfig = &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.address = l.Addr().String()
	if implicit {
		l = tls.NewListener(l, listening.TLSConfig)
	}
	done := make(chan struct{})
	go func() { defer close(done); _ = listening.Serve(l) }()
	t.Cleanup(func() { _ = listening.Close(); <-done })
	return s
}

func (s *server) config(scheme string) Config {
	return Config{URL: scheme + "://" + s.address, From: "Konto <konto@partnerline.example>", User: "mailer", Password: "the password", CA: s.ca}
}

func newSender(t *testing.T, c Config) *Sender {
	t.Helper()
	s, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func TestMails(t *testing.T) {
	for _, scheme := range []string{"smtp", "smtps"} {
		t.Run(scheme, func(t *testing.T) {
			srv := newServer(t, scheme == "smtps")
			s := newSender(t, srv.config(scheme))
			for range 3 {
				if id, err := s.Send(t.Context(), testMessage("msg_1")); err != nil || id != "<msg_1@partnerline.example>" {
					t.Fatalf("%q, %v", id, err)
				}
			}
			srv.set(func(srv *server) {
				if len(srv.callers) != 1 {
					t.Errorf("%d connections for three e-mails", len(srv.callers))
				}
				for _, mail := range srv.mails {
					for _, want := range []string{
						"Message-ID: <msg_1@partnerline.example>", "Date: Fri, 20 Nov 2026 10:15:30 +0000", "To: <kanarek@example.pl>", "From: \"Konto\" <konto@partnerline.example>",
						"Content-Language: pl", "Auto-Submitted: auto-generated", "multipart/alternative", "text/plain; charset=UTF-8", "text/html; charset=UTF-8", "<strong>123456</strong>",
					} {
						if !strings.Contains(mail, want) {
							t.Errorf("no %s in\n%s", want, mail)
						}
					}
					if strings.Contains(mail, "List-Unsubscribe") || strings.Contains(mail, "User-Agent") || strings.Contains(mail, "X-Mailer") {
						t.Errorf("a header too many in\n%s", mail)
					}
				}
			})
		})
	}
}

// What the server has against the receiver or the message is final. All else is tried again, on a new connection.
func TestAnswers(t *testing.T) {
	srv := newServer(t, false)
	refuse := func(code int) error {
		return &gosmtp.SMTPError{Code: code, EnhancedCode: gosmtp.EnhancedCode{code / 100, 1, 1}, Message: "kanarek@example.pl"}
	}
	for _, c := range []struct {
		name       string
		rcpt, data error
		rejected   bool
	}{
		{"no such mailbox", refuse(550), nil, true},
		{"mailbox busy", refuse(450), nil, false},
		{"content refused", nil, refuse(554), true},
		{"disk full", nil, refuse(452), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			srv.set(func(s *server) { s.rcpt, s.data = c.rcpt, c.data })
			s := newSender(t, srv.config("smtp"))
			_, err := s.Send(t.Context(), testMessage("msg_1"))
			if err == nil || errors.Is(err, message.ErrRejected) != c.rejected {
				t.Errorf("%v", err)
			}
			srv.set(func(s *server) { s.rcpt, s.data = nil, nil })
			if _, err := s.Send(t.Context(), testMessage("msg_1")); err != nil {
				t.Errorf("then: %v", err)
			}
		})
	}
	t.Run("wrong password", func(t *testing.T) {
		cfg := srv.config("smtp")
		cfg.Password = "another password"
		if _, err := newSender(t, cfg).Send(t.Context(), testMessage("msg_1")); err == nil || errors.Is(err, message.ErrRejected) || strings.Contains(err.Error(), "another password") {
			t.Errorf("%v", err)
		}
	})
	t.Run("unknown authority", func(t *testing.T) {
		cfg := srv.config("smtp")
		cfg.CA = ""
		if _, err := newSender(t, cfg).Send(t.Context(), testMessage("msg_1")); err == nil || errors.Is(err, message.ErrRejected) {
			t.Errorf("%v", err)
		}
	})
	t.Run("no address", func(t *testing.T) {
		m := testMessage("msg_1")
		m.To = "nowhere\r\nBcc: other@example.com"
		if _, err := newSender(t, srv.config("smtp")).Send(t.Context(), m); !errors.Is(err, message.ErrRejected) {
			t.Errorf("%v", err)
		}
	})
}

// A server that ends connections, and one that comes back, get the next mail on a new connection.
func TestConnectionsEnd(t *testing.T) {
	srv := newServer(t, false)
	s := newSender(t, srv.config("smtp"))
	for n := range 3 {
		if _, err := s.Send(t.Context(), testMessage("msg_1")); err != nil {
			t.Fatal(err)
		}
		srv.set(func(srv *server) {
			if len(srv.callers) != n+1 {
				t.Errorf("%d connections", len(srv.callers))
			}
		})
		_ = s.conn.Quit() // as if the server had ended it
	}
	if err := s.Close(); err != nil { // its connection has ended as well
		t.Error(err)
	}
}

// The server that docker compose runs takes the mails as they are, and shows them.
func TestMailServerOfCompose(t *testing.T) {
	program, err := filepath.Abs("../../../../tools/mail/node_modules/.bin/maildev")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	ca, err := certs.New()
	if err == nil {
		err = ca.Issue(dir, "mail")
	}
	if err != nil {
		t.Fatal(err)
	}
	port := func() string {
		p, err := freeport.Pick("127.0.0.1")
		if err != nil {
			t.Fatal(err)
		}
		return strconv.Itoa(p)
	}
	mail, web := port(), port()
	var log bytes.Buffer
	c := exec.CommandContext(t.Context(), "node", program, "--ip", "127.0.0.1", "--web-ip", "127.0.0.1", "--smtp", mail, "--web", web, "--incoming-user", "mailer",
		"--incoming-pass", "the password", "--incoming-secure", "--incoming-cert", filepath.Join(dir, "mail.crt"), "--incoming-key", filepath.Join(dir, "mail.key"))
	c.Stdout, c.Stderr, c.WaitDelay = &log, &log, time.Second
	if err := c.Start(); err != nil {
		t.Fatalf("the mail server does not start: run make test-tools (%v)", err)
	}
	exited := make(chan struct{})
	go func() { defer close(exited); _ = c.Wait() }()
	t.Cleanup(func() {
		_ = c.Process.Kill()
		<-exited
		http.DefaultClient.CloseIdleConnections()
		if t.Failed() {
			t.Logf("its log:\n%s", log.String())
		}
	})
	s := newSender(t, Config{
		URL: "smtps://127.0.0.1:" + mail, From: "konto@partnerline.example", User: "mailer", Password: envconfig.Secret("the password"), CA: filepath.Join(dir, "ca.crt"),
	})
	for { // until it listens
		_, err := s.Send(t.Context(), testMessage("msg_1"))
		if err == nil {
			break
		}
		select {
		case <-exited:
			t.Fatal("the mail server ended")
		case <-t.Context().Done():
			t.Fatal(err)
		case <-time.After(50 * time.Millisecond):
		}
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://127.0.0.1:"+web+"/api/email", nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	var got []struct {
		Subject, Text, HTML string
		Headers             map[string]any
	}
	if err := json.NewDecoder(resp.Body).Decode(&got); err != nil || len(got) != 1 {
		t.Fatalf("%d mails, %v", len(got), err)
	}
	if m := got[0]; m.Subject != "Twój kod: 123456" || !strings.Contains(m.Text, "Twój kod to 123456.") || !strings.Contains(m.HTML, "<strong>123456</strong>") || m.Headers["message-id"] != "<msg_1@partnerline.example>" {
		t.Errorf("%+v", m)
	}
}

func TestConfig(t *testing.T) {
	good := Config{URL: "smtp://mail.example", From: "Konto <konto@partnerline.example>"}
	for _, c := range []struct {
		name   string
		change func(*Config)
		want   string // in the error; empty: none
	}{
		{"STARTTLS", func(*Config) {}, ""},
		{"no server", func(c *Config) { *c = Config{} }, ""},
		{"implicit TLS", func(c *Config) { c.URL = "smtps://mail.example:465" }, ""},
		{"a password", func(c *Config) { c.User, c.Password = "u", "p" }, ""},
		{"in the open", func(c *Config) { c.TLS = "none" }, ""},
		{"a password in the open", func(c *Config) { c.TLS, c.User, c.Password = "none", "u", "p" }, "SMTP_TLS"},
		{"smtps in the open", func(c *Config) { c.URL, c.TLS = "smtps://mail.example", "none" }, "SMTP_TLS"},
		{"unknown mode", func(c *Config) { c.TLS = "maybe" }, "SMTP_TLS"},
		{"another scheme", func(c *Config) { c.URL = "http://mail.example" }, "SMTP_URL"},
		{"a password in the URL", func(c *Config) { c.URL = "smtp://u:canary@mail.example" }, "SMTP_URL"},
		{"port", func(c *Config) { c.URL = "smtp://mail.example:0" }, "SMTP_URL"},
		{"no sender", func(c *Config) { c.From = "" }, "SMTP_FROM"},
		{"half a password", func(c *Config) { c.User = "u" }, "SMTP_USER, SMTP_PASSWORD"},
		{"no certificates", func(c *Config) { c.CA = "/nowhere" }, "SMTP_CA"},
	} {
		t.Run(c.name, func(t *testing.T) {
			cfg := good
			c.change(&cfg)
			err := cfg.Validate()
			if (err == nil) != (c.want == "") || err != nil && (!strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "canary")) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}
