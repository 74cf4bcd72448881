// Package wiring puts together, on one pool, the stores and use cases that several parts of the program and its tests are built on.
package wiring

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/keyring"
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

// Parts are the stores and the use cases that several others are built on.
type Parts struct {
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

// New returns the parts on a migrated database; keys encrypt what is known of merchants.
func New(pool *pgxpool.Pool, keys *keyring.Keyring) *Parts {
	messages, onboardings := messagepg.NewStore(pool, keys), onboardingpg.NewStore(pool, keys)
	changer, accesses := onboardingusecase.NewChanger(pool, onboardings), accesspg.NewStore(pool)
	return &Parts{
		AccessStore: accesses, Partners: accessusecase.NewPartners(accesses), Keys: accessusecase.NewKeys(pool, accesses),
		AuditStore: auditpg.NewStore(pool), EventStore: eventpg.NewStore(pool),
		MessageStore: messages, RegisterStore: registerpg.NewStore(pool, keys), OnboardingStore: onboardings,
		VerificationStore: verificationpg.NewStore(pool), HostedflowStore: hostedpg.NewStore(pool, keys, messages),
		Changer: changer, pool: pool, keys: keys,
	}
}

// Withdrawing returns the parts as the calls that take access away use it: on the connections of a pool that nothing else uses, so
// that they never queue behind the calls that use the access.
func (s *Parts) Withdrawing(reserved *pgxpool.Pool) *Parts { return New(reserved, s.keys) }

// ChangeOnboarding is [Changer.Change], as the transports know it.
func (s *Parts) ChangeOnboarding(ctx context.Context, v access.View, ref pc.Ref, now time.Time, by audit.Entry, f func(*onboarding.Onboarding) error) (onboarding.Onboarding, error) {
	return s.Change(ctx, v, ref, now, by, f)
}

// Ping reports whether the database answers.
func (s *Parts) Ping(ctx context.Context) error { return s.pool.Ping(ctx) }
