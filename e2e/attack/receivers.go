package attack

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/partnerline/partnerline/e2e/adversary"
	"github.com/partnerline/partnerline/e2e/procs"
	"github.com/partnerline/partnerline/e2e/proctime"
	eventsv1 "github.com/partnerline/partnerline/proto/gen/events/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/testkit/certs"
	"github.com/partnerline/partnerline/testkit/receiver"
)

var (
	floods = Attack{
		Name: "receiver-floods",
		About: "a tenant's receivers send without an end what HTTP/2 allows without a request, at the cost of " +
			"others' deliveries, the log and processor time",
		Run: receiverFloods,
	}
	early = Attack{
		Name: "early-answers",
		About: "a receiver appends a second answer to the first, so that it counts for the delivery of another tenant " +
			"at the same host",
		Run: earlyAnswers,
	}
)

const hostileTenant, victimTenant = "ten_hostile", "ten_victim"

// A receiversAttack is a system whose dispatcher trusts receivers of our own making.
type receiversAttack struct {
	sys    *procs.System
	config *tls.Config
	done   []func()
}

func startReceivers(ctx context.Context, t *Target) (_ *receiversAttack, err error) {
	dir := filepath.Join(t.Dir, "receivers")
	authority, err := certs.New()
	if err = errors.Join(err, os.MkdirAll(dir, 0o700)); err != nil {
		return nil, err
	}
	if err := authority.Issue(dir, "receiver"); err != nil {
		return nil, err
	}
	pair, err := tls.LoadX509KeyPair(filepath.Join(dir, "receiver.crt"), filepath.Join(dir, "receiver.key"))
	if err != nil {
		return nil, err
	}
	sys, err := programs(ctx, t, procs.Options{Environ: map[string][]string{
		procs.Dispatcher: {"EXTRA_CA=" + filepath.Join(dir, "ca.crt")},
	}})
	config := &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}
	return &receiversAttack{sys: sys, config: config}, err
}

func (a *receiversAttack) close(ctx context.Context) error {
	for _, f := range a.done {
		f()
	}
	return a.sys.Close(context.WithoutCancel(ctx))
}

// listen serves connections of a receiver, over TLS with a protocol, until the attack is closed. It returns the
// receiver's URL.
func (a *receiversAttack) listen(protocol string, serve func(net.Conn)) (string, error) {
	config := a.config.Clone()
	config.NextProtos = []string{protocol}
	ln, err := tls.Listen("tcp", "127.0.0.1:0", config)
	if err != nil {
		return "", err
	}
	var running sync.WaitGroup
	running.Go(func() {
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			running.Go(func() {
				defer func() { _ = c.Close() }()
				_ = c.SetDeadline(time.Now().Add(time.Minute))
				serve(c)
			})
		}
	})
	a.done = append(a.done, func() { _ = ln.Close() })
	return "https://" + ln.Addr().String(), nil
}

// publish publishes an event of a tenant.
func (a *receiversAttack) publish(ctx context.Context, tenant string) error {
	conn, err := a.sys.Dial(a.sys.Webhooks[0].Addr("GRPC_ADDR"))
	if err != nil {
		return err
	}
	data, err := structpb.NewStruct(map[string]any{
		"verification_session_id": "0192f0c4-7b1a-7c3d-9e5f-0a1b2c3d4e5f", "status": "completed",
	})
	if err != nil {
		return err
	}
	_, err = eventsv1.NewEventServiceClient(conn).Publish(a.sys.Internal(ctx),
		&eventsv1.PublishRequest{Tenant: tenant, Type: "verification.completed", Data: data})
	return err
}

