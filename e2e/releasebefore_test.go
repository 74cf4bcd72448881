package e2e

import (
	"context"
	"encoding/json"
	"flag"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/partnerline/partnerline/e2e/procs"
	eventsv1 "github.com/partnerline/partnerline/proto/gen/events/v1"
	"github.com/partnerline/partnerline/sdk/go/verify"
	"github.com/partnerline/partnerline/testkit/apicall"
	"github.com/partnerline/partnerline/testkit/pgserver"
	"github.com/partnerline/partnerline/testkit/receiver"
	"github.com/partnerline/partnerline/testkit/repository"
	"github.com/partnerline/partnerline/testkit/wait"
)

var recordRelease = flag.Bool("record-release", false, "write the databases of this release into testdata/release")

// A released is what is known of the databases of a release: what is in them, and what opens it.
type released struct {
	Version    string            `json:"version"`
	Secrets    map[string]string `json:"secrets"` // made for these databases
	Key        string            `json:"key"`
	PartnerKey string            `json:"partner_key"`
	Endpoint   string            `json:"endpoint"`
	Signing    string            `json:"signing"` // secret of the endpoint
	Delivery   string            `json:"delivery"`
	Onboarding string            `json:"onboarding"`
}

const (
	releaseFolder = "e2e/testdata/release"
	releaseFile   = "release.json"
)

// databases is how a release calls the databases of a system.
func databases(s *procs.System) map[string]string {
	return map[string]string{"webhooks.sql": s.WebhooksDatabase(), "partnerconnect.sql": s.PartnerConnectDatabase()}
}

// client runs a client program of Postgres, and returns what it prints.
func client(t *testing.T, program string, args ...string) string {
	t.Helper()
	dir, err := pgserver.Find(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, program)
	if _, err := os.Stat(path); err != nil {
		if path, err = exec.LookPath(program); err != nil {
			t.Skipf("NOT TESTED: there is no %s: install the client programs of PostgreSQL", program)
		}
	}
	out, err := exec.CommandContext(t.Context(), path, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", program, err, out)
	}
	return string(out)
}

// dump is a database as SQL, without what differs from one call to the next.
func dump(t *testing.T, url string, args ...string) string {
	t.Helper()
	text := client(t, "pg_dump", append([]string{"--no-owner", "--no-privileges", "--dbname", url}, args...)...)
	return regexp.MustCompile(`(?m)^(\\(un)?restrict .*|-- Dumped (from|by) .*)\n`).ReplaceAllString(text, "")
}

func restore(t *testing.T, url, file string) {
	t.Helper()
	client(t, "psql", "--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", "--dbname", url, "--file", file)
}

