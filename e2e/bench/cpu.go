package main

import (
	"context"
	"fmt"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/e2e/proctime"
)

// cpuMeter reads the processor time of what is measured: this process and those of Postgres.
type cpuMeter struct{ postmaster int }

// newCPUMeter finds the processes of the Postgres of a database, which must run on this machine and be visible in /proc.
func newCPUMeter(ctx context.Context, database string) (*cpuMeter, error) {
	conn, err := pgx.Connect(ctx, database)
	if err != nil {
		return nil, err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	var backend int
	if err := conn.QueryRow(ctx, `SELECT pg_backend_pid()`).Scan(&backend); err != nil {
		return nil, err
	}
	p, err := proctime.Read(backend)
	if err != nil {
		return nil, fmt.Errorf("the processes of Postgres: %w", err)
	}
	return &cpuMeter{p.Parent}, nil
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
	c.postgres, err = proctime.Family(m.postmaster)
	return c, err
}

// ownCPU is the processor time of this process until now.
func ownCPU() (time.Duration, error) {
	var own syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &own); err != nil {
		return 0, err
	}
	return time.Duration(own.Utime.Nano() + own.Stime.Nano()), nil
}
