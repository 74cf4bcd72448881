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
			AssociatedData: func(key []string) string { return associatedDataOf(name, strings.TrimPrefix(key[0], `\x`)) },
		}
	}
	return []reseal.Column{column("fingerprint"), column("answer")}
}

// associatedData ties a ciphertext to its column and row.
func associatedData(column string, id [32]byte) string {
	return associatedDataOf(column, hex.EncodeToString(id[:]))
}

func associatedDataOf(column, id string) string { return "idempotency_keys." + column + "/" + id }
