package objects

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/partnerline/partnerline/testkit/s3server"
)

// store is what both kinds are.
type store interface {
	Put(ctx context.Context, key string, content io.Reader) error
	Get(ctx context.Context, key string) (io.ReadCloser, error)
	Delete(ctx context.Context, key string) error
}

func TestFilesAsAnyStore(t *testing.T) {
	dir := t.TempDir()
	f, err := OpenFiles(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	testStore(t, f)
	left := 0
	err = filepath.WalkDir(dir, func(_ string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			left++
		}
		return err
	})
	if err != nil || left != 0 {
		t.Errorf("%d files are left, %v", left, err)
	}
}

func TestS3(t *testing.T) {
	endpoint := s3server.Start(t, "documents").Endpoint
	s, err := NewS3(S3Config{Endpoint: endpoint, Region: "us-east-1", Bucket: "documents", AccessKey: s3server.AccessKey,
		SecretKey: s3server.SecretKey}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Ping(t.Context()); err != nil {
		t.Fatal(err)
	}
	testStore(t, s)

	wrong, err := NewS3(S3Config{Endpoint: endpoint, Region: "us-east-1", Bucket: "documents",
		AccessKey: s3server.AccessKey, SecretKey: "another"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := wrong.Put(t.Context(), "documents/x", strings.NewReader("x")); err == nil {
		t.Error("a wrong secret is taken")
	}
	absent, err := NewS3(S3Config{Endpoint: endpoint, Region: "us-east-1", Bucket: "absent", AccessKey: s3server.AccessKey,
		SecretKey: s3server.SecretKey}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if absent.Ping(t.Context()) == nil {
		t.Error("a bucket that does not exist answers")
	}
	if _, err := NewS3(S3Config{Endpoint: "s3.example.com"}, nil); err == nil {
		t.Error("an endpoint without a scheme is taken")
	}
}

var errContent = errors.New("the sender went away")

func testStore(t *testing.T, s store) {
	t.Helper()
	ctx := t.Context()
	large := bytes.Repeat([]byte("0123456789abcdef"), 5120<<10/16+4096)
	for key, content := range map[string][]byte{"documents/empty": {}, "documents/one": []byte("one"),
		"documents/large": large} {
		if err := s.Put(ctx, key, bytes.NewReader(content)); err != nil {
			t.Fatalf("%s: %v", key, err)
		}
		if got := get(t, s, key); !bytes.Equal(got, content) {
			t.Errorf("%s: %d bytes, want %d", key, len(got), len(content))
		}
	}
	if err := s.Put(ctx, "documents/one", strings.NewReader("another")); err != nil ||
		string(get(t, s, "documents/one")) != "another" {
		t.Errorf("put again: %v", err)
	}
	broken := io.MultiReader(bytes.NewReader(large[:100_000]), failing{})
	if err := s.Put(ctx, "documents/broken", broken); !errors.Is(err, errContent) {
		t.Errorf("content that breaks off: %v", err)
	}
	for _, key := range []string{"documents/broken", "documents/never"} {
		if _, err := s.Get(ctx, key); !errors.Is(err, ErrNotFound) {
			t.Errorf("%s: %v", key, err)
		}
	}
	for _, key := range []string{"", "x", "../x", "documents/../../x", "/documents/x", "documents/X", "documents/x/y",
		"documents/.x"} {
		if s.Put(ctx, key, strings.NewReader("x")) == nil || s.Delete(ctx, key) == nil {
			t.Errorf("%q is taken for a key", key)
		}
		if _, err := s.Get(ctx, key); err == nil {
			t.Errorf("%q is taken for a key", key)
		}
	}
	for range 2 { // what is not there is deleted
		for _, key := range []string{"documents/empty", "documents/one", "documents/large", "documents/broken"} {
			if err := s.Delete(ctx, key); err != nil {
				t.Errorf("delete %s: %v", key, err)
			}
		}
	}
	if _, err := s.Get(ctx, "documents/one"); !errors.Is(err, ErrNotFound) {
		t.Errorf("after the deletion: %v", err)
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errContent }

func get(t *testing.T, s store, key string) []byte {
	t.Helper()
	r, err := s.Get(t.Context(), key)
	if err != nil {
		t.Fatalf("%s: %v", key, err)
	}
	b, err := io.ReadAll(r)
	if err := errors.Join(err, r.Close()); err != nil {
		t.Fatalf("%s: %v", key, err)
	}
	return b
}