// startSystem starts a system that ends with the test.
func startSystem(t *testing.T, prepare func(context.Context, *procs.System) error) *procs.System {
	t.Helper()
	s, err := procs.Start(t.Context(), procs.Options{
		Dir: t.TempDir(), Bin: programs(t), PartnerConnects: 1, Prepare: prepare,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		http.DefaultClient.CloseIdleConnections()
		if err := s.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return s
}

// record writes the databases of the programs as they are now into a folder: an endpoint with a delivery, and a
// merchant with personal data.
func record(t *testing.T, dir string) {
	t.Helper()
	s := startSystem(t, nil)
	version, err := repository.Read("VERSION")
	if err != nil {
		t.Fatal(err)
	}
	r, rel := receiver.New(t), released{Version: strings.TrimSpace(string(version)), Secrets: map[string]string{}}
	if rel.Key, err = s.CreateTenant(t.Context(), "ten_release"); err != nil {
		t.Fatal(err)
	}
	if rel.Endpoint, rel.Signing, err = s.CreateEndpoint(t.Context(), rel.Key, r.URL()); err != nil {
		t.Fatal(err)
	}
	if rel.PartnerKey, err = s.CreatePartner(t.Context(), "ptn_release", "chn_release", "ten_release"); err != nil {
		t.Fatal(err)
	}
	conn, err := s.Dial(s.Webhooks[0].Addr("GRPC_ADDR"))
	if err != nil {
		t.Fatal(err)
	}
	data, err := structpb.NewStruct(map[string]any{
		"verification_session_id": "0192f0c4-7b1a-7c3d-9e5f-0a1b2c3d4e5f", "status": "completed",
	})
	if err != nil {
		t.Fatal(err)
	}
	event := &eventsv1.PublishRequest{Tenant: "ten_release", Type: "verification.completed", Data: data}
	if _, err := eventsv1.NewEventServiceClient(conn).Publish(s.Internal(t.Context()), event); err != nil {
		t.Fatal(err)
	}
	rel.Delivery = r.WaitFor(t, 1)[0].Header.Get("X-Webhook-Id")
	wait.Until(t, "the delivery to be stored", func() bool {
		url := s.Webhooks[0].URL("HTTP_ADDR") + "/api/v1/deliveries/" + rel.Delivery
		return strings.Contains(apicall.Call(t, "GET", url, rel.Key, nil).Want(t, http.StatusOK).Raw, `"status":"delivered"`)
	})
	draft := apicall.Call(t, "POST", s.PartnerConnects[0].URL("HTTP_ADDR")+"/onboarding", rel.PartnerKey, map[string]any{
		"partner_external_ref": "release", "applicant_type": "natural_person",
		"applicant": map[string]any{"given_names": "Teodor", "family_name": "Wzorcowy"},
	}).Want(t, http.StatusCreated)
	rel.Onboarding, _ = draft.Body["ref"].(string)
	for _, name := range []string{"ENCRYPTION_KEYS", "LINK_KEYS", "IDENTITY_HASH_KEY"} {
		if rel.Secrets[name], err = s.Secret(name); err != nil {
			t.Fatal(err)
		}
	}
	for _, p := range s.Programs() { // so that everything is stored
		if err := p.Stop(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	about, err := json.MarshalIndent(rel, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{releaseFile: string(about) + "\n"}
	for name, url := range databases(s) {
		files[name] = dump(t, url)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// The programs run on the databases of the release before, migrated: keys still open what is sealed, a delivery can be
// sent again, and the schema is the one that a new database has. testdata/release has those databases from the first
// release on; until then, ones are made as a release would.
func TestDatabasesOfTheReleaseBefore(t *testing.T) {
	long(t)
	t.Parallel()
	dir, err := repository.Path(releaseFolder)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dir); *recordRelease || os.IsNotExist(err) {
		if !*recordRelease {
			dir = t.TempDir()
		}
		record(t, dir)
	}
	text, err := fs.ReadFile(os.DirFS(dir), releaseFile)
	if err != nil {
		t.Fatal(err)
	}
	var rel released
	if err := json.Unmarshal(text, &rel); err != nil {
		t.Fatal(err)
	}
	s := startSystem(t, func(_ context.Context, s *procs.System) error {
		for name, url := range databases(s) {
			restore(t, url, filepath.Join(dir, name))
		}
		for name, value := range rel.Secrets {
			if err := s.SetSecret(name, value); err != nil {
				return err
			}
		}
		return nil
	})

	r, api := receiver.New(t), s.Webhooks[0].URL("HTTP_ADDR")+"/api/v1"
	apicall.Call(t, "PATCH", api+"/webhooks/"+rel.Endpoint, rel.Key, map[string]any{"url": r.URL()}).Want(t, http.StatusOK)
	apicall.Call(t, "POST", api+"/deliveries/"+rel.Delivery+"/resend", rel.Key, nil).Want(t, http.StatusAccepted)
	got := r.WaitFor(t, 1)[0]
	if got.Header.Get("X-Webhook-Id") != rel.Delivery {
		t.Errorf("sent was delivery %s, not %s", got.Header.Get("X-Webhook-Id"), rel.Delivery)
	}
	verifier, err := verify.New(rel.Signing)
	if err != nil {
		t.Fatal(err)
	}
	if err := verifier.Request(got.Header, got.Body); err != nil {
		t.Errorf("signed with another secret: %v", err)
	}
	url := s.PartnerConnects[0].URL("HTTP_ADDR") + "/onboarding/" + rel.Onboarding
	merchant := apicall.Call(t, "GET", url, rel.PartnerKey, nil).Want(t, http.StatusOK)
	if strings.Contains(merchant.Raw, `"applicant.name"`) {
		t.Errorf("the name is missing, which was entered: %s", merchant.Raw)
	}

	for name, url := range databases(s) {
		if was, made := dump(t, url, "--schema-only"), newSchema(t, s, name); was != made {
			t.Errorf("%s of release %s, migrated, has another schema than a new database: a released migration was changed\n%s",
				name, rel.Version, firstDifference(was, made))
		}
	}
}

// newSchema is the schema that the programs give to a new database, dumped and restored once, as that of a release was:
// Postgres then writes some expressions with other parentheses.
func newSchema(t *testing.T, s *procs.System, name string) string {
	t.Helper()
	urls := map[string]string{}
	for _, prefix := range []string{"new_", "again_"} {
		db := prefix + strings.TrimSuffix(name, ".sql")
		if err := s.Postgres.CreateDatabase(t.Context(), db); err != nil {
			t.Fatal(err)
		}
		urls[prefix] = s.Postgres.URL(db)
	}
	program := map[string]string{"webhooks.sql": procs.Webhooks, "partnerconnect.sql": procs.PartnerConnect}[name]
	migrate := exec.CommandContext(t.Context(), filepath.Join(programs(t), program), "migrate")
	migrate.Env = []string{"DATABASE_URL=" + urls["new_"]}
	if out, err := migrate.CombinedOutput(); err != nil {
		t.Fatalf("%s migrate: %v\n%s", program, err, out)
	}
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(dump(t, urls["new_"], "--schema-only")), 0o600); err != nil {
		t.Fatal(err)
	}
	restore(t, urls["again_"], file)
	return dump(t, urls["again_"], "--schema-only")
}

// firstDifference is the first line in which two texts differ.
func firstDifference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return "migrated: " + x[i] + "\nnew:      " + y[i]
		}
	}
	return "one has more lines than the other"
}
