package main

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/e2e/procs"
	"github.com/partnerline/partnerline/internal/streams"
)

const (
	soakStep = time.Minute
	soakEdge = 5 // minutes at either end; the memory counts after the first ones, in which caches fill
)

// soak is P13: the usual load on real processes for a long time. P13_memory is by how much the memory of the program
// that grows most grows in a minute after the fifth, by least squares; P13_p99 compares the last five minutes with the
// first five. Before it, the start of each program is measured.
func soak(ctx context.Context, s settings, t *table) error {
	o := procs.Options{PartnerConnects: 1}
	if err := onSystem(ctx, s, o, 0, func(w *system) error { return w.starts(ctx, t) }); err != nil {
		return fmt.Errorf("starts: %w", err)
	}
	return onSystem(ctx, s, procs.Options{}, endpoints, func(w *system) error { return w.soak(ctx, s.soak, t) })
}

func (w *system) soak(ctx context.Context, length time.Duration, t *table) error {
	minutes := max(int(length/soakStep), 2)
	edge := min(soakEdge, minutes/2)
	before, err := w.stored(ctx)
	if err != nil {
		return err
	}
	w.keyed = true                   // in so long a time a connection may be lost
	memory := map[string][]float64{} // MiB, by the minute
	var all []latencies
	events := 0
	for range minutes {
		w.sink.forget()
		took, err := w.steady(ctx, soakStep, rate, numbers(0, endpoints))
		if err != nil {
			return err
		}
		all, events = append(all, took), events+len(took)
		now, err := w.memory()
		if err != nil {
			return err
		}
		for name, size := range now {
			memory[name] = append(memory[name], size)
		}
	}
	after, err := w.stored(ctx)
	if err != nil {
		return err
	}
	worst, text := 0.0, ""
	for _, name := range slices.Sorted(maps.Keys(memory)) {
		list := memory[name]
		grows := slope(list[edge:])
		worst = max(worst, grows)
		text += fmt.Sprintf(", %s %+.2f (%.0f, %.0f, %.0f MiB at the start, after %d minutes, at the end)", name, grows,
			list[0], list[edge], list[len(list)-1], edge+1)
	}
	first, last := slices.Concat(all[:edge]...), slices.Concat(all[len(all)-edge:]...)
	t.atMost("P13_memory", worst, 1, "MiB a minute after the first %d of %d minutes at %d events a second%s", edge,
		minutes, rate, text)
	t.atMost("P13_p99", ratio(last.p99(), first.p99()), 1.2,
		"p99 of the last %d minutes %.1f ms, of the first %d %.1f ms; all %s", edge, millis(last.p99()), edge,
		millis(first.p99()), slices.Concat(all...))
	t.plain("P13_disk", float64(after.postgres-before.postgres+after.nats-before.nats)/float64(events),
		"bytes on disk for an event: %.0f in Postgres and %.0f in NATS, after %d events; %.0f of WAL were written",
		float64(after.postgres-before.postgres)/float64(events), float64(after.nats-before.nats)/float64(events), events,
		float64(after.wal-before.wal)/float64(events))
	return nil
}

// slope is the growth of a series for each step, by least squares.
func slope(list []float64) float64 {
	n := float64(len(list))
	if n < 2 {
		return 0
	}
	var meanX, meanY, num, den float64
	for i, y := range list {
		meanX += float64(i) / n
		meanY += y / n
	}
	for i, y := range list {
		num += (float64(i) - meanX) * (y - meanY)
		den += (float64(i) - meanX) * (float64(i) - meanX)
	}
	return num / den
}

// memory is what each program occupies, in MiB: of those of several replicas, the largest; of Postgres, what its
// processes occupy together.
func (w *system) memory() (map[string]float64, error) {
	sizes := map[string]float64{}
	for _, p := range w.sys.Programs() {
		size, err := residentOf(p.PID())
		if err != nil {
			return nil, err
		}
		name := programOf(p)
		sizes[name] = max(sizes[name], size)
	}
	family, err := familyMemory(w.postmaster)
	sizes[procs.Postgres] = family
	return sizes, err
}

// residentOf is the resident memory of a process in MiB.
func residentOf(pid int) (float64, error) {
	kib, err := procField(fmt.Sprintf("/proc/%d/status", pid), "VmRSS:")
	return kib / 1024, err
}

// familyMemory is the memory of a process and its children in MiB, in which what they share counts once.
func familyMemory(pid int) (sum float64, err error) {
	pids, err := family(pid)
	for _, p := range pids {
		if kib, err := procField(fmt.Sprintf("/proc/%d/smaps_rollup", p), "Pss:"); err == nil { // it may have ended
			sum += kib / 1024
		}
	}
	return sum, err
}

// family is a process and its children.
func family(pid int) ([]int, error) {
	list := []int{pid}
	tasks, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, file := range tasks {
		b, _ := os.ReadFile(file) //nolint:gosec // of the kernel
		for _, field := range bytes.Fields(b) {
			if child, err := strconv.Atoi(string(field)); err == nil {
				list = append(list, child)
			}
		}
	}
	return list, err
}

// procField reads a number of a file of the kernel that has a name before it.
func procField(file, name string) (float64, error) {
	b, err := os.ReadFile(file) //nolint:gosec // of the kernel
	if err != nil {
		return 0, err
	}
	_, rest, ok := bytes.Cut(b, []byte(name))
	if fields := bytes.Fields(rest); ok && len(fields) > 0 {
		return strconv.ParseFloat(string(fields[0]), 64)
	}
	return 0, fmt.Errorf("%s has no %s", file, name)
}

// bytesStored are the sizes on disk.
type bytesStored struct{ postgres, wal, nats int64 }

func (w *system) stored(ctx context.Context) (b bytesStored, err error) {
	streams.SleepContext(ctx, time.Second) // outcomes are stored
	conn, err := pgx.Connect(ctx, w.sys.WebhooksDatabase())
	if err != nil {
		return b, err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	// What is kept of the WAL is bounded; what is written of it is not.
	if err := conn.QueryRow(ctx, `SELECT pg_database_size(current_database()), pg_wal_lsn_diff(pg_current_wal_lsn(), `+
		`'0/0')::bigint`).Scan(&b.postgres, &b.wal); err != nil {
		return b, err
	}
	for i := range w.sys.NATS {
		err := filepath.WalkDir(w.sys.NATSStore(i), func(_ string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return nil //nolint:nilerr // a block that was removed meanwhile
			}
			if info, err := d.Info(); err == nil {
				b.nats += info.Size()
			}
			return nil
		})
		if err != nil {
			return b, err
		}
	}
	return b, nil
}

// startTries is how often each program is started.
const startTries = 3

// starts measures how long each program takes until it is ready, and what it occupies when it has nothing to do.
func (w *system) starts(ctx context.Context, t *table) error {
	for _, p := range w.sys.Programs() {
		var took []time.Duration
		for range startTries {
			if err := p.Stop(ctx); err != nil {
				return err
			}
			began := time.Now()
			if err := p.Start(ctx); err != nil {
				return err
			}
			took = append(took, time.Since(began))
		}
		streams.SleepContext(ctx, 5*time.Second) // it is idle
		size, err := residentOf(p.PID())
		if err != nil {
			return err
		}
		name := programOf(p)
		slices.Sort(took)
		t.plain("start_"+name, took[startTries/2].Seconds(), "s until it is ready, the median of %d starts", startTries)
		t.plain("idle_memory_"+name, size, "MiB of an idle program")
	}
	return nil
}
