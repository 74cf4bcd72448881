package fault

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestErrorsAreOpaqueByDefault(t *testing.T) {
	inner := errors.New("dial tcp 10.0.0.1: refused")
	e := As(fmt.Errorf("store: %w", inner))
	if e.Reason != InternalError || strings.Contains(e.Message, "10.0.0.1") || !errors.Is(e, inner) {
		t.Errorf("%+v", e)
	}
	if got := As(fmt.Errorf("x: %w", New(KeyNotFound, "m"))); got.Reason != KeyNotFound {
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
