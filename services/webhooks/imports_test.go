package webhooks

import (
	"os/exec"
	"strings"
	"testing"
)

const module = "github.com/partnerline/partnerline/services/webhooks"

// What each layer must not import, and why. The order is cmd, app, transport, use cases, store, rules.
var forbidden = []struct {
	layer, why string
	packages   []string
}{
	{".", "rules do not know how they are stored, sent or served", []string{
		"github.com/jackc/pgx", "google.golang.org/grpc", "github.com/nats-io", "go.opentelemetry.io", "partnerline/proto/gen", "partnerline/internal/pgdb", module + "/",
	}},
	{"./internal/postgres", "the store holds SQL alone", []string{
		"google.golang.org/grpc/", "github.com/nats-io", "partnerline/proto/gen/webhooks", "partnerline/proto/gen/verifications", "partnerline/proto/gen/events", module + "/app", module + "/internal/usecase",
	}},
	{"./internal/usecase", "use cases do not know who calls them", []string{
		"github.com/nats-io", "grpc-gateway", "partnerline/proto/gen/webhooks", "partnerline/proto/gen/verifications", "partnerline/proto/gen/events",
		module + "/app", module + "/internal/grpcapi", module + "/internal/enqueue",
	}},
}

func TestForbiddenImports(t *testing.T) {
	for _, f := range forbidden {
		t.Run(f.layer, func(t *testing.T) {
			for _, dep := range list(t, "-deps", f.layer) {
				check(t, dep, f.packages, f.why)
			}
		})
	}
}

// Transport reaches the database through use cases only. The relay and the feed hold a connection of their own, to listen.
func TestTransportKnowsNoStore(t *testing.T) {
	for _, transport := range []string{"grpcapi", "results", "sweep", "recovery", "publish", "enqueue"} {
		t.Run(transport, func(t *testing.T) {
			for _, imported := range list(t, "-f", `{{join .Imports "\n"}}`, "./internal/"+transport) {
				check(t, imported, []string{module + "/internal/postgres", "github.com/jackc/pgx"}, "transport translates; use cases store")
			}
		})
	}
}

func check(t *testing.T, imported string, bad []string, why string) {
	t.Helper()
	for _, b := range bad {
		if strings.Contains(imported, b) {
			t.Errorf("imports %s: %s", imported, why)
		}
	}
}

func list(t *testing.T, args ...string) []string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", append([]string{"list"}, args...)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Fields(string(out))
}
