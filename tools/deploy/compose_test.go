package deploy

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestCompose(t *testing.T) {
	for _, c := range []struct {
		more                       []string
		nats, dispatchers, streams int
	}{{nil, 1, 1, 1}, {[]string{cluster}, 3, 2, 3}} {
		t.Run(strings.Join(c.more, ""), func(t *testing.T) {
			project, faults := Compose(t.Context(), root, nil, c.more...)
			none(t, faults)
			if project == nil {
				t.FailNow()
			}
			for _, name := range []string{"postgres", "partnerconnect", "console", "dex", "mail", "collector",
				"prometheus", "grafana"} {
				if _, ok := project.Services[name]; !ok {
					t.Errorf("no service %s", name)
				}
			}
			servers := 0
			unused := maps.Clone(project.Volumes) // `down --volumes` would leave them
			for name, s := range project.Services {
				for _, v := range s.Volumes {
					delete(unused, v.Source)
				}
				if deref(s.Environment["OPERATOR_BOOTSTRAP"]) == "true" {
					t.Errorf("%s: the internal token opens operator methods although there is a console", name)
				}
				if deref(s.Environment["EGRESS_ALLOW"]) != "" {
					t.Errorf("%s: deliveries may go to private addresses", name)
				}
				if len(s.Profiles) > 0 && !slices.Equal(s.Profiles, []string{"admin"}) {
					t.Errorf("%s: it does not start with the others: profiles %v", name, s.Profiles)
				}
				if strings.HasPrefix(s.Image, "partnerline/nats:") {
					servers++
					if !slices.Contains(project.Services["webhooks"].GetDependencies(), name) {
						t.Errorf("webhooks does not wait for %s", name)
					}
				}
				if n := deref(s.Environment["STREAM_REPLICAS"]); n != "" && n != strconv.Itoa(c.streams) {
					t.Errorf("%s: %s replicas of streams", name, n)
				}
			}
			for name := range unused {
				t.Errorf("no service has the volume %s", name)
			}
			dispatchers := 1
			if scale := project.Services["dispatcher"].Scale; scale != nil {
				dispatchers = *scale
			}
			if servers != c.nats || dispatchers != c.dispatchers {
				t.Errorf("%d NATS servers and %d dispatchers, want %d and %d", servers, dispatchers, c.nats, c.dispatchers)
			}
		})
	}
}

// A second system on the same machine needs no other change than variables, and all of them are in the example.
func TestComposeVariables(t *testing.T) {
	var variables []string
	port := 20000
	for line := range strings.Lines(string(read(t, "deploy/compose/env.example"))) {
		name, value, ok := strings.Cut(strings.TrimSpace(line), "=")
		switch {
		case !ok || strings.HasPrefix(line, "#"):
			continue
		case strings.HasSuffix(name, "_PORT"):
			port++
			value = strconv.Itoa(port)
		case name == "VERSION" || name == "REVISION":
			value = "other"
		}
		variables = append(variables, name+"="+value)
	}
	defaults, faults := Compose(t.Context(), root, nil)
	none(t, faults)
	project, faults := Compose(t.Context(), root, variables)
	none(t, faults)
	if project == nil || defaults == nil {
		t.FailNow()
	}
	published := 0
	for name, s := range project.Services {
		for i, p := range s.Ports {
			published++
			if n, _ := strconv.Atoi(p.Published); n < 20000 {
				t.Errorf("%s: port %s is no variable of deploy/compose/env.example", name, p.Published)
			}
			fixed := defaults.Services[name].Ports[i]
			for key, value := range s.Environment {
				if strings.Contains(deref(value), ":"+fixed.Published) && fixed.Published != strconv.Itoa(int(fixed.Target)) {
					t.Errorf("%s: %s=%s names port %s of this machine, which is a variable", name, key, deref(value), fixed.Published)
				}
			}
		}
		if strings.HasPrefix(s.Image, "partnerline/") && !strings.HasSuffix(s.Image, ":other") {
			t.Errorf("%s: image %s has no tag of the version", name, s.Image)
		}
		if s.Build != nil && s.Build.Target != "" {
			for _, arg := range []string{"VERSION", "REVISION"} {
				if deref(s.Build.Args[arg]) != "other" {
					t.Errorf("%s: the build is not given %s", name, arg)
				}
			}
		}
	}
	if want := port - 20000; published != want {
		t.Errorf("%d ports are published, deploy/compose/env.example has %d", published, want)
	}
	for _, name := range []string{"webhooks", "dispatcher"} { // who registers a receiver, and who calls it
		if _, ok := project.Services[name].ExtraHosts["host.docker.internal"]; !ok {
			t.Errorf("%s: it cannot find a receiver on this machine", name)
		}
	}
	for _, name := range []string{"webhooks", "dispatcher"} {
		with, faults := Compose(t.Context(), root, []string{"EGRESS_ALLOW=172.16.0.0/12"})
		none(t, faults)
		if got := deref(with.Services[name].Environment["EGRESS_ALLOW"]); got != "172.16.0.0/12" {
			t.Errorf("%s: EGRESS_ALLOW=%q", name, got)
		}
	}
}

