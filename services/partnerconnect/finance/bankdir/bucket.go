package bankdir

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/minio/minio-go/v7"

	"github.com/partnerline/partnerline/services/partnerconnect/internal/objects"
)

// taken has what the bank fetched.
const taken = "taken"

// A Bucket is one of any S3-compatible store, by whose objects files are exchanged.
type Bucket struct {
	client *minio.Client
	bucket string
	prefix string
}

// NewBucket returns the files below a prefix of a bucket; it connects when it is used. The bucket must exist.
func NewBucket(c objects.S3Config, prefix string, transport http.RoundTripper) (*Bucket, error) {
	client, err := c.Client(transport)
	if err != nil {
		return nil, err
	}
	if prefix = strings.Trim(prefix, "/"); prefix != "" {
		prefix += "/"
	}
	return &Bucket{client, c.Bucket, prefix}, nil
}

// Close has nothing to close: connections are the transport's.
func (b *Bucket) Close() error { return nil }

func (b *Bucket) key(folder, name string) string { return b.prefix + folder + "/" + name }

// Prepare stores a file whole, where the bank does not see it yet. A file of the name is replaced.
func (b *Bucket) Prepare(ctx context.Context, name string, content []byte) error {
	return b.put(ctx, b.key(prepared, name), content, minio.PutObjectOptions{})
}

func (b *Bucket) put(ctx context.Context, key string, content []byte, opts minio.PutObjectOptions) error {
	// one request: the object is there whole, or not at all
	opts.ContentType, opts.DisableMultipart = "application/xml", true
	if _, err := b.client.PutObject(ctx, b.bucket, key, bytes.NewReader(content), int64(len(content)), opts); err != nil {
		return fmt.Errorf("bankdir: %w", err)
	}
	return nil
}

// Prepared returns the names of the files that are prepared.
func (b *Bucket) Prepared(ctx context.Context) ([]string, error) { return b.list(ctx, prepared) }

// Publish hands a prepared file to the bank, unless it did before: then the file is in `out`, or the bank took it. It
// looks there in this order, because the bank copies a file to `taken` before it deletes it.
func (b *Bucket) Publish(ctx context.Context, name string) error {
	for _, folder := range []string{out, taken} {
		published, err := b.has(ctx, b.key(folder, name))
		if err != nil {
			return err
		}
		if published {
			return b.remove(ctx, b.key(prepared, name))
		}
	}
	content, err := b.get(ctx, b.key(prepared, name), -1)
	if err != nil {
		return err
	}
	var once minio.PutObjectOptions
	once.SetMatchETagExcept("*") // of two programs that publish it, one does
	if err := b.put(ctx, b.key(out, name), content, once); err != nil &&
		minio.ToErrorResponse(errors.Unwrap(err)).StatusCode != http.StatusPreconditionFailed {
		return err
	}
	return b.remove(ctx, b.key(prepared, name))
}

func (b *Bucket) has(ctx context.Context, key string) (bool, error) {
	_, err := b.client.StatObject(ctx, b.bucket, key, minio.StatObjectOptions{})
	if minio.ToErrorResponse(err).StatusCode == http.StatusNotFound {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("bankdir: %w", err)
	}
	return true, nil
}

// Incoming returns the names of the files that the bank brought, in their order.
func (b *Bucket) Incoming(ctx context.Context) ([]string, error) { return b.list(ctx, in) }

// Read returns a file that the bank brought, at most limit bytes of it.
func (b *Bucket) Read(ctx context.Context, name string, limit int64) ([]byte, error) {
	return b.get(ctx, b.key(in, name), limit)
}

// get returns an object, at most limit bytes of it unless limit is negative.
func (b *Bucket) get(ctx context.Context, key string, limit int64) ([]byte, error) {
	o, err := b.client.GetObject(ctx, b.bucket, key, minio.GetObjectOptions{})
	if err != nil {
		return nil, fmt.Errorf("bankdir: %w", err)
	}
	defer func() { _ = o.Close() }()
	var r io.Reader = o
	if limit >= 0 {
		r = io.LimitReader(o, limit)
	}
	content, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("bankdir: %w", err)
	}
	return content, nil
}

// Done puts a file aside that was read; as makes its name unique.
func (b *Bucket) Done(ctx context.Context, name, as string) error {
	return b.copyAndRemove(ctx, b.key(in, name), b.key(done, as+"-"+name))
}

// Failed puts a file aside that cannot be read; as makes its name unique.
func (b *Bucket) Failed(ctx context.Context, name, as string) error {
	return b.copyAndRemove(ctx, b.key(in, name), b.key(failed, as+"-"+name))
}

// copyAndRemove moves an object. After a crash in between both are done again.
func (b *Bucket) copyAndRemove(ctx context.Context, from, to string) error {
	_, err := b.client.CopyObject(ctx, minio.CopyDestOptions{Bucket: b.bucket, Object: to},
		minio.CopySrcOptions{Bucket: b.bucket, Object: from})
	if err != nil {
		return fmt.Errorf("bankdir: %w", err)
	}
	return b.remove(ctx, from)
}

func (b *Bucket) remove(ctx context.Context, key string) error {
	if err := b.client.RemoveObject(ctx, b.bucket, key, minio.RemoveObjectOptions{}); err != nil {
		return fmt.Errorf("bankdir: %w", err)
	}
	return nil
}

// list returns the names of the objects of a folder. Names that begin with a dot are ignored, and so is what lies
// deeper.
func (b *Bucket) list(ctx context.Context, folder string) ([]string, error) {
	var names []string
	for o := range b.client.ListObjectsIter(ctx, b.bucket,
		minio.ListObjectsOptions{Prefix: b.key(folder, ""), Recursive: false}) {
		if o.Err != nil {
			return nil, fmt.Errorf("bankdir: %w", o.Err)
		}
		name := strings.TrimPrefix(o.Key, b.key(folder, ""))
		if name != "" && !strings.HasPrefix(name, ".") && !strings.HasSuffix(name, "/") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, nil
}
