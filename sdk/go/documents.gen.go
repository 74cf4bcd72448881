// Code generated from the OpenAPI documents by `make generate`. DO NOT EDIT.

package partnerline

import (
	"context"
)

// DocumentsResource has the calls of Partner connect that concern documents.
type DocumentsResource struct{ core *core }

// Upload stores one file of at most 5 242 880 bytes: pdf, png, jpg, jpeg or tiff, by name and by content. The body is
// multipart/form-data with a part `file`, or JSON with `content_base64` and `filename`; `document_type` and `subject`,
// or `document_id` of a required document, identify it. 201.
//
// Takes IfMatch.
func (r *DocumentsResource) Upload(ctx context.Context, ref string, params UploadDocumentParams, opts ...CallOption) (*UploadDocumentResult, error) {
	return callFor[UploadDocumentResult](ctx, r.core, request{api: partnerConnect, method: "POST", path: "/onboarding/{ref}/documents", args: []string{ref}, body: params, file: params.File, filename: params.Filename, keyed: true}, opts)
}

// List lists what was uploaded, oldest first.
func (r *DocumentsResource) List(ctx context.Context, ref string, opts ...CallOption) ([]Document, error) {
	out, err := callFor[envelope[[]Document]](ctx, r.core, request{api: partnerConnect, method: "GET", path: "/onboarding/{ref}/documents", args: []string{ref}}, opts)
	if err != nil {
		return nil, err
	}
	return out.Data, nil
}

// Get describes one document; its content cannot be downloaded.
func (r *DocumentsResource) Get(ctx context.Context, ref string, documentID string, opts ...CallOption) (*Document, error) {
	return callFor[Document](ctx, r.core, request{api: partnerConnect, method: "GET", path: "/onboarding/{ref}/documents/{document_id}", args: []string{ref, documentID}}, opts)
}

// Delete erases a document that is not accepted and not attached to a live invitation: 204.
//
// Takes IfMatch.
func (r *DocumentsResource) Delete(ctx context.Context, ref string, documentID string, opts ...CallOption) error {
	return r.core.call(ctx, request{api: partnerConnect, method: "DELETE", path: "/onboarding/{ref}/documents/{document_id}", args: []string{ref, documentID}}, opts, nil)
}
