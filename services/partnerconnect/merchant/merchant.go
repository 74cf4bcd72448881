package merchant

import (
	"context"
	"log/slog"
	"time"

	"go.opentelemetry.io/otel/metric"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/clamav"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	kernelusecase "github.com/partnerline/partnerline/services/partnerconnect/kernel/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/events"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/grpcclient"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/message"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/review"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
)

// Config is what the module is connected with.
type Config struct {
	Messages         MessagesConfig
	Objects          usecase.Objects // where the contents of documents are
	ClamAVAddr       string          // empty: uploads are not scanned
	IdentityProvider kernel.ProviderConfig
	IdentityReturn   string // address of the page to which the identity provider leads people in the end
	Retention        onboarding.Retention
}

// A Module is the stores and use cases of merchants.
type Module struct {
	Messages      *postgres.MessageStore
	Onboardings   *postgres.OnboardingStore
	Verifications *postgres.VerificationStore
	Delegations   *postgres.DelegationStore

	Changer    *usecase.Changer
	Withdraw   *usecase.Changer // on the reserved connections
	Operations *usecase.Operations
	Identities *usecase.Identities

	// After Connect.
	Files     *usecase.Uploader
	Documents *usecase.Documents
	Mailer    *usecase.Mailer
	Sessions  *usecase.Verifications // nil without webhooks
	Labels    grpcapi.Labels

	kernel *kernel.Module
	db     kernel.Database
	hash   onboarding.IDHash
}

// New returns the module. hash lets operators find merchants by data that is encrypted; without it they cannot.
func New(k *kernel.Module, db kernel.Database, hash onboarding.IDHash) *Module {
	messages, onboardings := postgres.NewMessageStore(db.Pool, db.Keys), postgres.NewOnboardingStore(db.Pool, db.Keys,
		hash)
	verifications, delegations := postgres.NewVerificationStore(db.Pool, db.Keys), postgres.NewDelegationStore(db.Keys)
	withdraw := usecase.NewChanger(db.Reserved, postgres.NewOnboardingStore(db.Reserved, db.Keys, hash),
		postgres.NewMessageStore(db.Reserved, db.Keys), db.Live)
	return &Module{
		Messages: messages, Onboardings: onboardings, Verifications: verifications, Delegations: delegations,
		Changer: usecase.NewChanger(db.Pool, onboardings, messages, db.Live), Withdraw: withdraw,
		Operations: usecase.NewOperations(db.Pool, delegations), Identities: usecase.NewIdentities(db.Pool, verifications),
		kernel: k, db: db, hash: hash,
	}
}

// Connect adds the module to a program: onboardings, documents, invitations, messages, and identity sessions.
func (m *Module) Connect(p *kernel.Program, c Config) error {
	var scanner usecase.Scanner
	if c.ClamAVAddr != "" {
		scanner = clamav.New(c.ClamAVAddr)
	}
	m.Files = usecase.NewUploader(c.Objects, m.Onboardings, scanner, p.Log, p.Now)
	m.Documents = usecase.NewDocuments(m.Changer, m.Files)
	m.Labels = func(ctx context.Context, refs []pc.Ref) (map[pc.Ref]review.Label, error) {
		labels, closed, err := m.Onboardings.Labels(ctx, refs)
		for _, err := range closed {
			p.Log.LogAttrs(ctx, slog.LevelError, "lists lack the name of a merchant", slog.String("error", err.Error()))
		}
		return labels, err
	}
	if err := m.connectMailer(p, c.Messages); err != nil {
		return err
	}
	if err := m.connectSessions(p, c); err != nil {
		return err
	}
	usage, err := m.Onboardings.Keeper().Observe(p.Meter(), p.Log)
	if err != nil {
		return err
	}
	p.Go(usage.Run)
	erased, err := p.Meter().Int64Counter("partnerconnect.onboardings.erased",
		metric.WithDescription("onboardings whose personal data was erased"))
	if err != nil {
		return err
	}
	erased.Add(context.Background(), 0) // shown from the start
	p.Sweep(m.Sweeps(c.Retention, c.Objects, erased)...)
	onboardings := usecase.NewOnboardings(m.Changer, m.kernel.Access, m.kernel.Registers, m.hash)
	pcv1.RegisterOnboardingServiceServer(p.Server, grpcapi.NewOnboarding(onboardings, p.Links, m.db.Keys, p.Now))
	pcv1.RegisterMerchantServiceServer(p.Server, grpcapi.NewMerchants(onboardings, m.db.Keys))
	pcv1.RegisterDocumentServiceServer(p.Server, grpcapi.NewDocuments(m.Documents, p.Now))
	pcv1.RegisterInvitationServiceServer(p.Server, grpcapi.NewInvitations(usecase.NewInvitations(m.Changer), p.Now))
	pcv1.RegisterMerchantOperatorServiceServer(p.Server,
		grpcapi.NewMerchantOperator(m.Changer, m.Documents, m.Mailer, m.Sessions, p.Now))
	providersv1.RegisterMessageReportServiceServer(p.Server, grpcapi.NewMessageReports(m.Mailer, p.Now))
	return nil
}

