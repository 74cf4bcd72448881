package command

import (
	"strings"
	"testing"
)

func TestVersion(t *testing.T) {
	t.Parallel()
	var out, errs strings.Builder
	sys := System{In: strings.NewReader(""), Out: &out, Err: &errs, Getenv: func(string) string { return "" }}
	if code := Run(t.Context(), []string{"--version"}, sys); code != exitOK {
		t.Fatalf("exit status %d: %s", code, errs.String())
	}
	if !strings.HasPrefix(out.String(), "partnerline version dev (commit unknown, go") {
		t.Errorf("%q", out.String())
	}
	if agent() != "partnerline-cli/dev" {
		t.Errorf("calls come from %q", agent())
	}
}
