package app

import (
	"time"

	"google.golang.org/grpc"

	"github.com/partnerline/partnerline/internal/keyring"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/postgres"
)

// registerMoney adds what concerns the accounts of merchants.
func registerMoney(server grpc.ServiceRegistrar, cfg Config, store *postgres.Store, links grpcapi.Links, keys *keyring.Keyring, now func() time.Time) {
	pcv1.RegisterMerchantServiceServer(server, grpcapi.NewMerchants(store, keys))
	pcv1.RegisterPaymentServiceServer(server, grpcapi.NewPayments(store, links, pc.Tariff{BasisPoints: cfg.FeeBasisPoints}, now))
	pcv1.RegisterAccountServiceServer(server, grpcapi.NewAccounts(store, keys, now))
	pcv1.RegisterPayoutServiceServer(server, grpcapi.NewPayouts(store, links, keys, now))
	pcv1.RegisterSandboxMoneyServiceServer(server, grpcapi.NewSandboxMoney(store, links, now))
}
