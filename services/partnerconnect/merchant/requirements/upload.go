package requirements

import (
	"slices"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/ids"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/field"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// An Upload is what a partner sends.
type Upload struct {
	File               onboarding.StoredFile
	Filename           string
	Type, Subject      *string
	RequiredDocumentID *string
}

// CheckDocumentLimit returns ErrDocumentLimit when the onboarding has as many documents as it may.
func CheckDocumentLimit(o *onboarding.Onboarding) error {
	if len(o.Documents) >= onboarding.MaxDocuments {
		return onboarding.ErrDocumentLimit
	}
	return nil
}

// NewDocument checks an upload for o and returns the document: ErrDocumentIdentification, ErrRequiredDocumentNotFound,
// the errors of the file, or validation_failed.
func NewDocument(o *onboarding.Onboarding, u Upload, now time.Time) (onboarding.Document, error) {
	u.Filename = field.CleanFilename(u.Filename)
	d := onboarding.Document{
		ID: onboarding.DocumentID(ids.New(onboarding.DocumentPrefix)), Filename: u.Filename,
		Status: onboarding.ReceivedDocument, CreatedAt: now,
	}
	if err := identify(&d, o, u); err != nil {
		return d, err
	}
	var v field.Violations
	v.Required("/filename", u.Filename)
	v.Text("/document_type", d.Type, 1, onboarding.MaxDocumentType)
	v.Text("/subject", d.Subject, 1, onboarding.MaxSubject)
	if len(v) > 0 {
		return d, fault.Fields(v...)
	}
	var err error
	d.ContentType, err = onboarding.CheckFile(u.Filename, u.File)
	d.Object, d.Secret, d.Size, d.SHA256 = u.File.Object, u.File.Secret, u.File.Size, u.File.SHA256
	return d, err
}

// identify sets what the document is: a required document, or a type and a subject, never both.
func identify(d *onboarding.Document, o *onboarding.Onboarding, u Upload) error {
	free := u.Type != nil || u.Subject != nil
	switch {
	case u.RequiredDocumentID != nil && free:
		return onboarding.ErrDocumentIdentification.WithField("/document_id", "ambiguous",
			"send either document_id, or document_type and subject")
	case u.RequiredDocumentID != nil:
		for _, r := range RequiredDocuments(o) {
			if string(r.ID) == *u.RequiredDocumentID {
				d.RequiredCode = r.Code
				return nil
			}
		}
		return onboarding.ErrRequiredDocumentNotFound
	case u.Type == nil || *u.Type == "":
		return onboarding.ErrDocumentIdentification.WithField("/document_type", "required",
			"must be given with subject, unless document_id is")
	case u.Subject == nil || *u.Subject == "":
		return onboarding.ErrDocumentIdentification.WithField("/subject", "required",
			"must be given with document_type, unless document_id is")
	}
	d.Type, d.Subject = *u.Type, *u.Subject
	return nil
}

// AddDocument adds a document to the onboarding; ErrDocumentLimit when it has MaxDocuments.
func AddDocument(o *onboarding.Onboarding, d onboarding.Document) error {
	if err := CheckDocumentLimit(o); err != nil {
		return err
	}
	o.Documents = append(o.Documents, d)
	o.Corrections = slices.DeleteFunc(slices.Clone(o.Corrections), func(code string) bool {
		return code == "document:"+d.RequiredCode || d.Type == onboarding.PowerOfAttorney &&
			code == "representation.invitation_or_poa"
	})
	return nil
}

// RemoveDocument takes a document away. ErrDocumentNotFound; invalid_state for one that was accepted or that a live
// invitation rests on.
func RemoveDocument(o *onboarding.Onboarding, id onboarding.DocumentID) error {
	i := slices.IndexFunc(o.Documents, func(d onboarding.Document) bool { return d.ID == id })
	switch {
	case i < 0:
		return onboarding.ErrDocumentNotFound
	case o.Documents[i].Status == onboarding.AcceptedDocument:
		return fault.New(fault.InvalidState, "an accepted document stays")
	}
	for _, v := range o.Invitations {
		if v.Live() && slices.Contains(v.DocumentIDs, id) {
			return fault.New(fault.InvalidState,
				"a pending or accepted invitation needs this document; revoke the invitation first")
		}
	}
	o.Documents = slices.Delete(slices.Clone(o.Documents), i, i+1)
	return nil
}

// ReviewDocument accepts or rejects a document for the operator; ErrDocumentNotFound, ErrUnchanged when it is so
// already.
func ReviewDocument(
	o *onboarding.Onboarding, id onboarding.DocumentID, as onboarding.DocumentStatus, reason string,
) error {
	i := slices.IndexFunc(o.Documents, func(d onboarding.Document) bool { return d.ID == id })
	switch {
	case i < 0:
		return onboarding.ErrDocumentNotFound
	case as == onboarding.RejectedDocument && reason == "":
		return fault.Field("/reason_code", "required", "must be given for a rejected document")
	case as == onboarding.AcceptedDocument:
		reason = ""
	}
	d := &o.Documents[i]
	if d.Status == as && d.ReasonCode == reason {
		return pc.ErrUnchanged
	}
	d.Status, d.ReasonCode = as, reason
	return nil
}
