// Package messagebox is a messaging system for tests: it implements providers.v1.MessageSender and keeps what it is
// sent.
package messagebox

import (
	"context"
	"net"
	"slices"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
)

// Token is what callers must present.
const Token = "token-of-the-messagebox-0123456789"

// deadline is how long a test waits for a message.
const deadline = 30 * time.Second

// A Box keeps messages.
type Box struct {
	providersv1.UnimplementedMessageSenderServer
	Address string

	t       testing.TB
	mu      sync.Mutex
	calls   []*providersv1.SendMessageRequest
	answer  func(*providersv1.SendMessageRequest) error
	arrived chan struct{} // closed and replaced with every call
}

// New starts a box that accepts everything, until t ends.
func New(t testing.TB) *Box {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	b := &Box{Address: l.Addr().String(), t: t, arrived: make(chan struct{})}
	s := grpc.NewServer()
	providersv1.RegisterMessageSenderServer(s, b)
	done := make(chan struct{})
	go func() { defer close(done); _ = s.Serve(l) }()
	t.Cleanup(func() { s.Stop(); <-done })
	return b
}

// Answer sets what calls are answered from now on: nil accepts.
func (b *Box) Answer(f func(*providersv1.SendMessageRequest) error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.answer = f
}

// SendMessage implements the contract. What it refuses it keeps as well.
func (b *Box) SendMessage(ctx context.Context,
	m *providersv1.SendMessageRequest) (*providersv1.SendMessageResponse, error) {
	if md, _ := metadata.FromIncomingContext(ctx); !slices.Equal(md.Get("authorization"), []string{"Bearer " + Token}) {
		return nil, status.Error(codes.Unauthenticated, "not the token of the box")
	}
	b.mu.Lock()
	b.calls = append(b.calls, m)
	close(b.arrived)
	b.arrived = make(chan struct{})
	answer := b.answer
	b.mu.Unlock()
	if answer != nil {
		if err := answer(m); err != nil {
			return nil, err
		}
	}
	return &providersv1.SendMessageResponse{ProviderMessageId: "box-" + m.GetMessageId()}, nil
}

// Calls returns all calls so far.
func (b *Box) Calls() []*providersv1.SendMessageRequest {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.calls)
}

// Await returns the last message of the calls once there are n that are wanted.
func (b *Box) Await(n int, wanted func(*providersv1.SendMessageRequest) bool) *providersv1.SendMessageRequest {
	b.t.Helper()
	end := time.After(deadline)
	for {
		b.mu.Lock()
		found := slices.DeleteFunc(slices.Clone(b.calls), func(m *providersv1.SendMessageRequest) bool { return !wanted(m) })
		arrived := b.arrived
		b.mu.Unlock()
		if len(found) >= n {
			return found[len(found)-1]
		}
		select {
		case <-arrived:
		case <-end:
			b.t.Fatalf("%d messages of %d", len(found), n)
		}
	}
}

// To selects messages to an address.
func To(address string) func(*providersv1.SendMessageRequest) bool {
	return func(m *providersv1.SendMessageRequest) bool { return m.GetTo() == address }
}
