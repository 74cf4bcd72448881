package webhooks

import (
	"os/exec"
	"strings"
	"testing"
)

// The domain stands alone: what stores, sends and serves depends on it, never the reverse.
func TestForbiddenImports(t *testing.T) {
	out, err := exec.CommandContext(t.Context(), "go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, dep := range strings.Fields(string(out)) {
		for bad, why := range map[string]string{
			"github.com/jackc/pgx":      "the domain does not know its store",
			"google.golang.org/grpc":    "the domain does not know its transport",
			"github.com/nats-io":        "the domain does not know its queue",
			"go.opentelemetry.io":       "pure code needs no telemetry",
			"partnerline/proto/gen":     "contracts are translated at the edge",
			"partnerline/internal/pgdb": "the domain does not know its store",
			"services/webhooks/":        "the domain does not know its adapters",
		} {
			if strings.Contains(dep, bad) {
				t.Errorf("imports %s: %s", dep, why)
			}
		}
	}
}
