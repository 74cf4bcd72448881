package grpcapi

import (
	"errors"
	"io"
	"testing"

	"github.com/partnerline/partnerline/internal/fault"
)

func TestViolationsNameTheItem(t *testing.T) {
	// The database is away: that must reach what makes a 503 of it.
	if err := below("/events/3", io.ErrUnexpectedEOF); !errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.As(err, new(*fault.Error)) {
		t.Errorf("an error of the store became %v", err)
	}
	wrong := fault.Field("/tenant", "unknown_tenant", "must be an existing tenant")
	var e *fault.Error
	if err := below("/events/3", wrong); !errors.As(err, &e) || e.Violations[0].Field != "/events/3/tenant" {
		t.Errorf("a fault became %v", err)
	}
	if wrong.Violations[0].Field != "/tenant" {
		t.Error("the fault of the single event was changed")
	}
}
