package ids

import (
	"testing"
	"time"
)

func TestNewHoldsItsTime(t *testing.T) {
	before := time.Now().Truncate(time.Millisecond)
	id := New("evt_")
	got, ok := Time("evt_", id)
	if !ok || got.Before(before.Add(-time.Millisecond)) || got.After(time.Now().Add(time.Second)) {
		t.Fatalf("Time(%q) = %v, %v", id, got, ok)
	}
	if !Valid("evt_", id) || Valid("dlv_", id) || Valid("evt_", id+"0") || Valid("evt_", "evt_"+"i"+id[5:]) {
		t.Fatalf("Valid is wrong about %q", id)
	}
}

func TestDerivedIsAFunctionOfItsParts(t *testing.T) {
	at := time.UnixMilli(1795168530123)
	a, b, c := Derived("dlv_", at, "e1", "p1"), Derived("dlv_", at, "e1", "p1"), Derived("dlv_", at, "e1p", "1")
	if a != b || a == c {
		t.Fatalf("a=%s b=%s c=%s", a, b, c)
	}
	if got, ok := Time("dlv_", a); !ok || !got.Equal(at) {
		t.Fatalf("Time = %v, %v", got, ok)
	}
}
