package app

import (
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/grpc"

	"github.com/partnerline/partnerline/internal/keyring"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	delegationpg "github.com/partnerline/partnerline/services/partnerconnect/delegation/postgres"
	delegationusecase "github.com/partnerline/partnerline/services/partnerconnect/delegation/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/money"
	moneygrpc "github.com/partnerline/partnerline/services/partnerconnect/money/grpcapi"
	moneypg "github.com/partnerline/partnerline/services/partnerconnect/money/postgres"
	moneyusecase "github.com/partnerline/partnerline/services/partnerconnect/money/usecase"
	onboardingusecase "github.com/partnerline/partnerline/services/partnerconnect/onboarding/usecase"
	sandboxgrpc "github.com/partnerline/partnerline/services/partnerconnect/sandbox/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/signedlink"
)

// accounting is the use cases that concern the accounts of merchants.
type accounting struct {
	operations *delegationusecase.Operations
	payments   *moneyusecase.Payments
	payouts    *moneyusecase.Payouts
	accounts   *moneyusecase.Accounts
}

func newAccounting(pool *pgxpool.Pool, keys *keyring.Keyring, feeBasisPoints int, onboardings *onboardingusecase.Changer) accounting {
	merchants, store := delegationpg.NewStore(keys), moneypg.NewStore(keys)
	operations := delegationusecase.NewOperations(pool, merchants)
	return accounting{
		operations: operations,
		payments:   moneyusecase.NewPayments(pool, operations, store, money.Tariff{BasisPoints: feeBasisPoints}),
		payouts:    moneyusecase.NewPayouts(pool, operations, store, onboardings),
		accounts:   moneyusecase.NewAccounts(pool, operations, merchants),
	}
}

// register adds the services of merchants' accounts.
func (a accounting) register(server grpc.ServiceRegistrar, links signedlink.Links, keys *keyring.Keyring, now func() time.Time) {
	pcv1.RegisterPaymentServiceServer(server, moneygrpc.NewPayments(a.payments, links, now))
	pcv1.RegisterAccountServiceServer(server, moneygrpc.NewAccounts(a.accounts, keys, now))
	pcv1.RegisterPayoutServiceServer(server, moneygrpc.NewPayouts(a.payouts, links, keys, now))
	pcv1.RegisterSandboxMoneyServiceServer(server, sandboxgrpc.NewSandboxMoney(a.payments, a.payouts, a.accounts, links, now))
}
