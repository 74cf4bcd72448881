package grpcapi

import (
	"slices"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/fieldmaskpb"

	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// fieldsOf lists the fields that a request changes: those of its mask, and without one those that are set, the members of a message
// one by one.
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
