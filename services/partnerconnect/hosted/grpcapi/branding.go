package grpcapi

import (
	"context"
	"time"

	"github.com/partnerline/partnerline/internal/branding"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	kernelgrpc "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/usecase"
)

// A Preview returns a page of a channel as it would look with a branding, as a document.
type Preview func(b access.Branding, of access.Owner, lang string) (html string, err error)

// BrandingOperator answers BrandingOperatorService.
type BrandingOperator struct {
	pcv1.UnsafeBrandingOperatorServiceServer // every call is answered, or this does not compile

	partners         *usecase.Partners
	landing, payment Preview
	now              func() time.Time
}

// NewBrandingOperator returns the service; landing and payment are the pages that people see first.
func NewBrandingOperator(
	partners *usecase.Partners, landing, payment Preview, now func() time.Time,
) *BrandingOperator {
	return &BrandingOperator{partners: partners, landing: landing, payment: payment, now: now}
}

// GetChannelBranding answers with what the pages have.
func (s *BrandingOperator) GetChannelBranding(
	ctx context.Context, req *pcv1.GetChannelBrandingRequest,
) (*pcv1.GetChannelBrandingResponse, error) {
	b, _, err := s.partners.ChannelBranding(ctx, pc.ChannelID(req.GetId()))
	if err != nil {
		return nil, err
	}
	return &pcv1.GetChannelBrandingResponse{Data: brandingMessage(b)}, nil
}

// PreviewChannelBranding answers with a page as a branding would have it. Nothing is stored.
func (s *BrandingOperator) PreviewChannelBranding(
	ctx context.Context, req *pcv1.PreviewChannelBrandingRequest,
) (*pcv1.PreviewChannelBrandingResponse, error) {
	b, owner, err := s.partners.CheckBranding(ctx, proposed(req))
	if err != nil {
		return nil, err
	}
	preview := s.landing
	if req.GetPage() == "payment" {
		preview = s.payment
	}
	html, err := preview(b, owner, req.GetLanguage())
	return &pcv1.PreviewChannelBrandingResponse{Html: html}, err
}

// proposed is the branding that a request describes.
func proposed(req interface {
	GetId() string
	GetName() string
	GetColour() string
	GetLogo() []byte
	GetHelpUrl() string
	GetPrivacyUrl() string
	GetTermsUrl() string
	GetKeepLogo() bool
},
) usecase.NewBranding {
	return usecase.NewBranding{Branding: access.Branding{
		Channel: pc.ChannelID(req.GetId()), Name: req.GetName(),
		Look: branding.Look{Colour: req.GetColour(), Logo: req.GetLogo()}, Help: req.GetHelpUrl(),
		Privacy: req.GetPrivacyUrl(), Terms: req.GetTermsUrl(),
	}, KeepLogo: req.GetKeepLogo()}
}

// SetChannelBranding answers with what the pages have afterwards.
func (s *BrandingOperator) SetChannelBranding(
	ctx context.Context, req *pcv1.SetChannelBrandingRequest,
) (*pcv1.SetChannelBrandingResponse, error) {
	n := proposed(req)
	n.IfMatch, n.CheckOnly = req.GetIfMatch(), req.GetCheckOnly()
	b, err := s.partners.SetChannelBranding(ctx, n, kernelgrpc.AuditEntry(ctx, kernelgrpc.Now(s.now)))
	if err != nil {
		return nil, err
	}
	return &pcv1.SetChannelBrandingResponse{Data: brandingMessage(b)}, nil
}

func brandingMessage(b access.Branding) *pcv1.ChannelBranding {
	width, height := b.LogoSize()
	return &pcv1.ChannelBranding{
		Name: b.Name, Colour: b.Colour, DarkColour: b.DarkColour(), LogoWidth: int32(width), LogoHeight: int32(height),
		HelpUrl: b.Help, PrivacyUrl: b.Privacy,
		TermsUrl: b.Terms, Etag: b.ETag(),
	}
}
