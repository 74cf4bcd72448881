package attack

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"

	"github.com/partnerline/partnerline/e2e/procs"
)

func init() {
	All = append(All, Attack{
		Name: "grpc-memory",
		About: "a stranger without credentials makes the gRPC and HTTP ports hold memory: metadata, half sent requests, " +
			"idle connections",
		Run: grpcMemory,
	})
}

// memoryBar is by how much a program may grow under all of it, in MiB: a quarter of what the manifests give it.
const memoryBar = 128

// addresses are how many loopback addresses attack at once: the bound per address alone must not be what holds.
const addresses = 8

func grpcMemory(ctx context.Context, t *Target) (_ []Figure, err error) {
	sys, err := programs(ctx, t, procs.Options{Dispatchers: -1, PartnerConnects: 1, Environ: bounded})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, sys.Close(context.WithoutCancel(ctx))) }()
	calls, connections := 24, 128
	if !t.Small {
		calls, connections = 400, 1000
	}
	var figures []Figure
	for _, p := range []*procs.Program{sys.Webhooks[0], sys.PartnerConnects[0]} {
		before, err := memory(p.PID(), "VmRSS")
		if err != nil {
			return nil, err
		}
		port := p.Addr("GRPC_ADDR")
		steps := []struct {
			name string
			n    int
			do   func(context.Context, string, string) (io.Closer, error)
		}{
			{"calls with 15 MB of metadata", calls, largeMetadata},
			{"half sent requests of 8 MB", connections, halfRequests},
			{"idle connections", connections, idle},
		}
		for _, s := range steps {
			began := time.Now()
			open := together(ctx, s.n, func(ctx context.Context, i int) (io.Closer, error) { return s.do(ctx, source(i), port) })
			now, err := memory(p.PID(), "VmHWM")
			if err != nil {
				return nil, err
			}
			t.Logf("%s: %s: %d of %d stay open after %s, %.0f MiB more", p.Name, s.name, open.Len(), s.n,
				time.Since(began).Round(time.Millisecond), now-before)
			if s.name == "idle connections" {
				more := together(ctx, s.n, func(ctx context.Context, i int) (io.Closer, error) {
					return slowHeader(ctx, source(i), p.Addr("HTTP_ADDR"))
				})
				t.Logf("%s: %d of %d: slow HTTP requests stay open", p.Name, more.Len(), s.n)
				defer more.Close()
			}
			defer open.Close()
		}
		peak, err := memory(p.PID(), "VmHWM")
		if err != nil {
			return nil, err
		}
		figures = append(figures, Figure{Name: p.Name + " growth", Value: peak - before, Unit: "MiB", Bar: memoryBar})
	}
	return figures, nil
}

// bounded are the programs' own limits, which package procs lifts for loads.
var bounded = map[string][]string{procs.Webhooks: defaults, procs.PartnerConnect: defaults}

var defaults = []string{"RATE_LIMIT_FAILURES=30", "HTTP_MAX_CONNECTIONS_PER_ADDRESS=128",
	"GRPC_MAX_CONNECTIONS_PER_ADDRESS=32"}

// programs starts the programs as processes of their own.
func programs(ctx context.Context, t *Target, o procs.Options) (_ *procs.System, err error) {
	if o.Bin, err = t.Bin(ctx); err != nil {
		return nil, err
	}
	o.Dir = filepath.Join(t.Dir, "system")
	return procs.Start(ctx, o)
}

// memory reads a figure of a process in MiB: VmRSS, or VmHWM, the most it ever was.
func memory(pid int, name string) (float64, error) {
	status, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	if err != nil {
		return 0, fmt.Errorf("the memory of a process is read on Linux alone: %w", err)
	}
	for line := range strings.Lines(string(status)) {
		if f := strings.Fields(line); len(f) == 3 && f[0] == name+":" {
			kib, err := strconv.ParseFloat(f[1], 64)
			return kib / 1024, err
		}
	}
	return 0, fmt.Errorf("process %d has no %s", pid, name)
}

// source is the loopback address that the i-th connection comes from.
func source(i int) string { return fmt.Sprintf("127.0.0.%d", 1+i%addresses) }

// held are connections that an attack keeps open.
type held struct {
	mu   sync.Mutex
	list []io.Closer
}

// Len is how many there are.
func (h *held) Len() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.list)
}

// Close closes all of them.
func (h *held) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, c := range h.list {
		_ = c.Close()
	}
	h.list = nil
}

