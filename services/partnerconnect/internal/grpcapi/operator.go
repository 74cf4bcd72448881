package grpcapi

import (
	"context"
	"time"

	"github.com/partnerline/partnerline/internal/reseal"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/representation"
)

// OperatorStore keeps partners, channels and keys, and the imported entries of registers.
type OperatorStore interface {
	CreatePartner(ctx context.Context, p pc.Partner) (pc.Partner, error)
	CreateChannel(ctx context.Context, c pc.Channel) (pc.Channel, error)
	OperatorKeyStore
	Partners(ctx context.Context) ([]pc.Partner, error)
	Channels(ctx context.Context, p pc.PartnerID) ([]pc.Channel, error)
	ResumePartner(ctx context.Context, id pc.PartnerID) (pc.Partner, error)
	Access(ctx context.Context, ref pc.Ref, limit int) ([]pc.AuditEntry, error)
	VerifyAudit(ctx context.Context) (pc.AuditReport, error)
	ResealKeys(ctx context.Context) (reseal.Result, error)
	EncryptionKeys(ctx context.Context) ([]reseal.Usage, error)
	Onboarding(ctx context.Context, v pc.View, ref pc.Ref) (pc.Onboarding, error)
	Changer
	ImportRegister(ctx context.Context, livemode bool, records []representation.Record, now time.Time) (int, error)
	LedgerStore
}

// WithdrawalStore takes access away. It answers whatever load there is.
type WithdrawalStore interface {
	KeyEnder
	SuspendPartner(ctx context.Context, id pc.PartnerID, now time.Time) (pc.Partner, error)
	Changer
}

// Operator answers OperatorService.
type Operator struct {
	pcv1.UnimplementedOperatorServiceServer
	store      OperatorStore
	withdraw   WithdrawalStore
	mail       Mailbox
	reconciler Reconciler // nil: the verification service is not connected
	now        func() time.Time
}

// NewOperator returns the service; what takes access away goes to withdraw.
func NewOperator(store OperatorStore, withdraw WithdrawalStore, mail Mailbox, reconciler Reconciler, now func() time.Time) *Operator {
	return &Operator{store: store, withdraw: withdraw, mail: mail, reconciler: reconciler, now: now}
}

// moment is the present, as exact as the API shows times.
func (s *Operator) moment() time.Time { return s.now().UTC().Truncate(time.Millisecond) }

// CreatePartner implements the contract.
func (s *Operator) CreatePartner(ctx context.Context, req *pcv1.CreatePartnerRequest) (*pcv1.CreatePartnerResponse, error) {
	p, err := s.store.CreatePartner(ctx, pc.Partner{
		ID: pc.PartnerID(req.GetId()), Name: req.GetName(), Tenant: req.GetTenantId(), CreatedAt: s.moment(),
	})
	if err != nil {
		return nil, err
	}
	return &pcv1.CreatePartnerResponse{Partner: partnerMessage(p)}, nil
}

// CreateChannel implements the contract.
func (s *Operator) CreateChannel(ctx context.Context, req *pcv1.CreateChannelRequest) (*pcv1.CreateChannelResponse, error) {
	ttl := pc.DefaultLinkTTL
	if req.GetLinkTtl() != nil {
		ttl = req.GetLinkTtl().AsDuration().Truncate(time.Second)
	}
	origins := req.GetReturnOrigins()
	if origins == nil {
		origins = []string{}
	}
	c, err := s.store.CreateChannel(ctx, pc.Channel{
		ID: pc.ChannelID(req.GetId()), Partner: pc.PartnerID(req.GetPartnerId()), Name: req.GetName(), ReturnOrigins: origins,
		LinkTTL: ttl, CreatedAt: s.moment(),
	})
	if err != nil {
		return nil, err
	}
	return &pcv1.CreateChannelResponse{Channel: channelMessage(c)}, nil
}
