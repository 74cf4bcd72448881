package postgres

import (
	"github.com/partnerline/partnerline/internal/reseal"
	"github.com/partnerline/partnerline/services/webhooks"
)

// SealedColumns are those of what the store seals.
func SealedColumns() []reseal.Column {
	return []reseal.Column{{
		Table: "endpoint_secrets", Name: "sealed", Key: []reseal.Key{{Name: "id", Type: reseal.UUID}, {Name: "endpoint_id", Type: reseal.UUID}},
		AssociatedData: func(key []string) string { return secretPlace(webhooks.EndpointID(key[1]), key[0]) },
	}}
}
