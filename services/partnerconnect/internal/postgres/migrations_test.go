package postgres_test

import (
	"os"
	"testing"

	"github.com/partnerline/partnerline/testkit/ddl"
)

// Migrations run while the release before serves. Those up to the baseline made the schema before the first release, when
// nothing ran that could have waited for them.
func TestMigrationsAreSafe(t *testing.T) {
	found, err := ddl.Check(os.DirFS("migrations"), "0007_hosted.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		t.Error(f)
	}
}
