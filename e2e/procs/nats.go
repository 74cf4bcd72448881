package procs

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/nats-io/nats.go"
	"golang.org/x/sync/errgroup"

	"github.com/partnerline/partnerline/testkit/freeport"
)

// Names of a NATS server's addresses.
const (
	natsClient  = "CLIENT"
	natsMonitor = "MONITOR"
)

// NATSOptions say what NATS to run.
type NATSOptions struct {
	Nodes   int           // 0 is one server alone; 3 is a cluster
	Config  string        // path of a nats-server configuration: users, TLS; addresses and store are given by flags
	Connect []nats.Option // how this package itself connects
	Scheme  string        // of the URLs that the programs get; empty is nats
}

func (s *System) startNATS(ctx context.Context) error {
	n := max(s.opts.NATS.Nodes, 1)
	routes := make([]string, n)
	for i := range routes {
		port, err := freeport.Pick("127.0.0.1")
		if err != nil {
			return err
		}
		routes[i] = "nats://" + net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
	}
	var g errgroup.Group
	for i := range n {
		p := s.program(fmt.Sprintf("%s-%d", NATS, i), NATS, natsClient, natsMonitor)
		p.environ = func() []string { return nil }
		p.args = func() []string {
			_, port, _ := net.SplitHostPort(p.Addr(natsClient))
			_, monitor, _ := net.SplitHostPort(p.Addr(natsMonitor))
			args := []string{"-a", "127.0.0.1", "-p", port, "-m", monitor, "-n", p.Name, "-js", "-sd", s.NATSStore(i)}
			if s.opts.NATS.Config != "" {
				args = append(args, "-c", s.opts.NATS.Config)
			}
			if n > 1 {
				// Clients do not learn addresses past the routes.
				args = append(args, "-cluster_name", "partnerline", "-cluster", routes[i], "-routes", strings.Join(routes, ","),
					"-no_advertise")
			}
			return args
		}
		p.ready = func() string { return p.URL(natsMonitor) + "/healthz" }
		s.NATS = append(s.NATS, p)
		g.Go(func() error { return p.Start(ctx) })
	}
	return g.Wait()
}

// NATSStore is the folder of a server's streams.
func (s *System) NATSStore(i int) string {
	return filepath.Join(s.opts.Dir, "nats", strconv.Itoa(i))
}

// LoseNATSStore kills all servers and removes all they stored; they stay down.
func (s *System) LoseNATSStore() error {
	for i, p := range s.NATS {
		p.Kill()
		if err := os.RemoveAll(s.NATSStore(i)); err != nil {
			return err
		}
	}
	return nil
}

// NATSLeader is the node that leads a stream; of a server alone it is that server.
func (s *System) NATSLeader(leader string) *Program {
	for _, p := range s.NATS {
		if p.Name == leader {
			return p
		}
	}
	return s.NATS[0]
}

// natsURL is what NATS_URL takes.
func (s *System) natsURL(addrs []string) string {
	scheme := s.opts.NATS.Scheme
	if scheme == "" {
		scheme = "nats"
	}
	urls := make([]string, len(addrs))
	for i, a := range addrs {
		u := url.URL{Scheme: scheme, Host: a}
		urls[i] = u.String()
	}
	return strings.Join(urls, ",")
}
