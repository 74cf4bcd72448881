package grpcapi

import (
	"io"
	"time"

	"google.golang.org/grpc"

	"github.com/partnerline/partnerline/internal/grpcserver"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	kernelgrpc "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/operations/usecase"
)

// ExportOperator answers what OperatorService asks of exports.
type ExportOperator struct {
	exports *usecase.Exports
	now     func() time.Time
}

// NewExportOperator returns the service.
func NewExportOperator(exports *usecase.Exports, now func() time.Time) *ExportOperator {
	return &ExportOperator{exports, now}
}

// ExportMerchant streams the data of a merchant.
func (s *ExportOperator) ExportMerchant(
	req *pcv1.ExportMerchantRequest, stream grpc.ServerStreamingServer[pcv1.ExportMerchantResponse],
) error {
	x, err := s.exports.ExportMerchant(stream.Context(), pc.Ref(req.GetRef()),
		kernelgrpc.AuditEntry(stream.Context(), s.now()))
	if err != nil {
		return err
	}
	return grpcserver.SendChunks(func(chunk []byte) error {
		return stream.Send(
			&pcv1.ExportMerchantResponse{Chunk: chunk},
		)
	}, func(w io.Writer) error {
		return x.Write(stream.Context(), w)
	})
}