// together does n things at once and keeps what they opened; what the target refused is left out.
func together(ctx context.Context, n int, do func(context.Context, int) (io.Closer, error)) *held {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	h := &held{}
	var wait sync.WaitGroup
	for i := range n {
		wait.Go(func() {
			c, err := do(ctx, i)
			if err != nil {
				return
			}
			h.mu.Lock()
			defer h.mu.Unlock()
			h.list = append(h.list, c)
		})
	}
	wait.Wait()
	return h
}

// dial connects from a loopback address. Reads and writes end after a while, whatever the target does.
func dial(ctx context.Context, from, to string) (net.Conn, error) {
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	conn, err := d.DialContext(ctx, "tcp", to)
	if err != nil {
		return nil, err
	}
	return conn, conn.SetDeadline(time.Now().Add(20 * time.Second))
}

// http2Conn opens an HTTP/2 connection by hand, as no client library would send what follows.
func http2Conn(ctx context.Context, from, to string) (net.Conn, *http2.Framer, error) {
	conn, err := dial(ctx, from, to)
	if err != nil {
		return nil, nil, err
	}
	framer := http2.NewFramer(conn, conn)
	if _, err = io.WriteString(conn, http2.ClientPreface); err == nil {
		err = framer.WriteSettings()
	}
	for err == nil { // until the target takes the connection
		var f http2.Frame
		if f, err = framer.ReadFrame(); err == nil {
			if s, ok := f.(*http2.SettingsFrame); ok && !s.IsAck() {
				return conn, framer, framer.WriteSettingsAck()
			}
		}
	}
	return nil, nil, errors.Join(err, conn.Close())
}

// header encodes the head of a call, with padding of a size spread over many fields.
func header(padding int) []byte {
	var b bytes.Buffer
	e := hpack.NewEncoder(&b)
	for _, f := range [][2]string{
		{":method", "POST"}, {":scheme", "http"}, {":path", "/webhooks.v1.EndpointService/GetEndpoint"},
		{":authority", "target"},
		{"content-type", "application/grpc"}, {"te", "trailers"}, {"authorization", "Bearer guess"},
	} {
		_ = e.WriteField(hpack.HeaderField{Name: f[0], Value: f[1]})
	}
	value := strings.Repeat("x", 8<<10)
	for i := 0; i < padding; i += len(value) {
		_ = e.WriteField(hpack.HeaderField{Name: "padding-" + strconv.Itoa(i), Value: value, Sensitive: true})
	}
	return b.Bytes()
}

var large = sync.OnceValue(func() []byte { return header(15_000_000) })

// largeMetadata sends a call with 15 MB of metadata and keeps it open.
func largeMetadata(ctx context.Context, from, to string) (io.Closer, error) {
	conn, framer, err := http2Conn(ctx, from, to)
	if err != nil {
		return nil, err
	}
	const frame = 16 << 10
	block := large()
	err = framer.WriteHeaders(http2.HeadersFrameParam{StreamID: 1, BlockFragment: block[:frame]})
	for block = block[frame:]; err == nil && len(block) > 0; {
		n := min(frame, len(block))
		err = framer.WriteContinuation(1, n == len(block), block[:n])
		block = block[n:]
	}
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return conn, nil
}

// halfRequests begins as many calls as the connection takes, each with a request of 8 MB of which all is sent that the
// target lets be sent at first, and keeps them open.
func halfRequests(ctx context.Context, from, to string) (io.Closer, error) {
	conn, framer, err := http2Conn(ctx, from, to)
	if err != nil {
		return nil, err
	}
	head := header(8 << 10)
	data := append([]byte{0, 0, 0x7f, 0xff, 0xff}, make([]byte, 10<<10)...) // not compressed, 8 MiB are to come
	for id := uint32(1); id < 500 && err == nil; id += 2 {
		if err = framer.WriteHeaders(http2.HeadersFrameParam{StreamID: id, BlockFragment: head,
			EndHeaders: true}); err == nil && id < 12 {
			err = framer.WriteData(id, false, data) // 64 KiB are what a connection begins with
		}
	}
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return conn, nil
}

// idle opens a connection and says nothing more.
func idle(ctx context.Context, from, to string) (io.Closer, error) {
	conn, _, err := http2Conn(ctx, from, to)
	return conn, err
}

// slowHeader begins an HTTP request whose head does not end.
func slowHeader(ctx context.Context, from, to string) (io.Closer, error) {
	conn, err := dial(ctx, from, to)
	if err != nil {
		return nil, err
	}
	if _, err = io.WriteString(conn,
		"GET /onboardings HTTP/1.1\r\nHost: target\r\nX-Padding: "+strings.Repeat("x", 24<<10)); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return conn, nil
}
