package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
)

// A state is everything that the provider knows. A real one has a database.
type state struct {
	Payments map[string]*payment // by the payment's id at Partnerline
	Refunds  map[string]*refund  // by the refund's id at Partnerline
	Attempts map[string]*attempt // to verify a person, by session/attempt
	Messages []message           // the oldest first
	Reports  []report            // that were not answered yet, the oldest first
}

// A payment is one that the engine was asked to take.
type payment struct {
	ID         string // at Partnerline
	EngineID   string // here: whoever knows it may pay
	Seller     string
	Amount     int64
	Currency   string
	Text       string
	Methods    []string
	ReturnURL  string
	ExpiresAt  time.Time
	Status     paymentStatus
	RequestSum string // of what was asked for: a repeat asks for the same
}

type paymentStatus string

const (
	paymentOpen     paymentStatus = "open"
	paymentPaid     paymentStatus = "paid"
	paymentDeclined paymentStatus = "declined"
	paymentClosed   paymentStatus = "closed"
)

// A refund is one that the engine has accepted.
type refund struct {
	ID, Payment string // at Partnerline
	Amount      int64
	Currency    string
	Status      refundStatus
}

type refundStatus string

const (
	refundAccepted refundStatus = "accepted"
	refundArrived  refundStatus = "arrived"
	refundFailed   refundStatus = "failed"
)

// An attempt is a person's to be verified.
type attempt struct {
	Session   string // at Partnerline
	Number    int32
	PageID    string // here: whoever knows it is taken for the person
	Person    string
	Checks    []string
	ReturnURL string
	ExpiresAt time.Time
	Status    attemptStatus
	Reached   providersv1.IdentityEvent // the last that was reported ahead of the end
}

type attemptStatus string

const (
	attemptOpen   attemptStatus = "open"
	attemptPassed attemptStatus = "passed"
	attemptFailed attemptStatus = "failed"
	attemptClosed attemptStatus = "closed"
)

// A message is a text message, or an e-mail without an SMTP server, on the phone that the page shows.
type message struct {
	ID, To, Subject, Text string
	At                    time.Time
}

// A report is what Partnerline is to know, as a request of ProviderEventService in JSON.
type report struct {
	ID      string          // of the event: with it, the report has one effect
	Method  string          // of ProviderEventService
	Request json.RawMessage // the whole of it, so that a repeat is the same
}

// A store keeps the state in a file.
type store struct {
	path string

	mu    sync.Mutex
	saved []byte // what the file has

	changed chan struct{} // receives after a change
}

// openStore reads the file; one that does not exist is an empty state.
func openStore(path string) (*store, error) {
	b, err := os.ReadFile(path) //nolint:gosec // the operator names it
	if errors.Is(err, fs.ErrNotExist) {
		b, err = []byte("{}"), nil
	}
	if err != nil {
		return nil, fmt.Errorf("STATE_FILE: %w", err)
	}
	s := &store{path: path, saved: b, changed: make(chan struct{}, 1)}
	if _, err := s.read(); err != nil {
		return nil, fmt.Errorf("STATE_FILE: %w", err)
	}
	return s, nil
}

// read returns a copy of the state.
func (s *store) read() (*state, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.copy()
}

func (s *store) copy() (*state, error) {
	st := &state{Payments: map[string]*payment{}, Refunds: map[string]*refund{}, Attempts: map[string]*attempt{}}
	return st, json.Unmarshal(s.saved, st)
}

// change applies f to the state, and returns once the result is on the disk. An error, of f or of the disk, changes
// nothing.
func (s *store) change(f func(*state) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	st, err := s.copy()
	if err != nil {
		return err
	}
	if err := f(st); err != nil {
		return err
	}
	b, err := json.MarshalIndent(st, "", "  ")
	if err != nil {
		return err
	}
	if err := replace(s.path, b); err != nil {
		return err
	}
	s.saved = b
	select {
	case s.changed <- struct{}{}:
	default: // whoever waits will read this change as well
	}
	return nil
}

// replace writes a file whole, or not at all.
func replace(path string, content []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".state-*")
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	dir, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}
