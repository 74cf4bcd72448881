package grpcserver

import (
	"context"
	"slices"
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

// OperatorServices returns the services of a package, such as partnerconnect.v1, that are for operators, in the order
// of their names.
func OperatorServices(pkg protoreflect.FullName) (list []protoreflect.ServiceDescriptor) {
	protoregistry.GlobalFiles.RangeFilesByPackage(pkg, func(f protoreflect.FileDescriptor) bool {
		for i := range f.Services().Len() {
			s := f.Services().Get(i)
			if s.Methods().Len() > 0 && AccessOf(s.Methods().Get(0)).GetCaller() == optionsv1.Caller_CALLER_OPERATOR {
				list = append(list, s)
			}
		}
		return true
	})
	slices.SortFunc(list, func(a, b protoreflect.ServiceDescriptor) int {
		return strings.Compare(string(a.FullName()), string(b.FullName()))
	})
	return list
}
