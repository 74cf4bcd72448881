package e2e

import (
	"testing"

	"github.com/partnerline/partnerline/e2e/attack"
	"github.com/partnerline/partnerline/e2e/stack"
)

// Each attack, at its small size, ends and keeps its bars; times are checked by make attack, which also runs the full
// size.
func TestAttack(t *testing.T) {
	long(t)
	t.Parallel()
	for _, a := range attack.All {
		t.Run(a.Name, func(t *testing.T) {
			t.Parallel()
			database := cluster.Server(t).URL("postgres")
			configure := a.Configure
			if configure == nil {
				configure = func(*stack.Options) {}
			}
			s := start(t, t.TempDir(), database, configure)
			figures, err := a.Run(t.Context(), &attack.Target{
				Stack: s.Stack, Dir: t.TempDir(), Bin: bin.Dir, DatabaseURL: database, Small: true, Logf: t.Logf})
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range figures {
				t.Log(f)
				if !f.Met() && !f.Timed() {
					t.Errorf("missed: %s", f)
				}
			}
		})
	}
}
