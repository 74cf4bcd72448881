package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/grpc"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/telemetry"
	"github.com/partnerline/partnerline/internal/weaksecret"
	financeclient "github.com/partnerline/partnerline/services/partnerconnect/finance/grpcclient"
	financeusecase "github.com/partnerline/partnerline/services/partnerconnect/finance/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/hosted/pages"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/wiring"
	kernelclient "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcclient"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	kernelusecase "github.com/partnerline/partnerline/services/partnerconnect/kernel/usecase"
	merchantclient "github.com/partnerline/partnerline/services/partnerconnect/merchant/grpcclient"
	merchantusecase "github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
)

// providerConfig is where a part of live mode answers that an adopter implements.
type providerConfig struct {
	GRPC  string
	Token envconfig.Secret
}

const minProviderToken = 16

func (c providerConfig) validate(prefix string, development bool) error {
	if c.GRPC == "" {
		if c.Token != "" {
			return errors.New(prefix + "_TOKEN: is set without " + prefix + "_GRPC; set both or none")
		}
		return nil
	}
	var faults []error
	if _, port, err := net.SplitHostPort(c.GRPC[strings.LastIndex(c.GRPC, "/")+1:]); err != nil || port == "" {
		faults = append(faults, errors.New(prefix+"_GRPC: want host:port or dns:///name:port"))
	}
	if len(c.Token) < minProviderToken {
		faults = append(faults, errors.New(prefix+"_TOKEN: want at least 16 characters"))
	} else if !development {
		faults = append(faults, weaksecret.Tokens(prefix+"_TOKEN", c.Token))
	}
	return errors.Join(faults...)
}

// liveParts are the parts that live mode has.
func (c Config) liveParts() provider.Connected {
	live := c.Connected
	for part, connected := range map[provider.Part]bool{
		provider.CompanyRegister: c.Registers.connected(), provider.BankRail: c.Bank.files(),
		provider.MessageSender: c.Messages.complete(), provider.IdentityProvider: c.IdentityProvider.GRPC != "",
	} {
		if connected {
			live = live.Connect(part)
		}
	}
	if c.PaymentEngine.GRPC != "" {
		live = live.ConnectCalled(provider.PaymentEngine)
	}
	if c.BankRail.GRPC != "" {
		live = live.ConnectCalled(provider.BankRail)
	}
	return live
}

// liveSettings are those by which live mode gets its parts.
var liveSettings = map[provider.Part]string{
	provider.CompanyRegister: "KRS_URL or COMPANY_REGISTER_GRPC", provider.PaymentEngine: "PAYMENT_ENGINE_GRPC", provider.BankRail: "BANK_DIR, BANK_S3_ENDPOINT or BANK_RAIL_GRPC", provider.MessageSender: "MESSAGE_PROVIDER_GRPC or MESSAGE_CALLBACK_URL",
	provider.IdentityProvider: "IDENTITY_PROVIDER_GRPC",
}

// Remarks says who may call operator methods, and what live mode lacks, in lines: what needs it is refused with live_mode_unavailable.
func (c Config) Remarks() string {
	var b strings.Builder
	for _, part := range c.liveParts().Missing() {
		fmt.Fprintf(&b, "live mode has no %s", part)
		if name := liveSettings[part]; name != "" {
			fmt.Fprintf(&b, "; set %s", name)
		}
		b.WriteByte('\n')
	}
	if c.BankRail.GRPC != "" && c.Bank.Accounts == "" {
		b.WriteString("live mode has no account for verification transfers; set BANK_ACCOUNTS and BANK_ACCOUNT_HOLDER\n")
	}
	return c.Operators.Remarks() + b.String()
}

// connectProviders connects to the parts of live mode that are implemented by the adopter, and returns what calls them.
func connectProviders(cfg Config, pool *pgxpool.Pool, parts *wiring.Parts, sessions connected, base string, tel *telemetry.Providers, log *slog.Logger, now func() time.Time) ([]func(context.Context) error, error) {
	callers := map[provider.Kind]kernelusecase.Caller{}
	var background []func(context.Context) error
	connect := func(part provider.Part, c providerConfig) (*grpc.ClientConn, error) {
		conn, err := kernelclient.DialProvider(part, c.GRPC, c.Token.Reveal(), cfg.TLS.Credentials())
		if err != nil {
			return nil, err
		}
		background = append(background, func(ctx context.Context) error {
			<-ctx.Done()
			return conn.Close()
		})
		return conn, nil
	}
	if cfg.PaymentEngine.GRPC != "" {
		conn, err := connect(provider.PaymentEngine, providerConfig(cfg.PaymentEngine))
		if err != nil {
			return nil, err
		}
		maps.Copy(callers, financeusecase.NewEngineCalls(parts.Payments, financeclient.NewEngine(conn), now))
	}
	if cfg.BankRail.GRPC != "" {
		conn, err := connect(provider.BankRail, providerConfig(cfg.BankRail))
		if err != nil {
			return nil, err
		}
		payouts := financeusecase.NewRailCalls(parts.Payouts, financeclient.NewRail(conn), log, now)
		maps.Copy(callers, payouts.Callers())
		background = append(background, payouts.Run)
	}
	if cfg.IdentityProvider.GRPC != "" {
		conn, err := connect(provider.IdentityProvider, providerConfig(cfg.IdentityProvider))
		if err != nil {
			return nil, err
		}
		identity := merchantclient.NewProvider(conn, base+pages.IdentityReturn)
		maps.Copy(callers, merchantusecase.NewIdentityCalls(parts.Identities, parts.Changer, identity, sessions.client, now))
	}
	runner, err := kernelusecase.NewRunner(pool, callers, tel.Meters.Meter(scope), tel.Hops(scope), log, now)
	if err != nil {
		return nil, err
	}
	return append(background, runner.Run), nil
}
