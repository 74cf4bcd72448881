package e2e

import (
	"bytes"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/partnerline/partnerline/internal/natsconn"
	"github.com/partnerline/partnerline/internal/streams"
	"github.com/partnerline/partnerline/testkit/natsserver"
	"github.com/partnerline/partnerline/testkit/natstest"
	"github.com/partnerline/partnerline/testkit/repository"
)

// natsUsers are the users of deploy/nats/nats.conf.
var natsUsers = []string{"webhooks", "dispatcher", "partnerconnect"}

// natsConfig copies deploy/nats beside passwords, and returns the path of the configuration and the password of each
// user.
func natsConfig(t *testing.T) (string, map[string]string) {
	t.Helper()
	dir, passwords, lines := t.TempDir(), map[string]string{}, ""
	for _, user := range natsUsers {
		passwords[user] = "password-of-" + user
		lines += "NATS_" + strings.ToUpper(user) + "_PASSWORD: " + passwords[user] + "\n"
	}
	for _, name := range []string{"nats.conf", "permissions.conf"} {
		b, err := repository.Read("deploy/nats/" + name)
		if err != nil {
			t.Fatal(err)
		}
		b = bytes.Replace(b, []byte("  store_dir: /data\n"), nil, 1) // a test says itself where
		if err := os.WriteFile(filepath.Join(dir, name), b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "passwords.conf"), []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, "nats.conf"), passwords
}

// Who may do what on NATS: all that is not named here is refused to all. That what is allowed suffices, the walk
// through the separate programs shows.
func TestNATSPermissions(t *testing.T) {
	t.Parallel()
	config, passwords := natsConfig(t)
	server := natstest.New(t, func(o *natsserver.Options) { o.ConfigFile = config })
	if nc, err := nats.Connect(server.URL()); err == nil {
		nc.Close()
		t.Error("a client without a password is let in")
	}
	connect := func(t *testing.T, user string) *nats.Conn {
		return server.Conn(t, nats.UserInfo(user, passwords[user]), nats.CustomInboxPrefix(natsconn.Inbox(user)),
			nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))
	}
	publish := map[string]string{ // subject: who may
		"events.ten_a.verification.completed": "webhooks", "deliveries.e": "webhooks",
		"parked.e": "dispatcher", "parked.e.x": "", "$JS.API.STREAM.CREATE.PARKED": "webhooks dispatcher",
		"$JS.API.STREAM.INFO.PARKED":                "webhooks dispatcher",
		"$JS.API.CONSUMER.CREATE.PARKED.e.parked.e": "dispatcher", "$JS.API.CONSUMER.CREATE.PARKED.e": "",
		"$JS.API.CONSUMER.MSG.NEXT.PARKED.e": "dispatcher",
		"$JS.ACK.PARKED.e.1.1.1.1.1":         "dispatcher", "$JS.API.CONSUMER.DELETE.PARKED.e": "",
		"retry.1.e": "dispatcher", "deferred.e": "dispatcher", "results.batch": "dispatcher", "dispatchers": "dispatcher",
		"dispatchers.x": "dispatcher", "dispatchers.x.y": "", "_INBOX.dispatcher.x": "dispatcher", "retry.1.e.x": "",
		"deliveries.e.x": "", "events": "", "other": "",
		"$JS.API.STREAM.INFO.EVENTS":     "webhooks dispatcher partnerconnect",
		"$JS.API.STREAM.INFO.DELIVERIES": "webhooks dispatcher",
		"$JS.API.STREAM.CREATE.EVENTS":   "webhooks dispatcher", "$JS.API.STREAM.CREATE.RETRY_4": "webhooks dispatcher",
		"$JS.API.STREAM.CREATE.OTHER":  "",
		"$JS.API.STREAM.UPDATE.EVENTS": "", "$JS.API.STREAM.DELETE.EVENTS": "", "$JS.API.STREAM.PURGE.EVENTS": "",
		"$JS.API.STREAM.PURGE.RESULTS": "webhooks", "$JS.API.STREAM.PURGE.DEFERRED": "webhooks",
		"$JS.API.STREAM.PURGE.DELIVERIES": "webhooks", "$JS.API.STREAM.PURGE.PARKED": "webhooks",
		"$JS.API.STREAM.PURGE.RETRY_4":     "webhooks",
		"$JS.API.STREAM.MSG.DELETE.EVENTS": "",
		"$JS.API.STREAM.SNAPSHOT.EVENTS":   "", "$JS.API.STREAM.NAMES": "", "$JS.API.STREAM.LIST": "", "$JS.API.INFO": "",
		"$JS.API.STREAM.MSG.GET.DELIVERIES": "webhooks", "$JS.API.DIRECT.GET.DELIVERIES": "webhooks",
		"$JS.API.CONSUMER.CREATE.RESULTS.ingest": "webhooks", "$JS.API.CONSUMER.CREATE.DELIVERIES.dispatch": "dispatcher",
		"$JS.API.CONSUMER.CREATE.RETRY_1.tier": "dispatcher", "$JS.API.CONSUMER.CREATE.DEFERRED.tier": "dispatcher",
		"$JS.API.CONSUMER.CREATE.EVENTS.spy": "", "$JS.API.CONSUMER.CREATE.DELIVERIES.spy": "",
		"$JS.API.CONSUMER.CREATE.EVENTS.partnerconnect.events.*.verification.>": "partnerconnect",
		"$JS.API.CONSUMER.DURABLE.CREATE.EVENTS.spy":                            "",
		"$JS.API.CONSUMER.CREATE.EVENTS":                                        "",
		"$JS.API.CONSUMER.DELETE.RESULTS.ingest":                                "",
		"$JS.API.CONSUMER.PAUSE.DELIVERIES.dispatch":                            "",
		"$JS.API.CONSUMER.MSG.NEXT.RESULTS.ingest":                              "webhooks",
		"$JS.API.CONSUMER.MSG.NEXT.EVENTS.partnerconnect":                       "partnerconnect",
		"$JS.API.CONSUMER.MSG.NEXT.DELIVERIES.dispatch":                         "dispatcher",
		"$JS.API.CONSUMER.MSG.NEXT.RETRY_2.tier":                                "dispatcher",
		"$JS.API.CONSUMER.MSG.NEXT.DEFERRED.tier":                               "dispatcher",
		"$JS.ACK.DELIVERIES.dispatch.1.1.1.1.1":                                 "dispatcher",
		"$JS.ACK.EVENTS.partnerconnect.1.1.1.1.1":                               "partnerconnect",
		"$JS.ACK.RESULTS.ingest.1.1.1.1.1":                                      "webhooks", "$SYS.REQ.SERVER.PING": "",
		"_INBOX.webhooks.x": "", "_INBOX.x": "",
	}
	subscribe := map[string]string{
		"_INBOX.webhooks.*": "webhooks", "_INBOX.dispatcher.*": "dispatcher", "_INBOX.partnerconnect.*": "partnerconnect",
		"dispatchers": "dispatcher", "dispatchers.*": "dispatcher", "_INBOX.>": "", "_INBOX.x": "", ">": "", "events.>": "",
		"deliveries.>": "", "results.>": "", "retry.>": "", "$JS.ACK.>": "", "$JS.EVENT.>": "", "$JS.API.>": "",
	}
	for _, user := range natsUsers {
		for subject, who := range publish {
			nc := connect(t, user)
			if err := errors.Join(nc.Publish(subject, nil), nc.Flush()); err != nil {
				t.Fatal(err)
			}
			if got, want := nc.LastError() == nil, slices.Contains(strings.Fields(who), user); got != want {
				t.Errorf("%s publishes to %s: allowed %t, want %t (%v)", user, subject, got, want, nc.LastError())
			}
			nc.Close()
		}
		for subject, who := range subscribe {
			nc := connect(t, user)
			if _, err := nc.SubscribeSync(subject); err != nil {
				t.Fatal(err)
			}
			if err := nc.Flush(); err != nil {
				t.Fatal(err)
			}
			if got, want := nc.LastError() == nil, slices.Contains(strings.Fields(who), user); got != want {
				t.Errorf("%s subscribes to %s: allowed %t, want %t (%v)", user, subject, got, want, nc.LastError())
			}
			nc.Close()
		}
	}
}

