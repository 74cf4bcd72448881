package grpcapi

import (
	"context"
	"encoding/hex"
	"errors"
	"net/http"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/gateway"
	"github.com/partnerline/partnerline/internal/grpcserver"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// DocumentStore keeps what is known of documents.
type DocumentStore interface {
	Onboarding(ctx context.Context, v pc.View, ref pc.Ref) (pc.Onboarding, error)
	PlaceDocument(ctx context.Context, v pc.View, ref pc.Ref, id pc.DocumentID, content []byte, deleteAfter time.Time) (key string, sealed []byte, err error)
	Changer
}

// ObjectStore keeps what documents hold, encrypted.
type ObjectStore interface {
	Put(ctx context.Context, key string, content []byte) error
}

// A Scanner looks for viruses.
type Scanner interface {
	// Scan returns the name of what it found; empty for a clean file.
	Scan(ctx context.Context, content []byte) (found string, err error)
}

const (
	// uploadsAtOnce bounds the memory that files take while they come in.
	uploadsAtOnce = 16
	// uploadPatience is how long a document may take from the object store to its row.
	uploadPatience = time.Hour
)

// Documents answers DocumentService.
type Documents struct {
	pcv1.UnimplementedDocumentServiceServer
	store   DocumentStore
	objects ObjectStore
	scanner Scanner // nil: files are not scanned
	slots   chan struct{}
	now     func() time.Time
}

// NewDocuments returns the service.
func NewDocuments(store DocumentStore, objects ObjectStore, scanner Scanner, now func() time.Time) *Documents {
	return &Documents{store: store, objects: objects, scanner: scanner, slots: make(chan struct{}, uploadsAtOnce), now: now}
}

// UploadDocument stores the object first and the row second: a row never lacks its object, and an object without a row is
// deleted in time.
func (s *Documents) UploadDocument(ctx context.Context, req *pcv1.UploadDocumentRequest) (*pcv1.UploadDocumentResponse, error) {
	key, err := partnerKey(ctx)
	if err != nil {
		return nil, err
	}
	now := s.now().UTC().Truncate(time.Millisecond)
	o, err := s.store.Onboarding(ctx, key.View(), pc.Ref(req.GetRef()))
	if err != nil {
		return nil, err
	}
	if err := checkUpload(ctx, &o); err != nil {
		return nil, err
	}
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	case <-ctx.Done():
		return nil, fault.New(fault.Overloaded, "too many uploads at once; repeat")
	}
	d, content, err := readUpload(ctx, &o, req, now)
	if err != nil {
		return nil, err
	}
	if err := s.scan(ctx, content); err != nil {
		return nil, err
	}
	at, sealed, err := s.store.PlaceDocument(ctx, key.View(), o.Ref, d.ID, content, now.Add(uploadPatience))
	if err != nil {
		return nil, err
	}
	if err := s.objects.Put(ctx, at, sealed); err != nil {
		return nil, fault.New(fault.Overloaded, "the document store does not answer; repeat").WithCause(err)
	}
	o, err = change(ctx, s.store, req.GetRef(), now, func(o *pc.Onboarding) error {
		if err := checkUpload(ctx, o); err != nil {
			return err
		}
		return o.AddDocument(d)
	})
	if err != nil {
		return nil, err
	}
	gateway.SetHTTPStatus(ctx, http.StatusCreated)
	gateway.SetHeader(ctx, "Location", "/onboarding/"+string(o.Ref)+"/documents/"+string(d.ID))
	m := documentMessage(&o, d)
	return &pcv1.UploadDocumentResponse{
		DocumentId: m.GetDocumentId(), RequiredDocumentId: m.RequiredDocumentId, DocumentType: m.DocumentType, Subject: m.Subject,
		Filename: m.GetFilename(), ContentType: m.GetContentType(), SizeBytes: m.GetSizeBytes(), Sha256: m.GetSha256(), Status: m.GetStatus(),
		CreatedAt: m.GetCreatedAt(),
	}, nil
}

