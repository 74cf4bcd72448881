package partnerconnect

import (
	"crypto/sha256"
	"slices"
	"strconv"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/ids"
)

// DocumentID names an uploaded document: `doc_` and a UUIDv7.
type DocumentID string

// DocumentPrefix begins every DocumentID.
const DocumentPrefix = "doc_"

// Limits of A8 (requirements section 8: 5120 KB).
const (
	MaxFile         = 5120 << 10 // bytes, inclusive
	MaxDocuments    = 50         // of one onboarding
	maxFilename     = 255
	maxExtension    = 16 // with its dot; what is longer is no extension
	maxDocumentType = 64
	maxSubject      = 128
)

// A DocumentStatus is where a document stands.
type DocumentStatus string

// The statuses. MissingDocument is said of a required document that nothing answers.
const (
	MissingDocument  DocumentStatus = "missing"
	ReceivedDocument DocumentStatus = "received"
	AcceptedDocument DocumentStatus = "accepted"
	RejectedDocument DocumentStatus = "rejected"
)

// PowerOfAttorney is the document type by which a proxy shows a right to act.
const PowerOfAttorney = "power_of_attorney"

// A StoredFile is a file that was taken in: it lies in the object store, encrypted with a key of its own.
type StoredFile struct {
	Object string   // where it lies
	Secret [32]byte // its key
	Size   int      // of the content, in bytes
	SHA256 [sha256.Size]byte
	Head   []byte // how the content begins
}

// A Document is an uploaded file and what it is.
type Document struct {
	ID           DocumentID
	RequiredCode string // of the required document that it answers; empty: Type and Subject say what it is
	Type         string
	Subject      string
	Filename     string
	ContentType  string
	Object       string   // where the content lies
	Secret       [32]byte // its key
	Size         int
	SHA256       [sha256.Size]byte
	Status       DocumentStatus
	ReasonCode   string
	CreatedAt    time.Time
}

// An Upload is what a partner sends.
type Upload struct {
	File               StoredFile
	Filename           string
	Type, Subject      *string
	RequiredDocumentID *string
}

// NewDocument judges an upload for o and returns the document: ErrDocumentIdentification, ErrRequiredDocumentNotFound, the errors
// of the file, or validation_failed.
func NewDocument(o *Onboarding, u Upload, now time.Time) (Document, error) {
	u.Filename = CleanFilename(u.Filename)
	d := Document{ID: DocumentID(ids.New(DocumentPrefix)), Filename: u.Filename, Status: ReceivedDocument, CreatedAt: now}
	if err := d.identify(o, u); err != nil {
		return d, err
	}
	var v violations
	v.required("/filename", u.Filename)
	v.text("/document_type", d.Type, 1, maxDocumentType)
	v.text("/subject", d.Subject, 1, maxSubject)
	if len(v) > 0 {
		return d, fault.Fields(v...)
	}
	var err error
	d.ContentType, err = checkFile(u.Filename, u.File)
	d.Object, d.Secret, d.Size, d.SHA256 = u.File.Object, u.File.Secret, u.File.Size, u.File.SHA256
	return d, err
}

// identify sets what the document is: a required document, or a type and a subject, never both.
func (d *Document) identify(o *Onboarding, u Upload) error {
	free := u.Type != nil || u.Subject != nil
	switch {
	case u.RequiredDocumentID != nil && free:
		return ErrDocumentIdentification.WithField("/document_id", "ambiguous", "send document_id alone, or document_type and subject")
	case u.RequiredDocumentID != nil:
		for _, r := range o.RequiredDocuments() {
			if string(r.ID) == *u.RequiredDocumentID {
				d.RequiredCode = r.Code
				return nil
			}
		}
		return ErrRequiredDocumentNotFound
	case u.Type == nil || *u.Type == "":
		return ErrDocumentIdentification.WithField("/document_type", "required", "must be given with subject, unless document_id is")
	case u.Subject == nil || *u.Subject == "":
		return ErrDocumentIdentification.WithField("/subject", "required", "must be given with document_type, unless document_id is")
	}
	d.Type, d.Subject = *u.Type, *u.Subject
	return nil
}

// AddDocument puts a document to the onboarding; ErrDocumentLimit when it has as many as it may.
func (o *Onboarding) AddDocument(d Document) error {
	if len(o.Documents) >= MaxDocuments {
		return ErrDocumentLimit
	}
	o.Documents = append(o.Documents, d)
	o.Corrections = slices.DeleteFunc(slices.Clone(o.Corrections), func(code string) bool {
		return code == "document:"+d.RequiredCode || d.Type == PowerOfAttorney && code == "representation.invitation_or_poa"
	})
	return nil
}

// RemoveDocument takes a document away. ErrDocumentNotFound; invalid_state for one that was accepted or that a live invitation
// rests on.
func (o *Onboarding) RemoveDocument(id DocumentID) error {
	i := slices.IndexFunc(o.Documents, func(d Document) bool { return d.ID == id })
	switch {
	case i < 0:
		return ErrDocumentNotFound
	case o.Documents[i].Status == AcceptedDocument:
		return fault.New(fault.InvalidState, "an accepted document stays")
	}
	for _, v := range o.Invitations {
		if v.live() && slices.Contains(v.DocumentIDs, id) {
			return fault.New(fault.InvalidState, "a pending or accepted invitation rests on this document; revoke it first")
		}
	}
	o.Documents = slices.Delete(slices.Clone(o.Documents), i, i+1)
	return nil
}

// ReviewDocument accepts or rejects a document for the operator; ErrDocumentNotFound, ErrUnchanged when it is so already.
func (o *Onboarding) ReviewDocument(id DocumentID, as DocumentStatus, reason string) error {
	i := slices.IndexFunc(o.Documents, func(d Document) bool { return d.ID == id })
	switch {
	case i < 0:
		return ErrDocumentNotFound
	case as == RejectedDocument && reason == "":
		return fault.Field("/reason_code", "required", "must be given for a rejected document")
	case as == AcceptedDocument:
		reason = ""
	}
	d := &o.Documents[i]
	if d.Status == as && d.ReasonCode == reason {
		return ErrUnchanged
	}
	d.Status, d.ReasonCode = as, reason
	return nil
}

// The errors of documents.
var (
	ErrDocumentNotFound         = fault.New(fault.DocumentNotFound, "the onboarding has no document with this id")
	ErrRequiredDocumentNotFound = fault.New(fault.RequiredDocumentNotFound, "the onboarding asks for no document with this document_id")
	ErrDocumentLimit            = fault.New(fault.DocumentLimitReached, "an onboarding has at most "+strconv.Itoa(MaxDocuments)+" documents")
	ErrDocumentIdentification   = fault.New(fault.DocumentIdentificationInvalid, "say what the document is: either document_type and subject, or document_id")
	ErrFileTooLarge             = fault.New(fault.FileTooLarge, "a file may have at most "+strconv.Itoa(MaxFile)+" bytes")
	ErrFileEmpty                = fault.New(fault.FileEmpty, "the file has no content").WithField("/file", "empty", "must not be empty")
	ErrFileFormat               = fault.New(fault.FileFormatNotAllowed, "send pdf, png, jpg, jpeg or tiff, with a file name extension that fits the content")
)
