package smtp

import (
	"bytes"
	"context"
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
	"github.com/partnerline/partnerline/testkit/repository"
	"github.com/partnerline/partnerline/testkit/smtpserver"
	"github.com/partnerline/partnerline/testkit/toolchain"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var created = time.Date(2026, 11, 20, 10, 15, 30, 0, time.UTC)

func testMail(id string) Mail {
	return Mail{
		ID: id, To: "kanarek@example.pl", CreatedAt: created, Language: "pl", Subject: "Twój kod: 123456",
		Text: "Twój kod to 123456.\n", HTML: "<!DOCTYPE html><p>Twój kod to <strong>123456</strong>.</p>",
	}
}

func configOf(s *smtpserver.Server, scheme string) Config {
	return Config{URL: scheme + "://" + s.Address, From: "Konto <konto@partnerline.example>", User: smtpserver.User,
		Password: smtpserver.Password, CA: s.CA}
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
						"Message-ID: <msg_1@partnerline.example>", "Date: Fri, 20 Nov 2026 10:15:30 +0000", "To: <kanarek@example.pl>",
						"From: \"Konto\" <konto@partnerline.example>",
						"Content-Language: pl", "Auto-Submitted: auto-generated", "multipart/alternative", "text/plain; charset=UTF-8",
						"text/html; charset=UTF-8", "<strong>123456</strong>",
					} {
						if !strings.Contains(mail, want) {
							t.Errorf("no %s in\n%s", want, mail)
						}
					}
					if strings.Contains(mail, "List-Unsubscribe") || strings.Contains(mail, "User-Agent") ||
						strings.Contains(mail, "X-Mailer") {
						t.Errorf("a header too many in\n%s", mail)
					}
				}
			})
		})
	}
}

