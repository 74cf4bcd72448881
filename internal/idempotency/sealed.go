package idempotency

import (
	"encoding/hex"
	"strings"

	"github.com/partnerline/partnerline/internal/reseal"
)

// SealedColumns are those of what a Store seals: the key that seals them can be replaced before they lapse.
func SealedColumns() []reseal.Column {
	column := func(name string) reseal.Column {
		return reseal.Column{
			Table: "idempotency_keys", Name: name, Key: []reseal.Key{{Name: "id", Type: reseal.Bytea}},
			Place: func(key []string) string { return placeOf(name, strings.TrimPrefix(key[0], `\x`)) },
		}
	}
	return []reseal.Column{column("fingerprint"), column("answer")}
}

// place ties a ciphertext to its column and row.
func place(column string, id [32]byte) string { return placeOf(column, hex.EncodeToString(id[:])) }

func placeOf(column, id string) string { return "idempotency_keys." + column + "/" + id }
