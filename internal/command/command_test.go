package command

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
)

// The operator plane can be called where the program's configuration is not at hand.
func TestAdminNeedsNoConfiguration(t *testing.T) {
	var got Invocation
	p := Program{
		Name: "thingd",
		Load: func([]string) (slog.Leveler, string, error) { return nil, "", errors.New("no DATABASE_URL") },
		Admin: func(_ context.Context, in Invocation) error {
			got = in
			return nil
		},
	}
	var out strings.Builder
	if err := p.run(t.Context(), []string{"admin", "create-thing", "--id", "x"}, []string{"A=b"}, &out); err != nil {
		t.Fatal(err)
	}
	if got.Program != "thingd" || !slices.Equal(got.Args, []string{"create-thing", "--id", "x"}) || !slices.Equal(got.Environ, []string{"A=b"}) || got.Out != &out {
		t.Errorf("called with %+v", got)
	}
	if !strings.Contains(p.usage(), "\n  admin ") {
		t.Error("the usage does not tell of admin")
	}
}

func TestWrongUse(t *testing.T) {
	p := Program{Name: "thingd", Load: func([]string) (slog.Leveler, string, error) { return nil, "", nil }}
	for _, args := range [][]string{nil, {"fly"}, {"serve", "now"}, {"migrate"}, {"admin"}, {"admin", "x"}} {
		var usage *UsageError
		if err := p.run(t.Context(), args, nil, nil); !errors.As(err, &usage) {
			t.Errorf("%q: %v, want a usage error", args, err)
		}
	}
	if strings.Contains(p.usage(), "admin") {
		t.Error("the usage tells of an operator plane that is not there")
	}
}
