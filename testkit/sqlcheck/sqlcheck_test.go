package sqlcheck

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"go.uber.org/goleak"

	"github.com/partnerline/partnerline/testkit/pgtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(pgtest.Wrap(m)) }

// What is wrong with a statement is found, and nothing else.
func TestFindings(t *testing.T) {
	t.Parallel()
	conn, err := pgx.Connect(t.Context(), pgtest.New(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.WithoutCancel(t.Context())) })
	if _, err := conn.Exec(t.Context(), `CREATE TABLE things (tenant_id text NOT NULL, livemode bool NOT NULL,
		id bigint PRIMARY KEY, note text, at timestamptz, tags text[] NOT NULL)`); err != nil {
		t.Fatal(err)
	}
	list, err := statements("testkit/sqlcheck/testdata/store")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range list {
		for _, finding := range s.check(t.Context(), conn) {
			got = append(got, strings.Join(strings.Fields(s.sql), " ")+": "+finding)
		}
	}
	slices.Sort(got)
	const read = `SELECT id, note, at, tags, livemode FROM things: `
	want := []string{
		`INSERT INTO things (gone) VALUES (@gone): ERROR: column "gone" of relation "things" does not exist (SQLSTATE 42703)`,
		read + `column id is int8, field ID is not`,
		read + `column at may be null, field At cannot`,
		read + `column note may be null, field Note cannot`,
		read + `column tags is _text, field Tags is not`,
		read + `no column is read into field Other`,
		read + `no field is read from column livemode`,
		`SELECT id FROM things WHERE livemode: no column is read into field Other`,
		`SELECT id FROM things WHERE livemode: no field is read from column id`,
		`SELECT id FROM things: no column is read into field Other`,
		`SELECT id FROM things: no field is read from column id`,
		`SELECT gone FROM things: ERROR: column "gone" does not exist (SQLSTATE 42703)`,
		`UPDATE things SET livemode = 1 + @n: ERROR: ` +
			`column "livemode" is of type boolean but expression is of type integer (SQLSTATE 42804)`,
	}
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if len(list) != 9 {
		t.Errorf("%d statements", len(list))
	}
}
