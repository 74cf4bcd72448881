package fault

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestCatalogueIsDocumented(t *testing.T) {
	doc, err := os.ReadFile("../../docs/errors.md")
	if err != nil {
		t.Fatal(err)
	}
	if string(doc) != Markdown() {
		t.Error("docs/errors.md is stale: run make generate")
	}
}

func TestCatalogueIsWhole(t *testing.T) {
	seen := map[Reason]bool{}
	for _, e := range Catalogue {
		if seen[e.Reason] {
			t.Errorf("%s is listed twice", e.Reason)
		}
		seen[e.Reason] = true
		if e.Status < 400 || e.Status > 599 || e.Title == "" || e.Remedy == "" || strings.HasSuffix(e.Title, ".") {
			t.Errorf("entry %+v is incomplete", e)
		}
		if (e.Kind == KindInternal) != (e.Status == 500) {
			t.Errorf("%s: kind and status disagree", e.Reason)
		}
	}
}

func TestErrorsAreOpaqueByDefault(t *testing.T) {
	inner := errors.New("dial tcp 10.0.0.1: refused")
	e := As(fmt.Errorf("store: %w", inner))
	if e.Reason != InternalError || strings.Contains(e.Message, "10.0.0.1") || !errors.Is(e, inner) {
		t.Errorf("%+v", e)
	}
	if got := As(fmt.Errorf("x: %w", New(EndpointNotFound, "m"))); got.Reason != EndpointNotFound {
		t.Errorf("%+v", got)
	}
	if !errors.Is(fmt.Errorf("x: %w", New(InvalidState, "a")), New(InvalidState, "b")) {
		t.Error("errors of one reason are the same kind of error")
	}
	base := New(ValidationFailed, "m")
	more := base.WithField("/a", "c", "m").WithExtension("k", 1)
	if len(base.Violations) != 0 || base.Extensions != nil || len(more.Violations) != 1 || more.Extensions["k"] != 1 {
		t.Error("With… changed the original, or lost something")
	}
}
