package pgdb

import (
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/testkit/pgtest"
)

type owner struct {
	Tenant string `db:"tenant_id"`
}

type thing struct {
	owner
	ID        int
	CreatedAt time.Time
	OnOAuth2  *bool
}

const thingColumns = `tenant_id, id, created_at, on_oauth2`

// A column has one name in the table, the statements and the struct, in both directions.
func TestRowsByName(t *testing.T) {
	ctx := t.Context()
	pool, err := Open(ctx, Config{URL: envconfig.Secret(pgtest.New(t))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	if _, err := pool.Exec(ctx, `CREATE TABLE things (tenant_id text NOT NULL, id int PRIMARY KEY,
		created_at timestamptz NOT NULL, on_oauth2 bool, secret text)`); err != nil {
		t.Fatal(err)
	}
	want := thing{owner{"ten_a"}, 7, time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC), new(true)}
	insert := `INSERT INTO things (` + thingColumns + `, secret) VALUES (` + Named(thingColumns) + `, @secret)`
	if err := Exec(ctx, pool, insert, Fields(want, pgx.StrictNamedArgs{"secret": "s"})); err != nil {
		t.Fatal(err)
	}
	selected := `SELECT ` + thingColumns + ` FROM things`
	all, err := All[thing](ctx, pool, selected+` WHERE secret = @secret`, pgx.StrictNamedArgs{"secret": "s"})
	if err != nil || len(all) != 1 || all[0].owner != want.owner || all[0].ID != 7 ||
		!all[0].CreatedAt.Equal(want.CreatedAt) || !*all[0].OnOAuth2 {
		t.Errorf("%+v, %v", all, err)
	}
	changed := want
	changed.OnOAuth2 = nil
	update := `UPDATE things SET (created_at, on_oauth2) = ROW (` + Named(`created_at, on_oauth2`) + `) WHERE id = @id`
	if err := Exec(ctx, pool, update, Fields(changed, nil)); err != nil {
		t.Fatal(err)
	}
	none := errors.New("none")
	if got, err := Get[thing](ctx, pool, none, selected); err != nil || got.OnOAuth2 != nil {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := Get[thing](ctx, pool, none, selected+` WHERE id = 8`); !errors.Is(err, none) {
		t.Errorf("without a row: %v", err)
	}
	at, found, err := Find[time.Time](ctx, pool, `SELECT created_at FROM things`)
	if err != nil || !found || !at.Equal(want.CreatedAt) {
		t.Errorf("%v, %t, %v", at, found, err)
	}
	const remove = `DELETE FROM things WHERE id = @id`
	for name, err := range map[string]error{
		"a column without a field":    second(All[thing](ctx, pool, `SELECT * FROM things`)),
		"a field without a column":    second(All[thing](ctx, pool, `SELECT id FROM things`)),
		"a name without a field":      Exec(ctx, pool, insert, Fields(want, nil)),
		"an argument without a name":  Exec(ctx, pool, remove, Fields(want, pgx.StrictNamedArgs{"secret": "s"})),
		"a field that is not visible": Exec(ctx, pool, `DELETE FROM things WHERE tenant_id = @tenant`, Fields(want, nil)),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func second[T any](_ T, err error) error { return err }

// Rows and arguments by name cost little more than by position.
func BenchmarkNames(b *testing.B) {
	ctx := b.Context()
	pool, err := Open(ctx, Config{URL: envconfig.Secret(pgtest.New(b))})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(pool.Close)
	const many = `SELECT 'ten_a' AS tenant_id, 7 AS id, now() AS created_at, true AS on_oauth2
		FROM generate_series(1, 1000)`
	b.Run("1000 rows by name", func(b *testing.B) {
		for b.Loop() {
			if _, err := All[thing](ctx, pool, many); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("1000 rows by position", func(b *testing.B) {
		for b.Loop() {
			rows, _ := pool.Query(ctx, many)
			_, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (t thing, err error) {
				return t, row.Scan(&t.Tenant, &t.ID, &t.CreatedAt, &t.OnOAuth2)
			})
			if err != nil {
				b.Fatal(err)
			}
		}
	})
	const statement = `SELECT @tenant_id, @id, @created_at, @on_oauth2`
	t := thing{}
	b.Run("arguments of a struct", func(b *testing.B) {
		for b.Loop() {
			if _, _, err := Fields(t, nil).RewriteQuery(ctx, nil, statement, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("arguments of a map", func(b *testing.B) {
		for b.Loop() {
			args := pgx.StrictNamedArgs{
				"tenant_id": t.Tenant, "id": t.ID, "created_at": t.CreatedAt, "on_oauth2": t.OnOAuth2,
			}
			if _, _, err := args.RewriteQuery(ctx, nil, statement, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
}