func (m *Module) connectMailer(p *kernel.Program, c MessagesConfig) error {
	providers, err := connectMessages(p, c)
	if err != nil {
		return err
	}
	metrics, err := usecase.NewMetrics(p.Meter(), p.Telemetry.Traces.Tracer(kernel.Scope))
	if err != nil {
		return err
	}
	m.Mailer = usecase.NewMailer(usecase.MailerParts{
		Pool: m.db.Pool, Messages: m.Messages, Onboardings: m.Onboardings, Providers: providers, Links: p.Links,
		Metrics: metrics, Log: p.Log, Now: p.Now,
	})
	p.Go(m.Mailer.Run)
	return nil
}

// connectSessions connects to the verification service, whose events say which session is worth asking for, and to the
// identity provider.
func (m *Module) connectSessions(p *kernel.Program, c Config) error {
	var sessions usecase.Sessions
	if p.Webhooks.Address != "" {
		client, err := grpcclient.DialSessions(p.Webhooks.Address, p.Webhooks.Token, p.TLS.Credentials())
		if err != nil {
			return err
		}
		p.AtEnd(client.Close)
		if m.Sessions, err = usecase.NewVerifications(client, m.Verifications, m.Changer, p.Meter(), p.Log,
			p.Now); err != nil {
			return err
		}
		p.Go(m.Sessions.Run,
			events.NewEvents(p.Webhooks.JetStream, m.Sessions, p.Telemetry.Hops(kernel.Scope), p.Log, p.Now).Run)
		sessions = client
	}
	if c.IdentityProvider.GRPC != "" {
		conn, err := p.Dial(provider.IdentityProvider, c.IdentityProvider)
		if err != nil {
			return err
		}
		identity := grpcclient.NewProvider(conn, c.IdentityReturn)
		p.Call(usecase.NewIdentityCalls(m.Identities, m.Changer, identity, sessions, p.Now))
	}
	return nil
}

// Sweeps are the module's tasks of the retention sweep. Data is kept as long as keep says; erased counts whose data was
// erased.
func (m *Module) Sweeps(
	keep onboarding.Retention, objects usecase.Objects, erased metric.Int64Counter,
) []kernelusecase.SweepTask {
	erase := kernelusecase.SweepCounted("erase personal data",
		func(ctx context.Context, now time.Time, batch int) (n int, err error) {
			for ; n < batch; n++ {
				if found, err := m.Changer.Shred(ctx, keep, now); err != nil || !found {
					return n, err
				}
				erased.Add(ctx, 1)
			}
			return n, nil
		})
	remove := kernelusecase.SweepCounted("delete objects",
		func(ctx context.Context, now time.Time, batch int) (int, error) {
			keys, err := m.Onboardings.DueObjects(ctx, now, batch)
			for _, key := range keys {
				if err = objects.Delete(ctx, key); err != nil {
					return 0, err
				}
				if err = m.Onboardings.ObjectDeleted(ctx, key, now); err != nil {
					return 0, err
				}
			}
			return len(keys), err
		})
	erase.Erases, remove.Erases = true, true
	return []kernelusecase.SweepTask{
		kernelusecase.SweepCounted("expire onboardings", m.Changer.ExpireOnboardings),
		kernelusecase.SweepCounted("expire invitations", m.Changer.ExpireInvitations),
		kernelusecase.SweepCounted("end changes of payout accounts",
			func(ctx context.Context, _ time.Time, batch int) (int, error) {
				return m.Changer.EndAccountChanges(ctx, batch)
			}),
		kernelusecase.SweepCounted("drop messages", func(ctx context.Context, now time.Time, batch int) (int, error) {
			return m.Messages.DropMessages(ctx, now.Add(-message.MessageRetention), batch)
		}),
		erase, remove,
	}
}
