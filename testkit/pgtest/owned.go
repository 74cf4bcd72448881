package pgtest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/partnerline/partnerline/testkit/internal/filelock"
	"github.com/partnerline/partnerline/testkit/pgserver"
)

const (
	dirPrefix   = "pgtest-" // short, so that a socket's path stays within its limit on macOS
	ownerFile   = "owner"
	stopTimeout = 20 * time.Second

	// sweepAge keeps sweep away from a directory whose owner has made the file but not yet locked it.
	sweepAge = time.Minute
)

// An owned server has a directory in memory or in the temporary directory, which this process holds a lock on, whether
// the server runs or not.
type owned struct {
	*pgserver.Server
	dir    string
	disown func()
}

// start starts a server in a fresh directory. Not in t.TempDir, which is closed to the user that Postgres runs as when
// we are root.
func start(ctx context.Context, opts pgserver.Options) (_ *owned, err error) {
	sweep()
	parent := parentDir()
	if opts.Durable {
		parent = os.TempDir()
	}
	dir, err := os.MkdirTemp(parent, dirPrefix)
	if err != nil {
		return nil, err
	}
	if os.Geteuid() == 0 {
		if err := os.Chmod(dir, 0o755); err != nil {
			return nil, err
		}
	}
	disown, err := filelock.Try(filepath.Join(dir, ownerFile))
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	opts.Dir = dir
	s, err := pgserver.Start(ctx, opts)
	if err != nil {
		disown()
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return &owned{Server: s, dir: dir, disown: disown}, nil
}

// discard stops the server and removes its data.
func (o *owned) discard() error {
	ctx, cancel := context.WithTimeout(context.Background(), stopTimeout)
	defer cancel()
	// The server's own directory is another one where the temporary directory was out of its reach.
	err := errors.Join(o.Stop(ctx), os.RemoveAll(o.Dir()), os.RemoveAll(o.dir))
	o.disown()
	return err
}

// sweep removes what test processes left behind that were killed.
func sweep() {
	var owners []string
	for _, parent := range slices.Compact([]string{os.TempDir(), parentDir()}) {
		found, _ := filepath.Glob(filepath.Join(parent, dirPrefix+"*", ownerFile))
		owners = append(owners, found...)
	}
	for _, path := range owners {
		fi, err := os.Lstat(path)
		if err != nil || time.Since(fi.ModTime()) < sweepAge {
			continue
		}
		disown, err := filelock.Try(path)
		if err != nil {
			continue // its owner lives, or is another user
		}
		_ = pgserver.RemoveAbandoned(filepath.Dir(path)) // what cannot be removed now waits for the next sweep
		disown()
	}
}
