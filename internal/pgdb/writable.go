package pgdb

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// The codes of a server that can read and cannot write.
const (
	diskFull = "53100"
	ioError  = "58030"
	readOnly = "25006"
)

func refuses(code string) bool { return code == diskFull || code == ioError || code == readOnly }

// ended notes that the server refused a statement because it cannot write.
func (c *counter) ended(err error) {
	var pg *pgconn.PgError
	if errors.As(err, &pg) && refuses(pg.Code) {
		c.writes.Refused(fmt.Errorf("the database cannot write: %w", err))
	}
}

// Writable is a readiness check whether the database of a pool that Open made takes writes: it is not read only, and
// has refused none lately.
func Writable(pool *pgxpool.Pool) func(context.Context) error {
	return func(ctx context.Context) error {
		count, err := counterOf(pool)
		if err != nil {
			return err
		}
		if err := count.writes.Check(ctx); err != nil {
			return err
		}
		var setting string
		if err := pool.QueryRow(ctx, `SELECT current_setting('transaction_read_only')`).Scan(&setting); err != nil {
			return err
		}
		if setting == "on" {
			return errors.New("the database is read only: is it a standby, or out of space?")
		}
		return nil
	}
}
