package dispatcher_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// The dispatcher keeps no state, so nothing of it may use a database; and it imports no other service.
func TestForbiddenDependencies(t *testing.T) {
	out, err := exec.CommandContext(t.Context(), "go", "list", "-deps", "./...").CombinedOutput()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, out)
	}
	reasons := map[string]string{
		"github.com/jackc/":                                          "a Postgres driver",
		"github.com/lib/pq":                                          "a Postgres driver",
		"github.com/go-sql-driver/":                                  "a MySQL driver",
		"modernc.org/sqlite":                                         "an SQLite driver",
		"github.com/mattn/go-sqlite3":                                "an SQLite driver",
		"github.com/nats-io/nats-server/":                            "a NATS server; tests alone run one",
		"github.com/partnerline/partnerline/internal/pgdb":           "the database package",
		"github.com/partnerline/partnerline/testkit":                 "test code",
		"github.com/partnerline/partnerline/services/webhooks/":      "another service",
		"github.com/partnerline/partnerline/services/partnerconnect": "another service",
	}
	for pkg := range strings.Lines(string(out)) {
		for prefix, reason := range reasons {
			if strings.HasPrefix(strings.TrimSpace(pkg), prefix) {
				t.Errorf("depends on %s: %s", strings.TrimSpace(pkg), reason)
			}
		}
	}
}

// The domain decides; it knows no transport. The retry schedule and signatures are pure as well, and other services use
// them, too.
func TestDomainIsPure(t *testing.T) {
	out, err := exec.CommandContext(t.Context(), "go", "list", "-deps", ".").CombinedOutput()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, out)
	}
	pure := []string{"github.com/partnerline/partnerline/services/dispatcher",
		"github.com/partnerline/partnerline/internal/retry", "github.com/partnerline/partnerline/internal/signature"}
	for pkg := range strings.Lines(string(out)) {
		pkg = strings.TrimSpace(pkg)
		if first, _, _ := strings.Cut(pkg, "/"); strings.Contains(first, ".") && !slices.Contains(pure, pkg) {
			t.Errorf("the domain depends on %s", pkg)
		}
	}
}
