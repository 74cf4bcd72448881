package natsserver_test

import (
	"errors"
	"strings"
	"syscall"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.uber.org/goleak"

	"github.com/partnerline/partnerline/testkit/natsserver"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func start(t *testing.T, opts natsserver.Options) *natsserver.Server {
	t.Helper()
	if opts.StoreDir == "" {
		opts.StoreDir = t.TempDir()
	}
	s, err := natsserver.Start(opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	return s
}

func jet(t *testing.T, url string, opts ...nats.Option) jetstream.JetStream {
	t.Helper()
	nc, err := nats.Connect(url, opts...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	return js
}

func TestStreamsOutliveARestart(t *testing.T) {
	s := start(t, natsserver.Options{SyncAlways: true})
	url := s.URL()
	js := jet(t, url)
	if _, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "S", Subjects: []string{"s.>"}}); err != nil {
		t.Fatal(err)
	}
	if _, err := js.Publish(t.Context(), "s.a", []byte("kept")); err != nil {
		t.Fatal(err)
	}
	s.Stop()
	s.Stop()
	if err := s.Restart(); err != nil {
		t.Fatal(err)
	}
	if err := s.Restart(); err == nil {
		t.Error("restarted a running server")
	}
	if s.URL() != url {
		t.Errorf("URL is %s after the restart, was %s", s.URL(), url)
	}
	stream, err := jet(t, "", s.InProcess()).Stream(t.Context(), "S")
	if err != nil {
		t.Fatal(err)
	}
	msg, err := stream.GetMsg(t.Context(), 1)
	if err != nil || string(msg.Data) != "kept" {
		t.Errorf("message is %v, %v", msg, err)
	}
}

func TestTakenPort(t *testing.T) {
	a := start(t, natsserver.Options{})
	port := 0
	for _, r := range a.URL()[strings.LastIndex(a.URL(), ":")+1:] {
		port = port*10 + int(r-'0')
	}
	_, err := natsserver.Start(natsserver.Options{StoreDir: t.TempDir(), Port: port})
	if !errors.Is(err, syscall.EADDRINUSE) {
		t.Errorf("error is %v, want one about the port", err)
	}
}

func TestUnusableStore(t *testing.T) {
	if _, err := natsserver.Start(natsserver.Options{StoreDir: "/dev/null/store"}); err == nil {
		t.Error("started without a store")
	}
	if _, err := natsserver.Start(natsserver.Options{}); err == nil {
		t.Error("started without a store")
	}
}
