package bankdir

import (
	"context"
	"errors"
	"net/http"
	"path/filepath"
	"slices"
	"testing"

	"github.com/minio/minio-go/v7"

	"github.com/partnerline/partnerline/services/partnerconnect/internal/objects"
	"github.com/partnerline/partnerline/testkit/s3server"
)

var errCut = errors.New("the connection is cut")

// A mortal transport has the program die when a number of requests have been made: the answer of the last one is lost.
type mortal struct {
	*http.Transport
	left int // 0: it lives
	die  context.CancelFunc
}

func (m *mortal) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := m.Transport.RoundTrip(r)
	if m.left--; m.left == 0 && err == nil {
		_ = resp.Body.Close()
		m.die()
		return nil, errCut
	}
	return resp, err
}

// dies runs f in a program that dies after a number of requests, and reports whether it came to that.
func (m *mortal) dies(t *testing.T, requests int, f func(context.Context) error) bool {
	t.Helper()
	ctx, die := context.WithCancel(t.Context())
	defer die()
	m.left, m.die = requests, die
	err := f(ctx)
	m.left = 0
	if died := ctx.Err() != nil; died != (err != nil) {
		t.Fatalf("after %d requests: %v", requests, err)
	}
	return err != nil
}

func openBucket(t *testing.T, server s3server.Server) (*Bucket, *mortal) {
	t.Helper()
	transport := &mortal{Transport: &http.Transport{}}
	t.Cleanup(transport.CloseIdleConnections)
	b, err := NewBucket(objects.S3Config{
		Endpoint: server.Endpoint, Region: "us-east-1", Bucket: "bank", AccessKey: s3server.AccessKey,
		SecretKey: s3server.SecretKey,
	}, "/a/b/", transport)
	if err != nil {
		t.Fatal(err)
	}
	return b, transport
}

// Wherever the program dies while it publishes a file, the bank gets the file once: it copies a file to `taken` before
// it deletes it.
func TestBucketPublishesOnce(t *testing.T) {
	server := s3server.Start(t, "bank")
	b, transport := openBucket(t, server)
	dir := filepath.Join(server.Dir, "a", "b")
	for requests := 1; ; requests++ {
		for _, content := range []string{"longer than the second", "content"} {
			if err := b.Prepare(t.Context(), "a.xml", []byte(content)); err != nil {
				t.Fatal(err)
			}
		}
		if names, err := b.Prepared(t.Context()); err != nil || !slices.Equal(names, []string{"a.xml"}) ||
			len(files(t, dir, "out")) != 0 {
			t.Fatal(names, err)
		}
		fetched := 0
		fetch := func() {
			published, err := b.has(t.Context(), b.key(out, "a.xml"))
			if err != nil {
				t.Fatal(err)
			}
			if !published {
				return
			}
			fetched++
			if content, err := b.get(t.Context(), b.key(out, "a.xml"), -1); err != nil || string(content) != "content" {
				t.Fatalf("%q, %v", content, err)
			}
			if err := b.copyAndRemove(t.Context(), b.key(out, "a.xml"), b.key(taken, "a.xml")); err != nil {
				t.Fatal(err)
			}
		}
		died := transport.dies(t, requests, func(ctx context.Context) error { return b.Publish(ctx, "a.xml") })
		fetch()
		if names, err := b.Prepared(t.Context()); err != nil || len(names) > 0 && !died {
			t.Fatal(names, err)
		} else if len(names) > 0 {
			if err := b.Publish(t.Context(), "a.xml"); err != nil {
				t.Fatal(err)
			}
		}
		fetch()
		if left := files(t, dir, "prepared"); fetched != 1 || len(left) != 0 {
			t.Fatalf("after %d requests: fetched %d times, %v is prepared", requests, fetched, left)
		}
		if err := b.remove(t.Context(), b.key(taken, "a.xml")); err != nil {
			t.Fatal(err)
		}
		if !died {
			break
		}
	}
	if err := b.Publish(t.Context(), "a.xml"); err == nil {
		t.Error("what is not prepared was published")
	}
}

func TestBucketIncoming(t *testing.T) {
	server := s3server.Start(t, "bank")
	b, transport := openBucket(t, server)
	dir := filepath.Join(server.Dir, "a", "b")
	if names, err := b.Incoming(t.Context()); err != nil || len(names) != 0 {
		t.Fatal(names, err)
	}
	for _, name := range []string{"b.xml", "a.xml", ".c.xml", "folder/d.xml"} {
		if err := b.put(t.Context(), b.key(in, name), []byte("content"), minio.PutObjectOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	if names, err := b.Incoming(t.Context()); err != nil || !slices.Equal(names, []string{"a.xml", "b.xml"}) {
		t.Fatal(names, err)
	}
	for limit, want := range map[int64]string{4: "cont", 100: "content"} {
		if got, err := b.Read(t.Context(), "a.xml", limit); err != nil || string(got) != want {
			t.Errorf("%q, %v", got, err)
		}
	}
	if _, err := b.Read(t.Context(), "absent.xml", 4); err == nil {
		t.Error("a file that does not exist was read")
	}
	// between the copy and the deletion
	if !transport.dies(t, 1, func(ctx context.Context) error { return b.Done(ctx, "a.xml", "1") }) {
		t.Error("it did not die")
	}
	if err := errors.Join(b.Done(t.Context(), "a.xml", "1"), b.Failed(t.Context(), "b.xml", "2")); err != nil {
		t.Error(err)
	}
	if got := files(t, dir, "done"); !slices.Equal(got, []string{"1-a.xml"}) {
		t.Error(got)
	}
	if got := files(t, dir, "failed"); !slices.Equal(got, []string{"2-b.xml"}) {
		t.Error(got)
	}
	if names, err := b.Incoming(t.Context()); err != nil || len(names) != 0 {
		t.Error(names, err)
	}
}
