package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"github.com/partnerline/partnerline/testkit/certs"
)

const (
	// senderRounds is how often each client takes its turn. A ratio is of the runs of one round, which follow each other;
	// the median of the rounds counts.
	senderRounds = 5
	// senderBar is what an exchange of our own must gain over net/http to be worth its code.
	senderBar = 1.3
	// maxReceivers is how many endpoints a client calls at most.
	maxReceivers = 500
)

// senders compares the dispatcher's sender with net/http and fasthttp on the same deliveries: signed, with the same
// headers, limits and checks of the address. Each client runs in a process of its own; the receivers are in this one.
func senders(ctx context.Context, s settings, t *table) error {
	dir, err := os.MkdirTemp("", "partnerline-bench-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	authority, err := certs.New()
	if err != nil {
		return err
	}
	if err := authority.Issue(dir, "receiver"); err != nil {
		return err
	}
	server := &http.Server{ReadHeaderTimeout: 5 * time.Second, ErrorLog: log.New(io.Discard, "", 0),
		Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body) // a client that left needs no answer
		})}
	server.Protocols = new(http.Protocols)
	server.Protocols.SetHTTP1(true)
	defer func() { _ = server.Close() }()
	plain, err := serveMany(maxReceivers, "http", server.Serve)
	if err != nil {
		return err
	}
	secure, err := serveMany(maxReceivers, "https", func(ln net.Listener) error {
		return server.ServeTLS(ln, filepath.Join(dir, "receiver.crt"), filepath.Join(dir, "receiver.key"))
	})
	if err != nil {
		return err
	}
	for _, shape := range []struct {
		name, what string
		endpoints  []string
		callers    int
	}{
		{"sequential", "2 endpoints, one request after another", plain[:2], 2},
		{"many", "500 endpoints, 64 requests at once", plain, 64},
		{"tls", "100 endpoints with TLS, 32 requests at once", secure[:100], 32},
	} {
		run := clientRun{Endpoints: shape.endpoints, CA: filepath.Join(dir, "ca.crt"), Callers: shape.callers,
			For: s.took / 8}
		results := map[string][]clientResult{}
		for range senderRounds {
			for _, run.Client = range []string{netHTTP, fastHTTP, ours} {
				r, err := startClient(ctx, run)
				if err != nil {
					return fmt.Errorf("%s, %s: %w", shape.name, run.Client, err)
				}
				results[run.Client] = append(results[run.Client], r)
			}
		}
		compareClients(t, "sender_"+shape.name, shape.what, results)
	}
	return nil
}

// serveMany listens at n ports and returns their URLs.
func serveMany(n int, scheme string, serve func(net.Listener) error) (urls []string, err error) {
	for range n {
		ln, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		go func() { _ = serve(ln) }() // until the server is closed
		urls = append(urls, scheme+"://"+ln.Addr().String()+"/")
	}
	return urls, nil
}

// compareClients prints what the sender gains over net/http, and fasthttp beside it.
func compareClients(t *table, name, what string, results map[string][]clientResult) {
	type figures struct{ rate, rateGain, cost, costGain float64 }
	of := map[string]figures{}
	for client, list := range results {
		var rates, rateGains, costs, costGains []float64
		for i, r := range list {
			base := results[netHTTP][i]
			rates, rateGains = append(rates, r.rate()), append(rateGains, r.rate()/base.rate())
			costs, costGains = append(costs, r.cost()), append(costGains, base.cost()/r.cost())
		}
		of[client] = figures{median(rates), median(rateGains), median(costs), median(costGains)}
	}
	o, n, f := of[ours], of[netHTTP], of[fastHTTP]
	t.atLeast(name, o.rateGain, senderBar,
		"requests/s of ours over net/http; %s: ours %.0f, net/http %.0f, fasthttp %.0f (%.2f)",
		what, o.rate, n.rate, f.rate, f.rateGain)
	t.atLeast(name+"_cpu", o.costGain, senderBar,
		"processor time a request, net/http over ours: ours %.1f us, net/http %.1f us, fasthttp %.1f us (%.2f)",
		o.cost, n.cost, f.cost, f.costGain)
}

func median(values []float64) float64 { return slices.Sorted(slices.Values(values))[len(values)/2] }

// asClient makes this program a client: as a process of its own its processor time can be read.
const asClient = "PARTNERLINE_BENCH_CLIENT"

// A clientRun is what a client is to do.
type clientRun struct {
	Client    string
	Endpoints []string // URLs
	CA        string   // path of the certificate that signed the receivers'
	Callers   int      // requests at once
	For       time.Duration
}

// A clientResult is what it measured once its connections were open.
type clientResult struct {
	Requests  int
	Took, CPU time.Duration
}

func (r clientResult) rate() float64 { return float64(r.Requests) / r.Took.Seconds() }

// cost is the processor time of a request in microseconds.
func (r clientResult) cost() float64 {
	return float64(r.CPU.Nanoseconds()) / 1000 / float64(r.Requests)
}

func startClient(ctx context.Context, run clientRun) (r clientResult, err error) {
	exe, err := os.Executable()
	if err != nil {
		return r, err
	}
	in, err := json.Marshal(run)
	if err != nil {
		return r, err
	}
	cmd := exec.CommandContext(ctx, exe) //nolint:gosec // this program itself
	cmd.Env = append(os.Environ(), asClient+"=1")
	cmd.Stdin, cmd.Stderr = bytes.NewReader(in), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return r, err
	}
	return r, json.Unmarshal(out, &r)
}
