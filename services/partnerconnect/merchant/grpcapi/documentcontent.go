package grpcapi

import (
	"errors"
	"io"

	"google.golang.org/grpc"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	kernelgrpc "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// pieceLength is how much of a document one message has.
const pieceLength = 64 << 10

// GetDocumentContent sends a document: first what it is, then its content.
func (s *MerchantOperator) GetDocumentContent(
	req *pcv1.GetDocumentContentRequest, stream grpc.ServerStreamingServer[pcv1.GetDocumentContentResponse],
) error {
	ctx := stream.Context()
	o, d, content, err := s.documents.OpenDocument(ctx, pc.Ref(req.GetRef()), onboarding.DocumentID(req.GetDocumentId()),
		kernelgrpc.AuditEntry(ctx, s.now()))
	if err != nil {
		return err
	}
	defer func() { _ = content.Close() }()
	if err := stream.Send(&pcv1.GetDocumentContentResponse{Document: DocumentMessage(&o, d)}); err != nil {
		return err
	}
	for {
		piece := make([]byte, pieceLength) // a message that was sent may still be read
		n, err := io.ReadFull(content, piece)
		if n > 0 {
			if err := stream.Send(&pcv1.GetDocumentContentResponse{Content: piece[:n]}); err != nil {
				return err
			}
		}
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			return nil
		case err != nil:
			return err
		}
	}
}
