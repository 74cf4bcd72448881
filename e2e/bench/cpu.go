package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/e2e/stack"
)

// cpuMeter reads the processor time of what is measured: this process and those of Postgres.
type cpuMeter struct{ postmaster int }

// newCPUMeter finds the processes of Postgres, which must run on this machine and be visible in /proc.
func newCPUMeter(ctx context.Context, st *stack.Stack) (*cpuMeter, error) {
	url, err := st.WebhooksDatabase()
	if err != nil {
		return nil, err
	}
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return nil, err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	var backend int
	if err := conn.QueryRow(ctx, `SELECT pg_backend_pid()`).Scan(&backend); err != nil {
		return nil, err
	}
	p, err := readStat(backend)
	if err != nil {
		return nil, fmt.Errorf("the processes of Postgres: %w", err)
	}
	return &cpuMeter{p.parent}, nil
}

// A cost is processor time: of this process, which holds the programs, NATS, load and receiver, and of Postgres.
type cost struct{ own, postgres time.Duration }

func (c cost) sum() time.Duration { return c.own + c.postgres }

// of is the part of each of n.
func (c cost) of(n int) cost {
	return cost{c.own / time.Duration(max(n, 1)), c.postgres / time.Duration(max(n, 1))}
}

// taken returns the processor time until now.
func (m *cpuMeter) taken() (c cost, err error) {
	if c.own, err = ownCPU(); err != nil {
		return c, err
	}
	dirs, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		return c, err
	}
	for _, dir := range dirs {
		pid, _ := strconv.Atoi(filepath.Base(dir))
		if p, err := readStat(pid); err == nil && (p.parent == m.postmaster || pid == m.postmaster) {
			c.postgres += p.cpu // of the postmaster, that of its ended children included
		}
	}
	return c, nil
}

// ownCPU is the processor time of this process until now.
func ownCPU() (time.Duration, error) {
	var own syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &own); err != nil {
		return 0, err
	}
	return time.Duration(own.Utime.Nano() + own.Stime.Nano()), nil
}

type stat struct {
	parent int
	cpu    time.Duration
}

// clockTick is the unit of times in /proc: USER_HZ, 100 on all that Linux runs on.
const clockTick = 10 * time.Millisecond

// readStat reads /proc/PID/stat, see proc(5).
func readStat(pid int) (s stat, err error) {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return s, err
	}
	f := bytes.Fields(b[bytes.LastIndexByte(b, ')')+1:]) // from the third field on
	if len(f) < 15 {
		return s, fmt.Errorf("/proc/%d/stat has %d fields", pid, len(f))
	}
	if s.parent, err = strconv.Atoi(string(f[1])); err != nil {
		return s, err
	}
	for _, field := range f[11:15] { // utime, stime, cutime, cstime
		ticks, err := strconv.Atoi(string(field))
		if err != nil {
			return s, err
		}
		s.cpu += time.Duration(ticks) * clockTick
	}
	return s, nil
}
