package pgserver

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// clearStale makes way for a new server on data: it stops a server that outlived its owner, and removes the note of one
// that is gone. The note matters: after a restart of a container its pid may belong to some other program, and Postgres
// would then refuse to start. The caller holds the lock, so no server there has an owner.
func clearStale(ctx context.Context, data string, log *slog.Logger) error {
	note := filepath.Join(data, "postmaster.pid")
	raw, err := os.ReadFile(note)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read note of an earlier server: %w", err)
	}
	first, _, _ := strings.Cut(string(raw), "\n")
	pid, err := strconv.Atoi(strings.TrimSpace(first))
	if err == nil && serves(pid, data) {
		log.Info("stopping a server that outlived its owner", "pid", pid, "data", data)
		if err := stopOrphan(ctx, pid, data); err != nil {
			return err
		}
	}
	if err := os.Remove(note); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("remove note of an earlier server: %w", err)
	}
	return nil
}

// serves reports whether pid is a postmaster that we started on data.
func serves(pid int, data string) bool {
	return pid > 1 && strings.Contains(commandLine(pid), "-D "+data+" ")
}

// stopOrphan ends a server that is not a child of this process, so that its end can only be polled for.
func stopOrphan(ctx context.Context, pid int, data string) error {
	for _, step := range []struct {
		sig  syscall.Signal
		wait time.Duration
	}{{syscall.SIGINT, fastStop}, {syscall.SIGQUIT, immediateStop}} {
		if err := syscall.Kill(pid, step.sig); errors.Is(err, syscall.EPERM) {
			return fmt.Errorf("a server of another user (pid %d) runs on %s; stop it first: %w", pid, data, err)
		}
		for end := time.Now().Add(step.wait); time.Now().Before(end); {
			if !serves(pid, data) {
				return nil
			}
			if err := pause(ctx, 10*time.Millisecond); err != nil {
				return fmt.Errorf("stop the server (pid %d) left on %s: %w", pid, data, err)
			}
		}
	}
	killTree(pid)
	return nil
}

// pause waits for d or the end of ctx.
func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
