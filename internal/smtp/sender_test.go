package smtp

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	gosmtp "github.com/emersion/go-smtp"
	"go.uber.org/goleak"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/testkit/certs"
	"github.com/partnerline/partnerline/testkit/freeport"
	"github.com/partnerline/partnerline/testkit/smtpserver"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var created = time.Date(2026, 11, 20, 10, 15, 30, 0, time.UTC)

func testMail(id string) Mail {
	return Mail{
		ID: id, To: "kanarek@example.pl", CreatedAt: created, Language: "pl", Subject: "Twój kod: 123456", Text: "Twój kod to 123456.\n", HTML: "<!DOCTYPE html><p>Twój kod to <strong>123456</strong>.</p>",
	}
}

func configOf(s *smtpserver.Server, scheme string) Config {
	return Config{URL: scheme + "://" + s.Address, From: "Konto <konto@partnerline.example>", User: smtpserver.User, Password: smtpserver.Password, CA: s.CA}
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
			srv := smtpserver.New(t, scheme == "smtps")
			s := newSender(t, configOf(srv, scheme))
			for range 3 {
				if id, err := s.Send(t.Context(), testMail("msg_1")); err != nil || id != "<msg_1@partnerline.example>" {
					t.Fatalf("%q, %v", id, err)
				}
			}
			srv.Set(func(srv *smtpserver.Server) {
				if len(srv.Callers) != 1 {
					t.Errorf("%d connections for three e-mails", len(srv.Callers))
				}
				for _, mail := range srv.Mails {
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
	srv := smtpserver.New(t, false)
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
			srv.Set(func(s *smtpserver.Server) { s.Rcpt, s.Data = c.rcpt, c.data })
			s := newSender(t, configOf(srv, "smtp"))
			_, err := s.Send(t.Context(), testMail("msg_1"))
			if err == nil || errors.Is(err, ErrRejected) != c.rejected {
				t.Errorf("%v", err)
			}
			srv.Set(func(s *smtpserver.Server) { s.Rcpt, s.Data = nil, nil })
			if _, err := s.Send(t.Context(), testMail("msg_1")); err != nil {
				t.Errorf("then: %v", err)
			}
		})
	}
	t.Run("wrong password", func(t *testing.T) {
		cfg := configOf(srv, "smtp")
		cfg.Password = "another password"
		if _, err := newSender(t, cfg).Send(t.Context(), testMail("msg_1")); err == nil || errors.Is(err, ErrRejected) || strings.Contains(err.Error(), "another password") {
			t.Errorf("%v", err)
		}
	})
	t.Run("unknown authority", func(t *testing.T) {
		cfg := configOf(srv, "smtp")
		cfg.CA = ""
		if _, err := newSender(t, cfg).Send(t.Context(), testMail("msg_1")); err == nil || errors.Is(err, ErrRejected) {
			t.Errorf("%v", err)
		}
	})
	t.Run("no address", func(t *testing.T) {
		m := testMail("msg_1")
		m.To = "nowhere\r\nBcc: other@example.com"
		if _, err := newSender(t, configOf(srv, "smtp")).Send(t.Context(), m); !errors.Is(err, ErrRejected) {
			t.Errorf("%v", err)
		}
	})
}

// A server that ends connections, and one that comes back, get the next mail on a new connection.
func TestConnectionsEnd(t *testing.T) {
	srv := smtpserver.New(t, false)
	s := newSender(t, configOf(srv, "smtp"))
	for n := range 3 {
		if _, err := s.Send(t.Context(), testMail("msg_1")); err != nil {
			t.Fatal(err)
		}
		srv.Set(func(srv *smtpserver.Server) {
			if len(srv.Callers) != n+1 {
				t.Errorf("%d connections", len(srv.Callers))
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
	program, err := filepath.Abs("../../tools/mail/node_modules/.bin/maildev")
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
		_, err := s.Send(t.Context(), testMail("msg_1"))
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
