package pgtest

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/jackc/pgx/v5"
)

// ReadsAtMost runs a statement, and fails when it reads more than most blocks of tables and indexes.
func ReadsAtMost(t testing.TB, db interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}, most int, sql string, args ...any) {
	t.Helper()
	var raw []byte
	if err := db.QueryRow(t.Context(), "EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) "+sql, args...).Scan(&raw); err != nil {
		t.Fatal(err)
	}
	var plans []struct {
		Plan struct {
			Hit  int `json:"Shared Hit Blocks"`
			Read int `json:"Shared Read Blocks"`
		}
		Took float64 `json:"Execution Time"` // in ms
	}
	if err := json.Unmarshal(raw, &plans); err != nil {
		t.Fatal(err)
	}
	t.Logf("%.1f ms", plans[0].Took)
	if got := plans[0].Plan.Hit + plans[0].Plan.Read; got > most {
		t.Errorf("reads %d blocks, want at most %d\n%s\n%s", got, most, sql, raw)
	}
}
