package grpcapi

import (
	"context"
	"encoding/hex"
	"net/http"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/gateway"
	"github.com/partnerline/partnerline/internal/grpcserver"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	kernelgrpc "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/requirements"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
)

// Documents answers DocumentService.
type Documents struct {
	pcv1.UnimplementedDocumentServiceServer
	documents *usecase.Documents
	now       func() time.Time
}

// NewDocuments returns the service.
func NewDocuments(documents *usecase.Documents, now func() time.Time) *Documents {
	return &Documents{documents: documents, now: now}
}

// UploadDocument stores one file of at most 5 242 880 bytes.
func (s *Documents) UploadDocument(
	ctx context.Context, req *pcv1.UploadDocumentRequest,
) (*pcv1.UploadDocumentResponse, error) {
	c, err := callOf(ctx, req, s.now)
	if err != nil {
		return nil, err
	}
	c.Body.Empty = nil // an empty file and an empty text each have an error of their own
	o, d, err := s.documents.UploadDocument(ctx, c, requirements.Upload{
		Filename: req.GetFilename(), Type: req.DocumentType, Subject: req.Subject, RequiredDocumentID: req.DocumentId,
	}, fileOf(ctx, req))
	if err != nil {
		return nil, err
	}
	changed(ctx, o)
	gateway.SetHTTPStatus(ctx, http.StatusCreated)
	gateway.SetHeader(ctx, "Location", "/onboarding/"+string(o.Ref)+"/documents/"+string(d.ID))
	m := DocumentMessage(&o, d)
	return &pcv1.UploadDocumentResponse{
		DocumentId: m.GetDocumentId(), RequiredDocumentId: m.RequiredDocumentId, DocumentType: m.DocumentType,
		Subject:  m.Subject,
		Filename: m.GetFilename(), ContentType: m.GetContentType(), SizeBytes: m.GetSizeBytes(), Sha256: m.GetSha256(),
		Status:    m.GetStatus(),
		CreatedAt: m.GetCreatedAt(),
	}, nil
}

// fileOf is the file of a call: the gateway has stored it while it arrived, or the message holds it.
func fileOf(ctx context.Context, req *pcv1.UploadDocumentRequest) usecase.File {
	f := usecase.File{Absent: req.ContentBase64 == nil}
	upload, arrived := grpcserver.UploadOf(ctx)
	if !arrived {
		f.Content = gateway.Decoded(req.GetContentBase64())
		return f
	}
	f.Err = upload.Err
	if stored, ok := upload.File.(onboarding.StoredFile); ok {
		f.Stored = &stored
	}
	return f
}

// ListDocuments lists what was uploaded, oldest first.
func (s *Documents) ListDocuments(
	ctx context.Context, req *pcv1.ListDocumentsRequest,
) (*pcv1.ListDocumentsResponse, error) {
	view, ref, err := target(ctx, req)
	if err != nil {
		return nil, err
	}
	o, err := s.documents.ListDocuments(ctx, view, ref)
	if err != nil {
		return nil, err
	}
	return &pcv1.ListDocumentsResponse{Data: documentMessages(&o)}, nil
}

// GetDocument describes one document.
func (s *Documents) GetDocument(ctx context.Context, req *pcv1.GetDocumentRequest) (*pcv1.GetDocumentResponse, error) {
	view, ref, err := target(ctx, req)
	if err != nil {
		return nil, err
	}
	o, d, err := s.documents.GetDocument(ctx, view, ref, onboarding.DocumentID(req.GetDocumentId()))
	if err != nil {
		return nil, err
	}
	m := DocumentMessage(&o, d)
	return &pcv1.GetDocumentResponse{
		DocumentId: m.GetDocumentId(), RequiredDocumentId: m.RequiredDocumentId, DocumentType: m.DocumentType,
		Subject:  m.Subject,
		Filename: m.GetFilename(), ContentType: m.GetContentType(), SizeBytes: m.GetSizeBytes(), Sha256: m.GetSha256(),
		Status: m.GetStatus(), CreatedAt: m.GetCreatedAt(), ReasonCode: m.ReasonCode,
	}, nil
}

// DeleteDocument erases a document that is not accepted and not attached to a live invitation.
func (s *Documents) DeleteDocument(
	ctx context.Context, req *pcv1.DeleteDocumentRequest,
) (*pcv1.DeleteDocumentResponse, error) {
	c, err := callOf(ctx, req, s.now)
	if err != nil {
		return nil, err
	}
	o, err := s.documents.DeleteDocument(ctx, c, onboarding.DocumentID(req.GetDocumentId()))
	if err != nil {
		return nil, err
	}
	changed(ctx, o)
	gateway.SetHTTPStatus(ctx, http.StatusNoContent)
	return &pcv1.DeleteDocumentResponse{}, nil
}

func documentMessages(o *onboarding.Onboarding) []*pcv1.Document {
	var out []*pcv1.Document
	for _, d := range o.Documents {
		out = append(out, DocumentMessage(o, d))
	}
	return out
}

// DocumentMessage is a document as its partner sees it.
func DocumentMessage(o *onboarding.Onboarding, d onboarding.Document) *pcv1.Document {
	return &pcv1.Document{
		DocumentId: string(d.ID), RequiredDocumentId: kernelgrpc.Optional(requirements.RequiredDocumentID(o, d)),
		DocumentType: kernelgrpc.Optional(d.Type), Subject: kernelgrpc.Optional(d.Subject),
		Filename: d.Filename, ContentType: d.ContentType, SizeBytes: int64(d.Size), Sha256: hex.EncodeToString(d.SHA256[:]),
		Status: string(d.Status), CreatedAt: timestamppb.New(d.CreatedAt), ReasonCode: kernelgrpc.Optional(d.ReasonCode),
	}
}

func requiredMessages(o *onboarding.Onboarding) []*pcv1.RequiredDocument {
	var out []*pcv1.RequiredDocument
	for _, r := range requirements.RequiredDocuments(o) {
		out = append(out, &pcv1.RequiredDocument{
			DocumentId: string(r.ID), Code: r.Code, Title: r.Title, Status: string(r.Status),
			ReasonCode: kernelgrpc.Optional(r.ReasonCode),
		})
	}
	return out
}
