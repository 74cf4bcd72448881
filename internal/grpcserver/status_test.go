package grpcserver

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"google.golang.org/grpc/codes"

	"github.com/partnerline/partnerline/internal/fault"
)

func TestFaultSurvivesTheWire(t *testing.T) {
	in := (&fault.Error{Reason: fault.InsufficientScope, Message: "m", RetryAfter: 3 * time.Second,
		Cause: errors.New("secret")}).
		WithField("/a/0", "c", "fix it").WithExtension("required_scopes", []string{"onboarding:read"})
	st := Status(t.Context(), in)
	out, ok := FromStatus(st)
	if !ok || st.Code() != codes.PermissionDenied || out.Reason != in.Reason || out.Message != "m" ||
		out.RetryAfter != in.RetryAfter ||
		len(out.Violations) != 1 || out.Violations[0] != in.Violations[0] || out.Cause != nil {
		t.Errorf("%+v", out)
	}
	if _, ok := out.Extensions["required_scopes"]; !ok {
		t.Error("the extension is lost")
	}
}

func TestOpaqueErrorsStayOpaque(t *testing.T) {
	st := Status(t.Context(), errors.New("pq: password of user app is hunter2"))
	if st.Code() != codes.Internal || st.Message() == "" || st.Message() == "pq: password of user app is hunter2" {
		t.Errorf("%v", st)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for err, want := range map[error]codes.Code{context.Canceled: codes.Canceled,
		context.DeadlineExceeded: codes.DeadlineExceeded} {
		t.Run(fmt.Sprint(err), func(t *testing.T) {
			if got := Status(gone, err).Code(); got != want {
				t.Errorf("%v becomes %s", err, got)
			}
		})
	}
}

func TestPointer(t *testing.T) {
	for path, want := range map[string]string{
		"": "", "url": "/url", "subject.type": "/subject/type", "events[3].type": "/events/3/type",
		`metadata["a.b/c~d"]`: "/metadata/a.b~1c~0d", `metadata["x"].y`: "/metadata/x/y",
	} {
		t.Run(path, func(t *testing.T) {
			if got := pointer(path); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}
