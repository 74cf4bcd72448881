package grpcapi

import (
	"context"
	"encoding/hex"

	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// Mailbox shows what was said to people; ErrOnboardingNotFound.
type Mailbox interface {
	Letters(ctx context.Context, ref pc.Ref) ([]pc.Letter, error)
}

// accessLength is how many entries of the audit trail are shown.
const accessLength = 200

// ListPartners implements the contract.
func (s *Operator) ListPartners(ctx context.Context, _ *pcv1.ListPartnersRequest) (*pcv1.ListPartnersResponse, error) {
	list, err := s.store.Partners(ctx)
	if err != nil {
		return nil, err
	}
	out := &pcv1.ListPartnersResponse{}
	for _, p := range list {
		out.Partners = append(out.Partners, partnerMessage(p))
	}
	return out, nil
}

// ListChannels implements the contract.
func (s *Operator) ListChannels(ctx context.Context, req *pcv1.ListChannelsRequest) (*pcv1.ListChannelsResponse, error) {
	list, err := s.store.Channels(ctx, pc.PartnerID(req.GetPartnerId()))
	if err != nil {
		return nil, err
	}
	out := &pcv1.ListChannelsResponse{}
	for _, c := range list {
		out.Channels = append(out.Channels, channelMessage(c))
	}
	return out, nil
}

// SuspendPartner implements the contract.
func (s *Operator) SuspendPartner(ctx context.Context, req *pcv1.SuspendPartnerRequest) (*pcv1.SuspendPartnerResponse, error) {
	p, err := s.withdraw.SuspendPartner(ctx, pc.PartnerID(req.GetId()), s.moment())
	if err != nil {
		return nil, err
	}
	return &pcv1.SuspendPartnerResponse{Partner: partnerMessage(p)}, nil
}

// ResumePartner implements the contract.
func (s *Operator) ResumePartner(ctx context.Context, req *pcv1.ResumePartnerRequest) (*pcv1.ResumePartnerResponse, error) {
	p, err := s.store.ResumePartner(ctx, pc.PartnerID(req.GetId()))
	if err != nil {
		return nil, err
	}
	return &pcv1.ResumePartnerResponse{Partner: partnerMessage(p)}, nil
}

// ReviewDocument implements the contract.
func (s *Operator) ReviewDocument(ctx context.Context, req *pcv1.ReviewDocumentRequest) (*pcv1.ReviewDocumentResponse, error) {
	now := s.moment()
	id := pc.DocumentID(req.GetDocumentId())
	o, err := s.store.ChangeOnboarding(ctx, pc.SystemView, pc.Ref(req.GetRef()), now, by(ctx, now), func(o *pc.Onboarding) error {
		return o.ReviewDocument(id, pc.DocumentStatus(req.GetStatus()), req.GetReasonCode())
	})
	if err != nil {
		return nil, err
	}
	for _, d := range o.Documents {
		if d.ID == id {
			return &pcv1.ReviewDocumentResponse{Document: documentMessage(&o, d)}, nil
		}
	}
	return nil, pc.ErrDocumentNotFound
}

// ListMessages implements the contract.
func (s *Operator) ListMessages(ctx context.Context, req *pcv1.ListMessagesRequest) (*pcv1.ListMessagesResponse, error) {
	letters, err := s.mail.Letters(ctx, pc.Ref(req.GetRef()))
	if err != nil {
		return nil, err
	}
	out := &pcv1.ListMessagesResponse{}
	for _, l := range letters {
		out.Messages = append(out.Messages, &pcv1.Message{
			Id: string(l.ID), Medium: string(l.Medium), Template: string(l.Template), To: l.To, Subject: l.Subject, Text: l.Text,
			CreatedAt: timestamppb.New(l.CreatedAt), SentAt: timestamp(l.SentAt),
		})
	}
	return out, nil
}

// ListAccess implements the contract.
func (s *Operator) ListAccess(ctx context.Context, req *pcv1.ListAccessRequest) (*pcv1.ListAccessResponse, error) {
	list, err := s.store.Access(ctx, pc.Ref(req.GetRef()), accessLength)
	if err != nil {
		return nil, err
	}
	out := &pcv1.ListAccessResponse{}
	for _, e := range list {
		out.Entries = append(out.Entries, &pcv1.AccessEntry{
			At: timestamppb.New(e.At), Actor: string(e.Actor), KeyId: e.Key, PartnerId: string(e.Partner), Operation: e.Operation,
			Outcome: e.Outcome, RequestId: e.RequestID, Address: e.Address,
		})
	}
	return out, nil
}

// VerifyAudit implements the contract.
func (s *Operator) VerifyAudit(ctx context.Context, _ *pcv1.VerifyAuditRequest) (*pcv1.VerifyAuditResponse, error) {
	r, err := s.store.VerifyAudit(ctx)
	if err != nil {
		return nil, err
	}
	return &pcv1.VerifyAuditResponse{
		Intact: r.Broken == 0, Entries: r.Entries, Pending: r.Pending, Head: hex.EncodeToString(r.Head[:]), FirstBroken: r.Broken,
	}, nil
}

// ResealKeys implements the contract.
func (s *Operator) ResealKeys(ctx context.Context, _ *pcv1.ResealKeysRequest) (*pcv1.ResealKeysResponse, error) {
	done, err := s.store.ResealKeys(ctx)
	if err != nil {
		return nil, err
	}
	return &pcv1.ResealKeysResponse{Changed: done.Changed, Unreadable: done.Unreadable}, nil
}

// ListEncryptionKeys counts what is sealed with which key.
func (s *Operator) ListEncryptionKeys(ctx context.Context, _ *pcv1.ListEncryptionKeysRequest) (*pcv1.ListEncryptionKeysResponse, error) {
	usage, err := s.store.EncryptionKeys(ctx)
	if err != nil {
		return nil, err
	}
	resp := &pcv1.ListEncryptionKeysResponse{}
	for _, u := range usage {
		resp.EncryptionKeys = append(resp.EncryptionKeys, &pcv1.EncryptionKey{Id: u.KeyID, First: u.First, Configured: u.Configured, Values: u.Values})
	}
	return resp, nil
}

func partnerMessage(p pc.Partner) *pcv1.Partner {
	return &pcv1.Partner{
		Id: string(p.ID), Name: p.Name, TenantId: p.Tenant, CreatedAt: timestamppb.New(p.CreatedAt), SuspendedAt: timestamp(p.SuspendedAt),
	}
}

func channelMessage(c pc.Channel) *pcv1.Channel {
	return &pcv1.Channel{
		Id: string(c.ID), PartnerId: string(c.Partner), Name: c.Name, ReturnOrigins: c.ReturnOrigins, LinkTtl: durationpb.New(c.LinkTTL),
		CreatedAt: timestamppb.New(c.CreatedAt),
	}
}
