package grpcapi

import (
	"google.golang.org/protobuf/types/known/timestamppb"

	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/webhooks"
)

// authenticationOf is what a caller sets; nil for null.
func authenticationOf(p *webhooksv1.Authentication) *webhooks.Authentication {
	if p == nil {
		return nil
	}
	return &webhooks.Authentication{
		Type: webhooks.AuthenticationType(p.GetType()), Username: p.GetUsername(), Password: p.GetPassword(),
		Token: p.GetToken(), TokenURL: p.GetTokenUrl(), ClientID: p.GetClientId(), ClientSecret: p.GetClientSecret(),
		Scopes: p.GetScopes(), Certificate: p.GetCertificate(), PrivateKey: p.GetPrivateKey(), ServerCA: p.GetServerCa(),
	}
}

// authenticationProto is what is shown; nil when there is none.
func authenticationProto(a *webhooks.EndpointAuthentication) *webhooksv1.EndpointAuthentication {
	if a == nil {
		return nil
	}
	p := &webhooksv1.EndpointAuthentication{
		Type: string(a.Type), Username: optional(a.Username), TokenUrl: optional(a.TokenURL),
		ClientId: optional(a.ClientID), Scopes: a.Scopes,
	}
	if c := a.Certificate; c != nil {
		p.Certificate = &webhooksv1.ClientCertificate{
			Subject: c.Subject, Fingerprint: c.Fingerprint, ExpiresAt: timestamppb.New(c.ExpiresAt),
			Authority: optional(a.Authority),
		}
	}
	for _, c := range a.ServerCA {
		p.ServerCa = append(p.ServerCa, &webhooksv1.ShownCertificate{
			Subject: c.Subject, Fingerprint: c.Fingerprint, ExpiresAt: timestamppb.New(c.ExpiresAt),
		})
	}
	return p
}

// targetAuthenticationProto is what a dispatcher needs: all but what issued a certificate that we made.
func targetAuthenticationProto(a *webhooks.Authentication) *webhooksv1.Authentication {
	if a == nil {
		return nil
	}
	return &webhooksv1.Authentication{
		Type: string(a.Type), Username: optional(a.Username), Password: optional(a.Password), Token: optional(a.Token),
		TokenUrl: optional(a.TokenURL), ClientId: optional(a.ClientID), ClientSecret: optional(a.ClientSecret),
		Scopes: a.Scopes, Certificate: optional(a.Certificate), PrivateKey: optional(a.PrivateKey),
		ServerCa: optional(a.ServerCA),
	}
}
