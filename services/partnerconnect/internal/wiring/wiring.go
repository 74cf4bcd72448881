// Package wiring puts together, on one pool, the stores and use cases that several parts of the program and its tests are built on.
package wiring

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"
	"go.opentelemetry.io/otel/metric"

	"github.com/partnerline/partnerline/internal/keyring"
	accesspg "github.com/partnerline/partnerline/services/partnerconnect/access/postgres"
	accessusecase "github.com/partnerline/partnerline/services/partnerconnect/access/usecase"
	auditpg "github.com/partnerline/partnerline/services/partnerconnect/audit/postgres"
	delegationpg "github.com/partnerline/partnerline/services/partnerconnect/delegation/postgres"
	delegationusecase "github.com/partnerline/partnerline/services/partnerconnect/delegation/usecase"
	eventpg "github.com/partnerline/partnerline/services/partnerconnect/event/postgres"
	exportusecase "github.com/partnerline/partnerline/services/partnerconnect/export/usecase"
	hostedpg "github.com/partnerline/partnerline/services/partnerconnect/hostedflow/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/sweep"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/upload"
	messagepg "github.com/partnerline/partnerline/services/partnerconnect/message/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/money"
	moneypg "github.com/partnerline/partnerline/services/partnerconnect/money/postgres"
	moneyusecase "github.com/partnerline/partnerline/services/partnerconnect/money/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	onboardingpg "github.com/partnerline/partnerline/services/partnerconnect/onboarding/postgres"
	onboardingusecase "github.com/partnerline/partnerline/services/partnerconnect/onboarding/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/provider"
	providerusecase "github.com/partnerline/partnerline/services/partnerconnect/provider/usecase"
	registerpg "github.com/partnerline/partnerline/services/partnerconnect/register/postgres"
	searchusecase "github.com/partnerline/partnerline/services/partnerconnect/search/usecase"
	verificationpg "github.com/partnerline/partnerline/services/partnerconnect/verification/postgres"
	verificationusecase "github.com/partnerline/partnerline/services/partnerconnect/verification/usecase"
)

// Parts are the stores, and the use cases that several others are built on.
type Parts struct {
	Access        *accesspg.Store
	Audit         *auditpg.Store
	Events        *eventpg.Store
	Messages      *messagepg.Store
	Register      *registerpg.Store
	Onboardings   *onboardingpg.Store
	Verifications *verificationpg.Store
	Identities    *verificationusecase.Identities
	HostedFlow    *hostedpg.Store

	Partners    *accessusecase.Partners
	Keys        *accessusecase.Keys
	Changer     *onboardingusecase.Changer
	Operations  *delegationusecase.Operations
	Payments    *moneyusecase.Payments
	Chargebacks *moneyusecase.Chargebacks
	Tariffs     *moneyusecase.Tariffs
	Searches    *moneyusecase.Searches
	Statements  *moneyusecase.Statements
	Search      *searchusecase.Search
	Payouts     *moneyusecase.Payouts
	Accounts    *moneyusecase.Accounts
	Exchanges   *providerusecase.Exchanges

	pool   *pgxpool.Pool
	keys   *keyring.Keyring
	tariff money.Tariff
	live   provider.Connected
	hash   onboarding.IDHash
}

// New returns the parts on a migrated database; keys encrypt what is known of merchants, live are the parts that live mode has, and hash is what
// operators find merchants by; nil: they are not found by what is encrypted.
func New(pool *pgxpool.Pool, keys *keyring.Keyring, tariff money.Tariff, live provider.Connected, hash onboarding.IDHash) *Parts {
	messages, onboardings, accesses := messagepg.NewStore(pool, keys), onboardingpg.NewStore(pool, keys, hash), accesspg.NewStore(pool)
	changer := onboardingusecase.NewChanger(pool, onboardings, messages, live)
	merchants, accounts := delegationpg.NewStore(keys), moneypg.NewStore(keys)
	verifications := verificationpg.NewStore(pool, keys)
	operations := delegationusecase.NewOperations(pool, merchants)
	payments := moneyusecase.NewPayments(pool, operations, accounts, tariff, live)
	return &Parts{
		Access: accesses, Audit: auditpg.NewStore(pool), Events: eventpg.NewStore(pool), Messages: messages, Register: registerpg.NewStore(pool, keys),
		Onboardings: onboardings, Verifications: verifications, Identities: verificationusecase.NewIdentities(pool, verifications), HostedFlow: hostedpg.NewStore(pool, keys, messages),
		Partners: accessusecase.NewPartners(pool, accesses), Keys: accessusecase.NewKeys(pool, accesses), Changer: changer, Operations: operations,
		Payments: payments, Chargebacks: moneyusecase.NewChargebacks(payments), Tariffs: moneyusecase.NewTariffs(pool), Searches: moneyusecase.NewSearches(pool),
		Statements: moneyusecase.NewStatements(pool, operations, accounts), Payouts: moneyusecase.NewPayouts(pool, operations, accounts, changer, live),
		Accounts: moneyusecase.NewAccounts(pool, operations, merchants), Exchanges: providerusecase.NewExchanges(pool, live), Search: searchusecase.New(pool, hash),
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
func (p *Parts) Exports(files *upload.Uploader) *exportusecase.Exports {
	return exportusecase.New(p.pool, p.Operations, p.Onboardings, moneypg.NewStore(p.keys), p.Messages, p.Audit, files)
}

// Ping reports whether the database answers.
func (p *Parts) Ping(ctx context.Context) error { return p.pool.Ping(ctx) }
