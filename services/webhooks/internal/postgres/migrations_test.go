package postgres

import (
	"os"
	"testing"

	"github.com/partnerline/partnerline/testkit/ddl"
)

// Migrations run while the previous release serves. The first one makes the schema, when nothing runs that could wait
// for it.
func TestMigrationsAreSafe(t *testing.T) {
	found, err := ddl.Check(os.DirFS("migrations"), "0001_schema.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		t.Error(f)
	}
}
