package postgres_test

import (
	"testing"

	"github.com/partnerline/partnerline/testkit/sqlcheck"
)

// Postgres accepts every statement of the service, and what is read by name has its columns.
func TestStatements(t *testing.T) {
	t.Parallel()
	sqlcheck.Packages(t, schema.New(t), "services/partnerconnect")
}
