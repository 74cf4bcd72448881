package procs

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
)

// StreamMaxBytes is STREAM_MAX_BYTES: all nine streams fit any disk.
const StreamMaxBytes = 256 << 20

const (
	webhooksDB       = "partnerline_webhooks"
	partnerconnectDB = "partnerline_partnerconnect"
)

// route asks the caller for the way from a program to what it calls.
func (s *System) route(from, to string, addrs []string) ([]string, error) {
	if s.opts.Route == nil {
		return addrs, nil
	}
	out, err := s.opts.Route(from, to, addrs)
	if err == nil && len(out) == 0 {
		err = fmt.Errorf("no way from %s to %s", from, to)
	}
	return out, err
}

// database is the variable that names a program's database, whose URL is a secret.
func (s *System) database(from, db string) (string, error) {
	u, err := url.Parse(s.Postgres.URL(db))
	if err != nil {
		return "", err
	}
	addrs, err := s.route(from, Postgres, []string{u.Host})
	if err != nil {
		return "", err
	}
	u.Host = addrs[0]
	return s.secret("DATABASE_URL", db, u.String())
}

func (s *System) nats(from string) (string, error) {
	addrs, err := s.route(from, NATS, Addrs(s.NATS, natsClient))
	return "NATS_URL=" + s.natsURL(addrs), err
}

func (s *System) webhooksGRPC(from string) (string, error) {
	addrs, err := s.route(from, Webhooks, Addrs(s.Webhooks, "GRPC_ADDR"))
	if err != nil {
		return "", err
	}
	return "WEBHOOKS_GRPC=" + addrs[0], nil
}

// common is what several programs must agree on.
func (s *System) common() []string {
	vars := []string{"LOG_LEVEL=info"}
	if s.opts.RetrySchedule != "" {
		vars = append(vars, "RETRY_SCHEDULE="+s.opts.RetrySchedule)
	}
	if s.opts.Grace > 0 {
		vars = append(vars, "SHUTDOWN_GRACE="+s.opts.Grace.String())
	}
	if s.opts.NATS.Nodes > 1 {
		vars = append(vars, "STREAM_REPLICAS=3")
	}
	return append(vars, "STREAM_MAX_BYTES="+strconv.Itoa(StreamMaxBytes))
}

// unlimited turns limits off that are for strangers: all callers here are of one address.
var unlimited = []string{
	"RATE_LIMIT_KEY=0", "RATE_LIMIT_WRITES=0", "RATE_LIMIT_UPLOADS=0", "RATE_LIMIT_FAILURES=0",
	"HTTP_MAX_CONNECTIONS_PER_ADDRESS=0", "GRPC_MAX_CONNECTIONS_PER_ADDRESS=0",
}

// noLinger ends programs at once: no balancer has to notice before.
const noLinger = "SHUTDOWN_LINGER=0s"

func (s *System) webhooksEnviron() ([]string, error) {
	db, err := s.database(Webhooks, webhooksDB)
	if err != nil {
		return nil, err
	}
	broker, err := s.nats(Webhooks)
	if err != nil {
		return nil, err
	}
	vars := append(s.common(), unlimited...)
	return append(vars, db, broker,
		s.file("INTERNAL_TOKEN"), s.file("DISPATCHER_TOKEN"), s.file("PARTNERCONNECT_TOKEN"), s.file("ENCRYPTION_KEYS"),
		"OPERATOR_BOOTSTRAP=true", "EGRESS_ALLOW=127.0.0.0/8", "ENDPOINT_LIMIT=10000",
		"RATE_LIMIT_TEST_DELIVERIES=0", "RATE_LIMIT_LIVE_DELIVERIES=0", noLinger,
	), nil
}

func (s *System) dispatcherEnviron() ([]string, error) {
	broker, err := s.nats(Dispatcher)
	if err != nil {
		return nil, err
	}
	feed, err := s.webhooksGRPC(Dispatcher)
	if err != nil {
		return nil, err
	}
	return append(s.common(), broker, feed, s.file("DISPATCHER_TOKEN"), "EGRESS_ALLOW=127.0.0.0/8"), nil
}

// publicBase stands for the program's own address, which is not known before it starts.
const publicBase = "PUBLIC_BASE_URL=http://localhost"

func (s *System) partnerconnectEnviron() ([]string, error) {
	db, err := s.database(PartnerConnect, partnerconnectDB)
	if err != nil {
		return nil, err
	}
	broker, err := s.nats(PartnerConnect)
	if err != nil {
		return nil, err
	}
	sessions, err := s.webhooksGRPC(PartnerConnect)
	if err != nil {
		return nil, err
	}
	vars := append(s.common(), unlimited...)
	return append(vars, db, broker, sessions, s.file("INTERNAL_TOKEN"), s.file("PARTNERCONNECT_TOKEN"),
		s.file("ENCRYPTION_KEYS"), s.file("LINK_KEYS"), s.file("IDENTITY_HASH_KEY"),
		"OPERATOR_BOOTSTRAP=true", publicBase, "DOCUMENTS_DIR="+filepath.Join(s.opts.Dir, "documents"), noLinger), nil
}

// migrate runs a program's migrations to their end.
func (s *System) migrate(ctx context.Context, name string, vars []string) error {
	cmd := exec.CommandContext(ctx, filepath.Join(s.opts.Bin, name), "migrate") //nolint:gosec // our own program
	cmd.Env, cmd.Dir = vars, os.TempDir()
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s migrate: %w\n%s", name, err, out)
	}
	return nil
}
