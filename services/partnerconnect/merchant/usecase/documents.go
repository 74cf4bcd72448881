package usecase

import (
	"context"
	"io"

	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	kernelpg "github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/requirements"
)

// Documents carries out the calls that concern the documents of an onboarding.
type Documents struct {
	changer *Changer
	files   *Uploader
}

// NewDocuments returns the use cases.
func NewDocuments(changer *Changer, files *Uploader) *Documents {
	return &Documents{changer, files}
}

// A File is the file of a call. It was stored while the call arrived, or is still to be read.
type File struct {
	Stored  *onboarding.StoredFile // nil: it is to be read from Content
	Err     error                  // why it could not be stored while it arrived
	Content io.Reader
	Absent  bool // the call brings none
}

// UploadDocument stores a file as a document. The row comes last: it never lacks its object, and an object without a
// row is deleted in time.
func (s *Documents) UploadDocument(
	ctx context.Context, c Call, u requirements.Upload, f File,
) (o onboarding.Onboarding, d onboarding.Document, err error) {
	defer func() {
		if err != nil && f.Stored != nil {
			s.files.Abandon(context.WithoutCancel(ctx), *f.Stored)
		}
	}()
	state := []check{editable, requirements.CheckDocumentLimit}
	if o, err = s.changer.store.Onboarding(ctx, c.View, c.Ref); err != nil {
		return o, d, err
	}
	if err := c.checkState(&o, state...); err != nil {
		return o, d, err
	}
	if err := c.Body.Check(absent(f)); err != nil {
		return o, d, err
	}
	if f.Err != nil {
		return o, d, f.Err
	}
	if f.Stored == nil {
		stored, err := s.files.Upload(ctx, f.Content)
		if err != nil {
			return o, d, err
		}
		f.Stored = &stored
	}
	u.File = *f.Stored
	if d, err = requirements.NewDocument(&o, u, c.By.At); err != nil {
		return o, d, err
	}
	o, err = s.changer.change(ctx, c, state,
		func(o *onboarding.Onboarding) error { return requirements.AddDocument(o, d) })
	return o, d, err
}

func absent(f File) []fault.Violation {
	if !f.Absent {
		return nil
	}
	return []fault.Violation{{
		Field: "/file", Code: "required", Message: "send the part file, or content_base64 with filename",
	}}
}

// ListDocuments returns an onboarding with its documents.
func (s *Documents) ListDocuments(ctx context.Context, v access.View, ref pc.Ref) (onboarding.Onboarding, error) {
	return s.changer.store.Onboarding(ctx, v, ref)
}

// GetDocument returns a document and its onboarding.
func (s *Documents) GetDocument(
	ctx context.Context, v access.View, ref pc.Ref, id onboarding.DocumentID,
) (onboarding.Onboarding, onboarding.Document, error) {
	o, err := s.changer.store.Onboarding(ctx, v, ref)
	if err != nil {
		return o, onboarding.Document{}, err
	}
	d, err := o.Document(id)
	return o, d, err
}

// DeleteDocument takes a document away from the onboarding.
func (s *Documents) DeleteDocument(
	ctx context.Context, c Call, id onboarding.DocumentID,
) (onboarding.Onboarding, error) {
	return s.changer.change(ctx, c, []check{editable},
		func(o *onboarding.Onboarding) error { return requirements.RemoveDocument(o, id) })
}

// OpenDocument returns a document and its content, for an operator. The access is recorded first.
func (s *Documents) OpenDocument(
	ctx context.Context, ref pc.Ref, id onboarding.DocumentID, by audit.Entry,
) (onboarding.Onboarding, onboarding.Document, io.ReadCloser, error) {
	o, d, err := s.GetDocument(ctx, access.SystemView, ref, id)
	if err != nil {
		return o, d, nil, err
	}
	by.Merchant = o.Ref
	if err := kernelpg.InsertAudit(ctx, s.changer.pool, by); err != nil {
		return o, d, nil, err
	}
	content, err := s.files.Open(ctx, d.Object, d.Secret)
	return o, d, content, err
}

// A DocumentVerdict accepts or rejects a document.
type DocumentVerdict struct {
	Document onboarding.DocumentID
	Status   onboarding.DocumentStatus
	Reason   string // of a rejection
}

// ReviewDocument is the operator's verdict on a document, by what was seen of the onboarding.
func (s *Documents) ReviewDocument(
	ctx context.Context, ref pc.Ref, seen onboarding.Seen, v DocumentVerdict, by audit.Entry,
) (onboarding.Onboarding, onboarding.Document, error) {
	o, err := s.changer.Change(ctx, access.SystemView, ref, by.At, by, func(o *onboarding.Onboarding) error {
		if err := seen.Check(o); err != nil {
			return err
		}
		return requirements.ReviewDocument(o, v.Document, v.Status, v.Reason)
	})
	if err != nil {
		return o, onboarding.Document{}, err
	}
	d, err := o.Document(v.Document)
	return o, d, err
}
