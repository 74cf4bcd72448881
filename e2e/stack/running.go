package stack

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// A Hold keeps a second stack out of a folder. It ends with the process, however that ends.
type Hold struct{ file *os.File }

// running is what a stack says of itself to one that finds it up.
type running struct {
	PID      int    `json:"pid"`
	Partner  string `json:"partner,omitempty"`
	Webhooks string `json:"webhooks,omitempty"`
}

// Claim takes a folder, and touches nothing else in it. Where a stack is up the error says which process it is and
// where it serves.
func Claim(dir string) (*Hold, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil { //nolint:gosec // Postgres runs as another user below it
		return nil, err
	}
	path := filepath.Join(dir, "running.json")
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600) //nolint:gosec // our own file
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		defer func() { _ = file.Close() }()
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, fmt.Errorf("lock %s: %w", path, err)
		}
		var r running
		if json.NewDecoder(file).Decode(&r) != nil || r.Partner == "" {
			return nil, fmt.Errorf("another one is starting in %s (pid %d)", dir, r.PID)
		}
		return nil, fmt.Errorf("it is up already: pid %d, partner connect %s, webhooks %s; end that one first, or start "+
			"another with --dir", r.PID, r.Partner, r.Webhooks)
	}
	h := &Hold{file}
	if err := h.write(running{PID: os.Getpid()}); err != nil {
		return nil, errors.Join(err, h.Release())
	}
	return h, nil
}

// Announce says where the stack serves.
func (h *Hold) Announce(e Env) error {
	return h.write(running{PID: os.Getpid(), Partner: e.PartnerBaseURL, Webhooks: e.VerificationBaseURL})
}

func (h *Hold) write(r running) error {
	b, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if err := h.file.Truncate(0); err != nil {
		return err
	}
	_, err = h.file.WriteAt(append(b, '\n'), 0)
	return err
}

// Release gives the folder back.
func (h *Hold) Release() error { return h.file.Close() }
