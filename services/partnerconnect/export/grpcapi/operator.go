// Package grpcapi translates the operator's call for an export.
package grpcapi

import (
	"io"
	"time"

	"google.golang.org/grpc"

	"github.com/partnerline/partnerline/internal/grpcserver"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	accessgrpc "github.com/partnerline/partnerline/services/partnerconnect/access/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/export/usecase"
)

// Operator answers what OperatorService asks of exports.
type Operator struct {
	exports *usecase.Exports
	now     func() time.Time
}

// NewOperator returns the service.
func NewOperator(exports *usecase.Exports, now func() time.Time) *Operator {
	return &Operator{exports, now}
}

// ExportMerchant streams the data of a merchant.
func (s *Operator) ExportMerchant(req *pcv1.ExportMerchantRequest, stream grpc.ServerStreamingServer[pcv1.ExportMerchantResponse]) error {
	x, err := s.exports.ExportMerchant(stream.Context(), pc.Ref(req.GetRef()), accessgrpc.By(stream.Context(), s.now()))
	if err != nil {
		return err
	}
	return grpcserver.SendChunks(func(chunk []byte) error { return stream.Send(&pcv1.ExportMerchantResponse{Chunk: chunk}) }, func(w io.Writer) error {
		return x.Write(stream.Context(), w)
	})
}