// While the official image runs its first start, the server answers on its socket and not yet on TCP.
func TestPostgresIsProbedByTCP(t *testing.T) {
	for _, file := range []string{"docker-compose.yml", "deploy/helm/partnerline/templates/development.yaml"} {
		if !strings.Contains(string(read(t, file)), "pg_isready, -h, 127.0.0.1,") {
			t.Errorf("%s: want pg_isready -h 127.0.0.1", file)
		}
	}
}

func TestComposeBites(t *testing.T) {
	source := string(read(t, "docker-compose.yml"))
	for _, broken := range []struct{ old, with, want string }{
		{"read_only: true", "readonly: true", "readonly"},
		{"cap_drop: [ALL]", "cap_drop: [NET_RAW]", "cap_drop"},
		{"init: true", "init: false", "mail: want init: true"},
		{"condition: service_healthy", "condition: service_helthy", "condition"},
		{"secrets: [grafana_password]", "secrets: [grafana]", "grafana"},
		{"prom/prometheus:v3.5.0", "prom/prometheus:latest", "pinned"},
		{"127.0.0.1:${GRAFANA_PORT:-3000}:3000", "${GRAFANA_PORT:-3000}:3000", "127.0.0.1"},
		{"LOG_LEVEL: info", "LOG_LEVEL: $LEVEL", "LEVEL"},
		{"INTERNAL_TOKEN_FILE: /run/secrets/internal_token", "INTERNAL_TOKEN: internal", "secret from a file"},
		{"tmpfs: [/tmp] # the mails", "tmpfs: [/mails]", "mail: the root is read-only and the program writes to /tmp"},
		{`volumes: ["nats:/data"]`, "volumes: []", "nats: the root is read-only and the program writes to /data"},
		{"test: [CMD, node,", "disable: true # ", "mail: want a healthcheck"},
		{`user: "70:70"`, `user: "0:70"`, "postgres: want a user other than root"},
		{"build: {context: deploy/nats}", "build: {context: asroot}", "nats: want a user other than root"},
		{"environment: *memory\n    networks: [data]", "networks: [data]", "nats: GOMEMLIMIT"},
		{"GOMEMLIMIT: 460MiB", "GOMEMLIMIT: 1GiB", "prometheus: GOMEMLIMIT"},
	} {
		t.Run(broken.with, func(t *testing.T) {
			dir := t.TempDir()
			files := map[string]string{"docker-compose.yml": swap(t, source, broken.old, broken.with)}
			for _, file := range []string{"deploy/docker/Dockerfile", "deploy/nats/Dockerfile", "tools/dex/Dockerfile",
				"tools/mail/Dockerfile"} {
				files[file] = string(read(t, file))
			}
			files["asroot/Dockerfile"] = swap(t, files["deploy/nats/Dockerfile"], "USER 65532:65532", "")
			for name, text := range files {
				path := filepath.Join(dir, name)
				if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			_, faults := Compose(t.Context(), dir, nil)
			found(t, faults, broken.want)
		})
	}
}
