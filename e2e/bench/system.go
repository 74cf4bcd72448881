package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/partnerline/partnerline/e2e/procs"
)

// A system is what is measured, each program a process, with a load.
type system struct {
	*load
	postmaster int
	profile    string // prefix of the files of CPU profiles; empty: none
}

// defaultRoom gives the streams the room that the programs give them by default: for a million deliveries and some.
const defaultRoom = "STREAM_MAX_BYTES=2147483648"

// roomForMillions gives that room to both programs that store deliveries.
func roomForMillions(o *procs.Options) {
	room := []string{defaultRoom}
	o.Environ = map[string][]string{procs.Webhooks: room, procs.Dispatcher: room}
}

// onSystem runs f on a system of its own with n tenants, with commits on disk.
func onSystem(ctx context.Context, s settings, o procs.Options, n int, f func(*system) error) (err error) {
	dir, remove, err := workDir()
	if err != nil {
		return err
	}
	defer remove()
	if o.Bin, err = s.bin.Dir(ctx); err != nil {
		return err
	}
	o.Dir, o.Durable = filepath.Join(dir, "system"), true
	sys, err := procs.Start(ctx, o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, sys.Close(context.WithoutCancel(ctx))) }()
	sink, err := newSink()
	if err != nil {
		return err
	}
	defer sink.close()
	l, err := newLoad(ctx, sys, sink, n)
	if err != nil {
		return err
	}
	defer l.close()
	postmaster, err := postmasterOf(ctx, sys.WebhooksDatabase())
	if err != nil {
		return err
	}
	return f(&system{load: l, postmaster: postmaster, profile: s.profile})
}

// workDir makes a folder for a system; remove removes it with all that is in it.
func workDir() (dir string, remove func(), err error) {
	if dir, err = os.MkdirTemp("", "partnerline-bench-"); err != nil {
		return "", nil, err
	}
	remove = func() { _ = os.RemoveAll(dir) }
	if err := os.Chmod(dir, 0o755); err != nil { //nolint:gosec // Postgres runs as another user below it
		remove()
		return "", nil, err
	}
	return dir, remove, nil
}

// profiled writes CPU profiles of our programs while f runs, if there is a prefix of their files' names.
func (s *system) profiled(ctx context.Context, name string, lasts time.Duration, f func() error) error {
	if s.profile == "" {
		return f()
	}
	var g errgroup.Group
	for _, p := range slices.Concat(s.sys.Webhooks, s.sys.Dispatchers) {
		g.Go(func() error {
			url := fmt.Sprintf("%s/debug/pprof/profile?seconds=%d", p.URL("ADMIN_ADDR"), max(1, int(lasts.Seconds())))
			profile, err := s.call(ctx, http.MethodGet, url, s.sys.Token, nil, http.StatusOK)
			if err != nil {
				return err
			}
			return os.WriteFile(s.profile+name+"-"+p.Name, profile, 0o600)
		})
	}
	return errors.Join(f(), g.Wait())
}

// programOf is the name of the program that a process runs: webhooksd of the replica webhooksd-0.
func programOf(p *procs.Program) string {
	name, _, _ := strings.Cut(p.Name, "-")
	return name
}
