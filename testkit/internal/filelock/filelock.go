// Package filelock locks files between processes. A lock ends with its process, however that ends, so a lock that can
// be had is one whose owner is gone.
package filelock

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"syscall"
	"time"
)

// ErrLocked says that another owner holds the lock.
var ErrLocked = errors.New("locked")

// Try takes the lock on path, making the file if needed, or returns ErrLocked.
func Try(path string) (unlock func(), err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open lock: %w", err)
	}
	for {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	if err != nil {
		f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, ErrLocked
		}
		return nil, fmt.Errorf("lock %s: %w", path, err)
	}
	return sync.OnceFunc(func() {
		// Closing is not enough: a child that is between fork and exec just now has a copy of the file, and of the lock.
		_ = syscall.Flock(int(f.Fd()), syscall.LOCK_UN)
		f.Close()
	}), nil
}

// Wait takes the lock on path as soon as it is free.
func Wait(ctx context.Context, path string) (unlock func(), err error) {
	for {
		unlock, err := Try(path)
		if !errors.Is(err, ErrLocked) {
			return unlock, err
		}
		select { // the kernel can wait too, but not for a context
		case <-time.After(50 * time.Millisecond):
		case <-ctx.Done():
			return nil, fmt.Errorf("wait for lock %s: %w", path, context.Cause(ctx))
		}
	}
}
