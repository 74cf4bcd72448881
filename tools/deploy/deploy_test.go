package deploy

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"
)

var bin = flag.String("bin", "", "folder of the built programs, whose check-config then reads every environment")

const (
	root     = "../.."
	chartDir = "deploy/helm/partnerline"
)

func read(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(root, path))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func none(t *testing.T, faults []string) {
	t.Helper()
	for _, f := range faults {
		t.Error(f)
	}
}

// found fails unless the faults are about what was broken.
func found(t *testing.T, faults []string, want string) {
	t.Helper()
	if all := strings.Join(faults, "\n"); !strings.Contains(all, want) {
		t.Errorf("want a fault with %q, got %q", want, all)
	}
}

// swap breaks a text; it fails when the text has changed and is not broken by it any more.
func swap(t *testing.T, text, old, with string) string {
	t.Helper()
	if !strings.Contains(text, old) {
		t.Fatalf("there is no %q to break", old)
	}
	return strings.Replace(text, old, with, 1)
}

func TestDockerfile(t *testing.T) {
	source := string(read(t, "deploy/docker/Dockerfile"))
	none(t, Dockerfile(t.Context(), []byte(source)))
	for _, other := range []string{
		"tools/dex/Dockerfile", "tools/mail/Dockerfile", "deploy/nats/Dockerfile", "e2e/smoke/bases/Dockerfile",
	} {
		none(t, Dockerfile(t.Context(), read(t, other)))
	}
	for _, broken := range []struct{ old, with, want string }{
		{"AS build", "as Build", "StageNameCasing"},
		{`ENTRYPOINT ["/webhooksd"]`, "ENTRYPOINT /webhooksd", "JSONArgsRecommended"},
		{"FROM program AS dispatcherd", "FROM porgram:$TAG AS dispatcherd", "UndefinedArgInFrom"},
		{"COPY --from=build /out/webhooksd", "COPY --form=build /out/webhooksd", "unknown flag"},
		{"WORKDIR /src", "ENV INTERNAL_TOKEN=x\nWORKDIR src", "SecretsUsedInArgOrEnv"},
	} {
		t.Run(broken.with, func(t *testing.T) {
			found(t, Dockerfile(t.Context(), []byte(swap(t, source, broken.old, broken.with))), broken.want)
		})
	}
}

// Each image of ours that the chart names is one that a release publishes, and a target of the Dockerfile.
func TestImagesArePublished(t *testing.T) {
	var release struct {
		Jobs struct {
			Images struct {
				Strategy struct {
					Matrix struct{ Program []string }
				}
			}
		}
	}
	if err := yaml.Unmarshal(read(t, ".github/workflows/release.yml"), &release); err != nil {
		t.Fatal(err)
	}
	published, dockerfile := release.Jobs.Images.Strategy.Matrix.Program, string(read(t, "deploy/docker/Dockerfile"))
	ours, _ := images(t)
	for _, name := range ours {
		if !slices.Contains(published, name) {
			t.Errorf("the chart names the image %s, and a release publishes %v", name, published)
		}
	}
	for _, name := range published {
		if !strings.Contains(dockerfile, "\nFROM program AS "+name+"\n") {
			t.Errorf("a release publishes %s, which is no target of the Dockerfile", name)
		}
	}
}

// images are what the chart's installations pull: names of ours, and references of others.
func images(t *testing.T) (ours, others []string) {
	t.Helper()
	all := render(t, file(t, "production"), values(t, "image: {registry: ''}"))
	all = append(all, render(t, file(t, "development"))...)
	for _, m := range all {
		pod, _ := podOf(m)
		for _, c := range containers(pod) {
			image := c.text("image")
			if name, ok := strings.CutPrefix(image, "partnerline/"); ok {
				name, _, _ = strings.Cut(name, ":")
				ours = append(ours, name)
			} else {
				others = append(others, image)
			}
		}
	}
	slices.Sort(ours)
	slices.Sort(others)
	return slices.Compact(ours), slices.Compact(others)
}

