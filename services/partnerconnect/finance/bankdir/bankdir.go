// Package bankdir exchanges files with a bank by a directory or a bucket: `out` has files that the bank is to fetch,
// `in` those that it brought, `done` and `failed` those of them that were read. `prepared` has files that are complete
// and not yet in `out`.
//
// In a directory a file appears in `out` whole and once, by a rename. The bank brings files the same way: it writes
// them under a name that begins with a dot, or elsewhere on the same file system, and renames them into `in`.
//
// A bucket has no rename, but its objects appear whole. The program that fetches an object from `out` copies it to
// `taken` before it deletes it. A file that was handed over is therefore always in `out` or in `taken`.
package bankdir

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
)

// The folders.
const (
	out      = "out"
	in       = "in"
	done     = "done"
	failed   = "failed"
	prepared = "prepared"
)

// Dir is the directory.
type Dir struct{ root *os.Root }

// Open opens a directory, and makes its folders if they do not exist.
func Open(dir string) (*Dir, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("bankdir: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("bankdir: %w", err)
	}
	for _, folder := range []string{out, in, done, failed, prepared} {
		if err := root.Mkdir(folder, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, errors.Join(fmt.Errorf("bankdir: %w", err), root.Close())
		}
	}
	return &Dir{root}, nil
}

// Close closes the directory.
func (d *Dir) Close() error { return d.root.Close() }

// Prepare writes a file whole and to the disk, where the bank does not see it yet. A file of the name is replaced.
func (d *Dir) Prepare(_ context.Context, name string, content []byte) error {
	file, err := d.root.OpenFile(path.Join(prepared, name), os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return fmt.Errorf("bankdir: %w", err)
	}
	_, err = file.Write(content)
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return fmt.Errorf("bankdir: %w", err)
	}
	return d.sync(prepared)
}

// Prepared returns the names of the files that are prepared.
func (d *Dir) Prepared(context.Context) ([]string, error) { return d.list(prepared) }

// Publish hands a prepared file to the bank. The file is then no longer prepared, so it is handed over once.
func (d *Dir) Publish(_ context.Context, name string) error { return d.move(prepared, out, name, name) }

// Incoming returns the names of the files that the bank brought, in their order.
func (d *Dir) Incoming(context.Context) ([]string, error) { return d.list(in) }

// Read returns a file that the bank brought, at most limit bytes of it.
func (d *Dir) Read(_ context.Context, name string, limit int64) ([]byte, error) {
	file, err := d.root.Open(path.Join(in, name))
	if err != nil {
		return nil, fmt.Errorf("bankdir: %w", err)
	}
	defer func() { _ = file.Close() }()
	b, err := io.ReadAll(io.LimitReader(file, limit))
	if err != nil {
		return nil, fmt.Errorf("bankdir: %w", err)
	}
	return b, nil
}

// Done puts a file aside that was read; as makes its name unique.
func (d *Dir) Done(_ context.Context, name, as string) error {
	return d.move(in, done, name, as+"-"+name)
}

// Failed puts a file aside that cannot be read; as makes its name unique.
func (d *Dir) Failed(_ context.Context, name, as string) error {
	return d.move(in, failed, name, as+"-"+name)
}

// list returns the regular files of a folder. Names that begin with a dot are those of files that are being written.
func (d *Dir) list(folder string) ([]string, error) {
	entries, err := fs.ReadDir(d.root.FS(), folder)
	if err != nil {
		return nil, fmt.Errorf("bankdir: %w", err)
	}
	var names []string
	for _, e := range entries {
		if e.Type().IsRegular() && !strings.HasPrefix(e.Name(), ".") {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names)
	return names, nil
}

func (d *Dir) move(from, to, name, as string) error {
	if err := d.root.Rename(path.Join(from, name), path.Join(to, as)); err != nil {
		return fmt.Errorf("bankdir: %w", err)
	}
	return errors.Join(d.sync(to), d.sync(from))
}

// sync flushes the names of a folder to the disk.
func (d *Dir) sync(folder string) error {
	f, err := d.root.Open(folder)
	if err != nil {
		return fmt.Errorf("bankdir: %w", err)
	}
	return errors.Join(f.Sync(), f.Close())
}
