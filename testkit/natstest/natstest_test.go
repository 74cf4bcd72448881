package natstest_test

import (
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.uber.org/goleak"

	"github.com/partnerline/partnerline/testkit/natstest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestRestart(t *testing.T) {
	t.Parallel()
	s := natstest.New(t)
	back := make(chan struct{}, 1)
	nc := s.Conn(t, nats.ReconnectHandler(func(*nats.Conn) { back <- struct{}{} }))
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	stream, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "S", Subjects: []string{"s"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := js.Publish(t.Context(), "s", []byte("kept")); err != nil {
		t.Fatal(err)
	}
	s.Restart(t)
	<-back
	msg, err := stream.GetMsg(t.Context(), 1)
	if err != nil || string(msg.Data) != "kept" {
		t.Errorf("message is %v, %v", msg, err)
	}
	s.Shutdown()
	s.Restart(t)
	<-back
	if _, err := js.Stream(t.Context(), "S"); err != nil {
		t.Error(err)
	}
}

func TestEachTestHasItsOwn(t *testing.T) {
	t.Parallel()
	a, b := natstest.New(t), natstest.New(t)
	if _, err := a.JetStream(t).CreateStream(t.Context(), jetstream.StreamConfig{Name: "A"}); err != nil {
		t.Fatal(err)
	}
	if _, err := b.JetStream(t).Stream(t.Context(), "A"); err == nil {
		t.Error("the two are one")
	}
}
