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

// RemoveAbandoned removes the directory of a server whose owner died, and ends that server if it still runs. A directory
// whose server runs under an owner gives ErrInUse, one that never held a server is left alone. The caller has to know that
// a stopped server is not about to be restarted.
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