// What a program fetches goes to no subject of another program, of a stream or of the server's API, whatever reply its
// request names.
func TestNATSRepliesStayInTheirAccount(t *testing.T) {
	t.Parallel()
	config, passwords := natsConfig(t)
	server := natstest.New(t, func(o *natsserver.Options) { o.ConfigFile = config })
	connect := func(user string) (*nats.Conn, jetstream.JetStream) {
		nc := server.Conn(t, nats.UserInfo(user, passwords[user]), nats.CustomInboxPrefix(natsconn.Inbox(user)))
		js, err := jetstream.New(nc)
		if err != nil {
			t.Fatal(err)
		}
		return nc, js
	}
	nc, js := connect("dispatcher")
	victim, victimJS := connect("webhooks")
	topology := streams.DefaultConfig()
	topology.MaxBytes = 1 << 20
	quiet := slog.New(slog.DiscardHandler)
	consumer, err := topology.Durable(t.Context(), js, streams.Retry(1), streams.TierConsumer, quiet)
	if err != nil {
		t.Fatal(err)
	}
	received, err := victim.SubscribeSync("_INBOX.webhooks.>")
	if err != nil {
		t.Fatal(err)
	}
	notices, err := victim.SubscribeSync("outbox.*")
	if err != nil {
		t.Fatal(err)
	}
	if err := victim.Flush(); err != nil {
		t.Fatal(err)
	}
	replies := []string{
		"events.ten_a.verification.completed", "deliveries.e", "results.batch", "parked.e", "outbox.1", "_INBOX.webhooks.x",
		"$JS.API.STREAM.DELETE.EVENTS", "$JS.API.STREAM.PURGE.RESULTS",
	}
	for _, reply := range replies {
		if _, err := js.Publish(t.Context(), streams.RetrySubject(1, "e"), []byte("forged")); err != nil {
			t.Fatal(err)
		}
		err := nc.PublishRequest("$JS.API.CONSUMER.MSG.NEXT.RETRY_1.tier", reply, nil)
		if err := errors.Join(err, nc.Flush()); err != nil {
			t.Fatal(err)
		}
	}
	// The answer to a request behind them shows that the server has dealt with them.
	own, err := consumer.FetchNoWait(len(replies))
	if err != nil {
		t.Fatal(err)
	}
	for range own.Messages() {
	}
	for _, name := range []string{streams.Events, streams.Deliveries, streams.Results, streams.Parked} {
		stream, err := victimJS.Stream(t.Context(), name)
		if err != nil {
			t.Fatalf("stream %s: %v", name, err)
		}
		if n := stream.CachedInfo().State.LastSeq; n > 0 {
			t.Errorf("%d messages reached %s", n, name)
		}
	}
	if err := victim.Flush(); err != nil {
		t.Fatal(err)
	}
	for _, sub := range []*nats.Subscription{received, notices} {
		for {
			m, err := sub.NextMsg(10 * time.Millisecond)
			if err != nil {
				break
			}
			if string(m.Data) == "forged" {
				t.Errorf("a message reached %s", m.Subject)
			}
		}
	}
}
