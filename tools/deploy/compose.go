package deploy

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"
	"github.com/docker/go-units"
	"github.com/sirupsen/logrus"
)

// Compose loads docker-compose.yml, and the files that extend it, as `docker compose` does, with the services of all
// profiles and variables in place of their defaults. A warning is a fault, too.
func Compose(ctx context.Context, dir string, variables []string, more ...string) (*types.Project, []string) {
	var warned warnings
	old := logrus.StandardLogger().ReplaceHooks(logrus.LevelHooks{logrus.WarnLevel: {&warned}})
	defer logrus.StandardLogger().ReplaceHooks(old)
	logrus.SetOutput(io.Discard) // the hook has them
	files := []string{filepath.Join(dir, "docker-compose.yml")}
	for _, name := range more {
		files = append(files, filepath.Join(dir, name))
	}
	options, err := cli.NewProjectOptions(files,
		cli.WithWorkingDirectory(dir), cli.WithEnv(variables), cli.WithProfiles([]string{"*"}))
	if err != nil {
		return nil, []string{err.Error()}
	}
	project, err := options.LoadProject(ctx)
	if err != nil {
		return nil, append(warned, err.Error())
	}
	return project, append(warned, hardening(project)...)
}

type warnings []string

func (w *warnings) Levels() []logrus.Level { return []logrus.Level{logrus.WarnLevel} }

func (w *warnings) Fire(e *logrus.Entry) error {
	*w = append(*w, e.Message)
	return nil
}

// silent are services whose images hold nothing that could probe them.
var silent = []string{"collector", "tempo", "loki"}

// writes are the folders that the programs of images write to.
var writes = map[string][]string{
	"postgres":        {"/var/lib/postgresql/data", "/var/run/postgresql", "/tmp"},
	"nats":            {"/data"},
	"partnerconnectd": {"/var/lib/partnerline/documents"},
	"mail":            {"/tmp"},
	"tempo":           {"/var/tempo"},
	"loki":            {"/loki", "/tmp"},
	"prometheus":      {"/prometheus"},
	"grafana":         {"/var/lib/grafana", "/tmp"},
}

// hardening finds services that may do more than they need or lack what they need, and images that are not pinned.
func hardening(p *types.Project) []string {
	var faults []string
	for name, s := range p.Services {
		fault := func(ok bool, want string, args ...any) {
			if !ok {
				faults = append(faults, name+": "+fmt.Sprintf(want, args...))
			}
		}
		confined(s, fault)
		probed := s.HealthCheck != nil && (admin(s) || !s.HealthCheck.Disable)
		for _, port := range s.Ports {
			fault(port.HostIP == "127.0.0.1", "port %s: want it bound to 127.0.0.1", port.Published)
		}
		for key, value := range s.Environment {
			secret := strings.Contains(key, "PASSWORD") || strings.Contains(key, "TOKEN") || strings.Contains(key, "KEYS") ||
				key == "DATABASE_URL"
			fault(!secret || strings.HasSuffix(key, "_FILE"), "%s: want a secret from a file, not %q", key, deref(value))
		}
		if s.Build == nil {
			_, tag, _ := strings.Cut(s.Image[strings.LastIndex(s.Image, "/")+1:], ":")
			fault(tag != "" && tag != "latest", "%s: want a pinned tag", s.Image)
			fault(admin(s) || s.User != "" && !strings.HasPrefix(s.User, "0"), "want a user other than root")
			fault(probed || slices.Contains(silent, name), "want a healthcheck")
			continue
		}
		fault(s.StopGracePeriod != nil, "want a stop_grace_period of more than SHUTDOWN_GRACE")
		image, err := builtImage(s)
		fault(err == nil, "build: %v", err)
		fault(image.user != "" && !strings.HasPrefix(image.user, "0") && image.user != "root", "want a user other than root")
		fault(probed || image.probed && s.HealthCheck == nil, "want a healthcheck")
	}
	slices.Sort(faults)
	return faults
}

// confined finds what a service may do more than it needs, and what its program then lacks.
func confined(s types.ServiceConfig, fault func(ok bool, want string, args ...any)) {
	fault(s.ReadOnly, "want read_only: true")
	fault(slices.Contains(s.CapDrop, "ALL"), "want cap_drop: [ALL]")
	fault(slices.Contains(s.SecurityOpt, "no-new-privileges:true"), "want no-new-privileges")
	fault(s.MemLimit > 0 && s.CPUS > 0 && s.PidsLimit > 0, "want mem_limit, cpus and pids_limit")
	fault(s.Init != nil && *s.Init, "want init: true")
	image, _, _ := strings.Cut(s.Image[strings.LastIndex(s.Image, "/")+1:], ":")
	for _, dir := range writes[image] {
		fault(admin(s) || slices.ContainsFunc(s.Volumes, func(v types.ServiceVolumeConfig) bool { return v.Target == dir }) ||
			slices.ContainsFunc(s.Tmpfs, func(t string) bool { path, _, _ := strings.Cut(t, ":"); return path == dir }),
			"the root is read-only and the program writes to %s: want a tmpfs or a volume", dir)
	}
	// Our programs read the limit of their container, and those of postgres and mail are not in Go.
	if ours := admin(s) || s.Build != nil && s.Build.Target != ""; ours || image == "postgres" || image == "mail" {
		return
	}
	limit := deref(s.Environment["GOMEMLIMIT"])
	most, err := units.RAMInBytes(limit)
	share := float64(most) / float64(s.MemLimit)
	fault(err == nil && share >= 0.8 && share <= 0.95, "GOMEMLIMIT=%q: want nine tenths of mem_limit", limit)
}

// admin says whether the service is a command that an operator runs.
func admin(s types.ServiceConfig) bool { return slices.Contains(s.Profiles, "admin") }

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
