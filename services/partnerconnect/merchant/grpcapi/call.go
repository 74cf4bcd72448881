package grpcapi

import (
	"context"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/partnerline/partnerline/internal/gateway"
	"github.com/partnerline/partnerline/internal/grpcserver"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	kernelgrpc "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
)

// A refRequest concerns the onboarding that its path names.
type refRequest interface {
	proto.Message
	GetRef() string
}

// target is the onboarding that a call concerns, as the calling key may see it.
func target(ctx context.Context, req refRequest) (access.View, pc.Ref, error) {
	key, err := kernelgrpc.PartnerKey(ctx)
	return key.View(), pc.Ref(req.GetRef()), err
}

// callOf reads what a use case needs of a call that changes an onboarding.
func callOf(ctx context.Context, req refRequest, now func() time.Time) (usecase.Call, error) {
	view, ref, err := target(ctx, req)
	return usecase.Call{
		View: view, Ref: ref, IfMatch: gateway.IfMatch(ctx), Body: bodyOf(ctx, req),
		By: kernelgrpc.AuditEntry(ctx, kernelgrpc.Now(now)),
	}, err
}

func bodyOf(ctx context.Context, req proto.Message) usecase.Body {
	return usecase.Body{Malformed: grpcserver.CheckBody(ctx, req), Empty: empties(req)}
}

// changed answers with the version of an onboarding that a call has changed.
func changed(ctx context.Context, o onboarding.Onboarding) {
	gateway.SetETag(ctx, o.Version)
}
