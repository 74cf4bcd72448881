// Package smtpserver is an SMTP server for tests, which demands encryption and a password.
package smtpserver

import (
	"crypto/tls"
	"io"
	"net"
	"path/filepath"
	"sync"
	"testing"

	"github.com/emersion/go-sasl"
	gosmtp "github.com/emersion/go-smtp"

	"github.com/partnerline/partnerline/testkit/certs"
)

// What the server lets in.
const (
	User     = "mailer"
	Password = "the password"
)

// A Server is an SMTP server in this process: its answers are set by the test.
type Server struct {
	Address string
	CA      string // path of the certificate of its authority

	mu      sync.Mutex
	Callers map[string]bool // addresses: one for each connection
	Mails   []string
	Offers  []string // ways to authenticate
	Works   string   // the only one of them that works: PLAIN or LOGIN
	From    error    // answer to MAIL FROM
	Rcpt    error    // answer to RCPT TO
	Data    error    // answer to what was sent
	Hold    func()   // is called before that answer, unless it is nil
}

// Set changes what the server answers, or reads what it has.
func (s *Server) Set(f func(*Server)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f(s)
}

// NewSession implements [gosmtp.Backend].
func (s *Server) NewSession(c *gosmtp.Conn) (gosmtp.Session, error) {
	s.Set(func(s *Server) { s.Callers[c.Conn().RemoteAddr().String()] = true })
	return &session{Server: s}, nil
}

type session struct {
	*Server
	authenticated bool
}

func (x *session) AuthMechanisms() (offers []string) {
	x.Set(func(s *Server) { offers = s.Offers })
	return offers
}

func (x *session) Auth(mechanism string) (sasl.Server, error) {
	check := func(user, password string) error {
		if user != User || password != Password {
			return gosmtp.ErrAuthFailed
		}
		x.authenticated = true
		return nil
	}
	var works string
	x.Set(func(s *Server) { works = s.Works })
	switch {
	case mechanism != works:
		return nil, gosmtp.ErrAuthFailed
	case mechanism == sasl.Login:
		return &login{check: check}, nil
	}
	return sasl.NewPlainServer(func(_, user, password string) error { return check(user, password) }), nil
}

// login asks for the user's name, then for the password.
type login struct {
	check func(user, password string) error
	asked int
	user  string
}

func (l *login) Next(response []byte) (challenge []byte, done bool, err error) {
	l.asked++
	switch l.asked {
	case 1:
		return []byte("Username:"), false, nil
	case 2:
		l.user = string(response)
		return []byte("Password:"), false, nil
	}
	return nil, true, l.check(l.user, string(response))
}

func (x *session) Mail(string, *gosmtp.MailOptions) (err error) {
	if !x.authenticated {
		return gosmtp.ErrAuthRequired
	}
	x.Set(func(s *Server) { err = s.From })
	return err
}

func (x *session) Rcpt(string, *gosmtp.RcptOptions) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.Server.Rcpt
}

func (x *session) Data(r io.Reader) error {
	mail, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	var hold func()
	x.Set(func(s *Server) { s.Mails, hold, err = append(s.Mails, string(mail)), s.Hold, s.Data })
	if hold != nil {
		hold()
	}
	return err
}

func (x *session) Reset()        {}
func (x *session) Logout() error { return nil }

// New starts a server that demands STARTTLS, or begins with TLS, and a password.
func New(t *testing.T, implicit bool) *Server {
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
	s := &Server{
		CA: filepath.Join(dir, "ca.crt"), Callers: map[string]bool{}, Offers: []string{sasl.Plain}, Works: sasl.Plain,
	}
	listening := gosmtp.NewServer(s)
	listening.TLSConfig = &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.Address = l.Addr().String()
	if implicit {
		l = tls.NewListener(l, listening.TLSConfig)
	}
	done := make(chan struct{})
	go func() { defer close(done); _ = listening.Serve(l) }()
	t.Cleanup(func() { _ = listening.Close(); <-done })
	return s
}
