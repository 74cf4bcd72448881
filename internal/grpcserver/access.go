package grpcserver

import (
	"context"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
)

// Access returns the access option of the method that a context was authorized for; nil before that.
func Access(ctx context.Context) *optionsv1.Access {
	return AccessByName(strings.ReplaceAll(strings.TrimPrefix(authorizedFor(ctx), "/"), "/", "."))
}

// AccessByName returns the access option of a method like partnerconnect.v1.PaymentService.RegisterPayment; nil when
// there is none.
func AccessByName(name string) *optionsv1.Access {
	if m := MethodByName(name); m != nil {
		return AccessOf(m)
	}
	return nil
}

// MethodByName returns a method like partnerconnect.v1.PaymentService.RegisterPayment; nil when there is none.
func MethodByName(name string) protoreflect.MethodDescriptor {
	d, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName(name))
	if err != nil {
		return nil
	}
	m, _ := d.(protoreflect.MethodDescriptor)
	return m
}
