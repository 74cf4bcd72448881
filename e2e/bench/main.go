// Command bench measures the whole system as it is deployed, each program, NATS and Postgres a process of its own: next
// to a bare loop that POSTs the same requests to the same receiver, next to bare requests and commits at the same rate,
// or to itself without the trouble that a figure is about, in the same run. What counts is the ratio: absolute figures
// are of one machine and one hour.
//
//	make bench                                  the figures as a table
//	make bench ARGS="--quick --json F"          in under 12 minutes, and as JSON in the file F
//	make bench ARGS="--only sender"             the sender beside net/http and fasthttp
//	make bench ARGS="--only isolation"          what a quiet tenant notices of noisy neighbours
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/partnerline/partnerline/e2e/procs"
	"github.com/partnerline/partnerline/internal/command"
	"github.com/partnerline/partnerline/internal/lifecycle"
)

// settings of a run.
type settings struct {
	took    time.Duration // length of each measurement
	parked  int           // deliveries of P4 and P7
	quick   bool          // leaves the long parts out
	soak    time.Duration // length of P13
	sizes   sizes         // of P11
	only    string        // a part, or a measurement of it; empty: all
	profile string        // prefix of the files of CPU profiles; empty: none
	bin     *procs.Bin    // the programs
}

// A part has a system of its own, or several.
type part struct {
	name     string
	measures []string // what of it can be asked for by -only, besides all of it
	long     bool     // left out by -quick
	run      func(context.Context, settings, *table) error
}

var parts = []part{
	{name: "sender", run: senders},
	{name: "P1_dispatcher", run: dispatcherOnly},
	{name: "P1", run: throughput},
	{name: "P1_filters", run: filters},
	{name: "P14", run: order},
	{name: "P2", run: rates},
	{name: "P12", long: true, run: largeEvent},
	{name: "trouble", measures: []string{"P3", "recovery", "P4", "P6", "P9"}, run: trouble},
	{name: "isolation", measures: isolationNames(), long: true, run: isolation},
	{name: "P10", long: true, run: wide},
	{name: "P11", long: true, run: scale},
	{name: "P13", long: true, run: soak},
}

// chosen are the parts that are run: those of a measurement, or all.
func chosen(only string, quick bool) ([]part, error) {
	var list []part
	var names []string
	for _, p := range parts {
		known := append([]string{p.name}, p.measures...)
		names = append(names, known...)
		if slices.Contains(known, only) || only == "" && (!quick || !p.long) {
			list = append(list, p)
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("-only %s: want one of %s", only, strings.Join(names, ", "))
	}
	return list, nil
}

func main() {
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
	flag.StringVar(&s.only, "only", "", "a part, such as P2, or a measurement of one, such as P3; a wrong one lists them")
	flag.DurationVar(&s.soak, "soak", 30*time.Minute, "length of P13, in whole minutes")
	flag.IntVar(&s.sizes.tenants, "tenants", 10_000, "tenants of P11")
	flag.IntVar(&s.sizes.endpoints, "endpoints", 1_000_000, "endpoints of P11")
	flag.IntVar(&s.sizes.history, "history", 20_000_000, "deliveries of the history of P11")
	flag.BoolVar(&s.quick, "quick", false, "8 s a measurement, and without the long parts")
	flag.StringVar(&s.profile, "profile", "", "write CPU profiles of our programs during P1 and P8 to files that begin so")
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

func run(ctx context.Context, s settings, jsonFile string, out io.Writer) (err error) {
	list, err := chosen(s.only, s.quick)
	if err != nil {
		return err
	}
	s.bin = new(procs.Bin)
	defer func() { err = errors.Join(err, s.bin.Remove()) }()
	fmt.Fprintf(out, "%s/%s, %d processors, %s a measurement\n\n", runtime.GOOS, runtime.GOARCH,
		runtime.GOMAXPROCS(0), s.took)
	t := &table{out: out, Figures: map[string]figure{}}
	for _, p := range list {
		if err := p.run(ctx, s, t); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
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