// A refusal of the receiver's address is final. A refusal of the sender, the content or for the server's own state
// is tried again, on a new connection, and so is what may be either.
func TestAnswers(t *testing.T) {
	srv := smtpserver.New(t, false)
	const rcpt, end = "RCPT", "end of DATA"
	for _, c := range []struct {
		name, command string
		code          int
		enhanced      gosmtp.EnhancedCode
		rejected      bool
	}{
		{"no such mailbox", rcpt, 550, gosmtp.EnhancedCode{5, 1, 1}, true},
		{"no such mailbox, seen at the end", end, 550, gosmtp.EnhancedCode{5, 1, 10}, true},
		{"no such domain", rcpt, 556, gosmtp.EnhancedCode{5, 1, 2}, true},
		{"no such address", rcpt, 553, gosmtp.EnhancedCode{5, 1, 3}, true},
		{"moved", rcpt, 551, gosmtp.EnhancedCode{5, 1, 6}, true},
		{"disabled", rcpt, 550, gosmtp.EnhancedCode{5, 2, 1}, true},
		{"full", rcpt, 552, gosmtp.EnhancedCode{5, 2, 2}, true},
		{"mailbox busy", rcpt, 450, gosmtp.EnhancedCode{4, 2, 1}, false},
		{"full for now", rcpt, 452, gosmtp.EnhancedCode{4, 2, 2}, false},
		{"a code that contradicts itself", rcpt, 450, gosmtp.EnhancedCode{5, 1, 1}, false},
		{"relay denied", rcpt, 554, gosmtp.EnhancedCode{5, 7, 1}, false},
		{"not authenticated", rcpt, 530, gosmtp.EnhancedCode{5, 7, 57}, false},
		{"daily limit of the sender", rcpt, 550, gosmtp.EnhancedCode{5, 4, 5}, false},
		{"sender's domain does not exist", rcpt, 550, gosmtp.EnhancedCode{5, 1, 8}, false},
		{"either's address", rcpt, 550, gosmtp.EnhancedCode{5, 1, 0}, false},
		{"no enhanced code", rcpt, 550, gosmtp.NoEnhancedCode, false},
		{"sender's address at MAIL", "MAIL", 550, gosmtp.EnhancedCode{5, 1, 1}, false},
		{"may not send as this address", end, 554, gosmtp.EnhancedCode{5, 2, 252}, false},
		{"taken for spam", end, 554, gosmtp.EnhancedCode{5, 7, 1}, false},
		{"too large", end, 552, gosmtp.EnhancedCode{5, 3, 4}, false},
		{"disk full", end, 452, gosmtp.EnhancedCode{4, 3, 1}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			refuse := &gosmtp.SMTPError{Code: c.code, EnhancedCode: c.enhanced, Message: "kanarek@example.pl 123456"}
			srv.Set(func(s *smtpserver.Server) {
				switch c.command {
				case rcpt:
					s.Rcpt = refuse
				case end:
					s.Data = refuse
				default:
					s.From = refuse
				}
			})
			s := newSender(t, configOf(srv, "smtp"))
			_, err := s.Send(t.Context(), testMail("msg_1"))
			var r *Refusal
			if !errors.As(err, &r) || errors.Is(err, ErrRejected) != c.rejected || r.Command != c.command || r.Code != c.code ||
				strings.Contains(err.Error(), "kanarek") {
				t.Errorf("%v", err)
			}
			srv.Set(func(s *smtpserver.Server) { s.From, s.Rcpt, s.Data = nil, nil, nil })
			if _, err := s.Send(t.Context(), testMail("msg_1")); err != nil {
				t.Errorf("then: %v", err)
			}
		})
	}
	t.Run("wrong password", func(t *testing.T) {
		cfg := configOf(srv, "smtp")
		cfg.Password = "another password"
		if _, err := newSender(t, cfg).Send(t.Context(), testMail("msg_1")); err == nil || errors.Is(err, ErrRejected) ||
			strings.Contains(err.Error(), "another password") {
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
		_ = s.idle[0].client.Quit() // as if the server had ended it
	}
	if err := s.Close(); err != nil { // its connection has ended as well
		t.Error(err)
	}
}

// A server may take much longer with an e-mail that it has received than with a command. One that is then silent may
// have accepted it.
func TestSlowEndOfData(t *testing.T) {
	t.Parallel()
	srv := smtpserver.New(t, false)
	s := newSender(t, configOf(srv, "smtp"))
	if _, err := s.Send(t.Context(), testMail("msg_1")); err != nil { // is connected
		t.Fatal(err)
	}
	srv.Set(func(srv *smtpserver.Server) { srv.Hold = func() { time.Sleep(6 * time.Second) } })
	s.step = 5 * time.Second
	if _, err := s.Send(t.Context(), testMail("msg_2")); err != nil {
		t.Errorf("after more than the time of a command: %v", err)
	}
	answer := make(chan struct{})
	defer close(answer)
	srv.Set(func(srv *smtpserver.Server) { srv.Hold = func() { <-answer } })
	s.end = 200 * time.Millisecond
	if _, err := s.Send(t.Context(), testMail("msg_3")); !errors.Is(err, ErrUnanswered) || errors.Is(err, ErrRejected) {
		t.Errorf("without an answer: %v", err)
	}
	s.end = time.Hour
	ending, end := context.WithCancel(t.Context())
	got := make(chan error, 1)
	srv.Set(func(srv *smtpserver.Server) { srv.Hold = func() { end(); <-answer } })
	go func() { _, err := s.Send(ending, testMail("msg_4")); got <- err }()
	if err := <-got; !errors.Is(err, ErrUnanswered) {
		t.Errorf("when the program ends: %v", err)
	}
}

// One e-mail that the server takes its time with delays no other.
func TestSlowMailDelaysNoOther(t *testing.T) {
	t.Parallel()
	srv := smtpserver.New(t, false)
	s := newSender(t, configOf(srv, "smtp"))
	held, answer, got := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	srv.Set(func(srv *smtpserver.Server) { srv.Hold = func() { close(held); <-answer } })
	go func() { _, err := s.Send(t.Context(), testMail("msg_1")); got <- err }()
	<-held
	srv.Set(func(srv *smtpserver.Server) { srv.Hold = nil })
	if _, err := s.Send(t.Context(), testMail("msg_2")); err != nil {
		t.Error(err)
	}
	close(answer)
	if err := <-got; err != nil {
		t.Error(err)
	}
}

// Of the ways to authenticate that a server offers the next is tried when one does not work.
func TestAuthentication(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, offers, works, want string // want: in the error; empty: none
	}{
		{"Exchange", "GSSAPI NTLM LOGIN", "LOGIN", ""},
		{"SCRAM that does not work", "SCRAM-SHA-256 CRAM-MD5 PLAIN", "PLAIN", ""},
		{"PLAIN that does not work", "PLAIN LOGIN", "LOGIN", ""},
		{"none works", "PLAIN LOGIN CRAM-MD5", "", "AUTH PLAIN: 535"},
		{"none is known", "GSSAPI XOAUTH2", "", "offers none of PLAIN, LOGIN"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			srv := smtpserver.New(t, false)
			srv.Set(func(s *smtpserver.Server) { s.Offers, s.Works = strings.Fields(c.offers), c.works })
			_, err := newSender(t, configOf(srv, "smtp")).Send(t.Context(), testMail("msg_1"))
			if (err == nil) != (c.want == "") ||
				err != nil && (!strings.Contains(err.Error(), c.want) || errors.Is(err, ErrRejected)) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

// The server that docker compose runs takes the mails as they are, and shows them.
func TestMailServerOfCompose(t *testing.T) {
	toolchain.Needs(t, "Node.js")
	program, err := repository.Path("tools/mail/node_modules/.bin/maildev")
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
	c := exec.CommandContext(t.Context(), "node", program, "--ip", "127.0.0.1", "--web-ip", "127.0.0.1", "--smtp", mail,
		"--web", web, "--incoming-user", "mailer",
		"--incoming-pass", "the password", "--incoming-secure", "--incoming-cert", filepath.Join(dir, "mail.crt"),
		"--incoming-key", filepath.Join(dir, "mail.key"))
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
		URL: "smtps://127.0.0.1:" + mail, From: "konto@partnerline.example", User: "mailer",
		Password: envconfig.Secret("the password"), CA: filepath.Join(dir, "ca.crt"),
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
	if m := got[0]; m.Subject != "Twój kod: 123456" || !strings.Contains(m.Text, "Twój kod to 123456.") ||
		!strings.Contains(m.HTML, "<strong>123456</strong>") || m.Headers["message-id"] != "<msg_1@partnerline.example>" {
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
			if (err == nil) != (c.want == "") || err != nil &&
				(!strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "canary")) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}