// checkUpload judges the state before the body, so that no file is read in vain.
func checkUpload(ctx context.Context, o *pc.Onboarding) error {
	if err := checkIfMatch(ctx, *o); err != nil {
		return err
	}
	if err := o.CheckEditable(); err != nil {
		return err
	}
	if len(o.Documents) >= pc.MaxDocuments {
		return pc.ErrDocumentLimit
	}
	return nil
}

func readUpload(ctx context.Context, o *pc.Onboarding, req *pcv1.UploadDocumentRequest, now time.Time) (d pc.Document, content []byte, err error) {
	var missing []fault.Violation
	if req.ContentBase64 == nil {
		missing = append(missing, fault.Violation{Field: "/file", Code: "required", Message: "send the part file, or content_base64 with filename"})
	}
	if err := refuse(grpcserver.CheckBody(ctx, req), missing); err != nil {
		return d, nil, err
	}
	if content, err = pc.DecodeBase64(req.GetContentBase64()); err != nil {
		return d, nil, err
	}
	d, err = pc.NewDocument(o, pc.Upload{
		Content: content, Filename: req.GetFilename(), Type: req.DocumentType, Subject: req.Subject, RequiredDocumentID: req.DocumentId,
	}, now)
	return d, content, err
}

// scan refuses a file in which the scanner finds something. A scanner that is away stops uploads: what is not scanned is not stored.
func (s *Documents) scan(ctx context.Context, content []byte) error {
	if s.scanner == nil {
		return nil
	}
	found, err := s.scanner.Scan(ctx, content)
	switch {
	case err != nil:
		return fault.New(fault.Overloaded, "the virus scanner does not answer; repeat").WithCause(err)
	case found != "":
		return fault.New(fault.FileInfected, "the virus scanner refused the file").WithCause(errors.New("found "+found)).
			WithField("/file", "infected", "must be clean")
	}
	return nil
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
	return nil, pc.ErrDocumentNotFound
}

// DeleteDocument implements the contract.
func (s *Documents) DeleteDocument(ctx context.Context, req *pcv1.DeleteDocumentRequest) (*pcv1.DeleteDocumentResponse, error) {
	now := s.now().UTC().Truncate(time.Millisecond)
	_, err := change(ctx, s.store, req.GetRef(), now, func(o *pc.Onboarding) error {
		if err := o.CheckEditable(); err != nil {
			return err
		}
		return o.RemoveDocument(pc.DocumentID(req.GetDocumentId()))
	})
	if err != nil {
		return nil, err
	}
	gateway.SetHTTPStatus(ctx, http.StatusNoContent)
	return &pcv1.DeleteDocumentResponse{}, nil
}

func (s *Documents) find(ctx context.Context, ref string) (pc.Onboarding, error) {
	key, err := partnerKey(ctx)
	if err != nil {
		return pc.Onboarding{}, err
	}
	return s.store.Onboarding(ctx, key.View(), pc.Ref(ref))
}

func documentMessages(o *pc.Onboarding) []*pcv1.Document {
	var out []*pcv1.Document
	for _, d := range o.Documents {
		out = append(out, documentMessage(o, d))
	}
	return out
}

func documentMessage(o *pc.Onboarding, d pc.Document) *pcv1.Document {
	return &pcv1.Document{
		DocumentId: string(d.ID), RequiredDocumentId: optional(o.RequiredDocumentID(d)), DocumentType: optional(d.Type), Subject: optional(d.Subject),
		Filename: d.Filename, ContentType: d.ContentType, SizeBytes: int64(d.Size), Sha256: hex.EncodeToString(d.SHA256[:]),
		Status: string(d.Status), CreatedAt: timestamppb.New(d.CreatedAt), ReasonCode: optional(d.ReasonCode),
	}
}

func requiredMessages(o *pc.Onboarding) []*pcv1.RequiredDocument {
	var out []*pcv1.RequiredDocument
	for _, r := range o.RequiredDocuments() {
		out = append(out, &pcv1.RequiredDocument{
			DocumentId: string(r.ID), Code: r.Code, Title: r.Title, Status: string(r.Status), ReasonCode: optional(r.ReasonCode),
		})
	}
	return out
}
