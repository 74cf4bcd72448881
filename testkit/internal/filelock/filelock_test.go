package filelock_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"github.com/partnerline/partnerline/testkit/internal/filelock"
)

func TestOneOwnerAtATime(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	unlock, err := filelock.Try(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := filelock.Try(path); !errors.Is(err, filelock.ErrLocked) {
		t.Errorf("second owner: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := filelock.Wait(ctx, path); !errors.Is(err, context.Canceled) {
		t.Errorf("Wait with an ended context: %v", err)
	}
	got := make(chan error, 1)
	go func() {
		unlock, err := filelock.Wait(t.Context(), path)
		if err == nil {
			unlock()
		}
		got <- err
	}()
	unlock()
	if err := <-got; err != nil {
		t.Errorf("waiting owner: %v", err)
	}
	unlock()
}
