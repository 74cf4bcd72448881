package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/partnerline/partnerline/testkit/freeport"
)

// version is the tag of the images: not the default, so that the variable counts.
const version = "smoke"

// A system is a compose project of its own name, ports and data.
type system struct {
	*engine
	dir     string // for files of this run
	project string
	files   []string // of compose
	ports   map[string]int
	load    time.Duration

	receiver              *receiver
	tenantKey, partnerKey string
	internalToken         string
	killed                map[string]int // by container: how often it may have started again
}

func newSystem(ctx context.Context, e *engine, o options) (*system, error) {
	dir, err := os.MkdirTemp("", "smoke")
	if err != nil {
		return nil, err
	}
	s := &system{
		engine: e, dir: dir, load: o.load, ports: map[string]int{}, killed: map[string]int{},
		project: "smoke" + strconv.FormatInt(time.Now().Unix()%1e6, 10), files: []string{"docker-compose.yml"},
	}
	if o.bases != "" {
		if err := makeBases(ctx, e); err != nil {
			return nil, err
		}
		file, err := override(dir)
		if err != nil {
			return nil, err
		}
		s.files = append(s.files, file)
	}
	example, err := os.ReadFile(filepath.Join(e.root, "deploy/compose/env.example"))
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(example)) {
		if name, _, ok := strings.Cut(line, "="); ok && strings.HasSuffix(name, "_PORT") {
			if s.ports[name], err = freeport.Pick("127.0.0.1"); err != nil {
				return nil, err
			}
			s.environ = append(s.environ, fmt.Sprintf("%s=%d", name, s.ports[name]))
		}
	}
	revision, err := e.output(ctx, "git", "rev-parse", "HEAD")
	if err != nil {
		revision = "unknown" // not a checkout
	}
	s.environ = append(s.environ, "COMPOSE_PROJECT_NAME="+s.project, "VERSION="+version, "REVISION="+revision)
	s.useFiles()
	// Containers call this machine by the gateway of the engine's default network.
	gateway, err := e.output(ctx, "docker", "network", "inspect", "bridge",
		"--format", "{{(index .IPAM.Config 0).Gateway}}")
	if err != nil {
		return nil, err
	}
	s.receiver, err = listen(net.JoinHostPort(gateway, "0"))
	if err != nil {
		return nil, fmt.Errorf("%w: containers do not reach this machine at %s: %w", errUnavailable, gateway, err)
	}
	return s, nil
}

func (s *system) useFiles() {
	s.environ = append(s.environ, "COMPOSE_FILE="+strings.Join(s.files, ":"))
}

// url is where this machine reaches a port.
func (s *system) url(port string) string { return fmt.Sprintf("http://127.0.0.1:%d", s.ports[port]) }

// compose runs docker compose.
func (s *system) compose(ctx context.Context, args ...string) (string, error) {
	return s.output(ctx, "docker", append([]string{"compose"}, args...)...)
}

// A container is what the engine says of one.
type container struct {
	ID           string `json:"Id"`
	Name         string
	RestartCount int
	State        struct {
		Status   string
		ExitCode int
		Health   *struct{ Status string }
	}
	Config struct {
		Image, User string
		Labels      map[string]string
	}
	HostConfig struct {
		ReadonlyRootfs bool
		Memory         int64
	}
}

func (c container) service() string { return c.Config.Labels["com.docker.compose.service"] }

func (c container) healthy() error {
	if c.State.Status != "running" || c.State.Health != nil && c.State.Health.Status != "healthy" {
		health := ""
		if c.State.Health != nil {
			health = ", " + c.State.Health.Status
		}
		return fmt.Errorf("%s is %s%s, exit status %d", c.service(), c.State.Status, health, c.State.ExitCode)
	}
	return nil
}

// containers are those of the project, in the order of their names.
func (s *system) containers(ctx context.Context, services ...string) ([]container, error) {
	ids, err := s.compose(ctx, append([]string{"ps", "--all", "--quiet"}, services...)...)
	if err != nil || ids == "" {
		return nil, errors.Join(err, errors.New("no container"))
	}
	text, err := s.output(ctx, "docker", append([]string{"inspect"}, strings.Fields(ids)...)...)
	if err != nil {
		return nil, err
	}
	var all []container
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		return nil, err
	}
	slices.SortFunc(all, func(a, b container) int { return strings.Compare(a.Name, b.Name) })
	return all, nil
}

// running fails for each container that does not run, is not healthy, or has started more often than it was killed.
func (s *system) running(ctx context.Context) error {
	all, err := s.containers(ctx)
	for _, c := range all {
		err = errors.Join(err, c.healthy())
		if c.RestartCount != s.killed[c.ID] {
			err = errors.Join(err, fmt.Errorf("%s started again %d times, and was killed %d times",
				c.service(), c.RestartCount, s.killed[c.ID]))
		}
	}
	return err
}

