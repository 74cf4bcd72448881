// Package objects keeps the contents of documents, which come encrypted and are opaque here. A key is `folder/name` of
// our own making, never a person's words.
package objects

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"regexp"

	"github.com/partnerline/partnerline/internal/writes"
)

// validKey is every key there is.
var validKey = regexp.MustCompile(`^[a-z]{1,32}/[a-z0-9_]{1,64}$`)

// ErrNotFound means that there is no such object.
var ErrNotFound = errors.New("objects: there is no such object")

func checkKey(key string) error {
	if !validKey.MatchString(key) {
		return fmt.Errorf("objects: %q is not a key", key)
	}
	return nil
}

// Files keeps objects below a folder, one file each. Nothing leads out of the folder, not even a link.
type Files struct {
	root   *os.Root
	writes writes.Last
}

// OpenFiles opens a folder, and makes it if it does not exist.
func OpenFiles(dir string) (*Files, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("objects: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("objects: %w", err)
	}
	return &Files{root: root}, nil
}

// Close closes the folder.
func (f *Files) Close() error { return f.root.Close() }

// Check is a readiness check: why the folder takes no objects, or nil.
func (f *Files) Check(ctx context.Context) error { return f.writes.Check(ctx) }

// Put stores an object: it is there whole and on the disk, or not at all. An error of content is returned unchanged.
func (f *Files) Put(ctx context.Context, key string, content io.Reader) error {
	if err := checkKey(key); err != nil {
		return err
	}
	source := &watched{r: content}
	err := f.put(key, source)
	if source.err == nil {
		f.writes.Ended(ctx, err)
	}
	return err
}

func (f *Files) put(key string, content io.Reader) error {
	folder := path.Dir(key)
	if err := f.root.Mkdir(folder, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("objects: %w", err)
	}
	temporary := unfinished(key)
	if err := f.write(temporary, content); err != nil {
		_ = f.root.Remove(temporary)
		return err
	}
	if err := f.root.Rename(temporary, key); err != nil {
		return errors.Join(fmt.Errorf("objects: %w", err), f.root.Remove(temporary))
	}
	return f.sync(folder)
}

// unfinished is where an object lies until it is whole. Its name follows from the key, so that deleting the key deletes
// also what a crash left there.
func unfinished(key string) string { return path.Dir(key) + "/." + path.Base(key) }

// write returns an error of content unchanged.
func (f *Files) write(name string, content io.Reader) error {
	file, err := f.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("objects: %w", err)
	}
	if _, err = io.Copy(file, content); err != nil {
		_ = file.Close()
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}

// sync flushes the names of a folder to the disk.
func (f *Files) sync(folder string) error {
	d, err := f.root.Open(folder)
	if err != nil {
		return fmt.Errorf("objects: %w", err)
	}
	return errors.Join(d.Sync(), d.Close())
}

// Get opens an object; ErrNotFound.
func (f *Files) Get(_ context.Context, key string) (io.ReadCloser, error) {
	if err := checkKey(key); err != nil {
		return nil, err
	}
	b, err := f.root.Open(key)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("objects: %w", err)
	}
	return b, nil
}

// Delete deletes an object; one that is not there counts as deleted.
func (f *Files) Delete(ctx context.Context, key string) error {
	if err := checkKey(key); err != nil {
		return err
	}
	for _, name := range []string{unfinished(key), key} {
		if err := f.root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			f.writes.Ended(ctx, err)
			return fmt.Errorf("objects: %w", err)
		}
	}
	return nil
}
