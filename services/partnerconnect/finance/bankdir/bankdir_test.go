package bankdir

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func open(t *testing.T) (*Dir, string) {
	t.Helper()
	folder := t.TempDir()
	d, err := Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	return d, folder
}

func files(t *testing.T, folder, name string) []string {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(folder, name, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range all {
		all[i] = filepath.Base(all[i])
	}
	return all
}

// A file is out once, however often it is prepared before.
func TestPublish(t *testing.T) {
	d, folder := open(t)
	for _, content := range []string{"longer than the second", "content"} {
		if err := d.Prepare(t.Context(), "a.xml", []byte(content)); err != nil {
			t.Fatal(err)
		}
	}
	if names, err := d.Prepared(t.Context()); err != nil || !slices.Equal(names, []string{"a.xml"}) ||
		len(files(t, folder, "out")) != 0 {
		t.Fatal(names, err)
	}
	if err := d.Publish(t.Context(), "a.xml"); err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(filepath.Join(folder, "out", "a.xml")); err != nil || string(b) != "content" ||
		len(files(t, folder, "prepared")) != 0 {
		t.Errorf("%q, %v", b, err)
	}
	if err := d.Publish(t.Context(), "a.xml"); err == nil {
		t.Error("it was published twice")
	}
}

func TestIncoming(t *testing.T) {
	d, folder := open(t)
	for _, name := range []string{"b.xml", "a.xml", ".c.xml"} {
		if err := os.WriteFile(filepath.Join(folder, "in", name), []byte("content"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(folder, "in", "folder"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/etc/passwd", filepath.Join(folder, "in", "link.xml")); err != nil {
		t.Fatal(err)
	}
	if names, err := d.Incoming(t.Context()); err != nil || !slices.Equal(names, []string{"a.xml", "b.xml"}) {
		t.Fatal(names, err)
	}
	if b, err := d.Read(t.Context(), "a.xml", 4); err != nil || string(b) != "cont" {
		t.Errorf("%q, %v", b, err)
	}
	if _, err := d.Read(t.Context(), "../../a", 4); err == nil {
		t.Error("a name led out of the folder")
	}
	if err := d.Done(t.Context(), "a.xml", "1"); err != nil {
		t.Error(err)
	}
	if err := d.Failed(t.Context(), "b.xml", "2"); err != nil {
		t.Error(err)
	}
	if got := files(t, folder, "done"); !slices.Equal(got, []string{"1-a.xml"}) {
		t.Error(got)
	}
	if got := files(t, folder, "failed"); !slices.Equal(got, []string{"2-b.xml"}) {
		t.Error(got)
	}
}
