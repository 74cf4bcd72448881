package gateway

import (
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/telemetry"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
)

// payouts registers a contract of its own, once for the process.
var payouts = sync.OnceValue(func() error {
	option := &descriptorpb.MethodOptions{}
	proto.SetExtension(option, annotations.E_Http,
		&annotations.HttpRule{Pattern: &annotations.HttpRule_Post{Post: "/payouts"}})
	proto.SetExtension(option, optionsv1.E_Idempotency, &optionsv1.Idempotency{
		Key: optionsv1.KeyUse_KEY_USE_REQUIRED, Retention: durationpb.New(7 * 24 * time.Hour),
	})
	file, err := protodesc.NewFile(&descriptorpb.FileDescriptorProto{
		Name: proto.String("gateway_test.proto"), Package: proto.String("gatewaytest"), Syntax: proto.String("proto3"),
		MessageType: []*descriptorpb.DescriptorProto{{Name: proto.String("Empty")}},
		Service: []*descriptorpb.ServiceDescriptorProto{{Name: proto.String("Payouts"),
			Method: []*descriptorpb.MethodDescriptorProto{{
				Name: proto.String("Create"), InputType: proto.String(".gatewaytest.Empty"),
				OutputType: proto.String(".gatewaytest.Empty"), Options: option,
			}}}},
	}, nil)
	if err != nil {
		return err
	}
	return errors.Join(protoregistry.GlobalFiles.RegisterFile(file),
		protoregistry.GlobalTypes.RegisterMessage(dynamicpb.NewMessageType(file.Messages().Get(0))))
})

// A contract that requires a key and keeps answers longer, as payouts do, is read as it says; a program that cannot
// keep answers does not start with it.
func TestContractMayRequireAKey(t *testing.T) {
	if err := payouts(); err != nil {
		t.Fatal(err)
	}
	routes := routeTable{}
	if err := routes.add("gatewaytest.Payouts"); err != nil {
		t.Fatal(err)
	}
	if want := (keyRule{taken: true, required: true, retention: 7 * 24 * time.Hour}); len(routes) != 1 ||
		routes[0].String() != "POST /payouts" || routes[0].key != want {
		t.Fatalf("%+v", routes)
	}

	tel, err := telemetry.New(t.Context(), telemetry.Config{}, "test")
	if err != nil {
		t.Fatal(err)
	}
	server, err := grpcserver.New(grpcserver.Options{Log: slog.New(slog.DiscardHandler), Telemetry: tel})
	if err != nil {
		t.Fatal(err)
	}
	_, err = New(server, Options{Log: slog.New(slog.DiscardHandler)}, "gatewaytest.Payouts")
	if err == nil || !strings.Contains(err.Error(), "/gatewaytest.Payouts/Create") {
		t.Errorf("%v", err)
	}
}