// Who installs without access to the outside carries every image that the chart names.
func TestImagesToCarry(t *testing.T) {
	guide := string(read(t, "docs/adopt.md"))
	m := regexp.MustCompile(`\nimages="([^"]*)"`).FindStringSubmatch(guide)
	if m == nil {
		t.Fatal("docs/adopt.md names no images")
	}
	carried := strings.Fields(m[1])
	ours, want := images(t)
	for _, name := range ours {
		want = append(want, "ghcr.io/partnerline/"+name+":$VERSION")
	}
	slices.Sort(want)
	slices.Sort(carried)
	if !slices.Equal(carried, want) {
		t.Errorf("docs/adopt.md carries %v, and the chart names %v", carried, want)
	}
}

const cluster = "docker-compose.cluster.yml"

func TestManifestsBite(t *testing.T) {
	schemas, err := NewSchemas()
	if err != nil {
		t.Fatal(err)
	}
	objects := render(t, file(t, "production"), values(t, "dispatcher: {scaling: {by: keda}}"))
	for _, broken := range []struct{ object, old, with, want string }{
		{"Deployment webhooks", "readinessProbe", "readinesProbe", "readinesProbe"},
		{"Deployment webhooks", "maxSurge: 1", "maxSurge: [1]", "maxSurge"},
		{"Deployment webhooks", "selector:\n    matchLabels", "selector:\n    matchLables", "matchLables"},
		{"NetworkPolicy webhooks", "policyTypes", "policyType", "policyType"},
		{"NetworkPolicy webhooks", "networking.k8s.io/v1", "networking.k8s.io/v1beta1", "no schema"},
		{"ScaledObject dispatcher", "type: nats-jetstream", "kind: nats-jetstream", "type"},
		{"ScaledObject dispatcher", "minReplicaCount: 2", "minReplicaCount: two", "minReplicaCount"},
		{"Certificate webhooks", "dnsNames", "dnsName", "dnsName"},
		{"ExternalSecret webhooks", "secretStoreRef", "storeRef", "storeRef"},
		{"PodMonitor partnerline", "podMetricsEndpoints", "endpoints", "endpoints"},
		{"PrometheusRule partnerline", "alert: ProgramDown", "allert: ProgramDown", "allert"},
		{"Ingress webhooks", "pathType", "type", "pathType"},
		{"CronJob backup", "schedule", "schedul", "schedul"},
	} {
		t.Run(broken.object+" "+broken.want, func(t *testing.T) {
			source, err := yaml.Marshal(object(t, objects, broken.object))
			if err != nil {
				t.Fatal(err)
			}
			all, err := Manifests([]byte(swap(t, string(source), broken.old, broken.with)))
			if err != nil {
				t.Fatal(err)
			}
			var faults []string
			for _, m := range all {
				faults = append(faults, schemas.Check(m)...)
			}
			found(t, faults, broken.want)
		})
	}
	for _, broken := range []struct {
		what string
		do   func(pod, container map[string]any)
		want string
	}{
		{"a volume is not there", func(pod, _ map[string]any) { delete(pod, "volumes") }, "no volume"},
		{"a ConfigMap is not there", func(_, c map[string]any) {
			c["envFrom"] = []any{map[string]any{"configMapRef": map[string]any{"name": "comon"}}}
		}, `no ConfigMap "comon"`},
		{"root", func(pod, _ map[string]any) { delete(pod, "securityContext") }, "runAsNonRoot"},
		{"a token", func(pod, _ map[string]any) { delete(pod, "automountServiceAccountToken") }, "token"},
		{"no probe", func(_, c map[string]any) { delete(c, "livenessProbe") }, "livenessProbe"},
		{"killed too early", func(pod, _ map[string]any) { pod["terminationGracePeriodSeconds"] = 30.0 },
			"terminationGracePeriodSeconds"},
		{"no limit", func(_, c map[string]any) { delete(c, "resources") }, "memory limit"},
		{"nothing migrates", func(pod, _ map[string]any) { delete(pod, "initContainers") }, "that migrates"},
		{"another release migrates", func(_, c map[string]any) { c["image"] = "partnerline/webhooksd:v2" }, "that migrates"},
		{"an init container is not confined", func(pod, _ map[string]any) {
			delete(list(pod["initContainers"])[0], "securityContext")
		}, "read-only root"},
	} {
		t.Run(broken.what, func(t *testing.T) {
			all := render(t, file(t, "development"))
			for _, m := range all {
				if m.id() == "Deployment webhooks" {
					pod, _ := podOf(m)
					broken.do(pod, list(pod.at("containers"))[0])
				}
			}
			found(t, slices.Concat(References(all), Pods(all), Rollouts(all)), broken.want)
		})
	}
	for _, broken := range []struct {
		what   string
		change func(Manifest)
		want   string
	}{
		{"an object without a namespace", func(m Manifest) { delete(m["metadata"].(map[string]any), "namespace") },
			`Deployment webhooks: want namespace "partnerline"`},
		{"old replicas stop first", func(m Manifest) {
			m.at("spec", "strategy", "rollingUpdate").(map[string]any)["maxUnavailable"] = 1.0
		}, "maxUnavailable: 0"},
		{"a Job", func(m Manifest) { m["kind"] = "Job" }, "no Job"},
	} {
		t.Run(broken.what, func(t *testing.T) {
			all := render(t, file(t, "production"))
			for _, m := range all {
				if m.id() == "Deployment webhooks" {
					broken.change(m)
				}
			}
			found(t, append(Rollouts(all), Namespaces(all, "partnerline")...), broken.want)
		})
	}
}

