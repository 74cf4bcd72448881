// Command chaos runs the whole system under load, each program a process of its own, breaks it in every way it knows, and has
// an oracle judge: nothing that was accepted is lost, no merchant whose verification has ended is stranded, nothing comes twice without a reason, nobody is deactivated wrongly.
//
//	make chaos                                              ten minutes of everything
//	make chaos ARGS="--only kill-dispatcher --duration 30s" one kind
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
	flag.Uint64Var(&s.Seed, "seed", 0, "of the order and the length of faults; 0 picks one")
	flag.DurationVar(&s.Duration, "duration", 10*time.Minute, "time under load")
	flag.IntVar(&s.Rate, "rate", 450, "events published a second")
	flag.IntVar(&s.Faults, "faults", 0, "so many faults, however long they take; 0 is as many as begin within the duration")
	flag.IntVar(&s.Nodes, "nodes", 1, "NATS servers: 1, or 3 for a cluster")
	flag.DurationVar(&s.AckWait, "ack-wait", 0, "wait for a redelivery; 0 is that of the programs, 60s")
	flag.DurationVar(&s.Pause, "pause", 4*time.Second, "longest time between two faults")
	flag.DurationVar(&s.Patience, "patience", 6*time.Minute, "longest time until nothing is under way after the load")
	only := flag.String("only", "", "names of faults, with commas; empty is all")
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

// whole is a run with a folder of its own, which is kept when anything was violated.
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
