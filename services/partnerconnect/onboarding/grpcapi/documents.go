package grpcapi

import (
	"context"
	"encoding/hex"
	"io"
	"net/http"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/gateway"
	"github.com/partnerline/partnerline/internal/grpcserver"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/access"
	accessgrpc "github.com/partnerline/partnerline/services/partnerconnect/access/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/transport"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/requirements"
)

// DocumentStore keeps what is known of documents.
type DocumentStore interface {
	Onboarding(ctx context.Context, v access.View, ref pc.Ref) (onboarding.Onboarding, error)
	Changer
}

// Files takes files in and gives up those that no document took.
type Files interface {
	Take(ctx context.Context, content io.Reader) (onboarding.StoredFile, error)
	Abandon(ctx context.Context, f onboarding.StoredFile)
}

// Documents answers DocumentService.
type Documents struct {
	pcv1.UnimplementedDocumentServiceServer
	store DocumentStore
	files Files
	now   func() time.Time
}

// NewDocuments returns the service.
func NewDocuments(store DocumentStore, files Files, now func() time.Time) *Documents {
	return &Documents{store: store, files: files, now: now}
}

// UploadDocument finds the file taken in already, or takes it in. The row is stored last: it never lacks its object, and an object
// without a row is deleted in time.
func (s *Documents) UploadDocument(ctx context.Context, req *pcv1.UploadDocumentRequest) (*pcv1.UploadDocumentResponse, error) {
	key, err := accessgrpc.PartnerKey(ctx)
	if err != nil {
		return nil, err
	}
	now := s.now().UTC().Truncate(time.Millisecond)
	upload, came := grpcserver.UploadOf(ctx)
	file, _ := upload.File.(onboarding.StoredFile)
	kept := false
	defer func() {
		if !kept && file.Object != "" {
			s.files.Abandon(context.WithoutCancel(ctx), file)
		}
	}()
	o, err := s.store.Onboarding(ctx, key.View(), pc.Ref(req.GetRef()))
	if err != nil {
		return nil, err
	}
	if err := checkUpload(ctx, &o); err != nil {
		return nil, err
	}
	if err := fault.JoinViolations(grpcserver.CheckBody(ctx, req), absentFile(req)); err != nil {
		return nil, err
	}
	if !came {
		file, upload.Err = s.files.Take(ctx, gateway.Decoded(req.GetContentBase64()))
	}
	if upload.Err != nil {
		return nil, upload.Err
	}
	d, err := requirements.NewDocument(&o, requirements.Upload{
		File: file, Filename: req.GetFilename(), Type: req.DocumentType, Subject: req.Subject, RequiredDocumentID: req.DocumentId,
	}, now)
	if err != nil {
		return nil, err
	}
	o, err = change(ctx, s.store, req.GetRef(), now, func(o *onboarding.Onboarding) error {
		if err := checkUpload(ctx, o); err != nil {
			return err
		}
		return requirements.AddDocument(o, d)
	})
	if err != nil {
		return nil, err
	}
	kept = true
	gateway.SetHTTPStatus(ctx, http.StatusCreated)
	gateway.SetHeader(ctx, "Location", "/onboarding/"+string(o.Ref)+"/documents/"+string(d.ID))
	m := documentMessage(&o, d)
	return &pcv1.UploadDocumentResponse{
		DocumentId: m.GetDocumentId(), RequiredDocumentId: m.RequiredDocumentId, DocumentType: m.DocumentType, Subject: m.Subject,
		Filename: m.GetFilename(), ContentType: m.GetContentType(), SizeBytes: m.GetSizeBytes(), Sha256: m.GetSha256(), Status: m.GetStatus(),
		CreatedAt: m.GetCreatedAt(),
	}, nil
}

// checkUpload judges the state, which comes before the body.
func checkUpload(ctx context.Context, o *onboarding.Onboarding) error {
	if err := checkIfMatch(ctx, *o); err != nil {
		return err
	}
	if err := o.CheckEditable(); err != nil {
		return err
	}
	if len(o.Documents) >= onboarding.MaxDocuments {
		return onboarding.ErrDocumentLimit
	}
	return nil
}

