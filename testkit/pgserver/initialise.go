package pgserver

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"github.com/partnerline/partnerline/testkit/internal/filelock"
)

// initialise makes new data aside and gives the result its name at the end: data that exists is whole.
func (s *Server) initialise(ctx context.Context, data string) error {
	fresh := data + ".new"
	if err := os.RemoveAll(fresh); err != nil {
		return fmt.Errorf("remove remains of an earlier initdb: %w", err)
	}
	fill := s.copyInitialised
	switch {
	case s.opts.CopyOf != "":
		fill = func(_ context.Context, dir string) error {
			return s.copyData(filepath.Join(s.opts.CopyOf, "data"), dir)
		}
	case s.opts.Durable:
		fill = s.initdb
	}
	if err := fill(ctx, fresh); err != nil {
		return err
	}
	if err := os.Rename(fresh, data); err != nil {
		return fmt.Errorf("rename new data: %w", err)
	}
	return nil
}

// initdbArgs are those that do not name the directory.
func initdbArgs() []string {
	locale := "C.UTF-8"
	if runtime.GOOS != "linux" {
		locale = "C" // the other one is missing on older systems
	}
	return []string{"-U", Superuser, "-A", "trust", "-E", "UTF8", "--locale=" + locale, "--no-instructions"}
}

// initdb makes the data of a new server in dir, and syncs it to disk.
func (s *Server) initdb(ctx context.Context, dir string) error {
	if err := os.Mkdir(dir, 0o700); err != nil {
		return fmt.Errorf("make data directory: %w", err)
	}
	if err := s.account.give(dir); err != nil {
		return err
	}
	p, err := s.spawn("initdb", append(initdbArgs(), "-D", dir), dir, func() {})
	if err != nil {
		return err
	}
	select {
	case <-p.done:
	case <-ctx.Done():
		killTree(p.pid)
		<-p.done
		return fmt.Errorf("initdb: %w", context.Cause(ctx))
	}
	if p.err != nil {
		return fmt.Errorf("initdb: %w: %s", p.err, s.logTail())
	}
	return nil
}

// copyInitialised copies what initdb made once for all servers of this version and user: a second of processor time
// less for each server of a test.
func (s *Server) copyInitialised(ctx context.Context, dir string) error {
	from, err := s.initialised(ctx)
	if err != nil {
		return err
	}
	return s.copyData(from, dir)
}

// copyData copies the data of a server that does not run.
func (s *Server) copyData(from, dir string) error {
	err := filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		to := dir + path[len(from):]
		if entry.IsDir() {
			err = os.Mkdir(to, 0o700)
		} else {
			err = copyFile(path, to)
		}
		return errors.Join(err, s.account.give(to))
	})
	if err != nil {
		return fmt.Errorf("copy the data of a server: %w", err)
	}
	return nil
}

// initialised returns the directory in the cache that is copied, and makes it unless it is there.
func (s *Server) initialised(ctx context.Context) (string, error) {
	cache, err := cacheDir(s.account, s.log)
	if err != nil {
		return "", err
	}
	version, err := exec.CommandContext(ctx, filepath.Join(s.opts.BinDir, "postgres"), "--version").Output()
	if err != nil {
		return "", fmt.Errorf("ask postgres for its version: %w", err)
	}
	sum := sha256.Sum256(fmt.Appendf(version, "%s %v %q", s.opts.BinDir, s.account, initdbArgs()))
	home := filepath.Join(cache, "initdb-"+hex.EncodeToString(sum[:6]))
	if _, err := os.Stat(home); err == nil {
		return home, nil
	}
	// test processes start side by side; one makes it for all
	unlock, err := filelock.Wait(ctx, filepath.Join(cache, "lock"))
	if err != nil {
		return "", err
	}
	defer unlock()
	if _, err := os.Stat(home); err == nil {
		return home, nil
	}
	fresh := home + ".new"
	if err := os.RemoveAll(fresh); err != nil {
		return "", err
	}
	if err := s.initdb(ctx, fresh); err != nil {
		return "", err
	}
	return home, os.Rename(fresh, home) // only whole data ever gets the final name
}

func copyFile(from, to string) (err error) {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	_, err = out.ReadFrom(in)
	return err
}
