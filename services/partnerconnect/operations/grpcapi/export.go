package grpcapi

import (
	"io"

	"google.golang.org/grpc"

	"github.com/partnerline/partnerline/internal/grpcserver"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	kernelgrpc "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
)

// ExportMerchant streams the data of a merchant.
func (s *ReviewOperator) ExportMerchant(
	req *pcv1.ExportMerchantRequest, stream grpc.ServerStreamingServer[pcv1.ExportMerchantResponse],
) error {
	x, err := s.Exports.ExportMerchant(stream.Context(), pc.Ref(req.GetRef()),
		kernelgrpc.AuditEntry(stream.Context(), s.Now()))
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
