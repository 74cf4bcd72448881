package main

import (
	"io"
	"net"
	"net/mail"
	"strings"
	"sync"
	"testing"
	"time"

	gosmtp "github.com/emersion/go-smtp"
	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/message"
)

// A mailServer counts the mails that it accepted, by Message-ID.
type mailServer struct {
	address string

	mu       sync.Mutex
	at       func(stage string) // is called at each stage of a mail; nil: nothing
	accepted map[string]int
}

func startMailServer(t *testing.T) *mailServer {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &mailServer{address: l.Addr().String(), accepted: map[string]int{}}
	serving := gosmtp.NewServer(s)
	done := make(chan struct{})
	go func() { defer close(done); _ = serving.Serve(l) }()
	t.Cleanup(func() { _ = serving.Close(); <-done })
	return s
}

// set says what is done at the stages from now on.
func (s *mailServer) set(at func(stage string)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.at = at
}

func (s *mailServer) reach(stage string) {
	s.mu.Lock()
	at := s.at
	s.mu.Unlock()
	if at != nil {
		at(stage)
	}
}

func (s *mailServer) NewSession(*gosmtp.Conn) (gosmtp.Session, error) {
	s.reach("connected")
	return &mailSession{s}, nil
}

type mailSession struct{ *mailServer }

func (s *mailSession) Mail(string, *gosmtp.MailOptions) error { return nil }
func (s *mailSession) Rcpt(string, *gosmtp.RcptOptions) error { return nil }
func (s *mailSession) Reset()                                 {}
func (s *mailSession) Logout() error                          { return nil }

func (s *mailSession) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	s.reach("received")
	m, err := mail.ReadMessage(strings.NewReader(string(raw)))
	if err != nil {
		return err
	}
	s.mu.Lock()
	s.accepted[m.Header.Get("Message-ID")]++
	s.mu.Unlock()
	s.reach("accepted")
	go s.reach("answered")
	return nil
}

// send stores a message, as the use cases do for a new link.
func (d *deployment) send() message.MessageID {
	d.t.Helper()
	m := message.New(message.ByEmail, message.LinkTemplate, "ptak@example.pl", "pl")
	if err := pgdb.InTx(d.t.Context(), d.pool, func(tx pgx.Tx) error {
		return d.parts.HostedFlow.InsertMessage(d.t.Context(), tx, d.merchant, m, now())
	}); err != nil {
		d.t.Fatal(err)
	}
	return m.ID
}

// Killed wherever it may be between the outbox, the mail server and its answer, the program sends each message at least once and, being killed
// once, at most twice, under one Message-ID.
func TestKilledBetweenOutboxAndMailServer(t *testing.T) {
	t.Parallel()
	server := startMailServer(t)
	d := deploy(t, "SMTP_URL=smtp://"+server.address, "SMTP_FROM=konto@partnerline.example", "SMTP_TLS=none")
	sent := map[message.MessageID]int{} // how often at most
	for stage, most := range map[string]int{"connected": 1, "received": 2, "accepted": 2, "answered": 2} {
		killed := make(chan struct{})
		once := sync.OnceFunc(func() {
			d.kill()
			close(killed)
		})
		server.set(func(reached string) {
			if reached == stage && d.running() { // a connection of a program that was killed before is read to its end, too
				once()
			}
		})
		sent[d.send()] = most
		d.start()
		select {
		case <-killed:
		case <-time.After(time.Minute):
			t.Fatalf("%s: the server was not reached", stage)
		}
		server.set(nil)
		d.start()
		d.until("the message is sent", func() bool { return d.count(`SELECT count(*) FROM messages WHERE sent_at IS NULL`) == 0 })
		d.kill()
	}
	server.mu.Lock()
	defer server.mu.Unlock()
	if len(server.accepted) != len(sent) {
		t.Errorf("%d messages were accepted under %d Message-IDs: %v", len(sent), len(server.accepted), server.accepted)
	}
	for id, most := range sent {
		if n := server.accepted["<"+string(id)+"@partnerline.example>"]; n < 1 || n > most {
			t.Errorf("%s was accepted %d times, at most %d times is right", id, n, most)
		}
	}
	if n := d.count(`SELECT count(*) FROM messages WHERE failure IS NOT NULL`); n > 0 {
		t.Errorf("%d messages failed", n)
	}
}
