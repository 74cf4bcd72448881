package grpcserver

import (
	"context"
	"errors"
	"testing"
)

// A holder has as many slots as its share; what waits ends with its context, and leaves nothing behind.
func TestSharesOfHolders(t *testing.T) {
	s := shares{size: 2, holders: map[string]*share{}}
	of := func(holder string) context.Context { return WithPrincipal(t.Context(), Principal{Holder: holder}) }
	take := func(ctx context.Context) func() {
		t.Helper()
		leave, err := s.take(ctx)
		if err != nil {
			t.Fatal(err)
		}
		return leave
	}
	first, second := take(of("a")), take(of("a"))
	ended, cancel := context.WithCancel(of("a"))
	cancel()
	if _, err := s.take(ended); !errors.Is(err, context.Canceled) {
		t.Errorf("a third call: %v", err)
	}
	other, internal := take(of("b")), take(of(""))
	got := make(chan func())
	go func() { got <- take(of("a")) }()
	first()
	third := <-got
	for _, leave := range []func(){second, third, other, internal} {
		leave()
	}
	if len(s.holders) != 0 {
		t.Errorf("%d holders are left", len(s.holders))
	}
}
