// Command chaos runs the whole system under load, each program in a process of its own, injects faults, and checks with an oracle
// that nothing accepted is lost, no delivery is duplicated without a fault that explains it, no merchant whose verification has
// ended is stranded, and no endpoint is deactivated wrongly.
//
//	make chaos                                              ten minutes, all faults
//	make chaos ARGS="--only kill-dispatcher --duration 30s" one fault
//	make chaos ARGS="--seed 7"                              the faults of an earlier run, in the same order
//
// It exits with 1 when anything was violated; the logs of the programs are then kept. See docs/chaos.md.
package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/partnerline/partnerline/e2e/procs"
	"github.com/partnerline/partnerline/internal/lifecycle"
)

func main() {
	var s settings
	flag.Uint64Var(&s.Seed, "seed", 0, "determines order and duration of the faults; 0 picks one")
	flag.DurationVar(&s.Duration, "duration", 10*time.Minute, "time under load")
	flag.IntVar(&s.Rate, "rate", 450, "events published a second")
	flag.IntVar(&s.Faults, "faults", 0,
		"number of faults, however long they take; 0: as many as begin within the duration")
	flag.IntVar(&s.Nodes, "nodes", 1, "NATS servers: 1, or 3 for a cluster")
	flag.DurationVar(&s.AckWait, "ack-wait", 0,
		"longest AckWait of the consumers; 0: that of the programs, 2s of first attempts and 60s of others")
	flag.DurationVar(&s.Pause, "pause", 4*time.Second, "longest time between two faults")
	flag.DurationVar(&s.DrainTimeout, "drain-timeout", 6*time.Minute,
		"longest time after the load until nothing is in progress")
	only := flag.String("only", "", "names of faults, comma-separated; empty: all")
	file := flag.String("json", "", "write the report as JSON to this file")
	list := flag.Bool("list", false, "list the faults")
	flag.Parse()
	if *list {
		for _, f := range catalogue() {
			fmt.Printf("%-24s %s\n", f.name, f.doc)
		}
		return
	}
	if *only != "" {
		s.Only = strings.Split(*only, ",")
	}
	if s.Seed == 0 {
		s.Seed = rand.Uint64N(1 << 32) //nolint:gosec // picks a number
	}
	ctx, cancel := lifecycle.SignalContext()
	defer cancel()
	if err := whole(ctx, s, *file); err != nil {
		fmt.Fprintf(os.Stderr, "chaos: %v\n", err)
		os.Exit(1) //nolint:gocritic // nothing is left to defer
	}
}

// whole is a run in a directory of its own, which is kept after a violation.
func whole(ctx context.Context, s settings, file string) error {
	dir, err := os.MkdirTemp("", "partnerline-chaos-")
	if err != nil {
		return err
	}
	if err := os.Chmod(dir, 0o755); err != nil { //nolint:gosec // Postgres runs as another user below it
		return err
	}
	s.Dir, s.Bin = dir, filepath.Join(dir, "bin")
	if err := procs.Build(ctx, s.Bin); err != nil {
		return err
	}
	r, err := run(ctx, s, os.Stdout)
	if r != nil {
		r.print(os.Stdout)
		if file != "" {
			if err := r.write(file); err != nil {
				return err
			}
		}
	}
	switch {
	case err != nil:
		return fmt.Errorf("%w; everything is in %s", err, dir)
	case !r.holds():
		return fmt.Errorf("seed %d: violated; everything is in %s", s.Seed, dir)
	}
	return os.RemoveAll(dir)
}