// Every variable that the compose file or the chart sets is a setting of its program; with the secrets that the scripts
// make, each program accepts its whole configuration.
func TestSettings(t *testing.T) {
	secrets := filepath.Join(t.TempDir(), "compose")
	if err := os.Mkdir(secrets, 0o700); err != nil {
		t.Fatal(err)
	}
	script := filepath.Join(secrets, "secrets.sh")
	if err := os.WriteFile(script, read(t, "deploy/compose/secrets.sh"), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("sh", script).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for where, more := range map[string][]string{"compose": nil, cluster: {cluster}} {
		project, faults := Compose(t.Context(), root, nil, more...)
		none(t, faults)
		for name, s := range project.Services {
			service, ours := strings.CutSuffix(strings.TrimPrefix(s.Image, "partnerline/"), "d:dev")
			if !ours || s.Build == nil {
				continue
			}
			vars := map[string]string{}
			for k, v := range s.Environment {
				vars[k] = deref(v)
			}
			mounted := func(path string) (string, bool) {
				file := strings.TrimPrefix(path, "/run/secrets/")
				for _, ref := range s.Secrets {
					if ref.Source == file {
						return filepath.Join(secrets, "secrets", file), true
					}
				}
				return "", false
			}
			check(t, where+" "+name, service, vars, mounted)
		}
	}
	keys := devSecrets(t)
	tls := certificate(t)
	c := chart(t)
	for name, i := range installations(t) {
		if name == "every-secret" || name == "live-mode" || name == "more-files-and-variables" {
			continue // no configuration has all of these, or the test no values for them
		}
		all := i.render(t, c)
		for _, service := range services {
			for _, m := range all {
				if m.id() != "Deployment "+service {
					continue
				}
				pod, _ := podOf(m)
				mounted := func(path string) (string, bool) {
					file := filepath.Base(path)
					switch {
					case strings.HasPrefix(path, "/etc/partnerline/tls/"):
						return filepath.Join(tls, file), name != "a mesh"
					case secretFiles(pod)[path] == "":
						return "", false
					case service == "console": // the Secrets of development have none
						return filepath.Join(secrets, "secrets", file), true
					case file == "smtp_password" || strings.HasPrefix(file, "documents_s3_"):
						return filepath.Join(keys, service, "nats_password"), true
					}
					return filepath.Join(keys, service, file), true
				}
				check(t, name+" "+m.id(), service, Environment(all, list(pod.at("containers"))[0]), mounted)
			}
		}
	}
}

// check compares the variables against the program's settings, and has the program read them. mounted maps a file of
// the container to its path here.
func check(t *testing.T, where, service string, vars map[string]string, mounted func(string) (string, bool)) {
	t.Helper()
	known, err := Settings(root, service)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range Unknown(known, vars) {
		t.Errorf("%s: %s", where, f)
	}
	var environ []string
	for name, value := range vars {
		if strings.HasSuffix(name, "_FILE") || strings.HasPrefix(name, "TLS_") || name == "NATS_CA" {
			file, ok := mounted(value)
			if _, err := os.Stat(file); !ok || err != nil {
				t.Errorf("%s: %s: nothing is mounted at %s", where, name, value)
				continue
			}
			value = file
		}
		environ = append(environ, name+"="+value)
	}
	if *bin == "" {
		return
	}
	cmd := exec.CommandContext(t.Context(), filepath.Join(*bin, service+"d"), "check-config")
	cmd.Env = environ
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%s: %v: %s", where, err, out)
	}
}

