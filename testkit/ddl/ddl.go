// Package ddl finds statements in migrations that a running system would suffer from: those that hold a lock for as
// long as a table is big, wait for one with everybody else behind them, or take from the previous release what it still
// uses.
//
// It promises to find what its test lists, and not to know better than a person: a line `-- allowed: RULE: reason`
// above a statement lets it pass. It matches statements by keywords, without a grammar.
package ddl

import (
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
)

// A Finding is a statement that breaks a rule.
type Finding struct {
	File, Rule, Why, Statement string
}

func (f Finding) String() string {
	return fmt.Sprintf("%s: %s: %s\n    %s", f.File, f.Rule, f.Why, f.Statement)
}

// Check reads the *.sql files of a folder and returns what it finds in those that come after baseline, in order of
// their names. Older ones ran before there was anything to suffer.
func Check(files fs.FS, baseline string) ([]Finding, error) {
	names, err := fs.Glob(files, "*.sql")
	if err != nil {
		return nil, err
	}
	slices.Sort(names)
	if !slices.Contains(names, baseline) {
		return nil, fmt.Errorf("there is no migration %s", baseline)
	}
	var found []Finding
	for i, name := range names {
		if i > 0 && number(name) == number(names[i-1]) {
			found = append(found, Finding{name, "number",
				"no migration runs while two have one number; take the next free one", names[i-1]})
		}
		if name <= baseline {
			continue
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		found = append(found, check(name, string(text))...)
	}
	return found, nil
}

// number is the part of a migration's name that orders it.
func number(name string) string {
	n, _, _ := strings.Cut(name, "_")
	return n
}

// A rule is broken by statements on tables that other migrations made.
type rule struct {
	name  string
	found *regexp.Regexp
	fine  *regexp.Regexp // nil: never
	why   string
}

func anyCase(s string) *regexp.Regexp { return regexp.MustCompile(`(?i)` + s) }

var rules = []rule{
	{"drop", anyCase(`^DROP (TABLE|SCHEMA|VIEW|FUNCTION|TYPE|SEQUENCE)\b|^TRUNCATE\b`), nil,
		"the previous release still uses it while this one starts"},
	{"drop-column", anyCase(`^ALTER TABLE .*\bDROP (COLUMN )?(IF EXISTS )?[a-z_"]+`),
		anyCase(`\bDROP (CONSTRAINT|EXPRESSION|IDENTITY|DEFAULT|NOT NULL)\b`),
		"the previous release still reads and writes it"},
	{"rename", anyCase(`^ALTER .*\bRENAME\b`), nil, "the previous release knows the old name"},
	{"retype", anyCase(`^ALTER TABLE .*\bALTER (COLUMN )?\S+ (SET DATA )?TYPE\b`), nil,
		"the table is rewritten under a lock; add a column instead"},
	{"not-null", anyCase(`^ALTER TABLE .*\bSET NOT NULL\b`), nil,
		"the table is read to its end under a lock; add CHECK (... IS NOT NULL) NOT VALID, and validate it in a migration " +
			"of its own"},
	{"add-not-null", anyCase(`^ALTER TABLE .*\bADD (COLUMN )?[^,;]*\bNOT NULL\b`),
		anyCase(`\bNOT NULL\b[^,]*\bDEFAULT\b|\bDEFAULT\b[^,]*\bNOT NULL\b|IS NOT NULL`),
		"existing rows have no value, and the previous release writes none"},
	{"rewriting-default", anyCase(`^ALTER TABLE .*\bADD (COLUMN )?.*(\bDEFAULT ` +
		`(random|gen_random_uuid|uuidv7|clock_timestamp|nextval|pg_current_xact_id)\b|\bGENERATED\b|\b(small|big)?serial\b)`),
		nil, "every row is written under a lock"},
	{"add-constraint", anyCase(`^ALTER TABLE .*\bADD (CONSTRAINT \S+ )?(CHECK|FOREIGN KEY)\b|^ALTER TABLE .*\bADD ` +
		`COLUMN [^,]*\b(REFERENCES|CHECK)\b`), anyCase(`\bNOT VALID\b`),
		"the table is read under a lock; add it NOT VALID, and validate it in a migration of its own"},
	{"add-key", anyCase(`^ALTER TABLE .*\bADD (CONSTRAINT \S+ )?(UNIQUE|PRIMARY KEY|EXCLUDE)\b|^ALTER TABLE .*\bADD ` +
		`COLUMN [^,]*\b(UNIQUE|PRIMARY KEY)\b`), anyCase(`\bUSING INDEX\b`),
		"an index is built under a lock; build it CONCURRENTLY, and add the constraint USING INDEX"},
	{"index", anyCase(`^CREATE (UNIQUE )?INDEX\b`), anyCase(`\bINDEX CONCURRENTLY\b|\bON ONLY\b`),
		"writers wait while it is built; CONCURRENTLY, or ON ONLY a partitioned table and ATTACH"},
	{"drop-index", anyCase(`^DROP INDEX\b`), anyCase(`\bINDEX CONCURRENTLY\b`),
		"it waits for every reader, and all wait for it"},
	{"rewrite-rows", anyCase(`^(UPDATE|DELETE FROM)\b`), nil,
		"locks as many rows as there are until it commits; a job of the program does this in steps"},
	{"lock", anyCase(`^(LOCK|CLUSTER|VACUUM FULL|REINDEX)\b`), anyCase(`\bCONCURRENTLY\b`),
		"all other sessions wait meanwhile"},
}

var (
	createsTable = anyCase(`^CREATE (UNLOGGED )?TABLE (IF NOT EXISTS )?([a-z0-9_."]+)`)
	onTable      = anyCase(`^(?:ALTER TABLE (?:IF EXISTS )?(?:ONLY )?|UPDATE (?:ONLY )?|DELETE FROM (?:ONLY ` +
		`)?|TRUNCATE (?:TABLE )?|DROP TABLE (?:IF EXISTS )?|LOCK (?:TABLE )?|CREATE (?:UNIQUE )?INDEX .*?\bON (?:ONLY ` +
		`)?)([a-z0-9_."]+)`)
	waitsForLock = anyCase(`^(ALTER TABLE|CREATE TRIGGER|DROP TRIGGER|DROP INDEX|DROP TABLE)\b`)
	setsTimeout  = anyCase(`^SET (LOCAL |SESSION )?lock_timeout\b`)
	concurrently = anyCase(`\bINDEX CONCURRENTLY\b`)
	noTx         = anyCase(`(?m)^-- \+goose NO TRANSACTION$`)
	down         = anyCase(`(?m)^-- \+goose Down`)
	allowed      = anyCase(`(?m)^\s*-- allowed: ([a-z-]+): \S`)
)

func check(file, text string) (found []Finding) {
	report := func(rule, why, statement string) {
		found = append(found, Finding{file, rule, why, shorten(statement)})
	}
	if down.MatchString(text) {
		report("forward-only", "migrations go forward", "-- +goose Down")
	}
	made, limited := map[string]bool{}, false
	for _, raw := range split(text) {
		s := tidy(raw)
		if m := createsTable.FindStringSubmatch(s); m != nil {
			made[m[3]] = true
		}
		limited = limited || setsTimeout.MatchString(s)
		var passes []string
		for _, m := range allowed.FindAllStringSubmatch(raw, -1) {
			passes = append(passes, m[1])
		}
		breaks := func(rule, why string) {
			if !slices.Contains(passes, rule) {
				report(rule, why, s)
			}
		}
		if m := onTable.FindStringSubmatch(s); m != nil && made[m[1]] {
			continue // no session uses it yet
		}
		if concurrently.MatchString(s) && !noTx.MatchString(text) {
			breaks("transaction", "CONCURRENTLY works outside of a transaction only: -- +goose NO TRANSACTION")
		}
		if waitsForLock.MatchString(s) && !concurrently.MatchString(s) && !limited {
			breaks("lock-timeout", "while it waits for its lock, everybody waits behind it: SET lock_timeout first")
		}
		for _, r := range rules {
			if r.found.MatchString(s) && (r.fine == nil || !r.fine.MatchString(s)) {
				breaks(r.name, r.why)
			}
		}
	}
	return found
}

// split cuts a file into statements, each with the comments above it. Semicolons in comments, strings and bodies of
// functions end none.
func split(text string) (statements []string) {
	begin := 0
	for i := 0; i < len(text); {
		if n := opaque(text[i:]); n > 0 {
			i += n
			continue
		}
		if text[i] == ';' {
			statements = append(statements, text[begin:i])
			begin = i + 1
		}
		i++
	}
	return append(statements, text[begin:])
}

var dollar = regexp.MustCompile(`^\$[A-Za-z_]*\$`)

// opaque returns the length of the comment, string or dollar-quoted body that text begins with, or 0.
func opaque(text string) int {
	until := func(from int, end string) int {
		if i := strings.Index(text[from:], end); i >= 0 {
			return from + i + len(end)
		}
		return len(text)
	}
	switch {
	case strings.HasPrefix(text, "--"):
		return until(2, "\n")
	case strings.HasPrefix(text, "/*"):
		return until(2, "*/")
	case text[0] == '\'':
		return until(1, "'")
	}
	if tag := dollar.FindString(text); tag != "" {
		return until(len(tag), tag)
	}
	return 0
}

// tidy is a statement without comments, with strings emptied and single spaces.
func tidy(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		if n := opaque(s[i:]); n > 0 {
			if s[i] == '\'' || s[i] == '$' {
				b.WriteString("''")
			} else {
				b.WriteByte(' ')
			}
			i += n
			continue
		}
		b.WriteByte(s[i])
		i++
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

func shorten(s string) string {
	const most = 160
	if len(s) > most {
		return s[:most] + "..."
	}
	return s
}
