package pgserver

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// An account is the user Postgres runs as when we are root, since Postgres refuses to run as root itself.
// A nil account means: run as ourselves.
type account struct {
	name     string
	uid, gid uint32
}

// unprivileged gives the account to run Postgres as, nil when we are not root.
func unprivileged() (*account, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err := strconv.ParseUint(u.Uid, 10, 32)
		if err != nil || uid == 0 {
			continue
		}
		gid, err := strconv.ParseUint(u.Gid, 10, 32)
		if err != nil {
			continue
		}
		return &account{name: name, uid: uint32(uid), gid: uint32(gid)}, nil
	}
	return nil, errors.New("postgres does not run as root, and there is no user postgres or nobody to run it as: " +
		"run this as an ordinary user, or set DATABASE_URL to a running server")
}

// credential is what makes a child process run as a.
func (a *account) credential() *syscall.Credential {
	if a == nil {
		return nil
	}
	return &syscall.Credential{Uid: a.uid, Gid: a.gid, Groups: []uint32{}}
}

// give hands path, itself and not what it may link to, to a.
func (a *account) give(path string) error {
	if a == nil {
		return nil
	}
	if err := os.Lchown(path, int(a.uid), int(a.gid)); err != nil {
		return fmt.Errorf("hand %s to user %s (without the right to do so, run this as an ordinary user or set "+
			"DATABASE_URL): %w",
			path, a.name, err)
	}
	return nil
}

// owner returns who owns path.
func owner(path string) (uid, gid uint32, err error) {
	fi, err := os.Stat(path)
	if err != nil {
		return 0, 0, err
	}
	st, ok := fi.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, 0, fmt.Errorf("the owner of %s is unknown on this system", path)
	}
	return st.Uid, st.Gid, nil
}

// reaches reports whether a may enter dir and all its parents, as far as they exist. It reads mode bits only, so
// access lists may prove it wrong; the failure to start Postgres then says so.
func (a *account) reaches(dir string) bool {
	if a == nil {
		return true
	}
	for d := dir; ; d = filepath.Dir(d) {
		if fi, err := os.Stat(d); err == nil && !a.enters(fi) {
			return false
		}
		if d == filepath.Dir(d) {
			return true
		}
	}
}

func (a *account) enters(fi os.FileInfo) bool {
	st, ok := fi.Sys().(*syscall.Stat_t)
	switch {
	case !ok:
		return false
	case st.Uid == a.uid:
		return fi.Mode()&0o100 != 0
	case st.Gid == a.gid:
		return fi.Mode()&0o010 != 0
	}
	return fi.Mode()&0o001 != 0
}

// usableDir makes dir, or, where a could not reach it, a directory of the same purpose elsewhere. The other directory
// depends on dir alone, so that data is found again.
func usableDir(dir string, a *account, log *slog.Logger) (string, error) {
	dir, err := resolve(dir)
	if err != nil {
		return "", err
	}
	if a.reaches(dir) {
		return dir, makeOpen(dir, a)
	}
	sum := sha256.Sum256([]byte(dir))
	name := filepath.Base(dir) + "-" + hex.EncodeToString(sum[:6])
	var faults []error
	for _, base := range []string{"/var/lib/partnerline", filepath.Join(os.TempDir(), "partnerline")} {
		if err := makeOurs(base); err != nil {
			faults = append(faults, err)
			continue
		}
		there := filepath.Join(base, name)
		if !a.reaches(there) {
			faults = append(faults, fmt.Errorf("user %s cannot enter %s", a.name, there))
			continue
		}
		log.Info("postgres runs as another user, who cannot enter the directory asked for; using another one",
			"asked", dir, "used", there, "user", a.name)
		return there, makeOpen(there, a)
	}
	return "", fmt.Errorf("user %s cannot enter %s (choose a directory whose parents all have mode 0755, or run as an "+
		"ordinary user), nor is there another directory: %w",
		a.name, dir, errors.Join(faults...))
}

// resolve makes dir absolute and free of symbolic links, as far as it exists.
func resolve(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("resolve %s: %w", dir, err)
	}
	for rest, d := "", abs; ; rest, d = filepath.Join(filepath.Base(d), rest), filepath.Dir(d) {
		if real, err := filepath.EvalSymlinks(d); err == nil {
			return filepath.Join(real, rest), nil
		}
		if d == filepath.Dir(d) {
			return abs, nil
		}
	}
}

// makeOpen makes dir and its parents so that a may enter each of those it makes, whatever the umask is.
func makeOpen(dir string, a *account) error {
	if _, err := os.Stat(dir); err == nil {
		return nil
	}
	if err := makeOpen(filepath.Dir(dir), a); err != nil {
		return err
	}
	mode := os.FileMode(0o700)
	if a != nil {
		mode = 0o755
	}
	if err := os.Mkdir(dir, mode); err != nil && !errors.Is(err, os.ErrExist) {
		return fmt.Errorf("make directory for postgres: %w", err)
	}
	if a == nil {
		return nil
	}
	return os.Chmod(dir, mode)
}

// makeOurs makes dir, and refuses one that another user owns or may write to: its name is predictable.
func makeOurs(dir string) error {
	mode := os.FileMode(0o700)
	if os.Geteuid() == 0 {
		mode = 0o755
	}
	if err := os.Mkdir(dir, mode); err == nil {
		return os.Chmod(dir, mode)
	} else if !errors.Is(err, os.ErrExist) {
		return err
	}
	fi, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	st, ok := fi.Sys().(*syscall.Stat_t)
	if !ok || !fi.IsDir() || int(st.Uid) != os.Geteuid() || fi.Mode()&0o022 != 0 {
		return fmt.Errorf("%s is not a directory that only we may write to; remove it", dir)
	}
	return nil
}
