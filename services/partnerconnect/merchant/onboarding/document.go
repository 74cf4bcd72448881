package onboarding

import (
	"crypto/sha256"
	"strconv"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// DocumentID names an uploaded document: `doc_` and a UUIDv7.
type DocumentID string

// DocumentPrefix begins every DocumentID.
const DocumentPrefix = "doc_"

// Limits of documents.
const (
	MaxFile         = 5120 << 10 // bytes, inclusive
	MaxDocuments    = 50         // of one onboarding
	MaxDocumentType = 64
	MaxSubject      = 128
)

// A DocumentStatus is the state of a document.
type DocumentStatus string

// The statuses. MissingDocument is that of a required document which no upload answers.
const (
	MissingDocument  DocumentStatus = "missing"
	ReceivedDocument DocumentStatus = "received"
	AcceptedDocument DocumentStatus = "accepted"
	RejectedDocument DocumentStatus = "rejected"
)

// PowerOfAttorney is the document type by which a proxy shows a right to act.
const PowerOfAttorney = "power_of_attorney"

// A StoredFile is a file in the object store, encrypted with a key of its own.
type StoredFile struct {
	Object string   // its key in the object store
	Secret [32]byte // by which it is encrypted
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
	Object       string   // key of the content in the object store
	Secret       [32]byte // by which the content is encrypted
	Size         int
	SHA256       [sha256.Size]byte
	Status       DocumentStatus
	ReasonCode   string
	CreatedAt    time.Time
}

// Document returns a document of the onboarding; ErrDocumentNotFound.
func (o *Onboarding) Document(id DocumentID) (Document, error) {
	for _, d := range o.Documents {
		if d.ID == id {
			return d, nil
		}
	}
	return Document{}, ErrDocumentNotFound
}

// The errors of documents.
var (
	ErrDocumentNotFound         = fault.New(pc.DocumentNotFound, "the onboarding has no document with this id")
	ErrRequiredDocumentNotFound = fault.New(pc.RequiredDocumentNotFound,
		"the onboarding asks for no document with this document_id")
	ErrDocumentLimit = fault.New(pc.DocumentLimitReached, "an onboarding has at most "+
		strconv.Itoa(MaxDocuments)+" documents")
	ErrDocumentIdentification = fault.New(pc.DocumentIdentificationInvalid,
		"say what the document is: either document_type and subject, or document_id")
	ErrFileTooLarge = fault.New(fault.FileTooLarge, "a file has at most "+strconv.Itoa(MaxFile>>20)+" MiB")
	ErrFileEmpty    = fault.New(pc.FileEmpty, "the file has no content").WithField("/file", "empty",
		"must not be empty")
	ErrFileFormat = fault.New(pc.FileFormatNotAllowed,
		"send pdf, png, jpg, jpeg or tiff, with a file name extension that fits the content")
)
