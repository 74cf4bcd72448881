package grpcapi

import (
	"context"
	"net/http"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/branding"
	"github.com/partnerline/partnerline/internal/gateway"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/usecase"
	"github.com/partnerline/partnerline/services/webhooks/portal"
)

// Portal serves PortalSessionService.
type Portal struct {
	webhooksv1.UnimplementedPortalSessionServiceServer
	portal *usecase.Portal
}

// NewPortal returns the service.
func NewPortal(u *usecase.Portal) *Portal { return &Portal{portal: u} }

// CreatePortalSession returns a session with the URL that opens it, once.
func (s *Portal) CreatePortalSession(
	ctx context.Context, req *webhooksv1.CreatePortalSessionRequest,
) (*webhooksv1.CreatePortalSessionResponse, error) {
	role := portal.Manager
	if req.Role != nil {
		role = portal.Role(req.GetRole())
	}
	l, err := s.portal.CreatePortalSession(ctx, scopeOf(ctx), keyOf(ctx), role, req.ReturnUrl)
	if err != nil {
		return nil, err
	}
	gateway.SetHTTPStatus(ctx, http.StatusCreated)
	data := &webhooksv1.PortalSession{
		Id: l.ID, Url: l.URL, UrlExpiresAt: timestamppb.New(l.LinkExpiresAt), Role: string(l.Role),
		Livemode: l.Livemode, CreatedAt: timestamppb.New(l.CreatedAt),
	}
	if l.ReturnURL != "" {
		data.ReturnUrl = &l.ReturnURL
	}
	return &webhooksv1.CreatePortalSessionResponse{Data: data}, nil
}

// RevokePortalSession ends a session.
func (s *Portal) RevokePortalSession(
	ctx context.Context, req *webhooksv1.RevokePortalSessionRequest,
) (*webhooksv1.RevokePortalSessionResponse, error) {
	if err := s.portal.RevokePortalSession(ctx, scopeOf(ctx), req.GetId()); err != nil {
		return nil, err
	}
	gateway.SetHTTPStatus(ctx, http.StatusNoContent)
	return &webhooksv1.RevokePortalSessionResponse{}, nil
}

// portalOperator serves those methods of OperatorService that are about the portal.
type portalOperator struct{ portal *usecase.Portal }

// GetPortalSettings returns the settings of a tenant.
func (s portalOperator) GetPortalSettings(
	ctx context.Context, req *webhooksv1.GetPortalSettingsRequest,
) (*webhooksv1.GetPortalSettingsResponse, error) {
	settings, err := s.portal.PortalSettings(ctx, webhooks.TenantID(req.GetTenantId()))
	if err != nil {
		return nil, err
	}
	return &webhooksv1.GetPortalSettingsResponse{Data: settingsProto(settings)}, nil
}

// SetPortalSettings replaces the settings of a tenant.
func (s portalOperator) SetPortalSettings(
	ctx context.Context, req *webhooksv1.SetPortalSettingsRequest,
) (*webhooksv1.SetPortalSettingsResponse, error) {
	settings, err := s.portal.SetPortalSettings(ctx, usecase.NewPortalSettings{
		Settings: portal.Settings{
			Tenant: webhooks.TenantID(req.GetTenantId()), Name: req.GetName(),
			Look:       branding.Look{Colour: req.GetColour(), Logo: req.GetLogo()},
			ReturnURLs: req.GetReturnUrls(), FrameOrigins: req.GetFrameOrigins(),
		},
		KeepLogo: req.GetKeepLogo(), IfMatch: req.GetIfMatch(),
	}, operatorOf(ctx))
	if err != nil {
		return nil, err
	}
	return &webhooksv1.SetPortalSettingsResponse{Data: settingsProto(settings)}, nil
}

func settingsProto(s portal.Settings) *webhooksv1.PortalSettings {
	width, height := s.LogoSize()
	return &webhooksv1.PortalSettings{
		Name: s.Name, Colour: s.Colour, DarkColour: s.DarkColour(), LogoWidth: int32(width), LogoHeight: int32(height),
		ReturnUrls:   s.ReturnURLs,
		FrameOrigins: s.FrameOrigins, Etag: s.ETag(),
	}
}
