package deploy

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"sigs.k8s.io/yaml"
)

var loaded = sync.OnceValues(func() (*Chart, error) { return LoadChart(filepath.Join(root, chartDir)) })

func chart(t *testing.T) *Chart {
	t.Helper()
	c, err := loaded()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// values reads a text of YAML.
func values(t *testing.T, text string) Values {
	t.Helper()
	var v Values
	if err := yaml.UnmarshalStrict([]byte(text), &v); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return v
}

// file reads values-NAME.yaml of the chart.
func file(t *testing.T, name string) Values {
	t.Helper()
	return values(t, string(read(t, chartDir+"/values-"+name+".yaml")))
}

func render(t *testing.T, v ...Values) []Manifest {
	t.Helper()
	all, err := chart(t).Render("partnerline", v...)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func object(t *testing.T, all []Manifest, id string) Manifest {
	t.Helper()
	for _, m := range all {
		if m.id() == id {
			return m
		}
	}
	t.Fatalf("no %s", id)
	return nil
}

// The chart of a release is one file, in which what the folder links to is a file, too.
func TestPackagedChart(t *testing.T) {
	bin := t.TempDir()
	make := exec.CommandContext(t.Context(), "make", "--no-print-directory", "-C", root, "release-chart", "BIN="+bin)
	if out, err := make.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	files, err := filepath.Glob(bin + "/packages/partnerline-chart-*.tgz")
	if err != nil || len(files) != 1 {
		t.Fatalf("files %v, %v", files, err)
	}
	packaged, err := LoadChart(files[0])
	if err != nil {
		t.Fatal(err)
	}
	got, err := packaged.Render("partnerline", file(t, "production"))
	if err != nil {
		t.Fatal(err)
	}
	if want := render(t, file(t, "production")); !reflect.DeepEqual(got, want) {
		t.Errorf("it renders %d objects that differ from the %d of the folder", len(got), len(want))
	}
}

// everySecret sets all secret settings of all programs, each in a Secret of its own.
func everySecret(t *testing.T) Values {
	t.Helper()
	v := Values{}
	for _, service := range services {
		known, err := Settings(root, service)
		if err != nil {
			t.Fatal(err)
		}
		secrets := map[string]any{}
		for _, s := range known {
			if s.Secret {
				secrets[s.Name] = map[string]any{
					"name": "of-" + strings.ToLower(strings.ReplaceAll(s.Name, "_", "-")),
					"key":  "value",
				}
			}
		}
		v[service] = map[string]any{"secrets": secrets}
	}
	return v
}

// An installation is a set of values: a file of the chart, and what differs from it.
type installation struct {
	base       string
	more, also Values
}

// existing are claims that an installation names, and that exist already.
var existing = regexp.MustCompile(`no PersistentVolumeClaim "(mine|theirs)"`)

// installations are the files of testdata/installations, each below the file of the chart that it differs from, that
// file itself, and one with every secret.
func installations(t *testing.T) map[string]installation {
	t.Helper()
	all := map[string]installation{
		"development": {base: "development"}, "production": {base: "production"},
		"every-secret": {base: "production", also: everySecret(t)},
	}
	files, err := filepath.Glob("testdata/installations/*/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		name := strings.TrimSuffix(filepath.Base(f), ".yaml")
		more := values(t, string(read(t, "tools/deploy/"+f)))
		all[name] = installation{base: filepath.Base(filepath.Dir(f)), more: more}
	}
	return all
}

func (i installation) render(t *testing.T, c *Chart) []Manifest {
	t.Helper()
	all, err := c.Render("partnerline", file(t, i.base), i.more, i.also)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

var apply = flag.String(
	"apply",
	"",
	"a kubectl by which every installation is applied to the API server of KUBECONFIG, too: in dry run, in the "+
		"namespace partnerline",
)

// applied has the API server read manifests.
func applied(t *testing.T, all []Manifest) {
	t.Helper()
	var text strings.Builder
	for _, m := range all {
		b, err := yaml.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		text.WriteString("---\n" + string(b))
	}
	cmd := exec.CommandContext(t.Context(), *apply, "apply", "--dry-run=server", "-f", "-")
	cmd.Stdin = strings.NewReader(text.String())
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

func TestInstallations(t *testing.T) {
	schemas, err := NewSchemas()
	if err != nil {
		t.Fatal(err)
	}
	all := installations(t)
	if len(all) < 20 {
		t.Fatalf("%d installations", len(all))
	}
	c := chart(t)
	for name, i := range all {
		t.Run(name, func(t *testing.T) {
			objects := i.render(t, c)
			for _, m := range objects {
				none(t, schemas.Check(m))
			}
			none(t, slices.DeleteFunc(References(objects), existing.MatchString))
			none(t, Pods(objects))
			none(t, Rollouts(objects))
			none(t, Namespaces(objects, "partnerline"))
			if *apply != "" {
				applied(t, objects)
			}
			for _, m := range objects {
				pod, _ := podOf(m)
				for _, container := range list(pod.at("containers")) {
					open, console := Environment(objects, container)["OPERATOR_BOOTSTRAP"] == "true", slices.ContainsFunc(
						objects,
						func(m Manifest) bool { return m.id() == "Deployment console" },
					)
					if open && console {
						t.Errorf("%s: the internal token opens operator methods although there is a console", m.id())
					}
				}
			}
		})
	}
}

// What differs in an installation is where it belongs.
func TestInstallationsDiffer(t *testing.T) {
	grace := []string{"spec", "template", "spec", "terminationGracePeriodSeconds"}
	c, all := chart(t), installations(t)
	for _, want := range []struct {
		installation, object, value string
		path                        []string
	}{
		{"scaled-by-keda", "ScaledObject dispatcher", "30", []string{"spec", "maxReplicaCount"}},
		{"production", "HorizontalPodAutoscaler dispatcher", "10", []string{"spec", "maxReplicas"}},
		{"production", "Deployment dispatcher", "<nil>", []string{"spec", "replicas"}},
		{"not-scaled", "Deployment dispatcher", "4", []string{"spec", "replicas"}},
		{"a-digest", "Deployment webhooks", "registry.example.com/partnerline/webhooksd@sha256:" + strings.Repeat("a", 64),
			[]string{"image"}},
		{"a-private-registry", "Deployment webhooks", "r.example.com:5000/team/partnerline/webhooksd:v9", []string{"image"}},
		{"a-private-registry", "Deployment webhooks", "[map[name:registry]]",
			[]string{"spec", "template", "spec", "imagePullSecrets"}},
		{"gateway-api", "HTTPRoute webhooks", "[verify.example.com]", []string{"spec", "hostnames"}},
		{"production", "Ingress console", "[map[hosts:[console.example.com] secretName:console-public-tls]]",
			[]string{"spec", "tls"}},
		{"a-store-of-the-namespace", "ExternalSecret webhooks", "SecretStore", []string{"spec", "secretStoreRef", "kind"}},
		{"irsa", "ServiceAccount partnerconnect", "arn:aws:iam::1:role/partnerconnect",
			[]string{"metadata", "annotations", "eks.amazonaws.com/role-arn"}},
		{"workload-identity", "Deployment partnerconnect", "pc", []string{"spec", "template", "spec", "serviceAccountName"}},
		{"openshift", "Deployment webhooks", "<nil>", []string{"spec", "template", "spec", "securityContext", "runAsUser"}},
		{"placement", "Deployment webhooks", "highest", []string{"spec", "template", "spec", "priorityClassName"}},
		{"placement", "Deployment dispatcher", "high", []string{"spec", "template", "spec", "priorityClassName"}},
		{"placement", "Deployment webhooks", "b", []string{"spec", "template", "metadata", "labels", "cost"}},
		{"placement", "Deployment webhooks", "payments", []string{"spec", "template", "metadata", "labels", "team"}},
		{"placement", "PodDisruptionBudget webhooks", "25%", []string{"spec", "maxUnavailable"}},
		{"a-longer-stop", "Deployment webhooks", "90", grace},
		{"production", "Deployment webhooks", "41", grace},
		{"production", "Deployment dispatcher", "35", grace},
		{"development", "ConfigMap webhooks", "268435456", []string{"data", "STREAM_MAX_BYTES"}},
		{"production", "ConfigMap webhooks", "0.05", []string{"data", "TRACE_SAMPLE_RATIO"}},
		{"a-mesh", "ConfigMap webhooks", "<nil>", []string{"data", "NATS_CA"}},
		{"a-mesh", "Deployment dispatcher", "true",
			[]string{"spec", "template", "metadata", "annotations", "sidecar.istio.io/inject"}},
	} {
		t.Run(want.installation+" "+want.object+" "+strings.Join(want.path, "."), func(t *testing.T) {
			m := object(t, all[want.installation].render(t, c), want.object)
			got := m.at(want.path...)
			if want.path[0] == "image" {
				pod, _ := podOf(m)
				got = list(pod.at("containers"))[0].text("image")
			}
			if fmt.Sprint(got) != want.value {
				t.Errorf("want %s, got %v", want.value, got)
			}
		})
	}
}

// Wrong values are refused, with the name of what is wrong.
func TestWrongValues(t *testing.T) {
	c := chart(t)
	for given, want := range map[string]string{
		"webhook: {replicas: 2}":                                  "webhook",
		"webhooks: {replicas: two}":                               "/webhooks/replicas",
		"webhooks: {replica: 2}":                                  "replica",
		"settings: {LOG_LEVLE: info}":                             "LOG_LEVLE",
		"webhooks: {settings: {KRS_URL: x}}":                      "KRS_URL", // partner connect's
		"settings: {INTERNAL_TOKEN: x}":                           "INTERNAL_TOKEN",
		"settings: {HTTP_ADDR: ':80'}":                            "HTTP_ADDR",
		"webhooks: {secrets: {LINK_KEYS: {}}}":                    "LINK_KEYS",
		"webhooks: {secrets: {INTERNAL_TOKEN: {secret: x}}}":      "/webhooks/secrets/INTERNAL_TOKEN",
		"webhooks: {digest: v1}":                                  "/webhooks/digest",
		"image: {pullPolicy: Sometimes}":                          "/image/pullPolicy",
		"dispatcher: {scaling: {by: vpa}}":                        "/dispatcher/scaling/by",
		"networkPolicies: {database: {peers: [{cidr: a}]}}":       "cidr",
		"networkPolicies: {nats: {ports: [0]}}":                   "/networkPolicies/nats/ports",
		"networkPolicies: {nats: {ports: []}}":                    "/networkPolicies/nats/ports",
		"networkPolicies: {dns: {ports: []}}":                     "/networkPolicies/dns/ports",
		"networkPolicies: {telemetryPorts: []}":                   "/networkPolicies/telemetryPorts",
		"networkPolicies: {monitoring: null}":                     "monitoring",
		"networkPolicies: {smtp: {ports: null}}":                  "ports",
		"networkPolicies: {callers: [{}]}":                        "/networkPolicies/callers/0",
		"networkPolicies: {nats: {peers: []}}":                    "networkPolicies.nats.peers",
		"networkPolicies: {egress: {webhook: []}}":                "webhook",
		"networkPolicies: {database: {peers: []}}":                "networkPolicies.database.peers",
		"externalSecrets: {store: {name: ''}}":                    "externalSecrets.store.name",
		"tls: {certManager: {issuer: {name: ''}}}":                "tls.certManager.issuer.name",
		"tls: {enabled: false}":                                   "tls.certManager.enabled",
		"gateway: {enabled: true}":                                "gateway.parents",
		"webhooks: {settings: {PUBLIC_BASE_URL: null}}":           "webhooks.settings.PUBLIC_BASE_URL",
		"settings: {SHUTDOWN_GRACE: 1m}":                          "settings.SHUTDOWN_GRACE",
		"settings: {SHUTDOWN_LINGER: 500ms}":                      "settings.SHUTDOWN_LINGER",
		"backup: {keep: 0}":                                       "/backup/keep",
		"development: {postgres: {imag: x}}":                      "imag",
		"partnerconnect: {documents: {accessMode: ReadOnlyMany}}": "/partnerconnect/documents/accessMode",
	} {
		t.Run(given, func(t *testing.T) {
			_, err := c.Render("partnerline", file(t, "production"), values(t, given))
			if err == nil || !strings.Contains(strings.ReplaceAll(err.Error(), "'", ""), want) {
				t.Errorf("want an error with %q, got %v", want, err)
			}
		})
	}
}

// A secret setting of a program is a file of a Secret, wherever the installation has it, and none of them is anywhere
// else.
func TestSecretSettings(t *testing.T) {
	all := installations(t)["every-secret"].render(t, chart(t))
	for _, service := range services {
		known, err := Settings(root, service)
		if err != nil {
			t.Fatal(err)
		}
		m := object(t, all, "Deployment "+service)
		pod, _ := podOf(m)
		vars, files := Environment(all, list(pod.at("containers"))[0]), secretFiles(pod)
		for _, s := range known {
			from := "of-" + strings.ToLower(strings.ReplaceAll(s.Name, "_", "-")) + " value"
			if file := vars[s.Name+"_FILE"]; s.Secret && files[file] != from {
				t.Errorf("%s: %s_FILE is %q, which is %q, want %q", service, s.Name, file, files[file], from)
			}
		}
	}
	// Where the Secrets are made, they have what is mounted.
	all = render(t, file(t, "production"))
	for _, service := range services {
		made := map[string]bool{}
		for _, d := range list(object(t, all, "ExternalSecret "+service).at("spec", "data")) {
			made[service+" "+d.text("secretKey")] = true
		}
		pod, _ := podOf(object(t, all, "Deployment "+service))
		for _, from := range secretFiles(pod) {
			if !made[from] {
				t.Errorf("%s: no ExternalSecret makes %s", service, from)
			}
			delete(made, from)
		}
		if len(made) > 0 {
			t.Errorf("%s: nothing reads %v", service, made)
		}
	}
}

// secretFiles are the files of the volume of secrets, each with its Secret and key.
func secretFiles(pod Manifest) map[string]string {
	files := map[string]string{}
	for _, v := range list(pod.at("volumes")) {
		for _, s := range list(v.at("projected", "sources")) {
			for _, item := range list(s.at("secret", "items")) {
				files["/run/secrets/partnerline/"+item.text("path")] = s.text("secret", "name") + " " + item.text("key")
			}
		}
	}
	return files
}

var jobs = regexp.MustCompile(`job="([a-z]+)"`)

// The job of what is scraped is what the alerts ask for, and each alert leads to its runbook.
func TestMonitoring(t *testing.T) {
	all := render(t, file(t, "production"))
	monitor := object(t, all, "PodMonitor partnerline")
	scraped := map[string]bool{}
	for _, m := range all {
		pod, _ := podOf(m)
		labels, _ := template(m).at("metadata", "labels").(map[string]any)
		if !matches(monitor.at("spec", "selector"), texts(labels)) {
			continue
		}
		for _, c := range list(pod.at("containers")) {
			for _, p := range list(c.at("ports")) {
				if p.text("name") == list(monitor.at("spec", "podMetricsEndpoints"))[0].text("port") {
					scraped[texts(labels)[monitor.text("spec", "jobLabel")]] = true
				}
			}
		}
	}
	alerts := string(read(t, "deploy/observability/alerts.yml"))
	for _, job := range jobs.FindAllStringSubmatch(alerts, -1) {
		if !scraped[job[1]] {
			t.Errorf("alerts ask for job %q, and what is scraped is %v", job[1], slices.Sorted(maps.Keys(scraped)))
		}
	}
	rules := 0
	for _, g := range list(object(t, all, "PrometheusRule partnerline").at("spec", "groups")) {
		for _, r := range list(g.at("rules")) {
			rules++
			if want := "https://github.com/partnerline/partnerline/blob/main/" + r.text("annotations", "runbook"); r.text(
				"alert",
			) != "" &&
				r.text("annotations", "runbook_url") != want {
				t.Errorf("%s: runbook_url %q, want %q", r.text("alert"), r.text("annotations", "runbook_url"), want)
			}
		}
	}
	if want := strings.Count(alerts, "- alert: ") + strings.Count(alerts, "- record: "); rules != want || rules == 0 {
		t.Errorf("%d rules, want %d", rules, want)
	}
	dashboards, _ := filepath.Glob(filepath.Join(root, "deploy/observability/grafana/dashboards/*.json"))
	for _, path := range dashboards {
		m := object(t, all, "ConfigMap dashboard-"+strings.TrimSuffix(filepath.Base(path), ".json"))
		want, _ := os.ReadFile(path)
		if m.text("data", filepath.Base(path)) != string(want) {
			t.Errorf("%s is not the dashboard", m.id())
		}
	}
}

func texts(m map[string]any) map[string]string {
	s := map[string]string{}
	for k, v := range m {
		s[k] = fmt.Sprint(v)
	}
	return s
}

// Each name that a program dials is in the certificate of the program that it reaches, which serves and calls.
func TestCertificates(t *testing.T) {
	all := render(t, file(t, "production"))
	for _, m := range all {
		pod, _ := podOf(m)
		for _, c := range list(pod.at("containers")) {
			for setting, address := range Environment(all, c) {
				if !strings.HasSuffix(setting, "_GRPC") {
					continue
				}
				host, _, _ := strings.Cut(address, ":")
				service := object(t, all, "Service "+host)
				name := service.text("spec", "selector", "app.kubernetes.io/name")
				certificate := object(t, all, "Certificate "+name)
				names, _ := certificate.at("spec", "dnsNames").([]any)
				if !slices.Contains(names, any(host)) || !slices.Contains(names, any(host+".partnerline.svc.cluster.local")) {
					t.Errorf("%s dials %s, and the certificate has %v", m.id(), host, names)
				}
				if service.text("spec", "clusterIP") != "" {
					t.Errorf("%s: want one address for all replicas", service.id())
				}
			}
			for _, v := range list(c.at("volumeMounts")) {
				if v.text("name") != "tls" {
					continue
				}
				certificate := object(t, all, "Certificate "+m.name())
				usages, _ := certificate.at("spec", "usages").([]any)
				if !slices.Contains(usages, any("server auth")) || !slices.Contains(usages, any("client auth")) {
					t.Errorf("%s: %v", certificate.id(), usages)
				}
				for _, volume := range list(pod.at("volumes")) {
					if volume.text("name") == "tls" && volume.text("secret", "secretName") != certificate.text("spec", "secretName") {
						t.Errorf(
							"%s mounts %s, and cert-manager writes %s",
							m.id(),
							volume.text("secret", "secretName"),
							certificate.text("spec", "secretName"),
						)
					}
				}
			}
		}
	}
}

// What has not changed is not replaced: of another version, only the images of the programs differ in pods.
func TestUpgradeReplacesWhatChanged(t *testing.T) {
	before, after := render(t, file(t, "development")), render(t, file(t, "development"), values(t, "image: {tag: v2}"))
	for _, name := range []string{"StatefulSet postgres", "StatefulSet nats"} {
		if a, b := fmt.Sprint(template(object(t, before, name))), fmt.Sprint(template(object(t, after, name))); a != b {
			t.Errorf("%s is replaced by an upgrade:\n%s\n%s", name, a, b)
		}
	}
	changed := render(t, file(t, "development"), values(t, "webhooks: {settings: {LOG_LEVEL: debug}}"))
	for name, want := range map[string]bool{"Deployment webhooks": true, "Deployment partnerconnect": false} {
		if got := fmt.Sprint(template(object(t, before, name))) != fmt.Sprint(template(object(t, changed,
			name))); got != want {
			t.Errorf("%s is replaced by a setting of webhooks: %v", name, got)
		}
	}
}

// The command of the backup copies documents that are uploaded and deleted meanwhile, and fails where one that is there
// cannot be copied.
func TestBackup(t *testing.T) {
	pod, _ := podOf(object(t, render(t, file(t, "production")), "CronJob backup"))
	command, _ := list(pod.at("containers"))[0].at("command").([]any)
	dir := t.TempDir()
	script := strings.NewReplacer(
		"/backups", dir+"/backups", "/documents/*", dir+"/documents/*", "/run/secrets", dir+"/secrets",
	).Replace(fmt.Sprint(command[len(command)-1]))
	for name, content := range map[string]string{
		"secrets/webhooks/database_url": "w", "secrets/partnerconnect/database_url": "p", "backups/lost+found/x": "",
		"documents/a/whole": "whole", "documents/a/.unfinished": "half", "documents/a/deleted": "gone",
		"documents/b/last": "last",
		"bin/pg_dump":      "#!/bin/sh\necho dump >$4\n",
		// It deletes a document before it copies it, as a program would between the list and the copy.
		"bin/cp": "#!/bin/sh\nfor f; do case $f in */deleted) rm $f ;; */broken) exit 1 ;; esac; done\n" +
			"exec /bin/cp \"$@\"\n",
	} {
		write(t, filepath.Join(dir, name), []byte(content))
	}
	for _, program := range []string{"pg_dump", "cp"} {
		if err := os.Chmod(filepath.Join(dir, "bin", program), 0o700); err != nil { //nolint:gosec // it is run
			t.Fatal(err)
		}
	}
	backUp := func() (string, error) {
		cmd := exec.CommandContext(t.Context(), "sh", "-ec", script)
		cmd.Env = append(os.Environ(), "PATH="+dir+"/bin:"+os.Getenv("PATH"))
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	if out, err := backUp(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	made, _ := filepath.Glob(dir + "/backups/20*Z")
	if len(made) != 1 {
		t.Fatalf("want a backup, got %v", made)
	}
	var files []string
	err := filepath.WalkDir(made[0], func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files = append(files, strings.TrimPrefix(path, made[0]+"/"))
		}
		return err
	})
	want := []string{"documents/a/whole", "documents/b/last", "partnerconnect.dump", "webhooks.dump"}
	if err != nil || !slices.Equal(files, want) {
		t.Errorf("want %v, got %v, %v", want, files, err)
	}
	write(t, filepath.Join(dir, "documents/a/broken"), nil)
	if out, err := backUp(); err == nil {
		t.Errorf("a document that cannot be copied is left out of the backup without a word: %s", out)
	}
	if after, _ := filepath.Glob(dir + "/backups/20*Z"); !slices.Equal(after, made) {
		t.Errorf("a backup that failed has a name: %v", after)
	}
}

// A budget of one kind replaces the default of the other one: Kubernetes refuses a budget with both.
func TestDisruption(t *testing.T) {
	for given, want := range map[string]string{
		"{}":                  "map[maxUnavailable:1]",
		"{minAvailable: 2}":   "map[minAvailable:2]",
		"{minAvailable: 50%}": "map[minAvailable:50%]",
		"{minAvailable: 0}":   "map[minAvailable:0]",
		"{maxUnavailable: 0}": "map[maxUnavailable:0]",
		"{minAvailable: 1, maxUnavailable: null}": "map[minAvailable:1]",
	} {
		t.Run(given, func(t *testing.T) {
			all := render(t, file(t, "production"), values(t, "console: {disruption: "+given+"}"))
			spec, _ := object(t, all, "PodDisruptionBudget console").at("spec").(map[string]any)
			got := maps.Clone(spec)
			delete(got, "selector")
			delete(got, "unhealthyPodEvictionPolicy")
			if fmt.Sprint(got) != want {
				t.Errorf("want %s, got %v", want, got)
			}
		})
	}
}

// The migration and the backup connect to the same database as the program: they have the variables that an
// installation adds, such as those of libpq.
func TestContainersHaveTheVariablesOfThePod(t *testing.T) {
	all := render(t, file(t, "production"), values(t, `
pod: {env: [{name: PGSSLROOTCERT, value: /etc/ca.crt}]}
partnerconnect: {pod: {env: [{name: TZ, value: UTC}]}}`))
	for id, want := range map[string]string{
		"Deployment webhooks": "PGSSLROOTCERT", "Deployment partnerconnect": "TZ", "CronJob backup": "PGSSLROOTCERT",
	} {
		pod, _ := podOf(object(t, all, id))
		for _, container := range containers(pod) {
			if vars := Environment(all, container); vars[want] == "" {
				t.Errorf("%s: container %s has no %s: %v", id, container.text("name"), want, vars)
			}
		}
	}
}

// The protocol of a gRPC port is h2c without certificates only: a proxy that goes by it would speak plain HTTP/2 to a
// server of TLS.
func TestProtocolOfGRPC(t *testing.T) {
	for values, want := range map[string]string{"production": "", "development": "kubernetes.io/h2c"} {
		for _, name := range []string{"webhooks", "partnerconnect"} {
			for _, port := range list(object(t, render(t, file(t, values)), "Service "+name).at("spec", "ports")) {
				if port.text("name") == "grpc" && port.text("appProtocol") != want {
					t.Errorf("%s: %s: appProtocol %q, want %q", values, name, port.text("appProtocol"), want)
				}
			}
		}
	}
}
