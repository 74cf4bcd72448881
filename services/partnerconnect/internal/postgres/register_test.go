package postgres_test

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/register"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
	kernelusecase "github.com/partnerline/partnerline/services/partnerconnect/kernel/usecase"
)

func TestImportRegister(t *testing.T) {
	s, pool := newStore(t)
	ctx, imports := t.Context(), kernelusecase.NewImports(pool, s.Register, nil)
	all := register.Fictitious()
	if n, err := imports.ImportRegister(ctx, false, all, start); err != nil || n != len(all) {
		t.Fatal(n, err)
	}
	if n, err := imports.ImportRegister(ctx, false, all, start.Add(time.Hour)); err != nil || n != 0 {
		t.Errorf("the same again: %d, %v", n, err)
	}
	for _, want := range all {
		got, err := s.Register.RegisterEntry(ctx, false, want.Scheme, want.Number)
		if err != nil || got.Hash() != want.Hash() || asJSON(t, got) != asJSON(t, want) {
			t.Errorf("%s: %v\ngot  %s\nwant %s", want.LegalName, err, asJSON(t, got), asJSON(t, want))
		}
	}

	newer, older := all[0], all[0]
	newer.AsOf, newer.LegalName = newer.AsOf.Add(time.Hour), "NEWER"
	older.AsOf, older.LegalName = older.AsOf.Add(-time.Hour), "OLDER"
	if n, err := imports.ImportRegister(ctx, false, []representation.Record{newer, older}, start); err != nil || n != 1 {
		t.Errorf("a newer one and an older one: %d, %v", n, err)
	}
	if got, err := s.Register.RegisterEntry(ctx, false, newer.Scheme, newer.Number); err != nil ||
		got.LegalName != "NEWER" {
		t.Errorf("%q, %v", got.LegalName, err)
	}
	for _, c := range [][2]string{{newer.Scheme, "0000000000"}, {"GB_COH", newer.Number}, {"", ""}} {
		if _, err := s.Register.RegisterEntry(ctx, false, c[0], c[1]); !errors.Is(err, register.ErrNotListed) {
			t.Errorf("%v: %v", c, err)
		}
	}
	if n, err := imports.ImportRegister(ctx, false, nil, start); err != nil || n != 0 {
		t.Errorf("nothing: %d, %v", n, err)
	}
	// All or none: the second one cannot be stored.
	broken := all[1]
	broken.Number = "broken\x00"
	fresh := all[1]
	fresh.Number = "9999999999"
	if err := pgdb.InTx(ctx, pool, func(tx pgx.Tx) error {
		_, err := s.Register.SaveEntries(ctx, tx, false, []representation.Record{fresh, broken}, start)
		return err
	}); err == nil {
		t.Error("a number that no text can hold was stored")
	}
	if n := count(t, pool, `SELECT count(*) FROM register_entries WHERE number = '9999999999'`); n != 0 {
		t.Errorf("half an import: %d", n)
	}
}

func TestSnapshots(t *testing.T) {
	s, pool := newStore(t)
	ctx := t.Context()
	r := register.Fictitious()[0]
	if _, err := s.Register.Snapshot(ctx, r.Scheme, r.Number); !errors.Is(err, register.ErrNotListed) {
		t.Errorf("none: %v", err)
	}
	changed := r
	changed.LegalName = "CHANGED"
	save := func(r representation.Record, at time.Time) {
		t.Helper()
		if err := s.Register.SaveSnapshot(ctx, register.Snapshot{Record: r, FetchedAt: at}); err != nil {
			t.Fatal(err)
		}
	}
	present := func(name string, at time.Time) {
		t.Helper()
		got, err := s.Register.Snapshot(ctx, r.Scheme, r.Number)
		if err != nil || got.Record.LegalName != name || !got.FetchedAt.Equal(at) {
			t.Errorf("%q of %s, %v; want %q of %s", got.Record.LegalName, got.FetchedAt, err, name, at)
		}
	}
	save(r, start)
	present(r.LegalName, start)
	save(changed, start.Add(time.Hour))
	present("CHANGED", start.Add(time.Hour))
	save(r, start.Add(2*time.Hour)) // it changed back
	present(r.LegalName, start.Add(2*time.Hour))
	save(r, start) // an answer that was slow
	present(r.LegalName, start.Add(2*time.Hour))
	if n := count(t, pool, `SELECT count(*) FROM register_snapshots`); n != 2 {
		t.Errorf("%d snapshots of two states", n)
	}
	if err := s.Register.WithdrawSnapshots(ctx, r.Scheme, r.Number, start); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Register.Snapshot(ctx, r.Scheme, r.Number); !errors.Is(err, register.ErrNotListed) {
		t.Errorf("withdrawn: %v", err)
	}
	save(r, start.Add(3*time.Hour))
	present(r.LegalName, start.Add(3*time.Hour))
}

// Names of people lie encrypted, bound to table and company.
func TestRegisterAtRest(t *testing.T) {
	s, pool := newStore(t)
	ctx, imports := t.Context(), kernelusecase.NewImports(pool, s.Register, nil)
	r := register.Fictitious()[0]
	r.Members[0].GivenNames, r.Members[0].FamilyName = "KANARINA", "KANAREK"
	other := register.Fictitious()[1]
	if _, err := imports.ImportRegister(ctx, false, []representation.Record{r, other}, start); err != nil {
		t.Fatal(err)
	}
	if err := s.Register.SaveSnapshot(ctx, register.Snapshot{Record: r, FetchedAt: start}); err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{"register_entries", "register_snapshots"} {
		var row, sealed []byte
		if err := pool.QueryRow(ctx, `SELECT t::text::bytea, record FROM `+table+` t WHERE number = $1`, r.Number).Scan(&row,
			&sealed); err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(row, []byte("KANAR")) || bytes.Contains(sealed, []byte("KANAR")) {
			t.Errorf("%s holds a name in clear", table)
		}
	}
	for _, moved := range []string{
		`UPDATE register_entries x SET record = y.record FROM register_entries y WHERE x.number <> y.number`,
		`UPDATE register_entries x SET record = y.record FROM register_snapshots y WHERE x.number = y.number`,
	} {
		if _, err := pool.Exec(ctx, moved); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Register.RegisterEntry(ctx, false, r.Scheme, r.Number); !errors.Is(err, keyring.ErrOpen) {
			t.Errorf("a moved ciphertext opens: %v", err)
		}
	}
}