// latencies are the times from publishing n events of the victim, one after another, to their arrival.
func (a *receiversAttack) latencies(ctx context.Context, r *receiver.Receiver, n int) ([]time.Duration, error) {
	took := make([]time.Duration, 0, n)
	for range n {
		began, before := time.Now(), r.Count()
		if err := a.publish(ctx, victimTenant); err != nil {
			return nil, err
		}
		if _, err := r.Wait(ctx, before+1); err != nil {
			return nil, err
		}
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	return took, nil
}

// floodFrames are what is sent without an end, by receiver.
var floodFrames = []func(f *http2.Framer, stream uint32) error{
	func(f *http2.Framer, _ uint32) error { return f.WriteRawFrame(0xbe, 0, 0, nil) },
	func(f *http2.Framer, _ uint32) error { return f.WritePing(false, [8]byte{}) },
	func(f *http2.Framer, _ uint32) error { return f.WriteSettings() },
	func(f *http2.Framer, stream uint32) error { return f.WriteRSTStream(stream+1000, http2.ErrCodeCancel) },
	func(f *http2.Framer, stream uint32) error { return f.WriteWindowUpdate(stream+1000, 1) },
	func(f *http2.Framer, stream uint32) error {
		return f.WriteRawFrame(http2.FramePriority, 0, stream, make([]byte, 5))
	},
	func(f *http2.Framer, stream uint32) error {
		return f.WriteHeaders(http2.HeadersFrameParam{
			StreamID: stream + 1000, BlockFragment: statusBlock("103"), EndHeaders: true,
		})
	},
}

func statusBlock(code string) []byte {
	var b bytes.Buffer
	_ = hpack.NewEncoder(&b).WriteField(hpack.HeaderField{Name: ":status", Value: code})
	return b.Bytes()
}

// flood answers the first request of a connection, and then sends frames until the connection ends.
func flood(c net.Conn, frame func(*http2.Framer, uint32) error, sent *atomic.Int64) {
	if _, err := io.ReadFull(c, make([]byte, len(http2.ClientPreface))); err != nil {
		return
	}
	f := http2.NewFramer(c, c)
	f.AllowIllegalWrites = true
	if f.WriteSettings() != nil {
		return
	}
	for {
		got, err := f.ReadFrame()
		if err != nil {
			return
		}
		if h := got.Header(); h.Type == http2.FrameData && h.Flags.Has(http2.FlagDataEndStream) {
			err = f.WriteHeaders(http2.HeadersFrameParam{
				StreamID: h.StreamID, BlockFragment: statusBlock("200"), EndStream: true, EndHeaders: true,
			})
			go func() { _, _ = io.Copy(io.Discard, c) }()
			for ; err == nil; err = frame(f, h.StreamID) {
				sent.Add(1)
			}
			return
		}
	}
}

func receiverFloods(ctx context.Context, t *Target) (_ []Figure, err error) {
	a, err := startReceivers(ctx, t)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, a.close(ctx)) }()
	events := 300
	if t.Small {
		events = 40
	}
	honest, err := receiver.Listen()
	if err != nil {
		return nil, err
	}
	defer honest.Close()
	victim, err1 := a.sys.CreateTenant(ctx, victimTenant)
	hostile, err2 := a.sys.CreateTenant(ctx, hostileTenant)
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	if _, _, err := a.sys.CreateEndpoint(ctx, victim, honest.URL()); err != nil {
		return nil, err
	}
	var sent atomic.Int64
	for _, frame := range floodFrames {
		url, err := a.listen("h2", func(c net.Conn) { flood(c, frame, &sent) })
		if err != nil {
			return nil, err
		}
		if _, _, err := a.sys.CreateEndpoint(ctx, hostile, url); err != nil {
			return nil, err
		}
	}
	if _, err := a.latencies(ctx, honest, 20); err != nil { // connections and caches
		return nil, err
	}
	quiet, err := a.latencies(ctx, honest, events)
	if err != nil {
		return nil, err
	}
	dispatcher := a.sys.Dispatchers[0]
	before, err := proctime.Read(dispatcher.PID())
	if err != nil {
		return nil, err
	}
	began := time.Now()
	attack, end := context.WithCancel(ctx)
	var running sync.WaitGroup
	running.Go(func() { a.repeatedly(attack, hostileTenant, 500*time.Millisecond) })
	attacked, err := a.latencies(ctx, honest, events)
	end()
	running.Wait()
	if err != nil {
		return nil, err
	}
	after, err := proctime.Read(dispatcher.PID())
	if err != nil {
		return nil, err
	}
	size, err := sizeOf(filepath.Join(a.sys.Logs(), dispatcher.Name+".log"))
	if err != nil {
		return nil, err
	}
	p99 := func(took []time.Duration) time.Duration { return took[len(took)*99/100] }
	t.Logf("%d frames were sent; the victim's longest wait when it was quiet: %.1f ms", sent.Load(), ms(quiet[events-1]))
	calm := p99(quiet)
	used := (after.CPU - before.CPU).Seconds() / time.Since(began).Seconds()
	return []Figure{
		{
			Name:  fmt.Sprintf("the victim's p99 (quiet: %.1f ms)", ms(calm)),
			Value: ms(p99(attacked)), Unit: "ms", Bar: ms(adversary.MostDisturbed(calm)),
		},
		{
			Name: "the victim's longest wait", Value: ms(attacked[events-1]), Unit: "ms",
			Bar: ms(adversary.LongestGap),
		},
		{Name: "processor time of the dispatcher in a second", Value: used, Unit: "s", Bar: 0.5},
		{Name: "log of the dispatcher", Value: float64(size) / (1 << 20), Unit: "MiB", Bar: 1},
	}, nil
}

