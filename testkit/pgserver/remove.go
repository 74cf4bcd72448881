package pgserver

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/partnerline/partnerline/testkit/internal/filelock"
)

// RemoveAbandoned removes the directory of a server whose owner died, and ends that server if it still runs. A
// directory whose server runs under an owner gives ErrInUse, one that never held a server is left alone. The caller has
// to know that a stopped server is not about to be restarted.
func RemoveAbandoned(dir string) error {
	lockPath := filepath.Join(dir, "lock")
	if _, err := os.Stat(lockPath); err != nil {
		return fmt.Errorf("%s holds no server: %w", dir, err)
	}
	unlock, err := filelock.Try(lockPath)
	if errors.Is(err, filelock.ErrLocked) {
		return ErrInUse
	}
	if err != nil {
		return err
	}
	defer unlock()
	ctx, cancel := context.WithTimeout(context.Background(), fastStop+immediateStop+time.Second)
	defer cancel()
	if err := clearStale(ctx, filepath.Join(dir, "data"), slog.New(slog.DiscardHandler)); err != nil {
		return err
	}
	return os.RemoveAll(dir)
}

// askedFile holds, in a directory that a server uses in place of another one, the parent of that one.
const askedFile = "asked"

// replaces notes that a server uses a directory in place of a temporary one that was asked for, and removes directories
// next to it whose servers are gone with the parents of what was asked for, as tests leave them.
func replaces(used, asked string) error {
	temporary, err1 := resolve(os.TempDir())
	asked, err2 := resolve(asked)
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	within, err := filepath.Rel(temporary, asked)
	if err != nil || used == asked || !filepath.IsLocal(within) {
		return err
	}
	notes, _ := filepath.Glob(filepath.Join(filepath.Dir(used), "*", askedFile)) // fails only for a bad pattern
	for _, note := range notes {
		parent, err := os.ReadFile(note)
		if err != nil {
			continue // another process removes it
		}
		if _, err := os.Stat(string(parent)); errors.Is(err, os.ErrNotExist) {
			_ = RemoveAbandoned(filepath.Dir(note)) // the next start tries again
		}
	}
	return os.WriteFile(filepath.Join(used, askedFile), []byte(filepath.Dir(asked)), 0o600)
}
