package idempotency

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/internal/pgdb"
)

// A Store keeps claims and answers in the table idempotency_keys of a service. Fingerprints and answers are sealed:
// bodies may contain personal data. Secrets that are shown once have been removed from an answer before it is stored.
type Store struct {
	pool *pgxpool.Pool
	keys *keyring.Keyring
}

// NewStore returns a Store whose table is migrated with the service's.
func NewStore(pool *pgxpool.Pool, keys *keyring.Keyring) *Store { return &Store{pool, keys} }

// A Claim is the right to execute a call, and the duty to Finish or Abandon it.
type Claim struct {
	id    [32]byte
	token uuid.UUID
}

const insertClaim = `
	INSERT INTO idempotency_keys (id, fingerprint, claim, lease_until, kept_until)
	VALUES (@id, @fingerprint, @claim, @lease_until, @kept_until) ON CONFLICT (id) DO NOTHING`

const lockKey = `
	SELECT fingerprint, lease_until, kept_until, answer FROM idempotency_keys WHERE id = @id FOR UPDATE`

const takeClaimOver = `
	UPDATE idempotency_keys SET fingerprint = @fingerprint, claim = @claim, lease_until = @lease_until, kept_until = @kept_until,
	       answer = NULL
	WHERE  id = @id`

// Begin returns the Claim to execute a call, or the Answer of its first execution. ErrReused, ErrInProgress.
func (s *Store) Begin(ctx context.Context, r Request, now time.Time) (Claim, *Answer, error) {
	c := Claim{r.ID, uuid.New()}
	args := pgx.StrictNamedArgs{
		"id": c.id[:], "fingerprint": s.keys.Seal(r.Fingerprint[:], associatedData("fingerprint", c.id)), "claim": c.token,
		"lease_until": now.Add(Lease), "kept_until": now.Add(r.Retention),
	}
	for {
		tag, err := s.pool.Exec(ctx, insertClaim, args)
		if err != nil {
			return c, nil, fmt.Errorf("claim idempotency key: %w", err)
		}
		if tag.RowsAffected() == 1 {
			return c, nil, nil
		}
		var answer *Answer
		err = pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) (err error) {
			answer, err = s.meet(ctx, tx, r, args, now)
			return err
		})
		if !errors.Is(err, pgx.ErrNoRows) {
			return c, answer, err
		}
		// It was abandoned or purged between the two statements.
	}
}

// meet decides about a call whose key is known; without answer and error the claim is the caller's.
func (s *Store) meet(
	ctx context.Context, tx pgx.Tx, r Request, args pgx.StrictNamedArgs, now time.Time,
) (*Answer, error) {
	var rec record
	var fingerprint, answer []byte
	err := tx.QueryRow(ctx, lockKey, pgx.StrictNamedArgs{"id": r.ID[:]}).Scan(&fingerprint, &rec.leaseUntil,
		&rec.keptUntil, &answer)
	if err != nil {
		return nil, fmt.Errorf("read idempotency key: %w", err)
	}
	if fingerprint, err = s.keys.Open(fingerprint, associatedData("fingerprint", r.ID)); err != nil {
		return nil, err
	}
	rec.answered = answer != nil
	copy(rec.fingerprint[:], fingerprint)
	switch decide(rec, r.Fingerprint, now) {
	case replay:
		return s.open(r.ID, answer)
	case reused:
		return nil, ErrReused
	case inProgress:
		return nil, ErrInProgress
	}
	if _, err := tx.Exec(ctx, takeClaimOver, args); err != nil {
		return nil, fmt.Errorf("take idempotency key over: %w", err)
	}
	return nil, nil
}

func (s *Store) open(id [32]byte, sealed []byte) (*Answer, error) {
	raw, err := s.keys.Open(sealed, associatedData("answer", id))
	if err != nil {
		return nil, err
	}
	a := &Answer{}
	if err := json.Unmarshal(raw, a); err != nil {
		return nil, fmt.Errorf("read stored answer: %w", err)
	}
	return a, nil
}

const updateAnswer = `
	UPDATE idempotency_keys SET answer = @answer WHERE id = @id AND claim = @claim`

// ErrLapsed says that another call took the claim over after the Lease.
var ErrLapsed = errors.New("idempotency: the claim lapsed and was taken over")

// Finish stores the answer for the repeats of the call; ErrLapsed.
func (s *Store) Finish(ctx context.Context, c Claim, a Answer) error {
	raw, err := json.Marshal(a)
	if err != nil {
		return err
	}
	return s.release(ctx, updateAnswer, pgx.StrictNamedArgs{
		"id": c.id[:], "claim": c.token, "answer": s.keys.Seal(raw, associatedData("answer", c.id)),
	})
}

const deleteClaim = `
	DELETE FROM idempotency_keys WHERE id = @id AND claim = @claim`

// Abandon deletes a claim: the next call with the key is executed; ErrLapsed.
func (s *Store) Abandon(ctx context.Context, c Claim) error {
	return s.release(ctx, deleteClaim, pgx.StrictNamedArgs{"id": c.id[:], "claim": c.token})
}

func (s *Store) release(ctx context.Context, sql string, args pgx.StrictNamedArgs) error {
	tag, err := s.pool.Exec(ctx, sql, args)
	if err == nil && tag.RowsAffected() == 0 {
		return ErrLapsed
	}
	return err
}
