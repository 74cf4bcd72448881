package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/partnerline/partnerline/internal/lifecycle"
)

// standard is the cell of the table.
var standard = Shape{WebhooksCores: 8, PostgresCores: 8, NATSCores: 4, DispatcherCores: 4, Publishers: 3, Relays: 3}

func main() {
	ctx, cancel := lifecycle.SignalContext()
	defer cancel()
	file := flag.String("costs", "", "file with the costs; empty: those that are part of the program")
	measure := flag.Bool("measure", false, "measure the costs on this machine first, and write them to the file of -costs")
	rate := flag.Float64("rate", 0, "simulate one cell at this rate, instead of the table")
	shape := standard
	flag.IntVar(&shape.WebhooksCores, "webhooks-cores", shape.WebhooksCores, "of a cell: processors of webhooksd")
	flag.IntVar(&shape.PostgresCores, "postgres-cores", shape.PostgresCores, "of a cell: processors of Postgres")
	flag.IntVar(&shape.NATSCores, "nats-cores", shape.NATSCores, "of a cell: processors of NATS")
	flag.IntVar(&shape.DispatcherCores, "dispatcher-cores", shape.DispatcherCores, "of a cell: processors of dispatcherd")
	replicas := flag.Int("replicas", shape.Publishers,
		"of a cell: replicas of webhooksd, each with one publishing transaction and one relay at a time")
	flag.Parse()
	shape.Publishers, shape.Relays = *replicas, *replicas
	if err := run(ctx, os.Stdout, *file, *measure, *rate, shape); err != nil {
		fmt.Fprintf(os.Stderr, "scaling: %v\n", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer, file string, measure bool, rate float64, s Shape) error {
	for name, n := range map[string]int{
		"webhooks-cores": s.WebhooksCores, "postgres-cores": s.PostgresCores, "nats-cores": s.NATSCores,
		"dispatcher-cores": s.DispatcherCores, "replicas": s.Publishers,
	} {
		if n < 1 || n > 1000 {
			return fmt.Errorf("-%s must be between 1 and 1000", name)
		}
	}
	if measure {
		if file == "" {
			return fmt.Errorf("-measure needs -costs, the file to write")
		}
		if err := measureTo(ctx, out, file); err != nil {
			return err
		}
	}
	text := measured
	if file != "" {
		b, err := os.ReadFile(file) //nolint:gosec // the caller says which
		if err != nil {
			return err
		}
		text = b
	}
	c, err := readCosts(text)
	if err != nil {
		return err
	}
	if rate > 0 {
		printCell(out, c, s, rate)
		return nil
	}
	printTable(out, c, s)
	return nil
}

// printCell prints what one cell is at a rate.
func printCell(out io.Writer, c Costs, s Shape, rate float64) {
	r := simulate(c, s, rate, 20*time.Second, 1)
	fmt.Fprintf(out, "modelled: one cell at %.0f events/s: p50 %.1f ms, p99 %.1f ms\n", rate,
		float64(r.P50.Microseconds())/1000, float64(r.P99.Microseconds())/1000)
	for i, name := range partNames {
		fmt.Fprintf(out, "  %-24s busy %5.1f %%\n", name, 100*r.Busy[i])
	}
	if !r.Stable {
		fmt.Fprintf(out, "  the queue of %s grows without end\n", partNames[r.MostBusy()])
	}
}

// printTable prints what a cell carries, and what rates need.
func printTable(out io.Writer, c Costs, s Shape) {
	fmt.Fprintf(out, "measured: %s\n", c.Machine)
	fmt.Fprintf(out, "  processor time of an event: webhooksd %.0f us, Postgres %.0f, NATS %.0f, dispatcherd %.0f\n",
		c.Webhooks, c.Postgres, c.NATS, c.Dispatcher)
	fmt.Fprintf(out, "  a publishing transaction: %.2f ms and %.0f us for each event; a batch of the relay: %.2f ms "+
		"and %.0f us\n", c.PublishMS, c.PublishEachUS, c.RelayMS, c.RelayEachUS)
	fmt.Fprintf(out, "  an event: %.0f bytes of WAL, %.0f bytes of tables and indexes\n\n", c.WALBytes, c.DiskBytes)
	perCell, limit := capacity(c, s)
	fmt.Fprintf(out, "modelled: a cell with %d + %d + %d + %d processors and %d replicas of webhooksd holds %.0f "+
		"events/s (p99 <= %s, no part busy for more than %.0f %%); then %s does not\n",
		s.WebhooksCores, s.PostgresCores, s.NATSCores, s.DispatcherCores, s.Publishers, perCell, longestP99,
		100*mostBusy, limit)
	one := s
	one.Publishers, one.Relays = 1, 1
	alone, then := capacity(c, one)
	fmt.Fprintf(out, "modelled: with one replica it would hold %.0f; then %s does not\n\n", alone, then)
	fmt.Fprintf(out, "modelled  %10s %8s %8s %10s %6s %12s %10s %16s\n", "events/s", "webhooks", "Postgres", "dispatcher",
		"NATS", "WAL MB/s", "cells", "disk of 30 days")
	for _, rate := range []float64{1_000, 10_000, 100_000, 1_000_000} {
		cores := func(us float64) float64 { return rate * us / 1e6 / mostBusy }
		cells := max(1, int(rate/perCell+0.999))
		fmt.Fprintf(out, "          %10.0f %8.1f %8.1f %10.1f %6.1f %12.1f %10d %13.1f TB\n", rate, cores(c.Webhooks),
			cores(c.Postgres), cores(c.Dispatcher), cores(c.NATS),
			rate*c.WALBytes/1e6, cells, rate*c.DiskBytes*86_400*30/1e12)
	}
}
