package objects

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"github.com/partnerline/partnerline/internal/writes"
)

// S3Config says where a bucket is.
type S3Config struct {
	Endpoint  string // http or https://host[:port]
	Region    string
	Bucket    string
	AccessKey string
	SecretKey string
}

// S3 keeps objects in a bucket of any S3-compatible store.
type S3 struct {
	client *minio.Client
	bucket string
	writes writes.Last
}

// NewS3 returns the store; it connects when it is used. The bucket must exist.
func NewS3(c S3Config, transport http.RoundTripper) (*S3, error) {
	client, err := c.Client(transport)
	if err != nil {
		return nil, err
	}
	return &S3{client: client, bucket: c.Bucket}, nil
}

// Client returns a client of the store.
func (c S3Config) Client(transport http.RoundTripper) (*minio.Client, error) {
	u, err := url.Parse(c.Endpoint)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
		return nil, errors.New("objects: the endpoint must be http or https://host[:port]")
	}
	client, err := minio.New(u.Host, &minio.Options{
		Creds: credentials.NewStaticV4(c.AccessKey, c.SecretKey, ""), Secure: u.Scheme == "https", Region: c.Region,
		Transport: transport,
	})
	if err != nil {
		return nil, fmt.Errorf("objects: %w", err)
	}
	return client, nil
}

// Close has nothing to close: connections are the transport's.
func (s *S3) Close() error { return nil }

// Check is a readiness check: why the bucket takes no objects, or nil.
func (s *S3) Check(ctx context.Context) error { return s.writes.Check(ctx) }

// Ping reports whether the bucket answers.
func (s *S3) Ping(ctx context.Context) error {
	found, err := s.client.BucketExists(ctx, s.bucket)
	if err == nil && !found {
		err = errors.New("the bucket does not exist")
	}
	if err != nil {
		return fmt.Errorf("objects: %w", err)
	}
	return nil
}

// partSize is the least that S3 takes for a part, and more than any encrypted document: one part, one request.
const partSize = 6 << 20

// Put stores an object: it is there whole, or not at all. An error of content is returned unchanged.
func (s *S3) Put(ctx context.Context, key string, content io.Reader) error {
	if err := checkKey(key); err != nil {
		return err
	}
	source := &watched{r: content}
	buffered, size := bufio.NewReader(source), int64(-1)
	if _, err := buffered.Peek(1); errors.Is(err, io.EOF) {
		size = 0 // an upload in parts has at least one
	}
	_, err := s.client.PutObject(ctx, s.bucket, key, buffered, size,
		minio.PutObjectOptions{PartSize: partSize, ContentType: "application/octet-stream"})
	if source.err != nil {
		return source.err
	}
	if s.writes.Ended(ctx, err); err != nil {
		return fmt.Errorf("objects: %w", err)
	}
	return nil
}

// watched remembers why reading failed.
type watched struct {
	r   io.Reader
	err error
}

func (w *watched) Read(p []byte) (int, error) {
	n, err := w.r.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		w.err = err
	}
	return n, err
}

// Get opens an object; ErrNotFound.
func (s *S3) Get(ctx context.Context, key string) (io.ReadCloser, error) {
	if err := checkKey(key); err != nil {
		return nil, err
	}
	o, err := s.client.GetObject(ctx, s.bucket, key, minio.GetObjectOptions{})
	if err != nil {
		return nil, fmt.Errorf("objects: %w", err)
	}
	// The client makes the request only now.
	if _, err := o.Stat(); err != nil {
		_ = o.Close()
		if minio.ToErrorResponse(err).Code == minio.NoSuchKey {
			return nil, ErrNotFound
		}
		return nil, fmt.Errorf("objects: %w", err)
	}
	return o, nil
}

// Delete deletes an object; one that is not there counts as deleted.
func (s *S3) Delete(ctx context.Context, key string) error {
	if err := checkKey(key); err != nil {
		return err
	}
	if err := s.client.RemoveObject(ctx, s.bucket, key, minio.RemoveObjectOptions{}); err != nil {
		s.writes.Ended(ctx, err)
		return fmt.Errorf("objects: %w", err)
	}
	return nil
}
