package usecase

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"log/slog"
	"time"

	"github.com/minio/sio"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/ids"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/postgres"
)

// Objects is the object store. Put returns an error of content unchanged.
type Objects interface {
	Put(ctx context.Context, key string, content io.Reader) error
	Get(ctx context.Context, key string) (io.ReadCloser, error)
	// Delete deletes an object. One that is not there is no error.
	Delete(ctx context.Context, key string) error
}

// A Scanner looks for viruses.
type Scanner interface {
	// Scan returns the name of what it found; empty for a clean file.
	Scan(ctx context.Context, content io.Reader) (found string, err error)
}

const (
	// uploadsAtOnce bounds the files that arrive at the same time, of all callers; the gateway gives each caller a
	// share that is far less.
	uploadsAtOnce = 256
	// unclaimedTTL is how long a file is kept that no document refers to.
	unclaimedTTL = time.Hour
	// retryAfter is when to repeat an upload that failed for no fault of the caller's.
	retryAfter = 5 * time.Second
)

// An Uploader stores files.
type Uploader struct {
	objects Objects
	pending *postgres.OnboardingStore
	scanner Scanner
	slots   chan struct{}
	log     *slog.Logger
	now     func() time.Time
}

// NewUploader returns an uploader; without a scanner files are not scanned.
func NewUploader(
	objects Objects, pending *postgres.OnboardingStore, scanner Scanner, log *slog.Logger, now func() time.Time,
) *Uploader {
	return &Uploader{objects, pending, scanner, make(chan struct{}, uploadsAtOnce), log, now}
}

var (
	errBusy = &fault.Error{
		Reason: fault.Overloaded, Message: "too many uploads at once; repeat", RetryAfter: retryAfter,
	}
	errStore = &fault.Error{
		Reason: fault.Overloaded, Message: "the document store does not answer; repeat", RetryAfter: retryAfter,
	}
	errScanner = &fault.Error{
		Reason: fault.Overloaded, Message: "the virus scanner does not answer; repeat", RetryAfter: retryAfter,
	}
	errVirus = fault.New(pc.FileInfected, "the virus scanner refused the file").WithField("/file", "infected",
		"must be clean")
)

// Upload reads a file to its end, or to the first byte that is too much, and stores it encrypted with a key of its
// own. Unless a document refers to it within an hour it is deleted. A fault says what is wrong with the content.
func (u *Uploader) Upload(ctx context.Context, content io.Reader) (onboarding.StoredFile, error) {
	select {
	case u.slots <- struct{}{}:
		defer func() { <-u.slots }()
	case <-ctx.Done():
		return onboarding.StoredFile{}, errBusy
	}
	f := onboarding.StoredFile{Object: "documents/" + ids.New("")}
	_, _ = rand.Read(f.Secret[:]) // never fails
	if err := u.pending.ExpectObject(ctx, f.Object, u.now().Add(unclaimedTTL)); err != nil {
		return onboarding.StoredFile{}, err
	}
	measured := &meter{r: content, hash: sha256.New()}
	encrypted, err := sio.EncryptReader(measured, config(f.Secret))
	if err != nil {
		return onboarding.StoredFile{}, fmt.Errorf("encrypt: %w", err)
	}
	if err := u.objects.Put(ctx, f.Object, encrypted); err != nil {
		u.Abandon(context.WithoutCancel(ctx), f)
		var known *fault.Error
		if errors.As(err, &known) {
			return onboarding.StoredFile{}, known
		}
		return onboarding.StoredFile{}, errStore.WithCause(err)
	}
	f.Size, f.Head = measured.size, measured.head
	copy(f.SHA256[:], measured.hash.Sum(nil))
	if err := u.scan(ctx, f); err != nil {
		u.Abandon(context.WithoutCancel(ctx), f)
		return onboarding.StoredFile{}, err
	}
	return f, nil
}

// Abandon lets a file be deleted now that no document refers to. Should this fail, it is deleted after unclaimedTTL.
func (u *Uploader) Abandon(ctx context.Context, f onboarding.StoredFile) {
	if err := u.pending.AbandonObject(ctx, f.Object, u.now()); err != nil {
		u.log.LogAttrs(ctx, slog.LevelWarn, "object not abandoned", slog.String("cause", err.Error()))
	}
}

// Open reads the content of a file.
func (u *Uploader) Open(ctx context.Context, object string, secret [32]byte) (io.ReadCloser, error) {
	sealed, err := u.objects.Get(ctx, object)
	if err != nil {
		return nil, err
	}
	plain, err := sio.DecryptReader(sealed, config(secret))
	if err != nil {
		return nil, errors.Join(err, sealed.Close())
	}
	return struct {
		io.Reader
		io.Closer
	}{plain, sealed}, nil
}

// scan refuses a file in which the scanner finds something. A scanner that does not answer stops uploads: what is not
// scanned is not kept.
func (u *Uploader) scan(ctx context.Context, f onboarding.StoredFile) error {
	if u.scanner == nil || f.Size == 0 {
		return nil
	}
	content, err := u.Open(ctx, f.Object, f.Secret)
	if err != nil {
		return errStore.WithCause(err)
	}
	defer func() { _ = content.Close() }()
	found, err := u.scanner.Scan(ctx, content)
	switch {
	case err != nil:
		return errScanner.WithCause(err)
	case found != "":
		return errVirus.WithCause(fmt.Errorf("found %q", found))
	}
	return nil
}

// config is AES-256-GCM in pieces of 64 KiB, each bound to its position (DARE 2.0).
func config(secret [32]byte) sio.Config {
	return sio.Config{
		MinVersion: sio.Version20, MaxVersion: sio.Version20, CipherSuites: []byte{sio.AES_256_GCM}, Key: secret[:],
	}
}

// meter counts and hashes what is read, keeps its beginning, and ends with an error where it is too much.
type meter struct {
	r    io.Reader
	size int
	hash hash.Hash
	head []byte
}

func (m *meter) Read(p []byte) (int, error) {
	n, err := m.r.Read(p)
	m.size += n
	if m.size > onboarding.MaxFile {
		return 0, onboarding.ErrFileTooLarge
	}
	m.hash.Write(p[:n])
	if missing := onboarding.FileHead - len(m.head); missing > 0 {
		m.head = append(m.head, bytes.Clone(p[:min(n, missing)])...)
	}
	return n, err
}
