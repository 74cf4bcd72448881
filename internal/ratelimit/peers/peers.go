// Package peers lets the replicas of a program count calls together: each sends what it counted to the others, several
// times a second, by NOTIFY. A call never waits for that. So a caller that spreads its calls over n replicas exceeds a
// limit by what n - 1 of them admit within that time, and while the database is away by what they admit then.
package peers

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/internal/ratelimit"
)

const (
	every   = 250 * time.Millisecond // between two messages of a process
	retry   = time.Second            // after trouble with the database
	perNote = 50                     // callers of a notification, whose payload Postgres limits to 8000 bytes
	channel = "rate_limits"
)

// note is what one notification says.
type note struct {
	From    string `json:"from"` // the process
	Limiter string `json:"limiter"`
	Uses    []use  `json:"uses"`
}

type use struct {
	Caller []byte `json:"c"`
	Calls  []int  `json:"n"`
	AgeMS  int64  `json:"ms"`
}

// Peers is one process among the replicas of a program, which are those with the same database.
type Peers struct {
	pool     *pgxpool.Pool
	limiters ratelimit.Limiters
	self     string
	log      *slog.Logger
}

// New makes limiters collect their calls; Run must run for others to know of them.
func New(pool *pgxpool.Pool, limiters ratelimit.Limiters, log *slog.Logger) *Peers {
	for _, l := range limiters {
		l.Share()
	}
	return &Peers{pool, limiters, rand.Text(), log}
}

// Run sends and receives until ctx ends. Trouble with the database is waited out; meanwhile each process counts by
// itself.
func (p *Peers) Run(ctx context.Context) error {
	for {
		if err := p.exchange(ctx); ctx.Err() == nil {
			p.log.WarnContext(ctx, "rate limits are not shared", slog.String("error", err.Error()))
		}
		select {
		case <-time.After(retry):
		case <-ctx.Done():
			return nil
		}
	}
}

func (p *Peers) exchange(ctx context.Context) error {
	conn, release, err := pgdb.Dedicate(ctx, p.pool)
	if err != nil {
		return err
	}
	defer release()
	// A notification that is lost in a crash of the database counts for nothing.
	if _, err := conn.Exec(ctx, `SET synchronous_commit = off; LISTEN `+channel); err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	for {
		if err := p.receive(ctx, conn); err != nil {
			return err
		}
		for name, l := range p.limiters {
			for part := range slices.Chunk(l.Collect(time.Now()), perNote) {
				if err := p.send(ctx, conn, name, part); err != nil {
					return err
				}
			}
		}
	}
}

// receive merges what others counted, until it is time to send.
func (p *Peers) receive(ctx context.Context, conn *pgx.Conn) error {
	until, cancel := context.WithTimeout(ctx, every)
	defer cancel()
	for {
		n, err := conn.WaitForNotification(until)
		if n != nil { // also when the time is over by now: it is not delivered again
			p.merge([]byte(n.Payload))
		}
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case until.Err() != nil:
			return nil
		case err != nil:
			return fmt.Errorf("wait: %w", err)
		}
	}
}

// merge counts calls of another process. A payload that cannot be read is of another release, and is ignored.
func (p *Peers) merge(payload []byte) {
	var n note
	if err := json.Unmarshal(payload, &n); err != nil || n.From == p.self || p.limiters[n.Limiter] == nil {
		return
	}
	var list []ratelimit.Use
	for _, u := range n.Uses {
		if len(u.Caller) != len(ratelimit.Caller{}) || slices.ContainsFunc(u.Calls, func(n int) bool { return n < 0 }) {
			continue
		}
		list = append(list,
			ratelimit.Use{Caller: ratelimit.Caller(u.Caller), Calls: u.Calls, Age: time.Duration(u.AgeMS) * time.Millisecond})
	}
	p.limiters[n.Limiter].Merge(list, time.Now())
}

func (p *Peers) send(ctx context.Context, conn *pgx.Conn, limiter string, list []ratelimit.Use) error {
	n := note{From: p.self, Limiter: limiter}
	for _, u := range list {
		n.Uses = append(n.Uses, use{u.Caller[:], u.Calls, u.Age.Milliseconds()})
	}
	payload, err := json.Marshal(n)
	if err != nil {
		return fmt.Errorf("note: %w", err)
	}
	if _, err := conn.Exec(ctx, `SELECT pg_notify($1, $2)`, channel, string(payload)); err != nil {
		return fmt.Errorf("notify: %w", err)
	}
	return nil
}