// repeatedly publishes events of a tenant until ctx ends.
func (a *receiversAttack) repeatedly(ctx context.Context, tenant string, every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for a.publish(ctx, tenant) == nil {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

func sizeOf(path string) (int64, error) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// earlyAnswers serves two tenants at one host. Each answer to the hostile one is followed by a refusal, which is read
// with it.
func earlyAnswers(ctx context.Context, t *Target) (_ []Figure, err error) {
	a, err := startReceivers(ctx, t)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, a.close(ctx)) }()
	events := 200
	if t.Small {
		events = 40
	}
	url, err := a.listen("http/1.1", func(c net.Conn) {
		for in := bufio.NewReader(c); ; {
			r, err := http.ReadRequest(in)
			if err != nil {
				return
			}
			if _, err := io.Copy(io.Discard, r.Body); err != nil {
				return
			}
			// The body is longer than what is read at once, so that what follows stays in the layer of TLS.
			answer := "HTTP/1.1 200 OK\r\nContent-Length: 8000\r\n\r\n" + strings.Repeat("o", 8000)
			if r.URL.Path == "/hostile" {
				answer += "HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n"
			}
			if _, err := io.WriteString(c, answer); err != nil {
				return
			}
		}
	})
	if err != nil {
		return nil, err
	}
	victim, err1 := a.sys.CreateTenant(ctx, victimTenant)
	hostile, err2 := a.sys.CreateTenant(ctx, hostileTenant)
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	endpoint, _, err1 := a.sys.CreateEndpoint(ctx, victim, url+"/victim")
	_, _, err2 = a.sys.CreateEndpoint(ctx, hostile, url+"/hostile")
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	for range events {
		if err := errors.Join(a.publish(ctx, hostileTenant), a.publish(ctx, victimTenant)); err != nil {
			return nil, err
		}
	}
	conn, err := a.sys.Dial(a.sys.Webhooks[0].Addr("GRPC_ADDR"))
	if err != nil {
		return nil, err
	}
	read := webhooksv1.NewDeliveryServiceClient(conn)
	page := &webhooksv1.ListDeliveriesRequest{Id: endpoint, PageSize: int32(events)}
	delivered, wrong := 0, 0
	err = until(ctx, func() bool {
		delivered, wrong = 0, 0
		list, err := read.ListDeliveries(procs.WithKey(ctx, victim), page)
		if err != nil {
			t.Logf("%v", err)
			return false
		}
		for _, d := range list.GetData() {
			// The receiver answers each request of the victim with 200.
			switch {
			case d.GetAttemptCount() > 1 || d.GetAttemptCount() == 1 && d.GetNextAttemptAt() != nil:
				wrong++
			case d.GetStatus() == "delivered":
				delivered++
			}
		}
		return delivered+wrong == events
	})
	if err != nil {
		return nil, fmt.Errorf("%d of %d deliveries have an outcome: %w", delivered+wrong, events, err)
	}
	return []Figure{{Name: "deliveries of the victim with another answer", Value: float64(wrong), Unit: "count"}}, nil
}
