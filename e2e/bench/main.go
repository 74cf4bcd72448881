// Command bench measures the whole system, beside a bare loop that POSTs the same requests to the same receiver, or beside
// itself without the trouble that a figure is about, in the same run. What counts is the ratio: absolute figures are of
// one machine.
//
//	make bench                                  the figures as a table
//	make bench ARGS="--quick --json F"          in under 12 minutes, and as JSON in the file F
//	make bench ARGS="--only sender"             the sender beside net/http and fasthttp
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/partnerline/partnerline/e2e/stack"
	"github.com/partnerline/partnerline/internal/command"
	"github.com/partnerline/partnerline/internal/lifecycle"
)

// settings of a run.
type settings struct {
	took    time.Duration // length of each measurement
	parked  int           // deliveries of P4 and P7
	quick   bool          // leaves P10 to P13 out
	soak    time.Duration // length of P13
	sizes   sizes         // of P11
	only    string        // a measurement; empty: all
	profile string        // prefix of the files of CPU profiles; empty: none
}

func main() {
	if os.Getenv(asDispatcher) != "" {
		os.Exit(runDispatcher())
	}
	if os.Getenv(asHog) != "" {
		runHog()
	}
	command.TuneGC() // as the programs do
	ctx, cancel := lifecycle.SignalContext()
	defer cancel()
	if os.Getenv(asClient) != "" {
		exit(runClient(ctx, os.Stdin, os.Stdout))
	}
	var s settings
	jsonFile := flag.String("json", "", "write the figures as JSON to this file")
	flag.DurationVar(&s.took, "for", 20*time.Second, "length of each measurement")
	flag.IntVar(&s.parked, "parked", 1_000_000, "deliveries parked in retry for P4 and P7")
	flag.StringVar(&s.only, "only", "", "one of sender, P1_dispatcher, P1 (path, grpc, stream, batch), P1_filters, P2, P3, recovery, P4, P6, P9, P10, P11, P12, P13; all but the last four when empty and quick")
	flag.DurationVar(&s.soak, "soak", 30*time.Minute, "length of P13, in whole minutes")
	flag.IntVar(&s.sizes.tenants, "tenants", 10_000, "tenants of P11")
	flag.IntVar(&s.sizes.endpoints, "endpoints", 1_000_000, "endpoints of P11")
	flag.IntVar(&s.sizes.history, "history", 20_000_000, "deliveries of the history of P11")
	flag.BoolVar(&s.quick, "quick", false, "8 s a measurement, and without P10 to P13")
	flag.StringVar(&s.profile, "profile", "", "write CPU profiles of this process during P1 and P8 to files that begin so")
	flag.Parse()
	if s.quick {
		s.took = 8 * time.Second
	}
	exit(run(ctx, s, *jsonFile, os.Stdout))
}

func exit(err error) {
	if err != nil {
		fmt.Fprintf(os.Stderr, "bench: %v\n", err)
		os.Exit(1)
	}
	os.Exit(0)
}

func run(ctx context.Context, s settings, jsonFile string, out io.Writer) error {
	fmt.Fprintf(out, "%s/%s, %d processors, %s a measurement\n\n", runtime.GOOS, runtime.GOARCH, runtime.GOMAXPROCS(0), s.took)
	t := &table{out: out, Figures: map[string]figure{}}
	if s.only == "" || s.only == "sender" {
		if err := senders(ctx, s, t); err != nil {
			return fmt.Errorf("sender: %w", err)
		}
	}
	for _, part := range []struct {
		name    string
		options stack.Options
		measure func(context.Context, *stack.Stack, settings, *table) error
	}{
		{"dispatcher", stack.Options{NoDispatcher: true}, dispatcherAlone},
		{"throughput", stack.Options{}, throughput},
		{"filters", stack.Options{}, filters},
		{"rates", stack.Options{}, rates},
		{"large", stack.Options{}, largeEvent},
		{"isolation", stack.Options{NoDispatcher: true, RetrySchedule: schedule}, isolation},
	} {
		if s.only != "" && partOf(s.only) != part.name || s.only == "" && s.quick && part.name == "large" {
			continue
		}
		if err := onStack(ctx, part.options, func(st *stack.Stack) error { return part.measure(ctx, st, s, t) }); err != nil {
			return fmt.Errorf("%s: %w", part.name, err)
		}
	}
	if s.only == "P10" || s.only == "" && !s.quick {
		if err := wide(ctx, s, t); err != nil {
			return fmt.Errorf("wide: %w", err)
		}
	}
	if s.only == "P11" || s.only == "" && !s.quick {
		if err := scale(ctx, s, t); err != nil {
			return fmt.Errorf("scale: %w", err)
		}
	}
	if s.only == "P13" || s.only == "" && !s.quick {
		if err := soak(ctx, s, t); err != nil {
			return fmt.Errorf("soak: %w", err)
		}
	}
	if jsonFile == "" {
		return nil
	}
	b, err := json.MarshalIndent(t.Figures, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(jsonFile, append(b, '\n'), 0o600)
}

// partOf is the part that has a measurement.
func partOf(measurement string) string {
	switch measurement {
	case "sender":
		return "sender"
	case "P1_dispatcher":
		return "dispatcher"
	case "P1":
		return "throughput"
	case "P1_filters":
		return "filters"
	case "P10", "P11", "P13":
		return measurement // on processes
	case "P12":
		return "large"
	case "P2":
		return "rates"
	}
	return "isolation"
}

// onStack runs f on a system of its own, with commits on disk.
func onStack(ctx context.Context, o stack.Options, f func(*stack.Stack) error) error {
	dir, remove, err := workDir()
	if err != nil {
		return err
	}
	defer remove()
	o.Dir, o.DatabaseURL, o.Durable = filepath.Join(dir, "stack"), os.Getenv("DATABASE_URL"), true
	s, err := stack.Start(ctx, o)
	if err != nil {
		return err
	}
	defer func() { _ = s.Stop(context.WithoutCancel(ctx)) }()
	return f(s)
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
