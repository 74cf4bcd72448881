// Command bench measures how many events a second the whole system delivers, beside a bare loop that POSTs the same
// requests to the same receiver in the same run. What counts is the ratio: absolute figures are of one machine.
//
//	make bench                  the figures as a table
//	make bench ARGS="-json F"   and as JSON in the file F
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
	"runtime/pprof"
	"time"

	"github.com/partnerline/partnerline/e2e/stack"
	"github.com/partnerline/partnerline/internal/lifecycle"
)

// figure is a measured value and the least that it should be.
type figure struct {
	Value float64 `json:"value"`
	Bar   float64 `json:"bar"`
}

func main() {
	jsonFile := flag.String("json", "", "write the figures as JSON to this file")
	took := flag.Duration("for", 10*time.Second, "length of each measurement")
	profile := flag.String("profile", "", "write a CPU profile of everything but Postgres to this file")
	flag.Parse()
	if *profile != "" {
		f, err := os.Create(*profile)
		if err == nil {
			err = pprof.StartCPUProfile(f)
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "bench: profile: %v\n", err)
			os.Exit(1)
		}
		defer pprof.StopCPUProfile()
	}
	ctx, cancel := lifecycle.SignalContext()
	defer cancel()
	if err := run(ctx, *took, *jsonFile, os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "bench: %v\n", err)
		os.Exit(1) //nolint:gocritic // nothing is left to defer
	}
}

func run(ctx context.Context, took time.Duration, jsonFile string, out io.Writer) (err error) {
	dir, err := os.MkdirTemp("", "partnerline-bench-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if err := os.Chmod(dir, 0o755); err != nil { //nolint:gosec // Postgres runs as another user below it
		return err
	}
	s, err := stack.Start(ctx, stack.Options{Dir: filepath.Join(dir, "stack"), DatabaseURL: os.Getenv("DATABASE_URL"), Durable: true})
	if err != nil {
		return err
	}
	defer func() { _ = s.Stop(context.WithoutCancel(ctx)) }()
	sink, err := newSink()
	if err != nil {
		return err
	}
	defer sink.close()
	load, err := newLoad(ctx, s.Env, sink)
	if err != nil {
		return err
	}
	defer load.close()

	fmt.Fprintf(out, "%s/%s, %d processors, %s; deliveries a second\n\n", runtime.GOOS, runtime.GOARCH, runtime.GOMAXPROCS(0), took)
	figures := map[string]figure{}
	for _, m := range []struct {
		name, what string
		bar        float64
		publish    func(context.Context, time.Duration) (int, error)
	}{
		{"P1_path", "one event a call, POST /internal/v1/events", 0.20, load.publishOneByOne},
		{"P1_batch", "gRPC PublishBatch, 100 events a call", 0.40, load.publishBatches},
	} {
		before, err := load.bare(ctx, took/2)
		if err != nil {
			return err
		}
		rate, err := load.measure(ctx, took, m.publish)
		if err != nil {
			return fmt.Errorf("%s: %w", m.name, err)
		}
		after, err := load.bare(ctx, took/2)
		if err != nil {
			return err
		}
		bare := (before + after) / 2
		figures[m.name] = figure{rate / bare, m.bar}
		fmt.Fprintf(out, "%-9s %7.0f   bare loop %7.0f   ratio %.2f (bar %.2f)   %s\n", m.name, rate, bare, rate/bare, m.bar, m.what)
	}
	if jsonFile == "" {
		return nil
	}
	b, err := json.MarshalIndent(figures, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(jsonFile, append(b, '\n'), 0o600)
}
