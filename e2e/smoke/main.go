// Command smoke runs docker-compose.yml on a container engine: it builds the images, carries out the commands of
// docs/operations.md from nothing to the first webhook, onboards a merchant, kills each program under load, does the
// same with the cluster, and removes all of it. It counts failed calls, lost and doubled events. Its exit status is 0,
// 1 for a failure, or 75 where no engine can be had.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/partnerline/partnerline/testkit/repository"
)

// unavailable is EX_TEMPFAIL of sysexits.h.
const unavailable = 75

// errUnavailable marks what this machine lacks, as opposed to what is wrong with the system.
var errUnavailable = errors.New("not run")

func main() {
	var o options
	flag.StringVar(&o.bases, "bases", os.Getenv("SMOKE_BASES"),
		`where base images come from: empty for their registries, "debian" for substitutes, in an engine of its own`)
	flag.DurationVar(&o.load, "load", 5*time.Second, "how long events are published before and after each kill")
	flag.BoolVar(&o.keep, "keep", false, "leave everything running after a failure")
	flag.StringVar(&o.data, "data", filepath.Join(os.TempDir(), "partnerline-smoke"),
		"folder of the engine that is started where none runs; its images are kept for the next run")
	flag.Parse()
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer cancel()
	began := time.Now()
	err := run(ctx, o)
	fmt.Printf("%s in all\n", time.Since(began).Round(time.Second))
	switch {
	case errors.Is(err, errUnavailable):
		fmt.Fprintln(os.Stderr, "smoke:", err)
		os.Exit(unavailable)
	case err != nil:
		fmt.Fprintln(os.Stderr, "smoke: FAILED:", err)
		os.Exit(1)
	}
}

type options struct {
	bases, data string
	load        time.Duration
	keep        bool
}

func run(ctx context.Context, o options) (err error) {
	root, err := repository.Path(".")
	if err != nil {
		return err
	}
	e, err := findEngine(ctx, root, o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.stop()) }()
	s, err := newSystem(ctx, e, o)
	if err != nil {
		return err
	}
	defer func() {
		if err == nil || !o.keep {
			err = errors.Join(err, s.remove(context.WithoutCancel(ctx)))
		}
	}()
	for _, step := range []struct {
		name string
		do   func(context.Context) error
	}{
		{"from nothing to the first endpoint, by the commands of docs/operations.md", s.guide},
		{"what runs, and as what", s.confined},
		{"a merchant's onboarding, a payment, a webhook", s.walk},
		{"kill -9 of each program under load", s.kills},
		{"stop", s.stopAll},
		{"the cluster, with its leader killed", s.cluster},
		{"remove everything", s.remove},
	} {
		began := time.Now()
		fmt.Printf("== %s\n", step.name)
		if err := step.do(ctx); err != nil {
			return fmt.Errorf("%s: %w", step.name, errors.Join(err, s.logs(context.WithoutCancel(ctx))))
		}
		fmt.Printf("   %s\n", time.Since(began).Round(100*time.Millisecond))
	}
	return nil
}
