package consumer

import (
	"crypto/sha256"
	"encoding/hex"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	"github.com/partnerline/partnerline/internal/streams"
	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
)

const (
	batchSize = 256 // attempts of a batch; the contract's bound
	// linger is how long a batch waits for more. Who reads outcomes waits for a tenth of a second anyway, and deliveries
	// that have none are stored after three; attempts that were not reported when a dispatcher is killed are made again.
	linger = 50 * time.Millisecond
	// batchBytes keeps a batch of long responses below the server's default bound of a message, 1 MiB.
	batchBytes = 512 << 10
	// Results not stored yet. Past either bound no attempt starts, so that they fit into memory.
	maxUnstored      = 4096
	maxUnstoredBytes = 32 << 20
)

// A reporter batches attempts into messages of the stream RESULTS.
type reporter struct {
	out    *publisher
	stored func(*item) // called for each item whose result is stored

	count atomic.Int64 // results not stored yet
	bytes atomic.Int64

	mu    sync.Mutex // guards all below
	batch []byte     // an encoded AttemptBatch
	items []*item
	timer *time.Timer
}

func newReporter(out *publisher, stored func(*item)) *reporter {
	r := &reporter{out: out, stored: stored}
	r.timer = time.AfterFunc(time.Hour, r.flush)
	r.timer.Stop()
	return r
}

// full reports whether too many results are not stored yet.
func (r *reporter) full() bool {
	return r.count.Load() >= maxUnstored || r.bytes.Load() >= maxUnstoredBytes
}

// report adds the attempt of an item to the batch. Attempts are encoded one by one, so that a batch is held in memory
// once.
func (r *reporter) report(it *item, a *dispatchv1.Attempt) {
	const attempts = protowire.Number(1) // AttemptBatch.attempts
	r.mu.Lock()
	defer r.mu.Unlock()
	size := proto.Size(a)
	if len(r.batch) > 0 && len(r.batch)+size > batchBytes {
		r.flushLocked()
	}
	r.batch = protowire.AppendTag(r.batch, attempts, protowire.BytesType)
	r.batch = protowire.AppendVarint(r.batch, uint64(size))
	// fails for invalid UTF-8 alone, which sender replaces
	r.batch, _ = proto.MarshalOptions{UseCachedSize: true}.MarshalAppend(r.batch, a)
	r.items = append(r.items, it)
	r.count.Add(1)
	switch len(r.items) {
	case 1:
		r.timer.Reset(linger)
	case batchSize:
		r.flushLocked()
	}
}

func (r *reporter) flush() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.flushLocked()
}

func (r *reporter) flushLocked() {
	r.timer.Stop()
	if len(r.items) == 0 {
		return
	}
	batch, items := r.batch, r.items
	r.batch, r.items = make([]byte, 0, len(batch)), make([]*item, 0, len(items))
	r.bytes.Add(int64(len(batch)))
	// The id is a hash of the content: publishing a batch again stores it once.
	sum := sha256.Sum256(batch)
	msg := &nats.Msg{Subject: streams.ResultsSubject, Data: batch, Header: nats.Header{
		jetstream.MsgIDHeader: {"r." + hex.EncodeToString(sum[:16])},
	}}
	r.out.publish(msg, func() {
		r.count.Add(-int64(len(items)))
		r.bytes.Add(-int64(len(batch)))
		for _, it := range items {
			r.stored(it)
		}
	}, nil)
}
