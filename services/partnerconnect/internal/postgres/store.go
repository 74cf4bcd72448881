// Package postgres is the schema of the database, and all its stores in one.
package postgres

import (
	"context"
	"embed"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/access"
	accesspg "github.com/partnerline/partnerline/services/partnerconnect/access/postgres"
	accessusecase "github.com/partnerline/partnerline/services/partnerconnect/access/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/audit"
	auditpg "github.com/partnerline/partnerline/services/partnerconnect/audit/postgres"
	eventpg "github.com/partnerline/partnerline/services/partnerconnect/event/postgres"
	hostedpg "github.com/partnerline/partnerline/services/partnerconnect/hostedflow/postgres"
	messagepg "github.com/partnerline/partnerline/services/partnerconnect/message/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	onboardingpg "github.com/partnerline/partnerline/services/partnerconnect/onboarding/postgres"
	onboardingusecase "github.com/partnerline/partnerline/services/partnerconnect/onboarding/usecase"
	registerpg "github.com/partnerline/partnerline/services/partnerconnect/register/postgres"
	verificationpg "github.com/partnerline/partnerline/services/partnerconnect/verification/postgres"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Schema is what this code needs of its database.
var Schema = pgdb.Schema{Program: "partnerconnectd", Files: migrations}

type (
	AuditStore        = auditpg.Store
	EventStore        = eventpg.Store
	MessageStore      = messagepg.Store
	RegisterStore     = registerpg.Store
	OnboardingStore   = onboardingpg.Store
	VerificationStore = verificationpg.Store
	HostedflowStore   = hostedpg.Store
	Changer           = onboardingusecase.Changer
	Partners          = accessusecase.Partners
	Keys              = accessusecase.Keys
)

// Store is the whole database.
type Store struct {
	*Partners
	*Keys
	*AuditStore
	*EventStore
	*MessageStore
	*RegisterStore
	*OnboardingStore
	*VerificationStore
	*HostedflowStore
	*Changer

	AccessStore *accesspg.Store

	pool *pgxpool.Pool
	keys *keyring.Keyring
}

// NewStore returns a store on a migrated database; keys encrypt what is known of merchants.
func NewStore(pool *pgxpool.Pool, keys *keyring.Keyring) *Store {
	messages, onboardings := messagepg.NewStore(pool, keys), onboardingpg.NewStore(pool, keys)
	changer, accesses := onboardingusecase.NewChanger(pool, onboardings), accesspg.NewStore(pool)
	return &Store{
		AccessStore: accesses, Partners: accessusecase.NewPartners(accesses), Keys: accessusecase.NewKeys(pool, accesses),
		AuditStore: auditpg.NewStore(pool), EventStore: eventpg.NewStore(pool),
		MessageStore: messages, RegisterStore: registerpg.NewStore(pool, keys), OnboardingStore: onboardings,
		VerificationStore: verificationpg.NewStore(pool), HostedflowStore: hostedpg.NewStore(pool, keys, messages),
		Changer: changer, pool: pool, keys: keys,
	}
}

// Withdrawing returns the store as the calls that take access away use it: on the connections of a pool that nothing else uses, so
// that they never queue behind the calls that use the access.
func (s *Store) Withdrawing(reserved *pgxpool.Pool) *Store { return NewStore(reserved, s.keys) }

// ChangeOnboarding is [Changer.Change], as the transports know it.
func (s *Store) ChangeOnboarding(ctx context.Context, v access.View, ref pc.Ref, now time.Time, by audit.Entry, f func(*onboarding.Onboarding) error) (onboarding.Onboarding, error) {
	return s.Change(ctx, v, ref, now, by, f)
}

// Ping reports whether the database answers.
func (s *Store) Ping(ctx context.Context) error { return s.pool.Ping(ctx) }
