// Package wiring puts together, on one pool, the stores and use cases that several parts of the program and its tests are built on.
package wiring

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"
	"go.opentelemetry.io/otel/metric"

	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	financepg "github.com/partnerline/partnerline/services/partnerconnect/finance/postgres"
	financeusecase "github.com/partnerline/partnerline/services/partnerconnect/finance/usecase"
	hostedpg "github.com/partnerline/partnerline/services/partnerconnect/hosted/postgres"
	kernelpg "github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	kernelusecase "github.com/partnerline/partnerline/services/partnerconnect/kernel/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	merchantpg "github.com/partnerline/partnerline/services/partnerconnect/merchant/postgres"
	merchantusecase "github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/operations/sweep"
	operationsusecase "github.com/partnerline/partnerline/services/partnerconnect/operations/usecase"
)

// Parts are the stores, and the use cases that several others are built on.
type Parts struct {
	Access        *kernelpg.AccessStore
	Audit         *kernelpg.AuditStore
	Events        *kernelpg.EventStore
	Messages      *merchantpg.MessageStore
	Register      *kernelpg.RegisterStore
	Onboardings   *merchantpg.OnboardingStore
	Verifications *merchantpg.VerificationStore
	Identities    *merchantusecase.Identities
	HostedFlow    *hostedpg.Store

	Partners    *kernelusecase.Partners
	Keys        *kernelusecase.Keys
	Changer     *merchantusecase.Changer
	Operations  *merchantusecase.Operations
	Payments    *financeusecase.Payments
	Chargebacks *financeusecase.Chargebacks
	Tariffs     *financeusecase.Tariffs
	Searches    *financeusecase.Searches
	Statements  *financeusecase.Statements
	Search      *operationsusecase.Search
	Payouts     *financeusecase.Payouts
	Accounts    *financeusecase.Accounts
	Exchanges   *kernelusecase.Exchanges

	pool   *pgxpool.Pool
	keys   *keyring.Keyring
	tariff money.Tariff
	live   provider.Connected
	hash   onboarding.IDHash
}

// New returns the parts on a migrated database; keys encrypt what is known of merchants, live are the parts that live mode has, and hash is what
// operators find merchants by; nil: they are not found by what is encrypted.
func New(pool *pgxpool.Pool, keys *keyring.Keyring, tariff money.Tariff, live provider.Connected, hash onboarding.IDHash) *Parts {
	messages, onboardings, accesses := merchantpg.NewMessageStore(pool, keys), merchantpg.NewOnboardingStore(pool, keys, hash), kernelpg.NewAccessStore(pool)
	changer := merchantusecase.NewChanger(pool, onboardings, messages, live)
	merchants, accounts := merchantpg.NewDelegationStore(keys), financepg.NewMoneyStore(keys)
	verifications := merchantpg.NewVerificationStore(pool, keys)
	operations := merchantusecase.NewOperations(pool, merchants)
	payments := financeusecase.NewPayments(pool, operations, accounts, tariff, live)
	return &Parts{
		Access: accesses, Audit: kernelpg.NewAuditStore(pool), Events: kernelpg.NewEventStore(pool), Messages: messages, Register: kernelpg.NewRegisterStore(pool, keys),
		Onboardings: onboardings, Verifications: verifications, Identities: merchantusecase.NewIdentities(pool, verifications), HostedFlow: hostedpg.NewStore(pool, keys, messages),
		Partners: kernelusecase.NewPartners(pool, accesses), Keys: kernelusecase.NewKeys(pool, accesses), Changer: changer, Operations: operations,
		Payments: payments, Chargebacks: financeusecase.NewChargebacks(payments), Tariffs: financeusecase.NewTariffs(pool), Searches: financeusecase.NewSearches(pool),
		Statements: financeusecase.NewStatements(pool, operations, accounts), Payouts: financeusecase.NewPayouts(pool, operations, accounts, changer, live),
		Accounts: financeusecase.NewAccounts(pool, operations, merchants), Exchanges: kernelusecase.NewExchanges(pool, live), Search: operationsusecase.NewSearch(pool, hash),
		pool: pool, keys: keys, tariff: tariff, live: live, hash: hash,
	}
}

// Withdrawing returns the parts as the calls that take access away use it: on the connections of a pool that nothing else uses, so
// that they never queue behind the calls that use the access.
func (p *Parts) Withdrawing(reserved *pgxpool.Pool) *Parts {
	return New(reserved, p.keys, p.tariff, p.live, p.hash)
}

// Swept are the areas of the retention sweep, which keeps data as long as keep says and counts in erased whose data it erased.
func (p *Parts) Swept(keep onboarding.Retention, erased metric.Int64Counter) sweep.Areas {
	return sweep.Areas{
		Retention: keep, Erased: erased,
		Onboardings: p.Changer, Documents: p.Onboardings, Sessions: p.HostedFlow, Messages: p.Messages, Events: p.Events,
		Payments: p.Payments, Accounts: p.Accounts, Exchanges: p.Exchanges,
	}
}

// Exports are the use cases of exports; files opens the contents of documents.
func (p *Parts) Exports(files *merchantusecase.Uploader) *operationsusecase.Exports {
	return operationsusecase.NewExports(p.pool, p.Operations, p.Onboardings, financepg.NewMoneyStore(p.keys), p.Messages, p.Audit, files)
}

// Ping reports whether the database answers.
func (p *Parts) Ping(ctx context.Context) error { return p.pool.Ping(ctx) }
