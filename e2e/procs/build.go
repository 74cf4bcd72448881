package procs

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"

	"github.com/partnerline/partnerline/testkit/repository"
)

// sources are the programs, as packages of this repository.
var sources = []string{
	"./services/webhooks/cmd/webhooksd", "./services/dispatcher/cmd/dispatcherd",
	"./services/partnerconnect/cmd/partnerconnectd",
	"./e2e/cmd/natsd",
}

// Build compiles all programs into dir. Build once and start many systems.
func Build(ctx context.Context, dir string) error { return Compile(ctx, dir, sources...) }

// Compile compiles packages of this repository into dir; the working folder must lie in it.
func Compile(ctx context.Context, dir string, packages ...string) error {
	root, err := repository.Path(".")
	if err != nil {
		return err
	}
	dir, err = filepath.Abs(dir)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil { //nolint:gosec // programs are for all to run
		return err
	}
	// Without tables for debuggers, linking takes half the time.
	cmd := exec.CommandContext(ctx, "go", //nolint:gosec // our own programs, and the folder of the caller
		append([]string{"build", "-ldflags", "-s -w", "-o", dir + string(filepath.Separator)},
			packages...)...)
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("build the programs: %w\n%s", err, out)
	}
	return nil
}

// A Bin is a folder with all programs, which are built when it is first asked for.
type Bin struct {
	once sync.Once
	dir  string
	err  error
}

// Dir returns the folder. The caller removes it by Remove.
func (b *Bin) Dir(ctx context.Context) (string, error) {
	b.once.Do(func() { b.dir, b.err = linked(ctx) })
	return b.dir, b.err
}

// linked returns a folder of its own with the programs of .bin/programs, which all packages build into: go build links
// none that is as it would be. They are links, so who builds other ones meanwhile changes nothing in the folder.
func linked(ctx context.Context) (dir string, err error) {
	all, err := repository.Path(".bin/programs")
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(all, 0o755); err != nil { //nolint:gosec // programs are for all to run
		return "", err
	}
	lock, err := os.OpenFile(filepath.Join(all, "lock"), os.O_CREATE|os.O_RDWR, 0o600) //nolint:gosec // our own file
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, lock.Close()) }() // which gives it back
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		return "", err
	}
	if err := Build(ctx, all); err != nil {
		return "", err
	}
	if dir, err = os.MkdirTemp(all, "of-"); err != nil {
		return "", err
	}
	for _, source := range sources {
		name := filepath.Base(source)
		if err := os.Link(filepath.Join(all, name), filepath.Join(dir, name)); err != nil {
			return dir, err
		}
	}
	return dir, nil
}

// Remove removes the folder, if there is one.
func (b *Bin) Remove() error { return os.RemoveAll(b.dir) }
