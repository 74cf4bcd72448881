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
	method, _ := ctx.Value(authorizedKey{}).(string)
	return AccessByName(strings.ReplaceAll(strings.TrimPrefix(method, "/"), "/", "."))
}

// AccessByName returns the access option of a method like partnerconnect.v1.PaymentService.RegisterPayment; nil when there is none.
func AccessByName(name string) *optionsv1.Access {
	d, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName(name))
	if err != nil {
		return nil
	}
	m, ok := d.(protoreflect.MethodDescriptor)
	if !ok {
		return nil
	}
	return AccessOf(m)
}
