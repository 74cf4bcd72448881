// Package natsconn connects a program to NATS so that it survives restarts of the server.
package natsconn

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.opentelemetry.io/otel/metric"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/mtls"
	"github.com/partnerline/partnerline/internal/streams"
	"github.com/partnerline/partnerline/internal/writes"
)

// Config says how to reach NATS.
type Config struct {
	// one or more servers, comma-separated; tls://... encrypts
	URL string `env:"NATS_URL" default:"nats://127.0.0.1:4222"`
	// who the program is there; deploy/nats/permissions.conf has what each may do
	User     string           `env:"NATS_USER"`
	Password envconfig.Secret `env:"NATS_PASSWORD"` // of the user
	// path of a credentials file, instead of user and password
	Creds string `env:"NATS_CREDS"`
	// path of the authorities of the servers' certificates, PEM; empty: the system's. Set, the program shows TLS_CERT
	// where it has one
	CA string `env:"NATS_CA"`
}

// Validate reports settings that contradict one another.
func (c Config) Validate() error {
	switch {
	case c.Creds != "" && c.User != "":
		return errors.New("NATS_CREDS, NATS_USER: want one of them")
	case (c.User == "") != (c.Password == ""):
		return errors.New("NATS_USER, NATS_PASSWORD: want both or none")
	}
	return nil
}

// Inbox is the prefix of the subjects of a program's replies, which no other program may subscribe to.
func Inbox(name string) string { return "_INBOX." + name }

// A State is the health of a connection.
type State struct {
	Writes writes.Watch // what NATS does not store although the program is connected

	conn    *nats.Conn
	mu      sync.Mutex // guards failure and logged
	failure error      // of the last attempt to connect; nil while connected
	logged  string     // the failure that was logged
}

// Check reports why the program is not connected; nil when it is.
func (s *State) Check(context.Context) error {
	if s.conn.IsConnected() {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.failure == nil {
		return errors.New("not connected to NATS yet; see NATS_URL")
	}
	return s.failure
}

// failed notes why an attempt to connect failed, and reports whether it is a new failure.
func (s *State) failed(servers string, err error) (cause error, news bool) {
	setting := "NATS_URL"
	switch {
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired), errors.Is(err, nats.ErrAuthRevoked),
		strings.Contains(strings.ToLower(err.Error()), "authorization violation"):
		setting = "NATS_USER and NATS_PASSWORD, or NATS_CREDS"
	case strings.Contains(err.Error(), "tls:"), strings.Contains(err.Error(), "x509:"):
		setting = "NATS_CA, TLS_CERT and TLS_KEY"
	}
	cause = fmt.Errorf("NATS at %s cannot be reached: %w; check %s", servers, err, setting)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failure = cause
	news = s.logged != setting // several servers report the same failure with different texts
	s.logged = setting
	return cause, news
}

func (s *State) connected() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failure, s.logged = nil, ""
}

// NotStored notes that a message was not stored. A server whose disk was full answers nothing for its streams until it
// is restarted, so a missing acknowledgement counts as a refusal. A lost connection does not, nor does a full stream,
// which holds back whoever publishes to it.
func (s *State) NotStored(m *nats.Msg, err error) {
	if errors.Is(err, nats.ErrDisconnected) || errors.Is(err, nats.ErrConnectionClosed) || streams.Full(err) {
		return
	}
	s.Writes.Refused(fmt.Errorf("NATS does not store messages of %s: %w; see /healthz of the server", m.Subject, err))
}

// redacted is NATS_URL without the credentials that a URL may contain.
func redacted(urls string) string {
	servers := strings.Split(urls, ",")
	for i, server := range servers {
		if at := strings.LastIndexByte(server, '@'); at >= 0 {
			scheme, _, _ := strings.Cut(server, "://")
			servers[i] = scheme + "://" + server[at+1:]
		}
	}
	return strings.Join(servers, ",")
}

// pingEvery finds a server that vanished without closing its connection, within three of them.
const pingEvery = 3 * time.Second

// publishTimeout is how long an asynchronous publication may go without an acknowledgement before it fails. Without
// it, publications whose acknowledgements were lost add up until the client publishes no more.
const publishTimeout = 10 * time.Second

// Connect returns a connection, its JetStream context and its state. It retries forever, also the first time. A failure
// to connect is logged when it begins and when its cause changes.
func Connect(
	cfg Config, identity mtls.Config, name string, log *slog.Logger,
) (*nats.Conn, jetstream.JetStream, *State, error) {
	state, servers := &State{}, redacted(cfg.URL)
	opts := []nats.Option{
		nats.Name(name), nats.CustomInboxPrefix(Inbox(name)), nats.MaxReconnects(-1), nats.RetryOnFailedConnect(true),
		nats.ReconnectWait(200 * time.Millisecond), nats.ReconnectJitter(100*time.Millisecond, 100*time.Millisecond),
		nats.PingInterval(pingEvery), nats.MaxPingsOutstanding(2),
		// A password that is being rotated is refused for a while; without this option the client would give up for good.
		nats.IgnoreAuthErrorAbort(),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				log.Warn("nats disconnected", slog.String("error", err.Error()))
			}
		}),
		nats.ReconnectErrHandler(func(_ *nats.Conn, err error) {
			if cause, news := state.failed(servers, err); news {
				log.Warn("nats cannot be reached, trying again", slog.String("error", cause.Error()))
			}
		}),
		nats.ConnectHandler(func(*nats.Conn) { state.connected() }),
		nats.ReconnectHandler(func(*nats.Conn) {
			state.connected()
			log.Info("nats reconnected")
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			log.Warn("nats error", slog.String("error", err.Error()))
		}),
	}
	if cfg.User != "" {
		opts = append(opts, nats.UserInfo(cfg.User, cfg.Password.Reveal()))
	}
	if cfg.Creds != "" {
		opts = append(opts, nats.UserCredentials(cfg.Creds))
	}
	if cfg.CA != "" {
		opts = append(opts, nats.RootCAs(cfg.CA))
		if identity.Enabled() {
			opts = append(opts, nats.ClientCert(identity.Cert, identity.Key))
		}
	}
	nc, err := nats.Connect(cfg.URL, opts...)
	if err != nil {
		return nil, nil, nil, fmt.Errorf("connect to nats: %w", err)
	}
	js, err := jetstream.New(nc, jetstream.WithPublishAsyncTimeout(publishTimeout),
		jetstream.WithPublishAsyncErrHandler(func(_ jetstream.JetStream, m *nats.Msg, err error) { state.NotStored(m, err) }))
	if err != nil {
		nc.Close()
		return nil, nil, nil, fmt.Errorf("jetstream: %w", err)
	}
	state.conn = nc
	return nc, js, state, nil
}

// Observe reports in the metrics whether the program is connected.
func Observe(meter metric.Meter, nc *nats.Conn) error {
	_, err := meter.Int64ObservableGauge("nats.connected",
		metric.WithDescription("1 while the program is connected to NATS, else 0."),
		metric.WithInt64Callback(func(_ context.Context, o metric.Int64Observer) error {
			var up int64
			if nc.IsConnected() {
				up = 1
			}
			o.Observe(up)
			return nil
		}))
	return err
}
