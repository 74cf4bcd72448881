package reseal

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/keyring"
)

// A Column has values that the keyring sealed itself, or null.
type Column struct {
	Table, Name string
	Key         []Key // the columns of the primary key, then others that AssociatedData needs
	// AssociatedData is that of the value of a row; key has the texts of the columns of Key.
	AssociatedData func(key []string) string
}

// A Key is a column of a primary key.
type Key struct {
	Name string
	Type Type
}

// A Type is one of those that primary keys have here.
type Type string

// The types.
const (
	Text  Type = "text"
	UUID  Type = "uuid"
	Bytea Type = "bytea"
)

// lowest is before all values of the type, or the first of them, which no row has.
var lowest = map[Type]string{Text: "", UUID: "00000000-0000-0000-0000-000000000000", Bytea: `\x`}

// A Keeper reseals all columns of a service.
type Keeper struct {
	pool    *pgxpool.Pool
	keys    *keyring.Keyring
	columns []Column
}

// New returns the keeper of columns.
func New(pool *pgxpool.Pool, keys *keyring.Keyring, columns ...Column) *Keeper {
	return &Keeper{pool, keys, columns}
}

// Result is what Reseal did.
type Result struct {
	Changed    int64 // values that were sealed with the first key
	Unreadable int64 // values that no key of the keyring opens; they are unchanged
}

// page is how many values one statement reads.
const page = 500

// keyID is the id of the key that a ciphertext names (see keyring.Seal), and some other text for what is none.
func (c Column) keyID() string {
	return fmt.Sprintf(
		"CASE WHEN length(%[1]s) < 2 THEN '' ELSE encode(substring(%[1]s FROM 3 FOR get_byte(%[1]s, 1)), 'escape') END",
		c.Name,
	)
}

// from are the rows that have a value.
func (c Column) from() string {
	return fmt.Sprintf("FROM %s WHERE %s IS NOT NULL", c.Table, c.Name)
}

func (c Column) selectPage() string {
	var shown, after, names []string
	for i, k := range c.Key {
		names = append(names, k.Name)
		shown = append(shown, k.Name+"::text")
		after = append(after, fmt.Sprintf("@k%d::text::%s", i, k.Type))
	}
	return fmt.Sprintf(`
	SELECT ARRAY[%s], %s %s AND (%s) > (%s) AND %s <> @first
	ORDER  BY %s LIMIT @limit`,
		strings.Join(shown, ", "), c.Name, c.from(), strings.Join(names, ", "), strings.Join(after, ", "), c.keyID(),
		strings.Join(names, ", "))
}

// A value that was replaced in the meantime is sealed with the first key already.
func (c Column) replace() string {
	var is []string
	for i, k := range c.Key {
		is = append(is, fmt.Sprintf("%s = @k%d::text::%s", k.Name, i, k.Type))
	}
	return fmt.Sprintf(`
	UPDATE %s SET %s = @new WHERE %s AND %s = @old`, c.Table, c.Name, strings.Join(is, " AND "), c.Name)
}

func (c Column) args(key []string) pgx.StrictNamedArgs {
	args := pgx.StrictNamedArgs{}
	for i := range c.Key {
		args[fmt.Sprintf("k%d", i)] = key[i]
	}
	return args
}

// Reseal goes through all columns.
func (k *Keeper) Reseal(ctx context.Context) (Result, error) {
	var all Result
	for _, c := range k.columns {
		done, err := k.column(ctx, c)
		all.Changed, all.Unreadable = all.Changed+done.Changed, all.Unreadable+done.Unreadable
		if err != nil {
			return all, fmt.Errorf("reseal %s.%s: %w", c.Table, c.Name, err)
		}
	}
	return all, nil
}

type value struct {
	Key    []string
	Sealed []byte
}

func (k *Keeper) column(ctx context.Context, c Column) (done Result, err error) {
	after := make([]string, len(c.Key))
	for i, key := range c.Key {
		after[i] = lowest[key.Type]
	}
	for {
		args := c.args(after)
		args["first"], args["limit"] = k.keys.First(), page
		rows, _ := k.pool.Query(ctx, c.selectPage(), args)
		list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[value])
		if err != nil {
			return done, err
		}
		for _, v := range list {
			after = v.Key
			switch changed, err := k.value(ctx, c, v); {
			case errors.Is(err, keyring.ErrOpen):
				done.Unreadable++
			case err != nil:
				return done, err
			default:
				done.Changed += changed
			}
		}
		if len(list) < page {
			return done, nil
		}
	}
}

func (k *Keeper) value(ctx context.Context, c Column, v value) (changed int64, err error) {
	sealed, stale, err := k.keys.Reseal(v.Sealed, c.AssociatedData(v.Key))
	if err != nil || !stale {
		return 0, err
	}
	args := c.args(v.Key)
	args["old"], args["new"] = v.Sealed, sealed
	tag, err := k.pool.Exec(ctx, c.replace(), args)
	return tag.RowsAffected(), err
}
