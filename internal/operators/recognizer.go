// Package operators recognizes who calls an operator method: a person by a token that the console made for this call,
// or, where that is configured, the holder of the internal token. A service keeps the ids of tokens in its table
// person_tokens_used until they expire, so that each opens one call; and for longer where the token says so, so that
// what a form asks for is done once.
package operators

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.opentelemetry.io/otel/metric"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/internaltoken"
	"github.com/partnerline/partnerline/internal/person"
)

// A Recognizer recognizes the operators of a service. It is safe for concurrent use.
type Recognizer struct {
	pool      *pgxpool.Pool
	verifier  *person.Verifier // nil: there is no console
	internal  internaltoken.Tokens
	bootstrap bool
	log       *slog.Logger
	now       func() time.Time
}

// Service is what differs between the services.
type Service struct {
	Audience string               // in tokens: `webhooks`
	Pool     *pgxpool.Pool        // whose table person_tokens_used is migrated with the service's
	Internal internaltoken.Tokens // INTERNAL_TOKEN
}

// New returns the Recognizer of a service. A program that lets the internal token pass says so in its log and by a
// metric.
func New(
	ctx context.Context, cfg Config, s Service, meter metric.Meter, log *slog.Logger, now func() time.Time,
) (*Recognizer, error) {
	r := &Recognizer{pool: s.Pool, internal: s.Internal, bootstrap: cfg.Bootstrap, log: log, now: now}
	if cfg.Issuer != "" {
		r.verifier = person.NewVerifier(cfg.Issuer, s.Audience, now)
	}
	gauge, err := meter.Int64Gauge("operator.bootstrap",
		metric.WithDescription("1 while INTERNAL_TOKEN opens operator methods (OPERATOR_BOOTSTRAP)"))
	if err != nil {
		return nil, fmt.Errorf("metrics: %w", err)
	}
	open := int64(0)
	if cfg.Bootstrap {
		open = 1
		log.LogAttrs(ctx, slog.LevelWarn,
			"INTERNAL_TOKEN opens operator methods, without a name in the audit trail; set OPERATOR_ISSUER and unset "+
				"OPERATOR_BOOTSTRAP")
	}
	gauge.Record(ctx, open)
	return r, nil
}

// Recognize implements grpcserver.Operators.
func (r *Recognizer) Recognize(ctx context.Context, method, bearer string) (grpcserver.Operator, error) {
	if r.internal.Accept(bearer) {
		if r.bootstrap {
			return grpcserver.Operator{Bootstrap: true}, nil
		}
		return refuse("the internal token opens no operator method; sign in at the console")
	}
	if bearer == "" {
		return refuse("there is no token in this call; sign in at the console")
	}
	if r.verifier == nil {
		return refuse("no person can call this program, which knows no console (OPERATOR_ISSUER)")
	}
	t, err := r.verifier.Verify(ctx, bearer, method)
	switch {
	case errors.Is(err, person.ErrNoKeys):
		return grpcserver.Operator{}, &fault.Error{
			Reason:     fault.Overloaded,
			Message:    "the console's keys cannot be read, so no person can be recognized; repeat the call with a new token",
			RetryAfter: retryAfter, Cause: err,
		}
	case err != nil:
		return refuse(err.Error())
	}
	fresh, err := r.spend(ctx, t)
	if err != nil {
		return grpcserver.Operator{}, err
	}
	if !fresh {
		return grpcserver.Operator{}, fault.New(fault.TokenUsed, "this token was used before; make one for each call")
	}
	return grpcserver.Operator{Person: t.Person}, nil
}

const retryAfter = 10 * time.Second

func refuse(why string) (grpcserver.Operator, error) {
	return grpcserver.Operator{}, fault.New(fault.InvalidCredentials, why)
}

const insertUsed = `
	INSERT INTO person_tokens_used (jti, expires_at) VALUES (@jti, @expires_at) ON CONFLICT (jti) DO NOTHING`

// spend reports whether a token was not used before.
func (r *Recognizer) spend(ctx context.Context, t person.Token) (bool, error) {
	tag, err := r.pool.Exec(ctx, insertUsed, pgx.StrictNamedArgs{"jti": t.ID, "expires_at": t.Kept})
	if err != nil {
		return false, fmt.Errorf("use person token: %w", err)
	}
	return tag.RowsAffected() == 1, nil
}

const (
	purgeEvery = time.Minute
	purgeLimit = 5000            // rows of one statement: far more than come in the time between two
	keepFor    = 5 * time.Minute // longer than a token is accepted, because the clocks of replicas differ
)

const deleteExpired = `
	DELETE FROM person_tokens_used WHERE jti IN (
		SELECT jti FROM person_tokens_used WHERE expires_at <= @before ORDER BY expires_at LIMIT @limit FOR UPDATE SKIP LOCKED)`

// Purge deletes the ids of tokens that expired long ago, and returns how many.
func (r *Recognizer) Purge(ctx context.Context) (int, error) {
	tag, err := r.pool.Exec(ctx, deleteExpired, pgx.StrictNamedArgs{"before": r.now().Add(-keepFor), "limit": purgeLimit})
	if err != nil {
		return 0, fmt.Errorf("purge person tokens: %w", err)
	}
	return int(tag.RowsAffected()), nil
}

// Run purges until ctx ends. Any number of processes may run it at the same time.
func (r *Recognizer) Run(ctx context.Context) error {
	tick := time.NewTicker(purgeEvery)
	defer tick.Stop()
	for {
		n, err := r.Purge(ctx)
		if err != nil && ctx.Err() == nil {
			r.log.LogAttrs(ctx, slog.LevelWarn, "person tokens not purged", slog.String("cause", err.Error()))
		}
		if n == purgeLimit {
			continue
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}