// inside runs a script as root among the processes of a container.
func (s *system) inside(ctx context.Context, c container, script string) (string, error) {
	return s.output(ctx, "docker", "run", "--rm", "--network", "none", "--pid", "container:"+c.ID, "--user", "0",
		"--entrypoint", "sh", "partnerline/nats:"+version, "-c", script)
}

// confined looks at every container from outside and from inside.
func (s *system) confined(ctx context.Context) error {
	if err := s.running(ctx); err != nil {
		return err
	}
	all, err := s.containers(ctx)
	if err != nil {
		return err
	}
	for _, c := range all {
		status, err := s.inside(ctx, c, "cat /proc/1/status")
		if err != nil {
			return err
		}
		fields := map[string]string{}
		for line := range strings.Lines(status) {
			name, value, _ := strings.Cut(line, ":")
			fields[name] = strings.Join(strings.Fields(value), " ")
		}
		uid, _, _ := strings.Cut(fields["Uid"], " ")
		capable := strings.Trim(fields["CapBnd"], "0") != ""
		if uid == "0" || capable || fields["NoNewPrivs"] != "1" || !c.HostConfig.ReadonlyRootfs {
			return fmt.Errorf("%s: user %s, capabilities %s, no new privileges %s, read-only root %t",
				c.service(), uid, fields["CapBnd"], fields["NoNewPrivs"], c.HostConfig.ReadonlyRootfs)
		}
		ours := strings.HasPrefix(c.Config.Image, "partnerline/")
		if ours && !strings.HasSuffix(c.Config.Image, ":"+version) {
			return fmt.Errorf("%s runs %s", c.service(), c.Config.Image)
		}
		if label := c.Config.Labels["org.opencontainers.image.version"]; label != "" && ours && label != version {
			return fmt.Errorf("%s: its image says that it is of version %s", c.service(), label)
		}
	}
	fmt.Printf("   %d containers, none restarted: no root, no capability, read-only roots\n", len(all))
	return s.limited(ctx, all)
}

// limited fails for a program that does not know how much memory its container has.
func (s *system) limited(ctx context.Context, all []container) error {
	for service, port := range map[string]string{
		"webhooks": "WEBHOOKS_ADMIN_PORT", "partnerconnect": "PARTNER_CONNECT_ADMIN_PORT",
	} {
		metrics, _, err := visit(ctx, http.DefaultClient, s.url(port)+"/metrics", nil)
		if err != nil {
			return err
		}
		limit := math.Inf(1)
		if m := regexp.MustCompile(`(?m)^go_gc_gomemlimit_bytes (\S+)$`).FindStringSubmatch(metrics); m != nil {
			if limit, err = strconv.ParseFloat(m[1], 64); err != nil {
				return err
			}
		}
		i := slices.IndexFunc(all, func(c container) bool { return c.service() == service })
		if i < 0 || limit > float64(all[i].HostConfig.Memory) {
			return fmt.Errorf("%s takes up to %.0f bytes, which is more than its container has", service, limit)
		}
	}
	return nil
}

// stopAll stops everything as `down` does, and fails for what had to be killed.
func (s *system) stopAll(ctx context.Context) error {
	if err := s.running(ctx); err != nil {
		return err
	}
	began := time.Now()
	if _, err := s.compose(ctx, "stop"); err != nil {
		return err
	}
	fmt.Printf("   all stopped in %s\n", time.Since(began).Round(100*time.Millisecond))
	all, err := s.containers(ctx)
	for _, c := range all {
		if c.State.ExitCode == 137 {
			err = errors.Join(err, fmt.Errorf("%s did not end by itself", c.service()))
		}
	}
	return err
}

// remove carries out the last command of the guide, and fails for whatever it leaves.
func (s *system) remove(ctx context.Context) error {
	blocks, err := s.blocks()
	if err != nil {
		return err
	}
	if _, err := s.script(ctx, blocks[1]); err != nil {
		return err
	}
	err = os.RemoveAll(s.dir)
	label := "label=com.docker.compose.project=" + s.project
	for _, kind := range [][]string{{"ps", "--all"}, {"volume", "ls"}, {"network", "ls"}} {
		left, lerr := s.output(ctx, "docker", append(kind, "--quiet", "--filter", label)...)
		if left != "" {
			lerr = errors.Join(lerr, fmt.Errorf("docker %s: left: %s", strings.Join(kind, " "), strings.Fields(left)))
		}
		err = errors.Join(err, lerr)
	}
	return err
}

// logs are the last lines of what does not run, for the report of a failure.
func (s *system) logs(ctx context.Context) error {
	all, err := s.containers(ctx)
	if err != nil {
		return nil //nolint:nilerr // there is nothing yet
	}
	for _, c := range all {
		if bad := c.healthy(); bad != nil {
			text, _ := s.output(ctx, "docker", "logs", "--tail", "20", c.ID)
			said, _ := s.output(ctx, "sh", "-c", "docker logs --tail 20 "+c.ID+" 2>&1 >/dev/null")
			fmt.Printf("--- %v\n%s\n%s\n", bad, text, said)
		}
	}
	return nil
}
