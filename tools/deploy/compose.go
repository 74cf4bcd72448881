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
	"github.com/sirupsen/logrus"
)

// Compose loads docker-compose.yml as `docker compose` does, with the profiles or, without, those of .env. A warning is a
// fault, too.
func Compose(ctx context.Context, dir string, profiles ...string) (*types.Project, []string) {
	var warned warnings
	old := logrus.StandardLogger().ReplaceHooks(logrus.LevelHooks{logrus.WarnLevel: {&warned}})
	defer logrus.StandardLogger().ReplaceHooks(old)
	logrus.SetOutput(io.Discard) // the hook has them
	options, err := cli.NewProjectOptions([]string{filepath.Join(dir, "docker-compose.yml")},
		cli.WithWorkingDirectory(dir), cli.WithEnvFiles(filepath.Join(dir, ".env")), cli.WithDotEnv, cli.WithDefaultProfiles(profiles...))
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

// hardening finds services that may do more than they need, and images that are not pinned.
func hardening(p *types.Project) []string {
	var faults []string
	fault := func(ok bool, service, want string) {
		if !ok {
			faults = append(faults, service+": "+want)
		}
	}
	for name, s := range p.Services {
		fault(s.ReadOnly, name, "want read_only: true")
		fault(slices.Contains(s.CapDrop, "ALL"), name, "want cap_drop: [ALL]")
		fault(slices.Contains(s.SecurityOpt, "no-new-privileges:true"), name, "want no-new-privileges")
		fault(s.MemLimit > 0 && s.CPUS > 0 && s.PidsLimit > 0, name, "want mem_limit, cpus and pids_limit")
		for _, port := range s.Ports {
			fault(port.HostIP == "127.0.0.1", name, fmt.Sprintf("port %s: want it bound to 127.0.0.1", port.Published))
		}
		for key, value := range s.Environment {
			secret := strings.Contains(key, "PASSWORD") || strings.Contains(key, "TOKEN") || strings.Contains(key, "KEYS") || key == "DATABASE_URL"
			fault(!secret || strings.HasSuffix(key, "_FILE"), name, fmt.Sprintf("%s: want a secret from a file, not %q", key, deref(value)))
		}
		if s.Build == nil {
			_, tag, _ := strings.Cut(s.Image[strings.LastIndex(s.Image, "/")+1:], ":")
			fault(tag != "" && tag != "latest", name, s.Image+": want a pinned tag")
			continue
		}
		fault(s.StopGracePeriod != nil, name, "want a stop_grace_period of more than SHUTDOWN_GRACE")
	}
	slices.Sort(faults)
	return faults
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
