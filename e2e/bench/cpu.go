package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/e2e/procs"
	"github.com/partnerline/partnerline/e2e/proctime"
)

// postmasterOf finds the parent of the processes of the Postgres of a database, which must be visible in /proc.
func postmasterOf(ctx context.Context, database string) (pid int, err error) {
	conn, err := pgx.Connect(ctx, database)
	if err != nil {
		return 0, err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	var backend int
	if err := conn.QueryRow(ctx, `SELECT pg_backend_pid()`).Scan(&backend); err != nil {
		return 0, err
	}
	p, err := proctime.Read(backend)
	if err != nil {
		return 0, fmt.Errorf("the processes of Postgres: %w", err)
	}
	return p.Parent, nil
}

// A cost is processor time: of the system by program, and of this process, which holds load and receiver.
type cost struct {
	programs map[string]time.Duration
	own      time.Duration
}

// system is that of all programs.
func (c cost) system() (sum time.Duration) {
	for _, d := range c.programs {
		sum += d
	}
	return sum
}

// add adds another one.
func (c *cost) add(other cost) {
	if c.programs == nil {
		c.programs = map[string]time.Duration{}
	}
	for name, d := range other.programs {
		c.programs[name] += d
	}
	c.own += other.own
}

// of is the part of each of n.
func (c cost) of(n int) cost {
	n = max(n, 1)
	each := cost{programs: map[string]time.Duration{}, own: c.own / time.Duration(n)}
	for name, d := range c.programs {
		each.programs[name] = d / time.Duration(n)
	}
	return each
}

// String is that of each program, in ms.
func (c cost) String() string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(c.programs)) {
		parts = append(parts, fmt.Sprintf("%s %.2f", name, millis(c.programs[name])))
	}
	return strings.Join(parts, ", ")
}

// cost is the processor time until now.
func (s *system) cost() (c cost, err error) {
	database, err := proctime.Family(s.postmaster)
	if err != nil {
		return c, err
	}
	c.programs = map[string]time.Duration{procs.Postgres: database}
	for _, p := range s.sys.Programs() {
		read, err := proctime.Read(p.PID())
		if err != nil {
			return c, err
		}
		c.programs[programOf(p)] += read.CPU
	}
	c.own, err = ownCPU()
	return c, err
}

// costOf is the processor time that f takes.
func (s *system) costOf(f func() error) (cost, error) {
	before, err := s.cost()
	if err != nil {
		return cost{}, err
	}
	if err := f(); err != nil {
		return cost{}, err
	}
	spent, err := s.cost()
	if err != nil {
		return cost{}, err
	}
	for name, d := range before.programs {
		spent.programs[name] -= d
	}
	spent.own -= before.own
	return spent, nil
}

// ownCPU is the processor time of this process until now.
func ownCPU() (time.Duration, error) {
	var own syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &own); err != nil {
		return 0, err
	}
	return time.Duration(own.Utime.Nano() + own.Stime.Nano()), nil
}
