// Package postgres is the schema of the database, for all modules.
package postgres

import (
	"embed"

	"github.com/partnerline/partnerline/internal/pgdb"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Schema is what this code needs of its database.
var Schema = pgdb.Schema{Program: "partnerconnectd", Files: migrations}
