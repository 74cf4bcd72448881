package grpcapi

import (
	"context"
	"slices"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/fieldmaskpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	kernelgrpc "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// UpdateOnboarding changes the partner's data about the merchant.
func (s *Onboarding) UpdateOnboarding(
	ctx context.Context, req *pcv1.UpdateOnboardingRequest,
) (*pcv1.UpdateOnboardingResponse, error) {
	c, err := callOf(ctx, req, s.now)
	if err != nil {
		return nil, err
	}
	o, err := s.onboardings.UpdateOnboarding(ctx, c, onboarding.DataPatch{Fields: fieldsOf(req), Values: dataOf(req)})
	if err != nil {
		return nil, err
	}
	changed(ctx, o)
	codes, details := MissingMessages(o)
	return &pcv1.UpdateOnboardingResponse{
		Ref: string(o.Ref), Status: string(o.Status), CompanyStructure: kernelgrpc.Optional(o.Structure()), Missing: codes,
		MissingDetails:    details,
		RequiredDocuments: requiredMessages(&o), UpdatedAt: timestamppb.New(o.UpdatedAt),
	}, nil
}

// fieldsOf lists the fields that a request changes: those of its mask, or without a mask those that are set. A message
// is listed as its members.
func fieldsOf(req interface {
	proto.Message
	GetUpdateMask() *fieldmaskpb.FieldMask
},
) onboarding.Fields {
	if m := req.GetUpdateMask(); m != nil {
		return m.GetPaths()
	}
	var out onboarding.Fields
	req.ProtoReflect().Range(func(f protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		name := string(f.Name())
		switch {
		case name == "ref":
		case f.Message() == nil || f.IsMap() || f.IsList():
			out = append(out, name)
		default:
			v.Message().Range(func(member protoreflect.FieldDescriptor, _ protoreflect.Value) bool {
				out = append(out, name+"."+string(member.Name()))
				return true
			})
		}
		return true
	})
	slices.Sort(out)
	return out
}