func absentFile(req *pcv1.UploadDocumentRequest) []fault.Violation {
	if req.ContentBase64 != nil {
		return nil
	}
	return []fault.Violation{{Field: "/file", Code: "required", Message: "send the part file, or content_base64 with filename"}}
}

// ListDocuments implements the contract.
func (s *Documents) ListDocuments(ctx context.Context, req *pcv1.ListDocumentsRequest) (*pcv1.ListDocumentsResponse, error) {
	o, err := s.find(ctx, req.GetRef())
	if err != nil {
		return nil, err
	}
	return &pcv1.ListDocumentsResponse{Data: documentMessages(&o)}, nil
}

// GetDocument implements the contract.
func (s *Documents) GetDocument(ctx context.Context, req *pcv1.GetDocumentRequest) (*pcv1.GetDocumentResponse, error) {
	o, err := s.find(ctx, req.GetRef())
	if err != nil {
		return nil, err
	}
	for _, d := range o.Documents {
		if string(d.ID) == req.GetDocumentId() {
			m := documentMessage(&o, d)
			return &pcv1.GetDocumentResponse{
				DocumentId: m.GetDocumentId(), RequiredDocumentId: m.RequiredDocumentId, DocumentType: m.DocumentType, Subject: m.Subject,
				Filename: m.GetFilename(), ContentType: m.GetContentType(), SizeBytes: m.GetSizeBytes(), Sha256: m.GetSha256(),
				Status: m.GetStatus(), CreatedAt: m.GetCreatedAt(), ReasonCode: m.ReasonCode,
			}, nil
		}
	}
	return nil, onboarding.ErrDocumentNotFound
}

// DeleteDocument implements the contract.
func (s *Documents) DeleteDocument(ctx context.Context, req *pcv1.DeleteDocumentRequest) (*pcv1.DeleteDocumentResponse, error) {
	now := s.now().UTC().Truncate(time.Millisecond)
	_, err := change(ctx, s.store, req.GetRef(), now, func(o *onboarding.Onboarding) error {
		if err := o.CheckEditable(); err != nil {
			return err
		}
		return requirements.RemoveDocument(o, onboarding.DocumentID(req.GetDocumentId()))
	})
	if err != nil {
		return nil, err
	}
	gateway.SetHTTPStatus(ctx, http.StatusNoContent)
	return &pcv1.DeleteDocumentResponse{}, nil
}

func (s *Documents) find(ctx context.Context, ref string) (onboarding.Onboarding, error) {
	key, err := accessgrpc.PartnerKey(ctx)
	if err != nil {
		return onboarding.Onboarding{}, err
	}
	return s.store.Onboarding(ctx, key.View(), pc.Ref(ref))
}

func documentMessages(o *onboarding.Onboarding) []*pcv1.Document {
	var out []*pcv1.Document
	for _, d := range o.Documents {
		out = append(out, documentMessage(o, d))
	}
	return out
}

func documentMessage(o *onboarding.Onboarding, d onboarding.Document) *pcv1.Document {
	return &pcv1.Document{
		DocumentId: string(d.ID), RequiredDocumentId: transport.Optional(requirements.RequiredDocumentID(o, d)), DocumentType: transport.Optional(d.Type), Subject: transport.Optional(d.Subject),
		Filename: d.Filename, ContentType: d.ContentType, SizeBytes: int64(d.Size), Sha256: hex.EncodeToString(d.SHA256[:]),
		Status: string(d.Status), CreatedAt: timestamppb.New(d.CreatedAt), ReasonCode: transport.Optional(d.ReasonCode),
	}
}

func requiredMessages(o *onboarding.Onboarding) []*pcv1.RequiredDocument {
	var out []*pcv1.RequiredDocument
	for _, r := range requirements.RequiredDocuments(o) {
		out = append(out, &pcv1.RequiredDocument{
			DocumentId: string(r.ID), Code: r.Code, Title: r.Title, Status: string(r.Status), ReasonCode: transport.Optional(r.ReasonCode),
		})
	}
	return out
}