func TestSettingsBite(t *testing.T) {
	known, err := Settings(root, "dispatcher")
	if err != nil {
		t.Fatal(err)
	}
	right := map[string]string{
		"WEBHOOKS_GRPC":         "webhooks:9090",
		"DISPATCHER_TOKEN_FILE": "/x",
		"NATS_URL":              "nats://nats",
		"LOG_LEVEL":             "info",
	}
	none(t, Unknown(known, right))
	right["LOG_LEVLE"], right["WEBHOOKS_GRPC"] = "debug", ""
	found(t, Unknown(known, right), "LOG_LEVLE")
	found(t, Unknown(known, right), "WEBHOOKS_GRPC: required")
	prefixed, err := Settings(root, "partnerconnect")
	if err != nil {
		t.Fatal(err)
	}
	none(
		t,
		Unknown(
			prefixed,
			map[string]string{"DOCUMENTS_S3_BUCKET": "b", "RATE_LIMIT_KEY": "1", "DATABASE_URL": "x", "PUBLIC_BASE_URL": "x",
				"INTERNAL_TOKEN": "x", "ENCRYPTION_KEYS": "x", "LINK_KEYS": "x", "IDENTITY_HASH_KEY": "x"},
		),
	)
}

var update = flag.Bool("update", false, "write what follows from the settings in the code")

// The table of settings in the guide, and the names that the chart knows, are those of the code; the accounts of NATS
// in the values for its chart are those of deploy/nats.
func TestSettingsTable(t *testing.T) {
	const from, to = "<!-- settings: make settings -->", "<!-- /settings -->"
	table, err := Table(root)
	if err != nil {
		t.Fatal(err)
	}
	old, err := Between(filepath.Join(root, "docs/operations.md"), from, to)
	if err != nil {
		t.Fatal(err)
	}
	known, schema, err := ChartSettings(root, read(t, chartDir+"/values.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	const natsValues, fromAccounts, toAccounts = "deploy/helm/nats-values.yaml", "  # accounts: make settings",
		"  # /accounts"
	accounts, err := NATSAccounts(root)
	if err != nil {
		t.Fatal(err)
	}
	oldAccounts, err := Between(filepath.Join(root, natsValues), fromAccounts, toAccounts)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		natsValues: strings.Replace(string(read(t, natsValues)), fromAccounts+"\n"+oldAccounts,
			fromAccounts+"\n"+accounts, 1),
		"docs/operations.md": strings.Replace(string(read(t, "docs/operations.md")), from+"\n"+old,
			from+"\n"+table, 1),
		chartDir + "/settings.json":      string(known),
		chartDir + "/values.schema.json": string(schema),
	} {
		got, _ := os.ReadFile(filepath.Join(root, path))
		switch {
		case string(got) == want:
		case *update:
			if err := os.WriteFile(filepath.Join(root, path), []byte(want), 0o644); err != nil { //nolint:gosec // documents
				t.Fatal(err)
			}
		default:
			t.Errorf("%s is stale: run 'make settings' and commit", path)
		}
	}
}
