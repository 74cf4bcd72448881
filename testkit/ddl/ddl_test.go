package ddl_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/partnerline/partnerline/testkit/ddl"
)

const lockTimeout = "SET LOCAL lock_timeout = '2s';\n"

func TestUnsafeStatementsAreFound(t *testing.T) {
	for name, c := range map[string]struct {
		sql  string
		want []string // rules, in order
	}{
		"drop a column":           {lockTimeout + `ALTER TABLE a DROP COLUMN b;`, []string{"drop-column"}},
		"drop a column, in short": {lockTimeout + `ALTER TABLE a DROP b;`, []string{"drop-column"}},
		"drop a constraint":       {lockTimeout + `ALTER TABLE a DROP CONSTRAINT b;`, nil},
		"drop a default":          {lockTimeout + `ALTER TABLE a ALTER COLUMN b DROP DEFAULT;`, nil},
		"drop a table":            {lockTimeout + `drop table a;`, []string{"drop"}},
		"truncate":                {`TRUNCATE a;`, []string{"drop"}},
		"rename":                  {lockTimeout + `ALTER TABLE a RENAME COLUMN b TO c;`, []string{"rename"}},
		"retype":                  {lockTimeout + `ALTER TABLE a ALTER COLUMN b TYPE bigint;`, []string{"retype"}},
		"retype, at length": {lockTimeout + "ALTER TABLE a\n  ALTER b SET DATA TYPE bigint USING b::bigint;",
			[]string{"retype"}},
		"set not null": {lockTimeout + `ALTER TABLE a ALTER COLUMN b SET NOT NULL;`, []string{"not-null"}},
		"add not null": {lockTimeout + `ALTER TABLE a ADD COLUMN b int NOT NULL;`,
			[]string{"add-not-null"}},
		"add not null with default": {lockTimeout + `ALTER TABLE a ADD COLUMN b int NOT NULL DEFAULT 0;`, nil},
		"add nullable":              {lockTimeout + `ALTER TABLE a ADD COLUMN b int, ADD COLUMN c text;`, nil},
		"add with a stable default": {lockTimeout + `ALTER TABLE a ADD COLUMN b timestamptz DEFAULT now();`, nil},
		"add with a random default": {lockTimeout + `ALTER TABLE a ADD COLUMN b uuid DEFAULT gen_random_uuid();`,
			[]string{"rewriting-default"}},
		"add an identity": {lockTimeout + `ALTER TABLE a ADD COLUMN b bigint GENERATED ALWAYS AS IDENTITY;`,
			[]string{"rewriting-default"}},
		"add a check": {lockTimeout + `ALTER TABLE a ADD CONSTRAINT c CHECK (b > 0);`,
			[]string{"add-constraint"}},
		"add a check, not valid": {lockTimeout +
			`ALTER TABLE a ADD CONSTRAINT c CHECK (b IS NOT NULL) NOT VALID;`, nil},
		"add a column with a check": {lockTimeout + `ALTER TABLE a ADD COLUMN b int CHECK (b > 0);`,
			[]string{"add-constraint"}},
		"add a reference": {lockTimeout + `ALTER TABLE a ADD FOREIGN KEY (b) REFERENCES c;`,
			[]string{"add-constraint"}},
		"validate":              {lockTimeout + `ALTER TABLE a VALIDATE CONSTRAINT c;`, nil},
		"add a key":             {lockTimeout + `ALTER TABLE a ADD CONSTRAINT c UNIQUE (b);`, []string{"add-key"}},
		"add a key of an index": {lockTimeout + `ALTER TABLE a ADD CONSTRAINT c UNIQUE USING INDEX i;`, nil},
		"index":                 {`CREATE INDEX i ON a (b);`, []string{"index"}},
		"unique index":          {`CREATE UNIQUE INDEX i ON a (b);`, []string{"index"}},
		"index, concurrently": {"-- +goose NO TRANSACTION\nCREATE INDEX CONCURRENTLY IF NOT EXISTS i ON a (b);",
			nil},
		"concurrently, in a transaction": {`CREATE INDEX CONCURRENTLY i ON a (b);`, []string{"transaction"}},
		"index of partitions":            {`CREATE INDEX i ON ONLY a (b);`, nil},
		"drop an index":                  {lockTimeout + `DROP INDEX i;`, []string{"drop-index"}},
		"update":                         {`UPDATE a SET b = 1 WHERE c;`, []string{"rewrite-rows"}},
		"lock":                           {`LOCK TABLE a;`, []string{"lock"}},
		"no lock timeout":                {`ALTER TABLE a ADD COLUMN b int;`, []string{"lock-timeout"}},
		"lock timeout too late":          {"ALTER TABLE a ADD COLUMN b int;\n" + lockTimeout, []string{"lock-timeout"}},
		"down":                           {"CREATE TABLE a (b int);\n-- +goose Down\n", []string{"forward-only"}},
		"anything to a new table": {"CREATE TABLE a (b int);\nCREATE INDEX i ON a (b);\nALTER TABLE a ALTER b SET " +
			"NOT NULL;\nUPDATE a SET b = 1;", nil},
		"a new table is not another": {"CREATE TABLE a (b int);\nCREATE INDEX i ON aa (b);", []string{"index"}},
		"two": {`ALTER TABLE a DROP COLUMN b; CREATE INDEX i ON a (c);`,
			[]string{"lock-timeout", "drop-column", "index"}},
		"comments and strings": {"-- DROP TABLE a;\n/* ; DROP TABLE a; */ INSERT INTO a VALUES ('; DROP TABLE a;');", nil},
		"bodies of functions": {"CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $$ BEGIN UPDATE a SET b = 1; DROP " +
			"TABLE a; END $$;", nil},
		"allowed, with a reason": {lockTimeout +
			"-- allowed: drop-column: unused since 0009, a release ago\nALTER TABLE a DROP COLUMN b;", nil},
		"allowed, without one": {lockTimeout + "-- allowed: drop-column:\nALTER TABLE a DROP COLUMN b;",
			[]string{"drop-column"}},
		"something else is allowed": {lockTimeout + "-- allowed: index: tiny\nALTER TABLE a DROP COLUMN b;",
			[]string{"drop-column"}},
		"the pass is for one": {lockTimeout +
			"-- allowed: drop-column: unused\nALTER TABLE a DROP COLUMN b;\nALTER TABLE a DROP COLUMN c;",
			[]string{"drop-column"}},
	} {
		t.Run(name, func(t *testing.T) {
			found, err := ddl.Check(fstest.MapFS{
				"0001_old.sql": {Data: []byte("DROP TABLE old;")}, "0002_new.sql": {Data: []byte("-- +goose Up\n" + c.sql + "\n")},
			}, "0001_old.sql")
			if err != nil {
				t.Fatal(err)
			}
			var rules []string
			for _, f := range found {
				rules = append(rules, f.Rule)
				if f.File != "0002_new.sql" || f.Why == "" || !strings.Contains(f.String(), f.Rule) {
					t.Errorf("finding %+v", f)
				}
			}
			if !slices.Equal(rules, c.want) {
				t.Errorf("found %v, want %v", found, c.want)
			}
		})
	}
}

func TestBaselineMustExist(t *testing.T) {
	if _, err := ddl.Check(fstest.MapFS{"0001_a.sql": {}}, "0002_b.sql"); err == nil {
		t.Error("a baseline that is not there lets everything pass")
	}
}

func TestNumbersAreUnique(t *testing.T) {
	found, err := ddl.Check(fstest.MapFS{"0001_a.sql": {}, "0002_b.sql": {}, "0002_c.sql": {}}, "0001_a.sql")
	if err != nil || len(found) != 1 || found[0].Rule != "number" || found[0].File != "0002_c.sql" {
		t.Errorf("found %v, %v", found, err)
	}
}
