package objects

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
)

// A folder that takes nothing is reported by readiness; contents that cannot be read are no fault of it.
func TestAFolderThatTakesNothing(t *testing.T) {
	t.Parallel()
	f, dir := open(t)
	if err := f.Put(t.Context(), "documents/a", iotest.ErrReader(errors.New("the client left"))); err == nil {
		t.Fatal("an unreadable content was stored")
	}
	if err := f.Check(t.Context()); err != nil {
		t.Errorf("the client left: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "exports"), nil, 0o600); err != nil { // where a folder has to be
		t.Fatal(err)
	}
	err := f.Put(t.Context(), "exports/a", strings.NewReader("x"))
	if err == nil {
		t.Fatal("a file lies in a file")
	}
	if got := f.Check(t.Context()); !errors.Is(got, err) {
		t.Errorf("readiness says %v of %v", got, err)
	}
	if err := f.Delete(t.Context(), "documents/a"); err != nil {
		t.Fatal(err)
	}
	if f.Check(t.Context()) == nil {
		t.Error("nothing was stored since")
	}
	if err := f.Put(t.Context(), "documents/a", strings.NewReader("x")); err != nil {
		t.Fatal(err)
	}
	if err := f.Check(t.Context()); err != nil {
		t.Errorf("an object was stored since: %v", err)
	}
}
