package grpcclient

import (
	"context"
	"errors"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/types/known/timestamppb"

	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
	kernelclient "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcclient"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/verification"
)

// A Provider is the identity provider behind a connection.
type Provider struct {
	client    providersv1.IdentityProviderClient
	returnURL string
}

// NewProvider returns the provider, whose pages lead people to returnURL in the end.
func NewProvider(conn grpc.ClientConnInterface, returnURL string) Provider {
	return Provider{providersv1.NewIdentityProviderClient(conn), returnURL}
}

// wanted are the checks of a session, as the verification service has them.
var wanted = []providersv1.IdentityCheckType{
	providersv1.IdentityCheckType_IDENTITY_CHECK_TYPE_DOCUMENT, providersv1.IdentityCheckType_IDENTITY_CHECK_TYPE_LIVENESS,
	providersv1.IdentityCheckType_IDENTITY_CHECK_TYPE_NATIONAL_ID,
	providersv1.IdentityCheckType_IDENTITY_CHECK_TYPE_SANCTIONS,
}

// OpenSession opens the attempt of a session, and returns the page where the person is verified.
func (p Provider) OpenSession(
	ctx context.Context, s verification.IdentitySession, who verification.Person,
) (string, error) {
	resp, err := p.client.OpenSession(ctx, &providersv1.OpenSessionRequest{
		SessionId: s.ID, Attempt: int32(s.Attempt), MerchantRef: string(s.Merchant), Applicant: applicant(who),
		Checks: wanted, Locale: who.Locale,
		ReturnUrl: p.returnURL, ExpiresAt: timestamppb.New(s.ExpiresAt),
	})
	if err != nil {
		return "", kernelclient.Failure(err)
	}
	page := resp.GetData().GetPageUrl()
	return page, kernelclient.CheckPage(page)
}

func applicant(who verification.Person) *providersv1.IdentityApplicant {
	x := who.Identity
	a := &providersv1.IdentityApplicant{
		GivenNames: who.GivenNames, FamilyName: who.FamilyName, Email: who.Email, Phone: who.Phone,
		DateOfBirth: x.DateOfBirth, Citizenships: x.Citizenships,
	}
	if n := x.NationalID; n.Value != "" {
		a.NationalId = &providersv1.IdentityNationalId{Scheme: n.Scheme, Country: n.Country, Value: n.Value}
	}
	if d := x.Document; d.Number != "" {
		a.Document = &providersv1.IdentityDocument{
			Type: d.Type, Number: d.Number, IssuingCountry: d.IssuingCountry, IssuedOn: d.IssuedOn, ExpiresOn: d.ExpiresOn,
		}
	}
	if r := x.Residence; r.City != "" {
		a.Residence = &providersv1.IdentityAddress{
			Country: r.Country, Region: r.Region, City: r.City, PostalCode: r.PostalCode, Street: r.Street,
			BuildingNumber: r.BuildingNumber, UnitNumber: r.UnitNumber,
		}
	}
	return a
}

// CancelSession closes a session. One that the provider does not have counts as closed.
func (p Provider) CancelSession(ctx context.Context, id string) error {
	_, err := p.client.CancelSession(ctx, &providersv1.CancelSessionRequest{SessionId: id})
	err = kernelclient.Failure(err, codes.NotFound)
	if f, ok := errors.AsType[*provider.Failure](err); ok && f.Code == "not_found" {
		return nil
	}
	return err
}
