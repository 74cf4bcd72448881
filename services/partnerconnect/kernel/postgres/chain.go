package postgres

import (
	"github.com/jackc/pgx/v5/pgxpool"

	trailpg "github.com/partnerline/partnerline/internal/audittrail/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
)

// ChainStore is the chain of the trail.
type ChainStore = trailpg.Store[audit.ChainLink]

func newChain(pool *pgxpool.Pool) *ChainStore {
	text := func(name string) trailpg.Column { return trailpg.Column{Name: name, Zero: "''"} }
	return trailpg.NewStore(pool, trailpg.Table[audit.ChainLink]{
		Columns: []trailpg.Column{
			{Name: "at", Zero: "'epoch'"}, text("actor"), text("key_id"), text("partner_id"), text("merchant_ref"),
			text("operation"), text("outcome"),
			text("request_id"), text("address"), text("operator_subject"), text("operator_name"), text("operator_roles"),
			text("reason"),
		},
		Scan: func(l *audit.ChainLink) trailpg.Targets {
			return trailpg.Targets{Seq: &l.Seq, Position: &l.Position, Hash: &l.Hash, There: &l.There, Entry: []any{
				&l.At, &l.Actor, &l.Key, &l.Partner, &l.Merchant, &l.Operation, &l.Outcome, &l.RequestID, &l.Address,
				&l.Subject, &l.Name, &l.Roles, &l.Reason,
			}}
		},
	})
}
