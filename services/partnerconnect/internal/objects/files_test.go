package objects

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
)

func open(t *testing.T) (f *Files, dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "a", "b")
	f, err := OpenFiles(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return f, dir
}

// names returns the files below a folder.
func names(t *testing.T, dir string) (out []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			out = append(out, strings.TrimPrefix(path, dir+"/"))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestObjectOnDisk(t *testing.T) {
	f, dir := open(t)
	content := bytes.Repeat([]byte("x"), 100_000)
	if err := f.Put(t.Context(), "documents/a", bytes.NewReader(content)); err != nil {
		t.Fatal(err)
	}
	r, err := f.Get(t.Context(), "documents/a")
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(r)
	if err := errors.Join(err, r.Close()); err != nil || !bytes.Equal(got, content) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	if fi, err := os.Stat(filepath.Join(dir, "documents", "a")); err != nil || fi.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", fi, err)
	}
	for range 2 {
		if err := f.Delete(t.Context(), "documents/a"); err != nil {
			t.Error(err)
		}
	}
	if _, err := f.Get(t.Context(), "documents/a"); !errors.Is(err, ErrNotFound) {
		t.Error(err)
	}
}

// An object whose content fails is not there, nor any part of it; of one that a crash cut off deleting the key deletes
// the rest.
func TestFailedContent(t *testing.T) {
	f, dir := open(t)
	broken := errors.New("broken")
	if err := f.Put(t.Context(), "documents/a",
		io.MultiReader(strings.NewReader("half"), iotest.ErrReader(broken))); !errors.Is(err, broken) {
		t.Error(err)
	}
	if left := names(t, dir); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
	if err := os.WriteFile(filepath.Join(dir, "documents", ".a"), []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := f.Delete(t.Context(), "documents/a"); err != nil || len(names(t, dir)) > 0 {
		t.Errorf("%v, left: %v", err, names(t, dir))
	}
}

// Nothing but a key leads anywhere, and no key leads out.
func TestKeys(t *testing.T) {
	f, dir := open(t)
	outside := filepath.Join(filepath.Dir(dir), "outside")
	if err := os.WriteFile(outside, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "documents"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(dir, "documents", "link")); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"", "a", "/a", "../outside", "documents/../../outside", "documents/..", "documents/.a",
		"documents/a/b", "DOCUMENTS/a", "documents/a\n", "documents/link"} {
		if r, err := f.Get(t.Context(), key); err == nil {
			_ = r.Close()
			t.Errorf("%q can be read", key)
		}
		if key == "documents/link" {
			continue
		}
		if err := errors.Join(f.Put(t.Context(), key, strings.NewReader("x"))); err == nil {
			t.Errorf("%q can be written", key)
		}
		if err := f.Delete(t.Context(), key); err == nil {
			t.Errorf("%q can be deleted", key)
		}
	}
	if err := f.Put(t.Context(), "documents/link", strings.NewReader("x")); err != nil {
		t.Error(err)
	}
	if got, err := os.ReadFile(outside); err != nil || string(got) != "secret" {
		t.Errorf("%q, %v", got, err)
	}
}
