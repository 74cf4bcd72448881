package app

import (
	"time"

	"google.golang.org/grpc"

	"github.com/partnerline/partnerline/internal/keyring"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/money"
	moneygrpc "github.com/partnerline/partnerline/services/partnerconnect/money/grpcapi"
	sandboxgrpc "github.com/partnerline/partnerline/services/partnerconnect/sandbox/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/signedlink"
)

// registerMoney adds what concerns the accounts of merchants.
func registerMoney(server grpc.ServiceRegistrar, cfg Config, store *postgres.Store, links signedlink.Links, keys *keyring.Keyring, now func() time.Time) {
	pcv1.RegisterPaymentServiceServer(server, moneygrpc.NewPayments(store, links, money.Tariff{BasisPoints: cfg.FeeBasisPoints}, now))
	pcv1.RegisterAccountServiceServer(server, moneygrpc.NewAccounts(store, keys, now))
	pcv1.RegisterPayoutServiceServer(server, moneygrpc.NewPayouts(store, links, keys, now))
	pcv1.RegisterSandboxMoneyServiceServer(server, sandboxgrpc.NewSandboxMoney(store, links, now))
}
