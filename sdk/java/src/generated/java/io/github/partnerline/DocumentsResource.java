// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline;

import io.github.partnerline.model.Document;
import io.github.partnerline.model.UploadDocumentParams;
import io.github.partnerline.model.UploadDocumentResult;
import java.util.List;

/** Calls of Partner connect that concern documents. */
public final class DocumentsResource {
  private final Transport transport;

  DocumentsResource(Transport transport) {
    this.transport = transport;
  }

  /**
   * Stores one file of at most 5 242 880 bytes: pdf, png, jpg, jpeg or tiff, by name and by content. The body is
   * multipart/form-data with a part {@code file}, or JSON with {@code content_base64} and {@code filename}; {@code
   * document_type} and {@code subject}, or {@code document_id} of a required document, identify it. 201.
   *
   * <p>Takes {@link Options#ifMatch}.
   */
  public UploadDocumentResult upload(String ref, UploadDocumentParams params, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "POST", "/onboarding/{ref}/documents", ref).body(params).asUpload().withKey(), options, UploadDocumentResult.class);
  }

  /** {@link #upload}, as the client has it. */
  public UploadDocumentResult upload(String ref, UploadDocumentParams params) {
    return upload(ref, params, Options.none());
  }

  /**
   * Lists what was uploaded, oldest first.
   */
  public List<Document> list(String ref, Options options) {
    return transport.callList(Request.of(Api.PARTNER_CONNECT, "GET", "/onboarding/{ref}/documents", ref).unwrapped(), options, Document.class);
  }

  /** {@link #list}, as the client has it. */
  public List<Document> list(String ref) {
    return list(ref, Options.none());
  }

  /**
   * Describes one document; its content cannot be downloaded.
   */
  public Document get(String ref, String documentId, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "GET", "/onboarding/{ref}/documents/{document_id}", ref, documentId), options, Document.class);
  }

  /** {@link #get}, as the client has it. */
  public Document get(String ref, String documentId) {
    return get(ref, documentId, Options.none());
  }

  /**
   * Erases a document that is not accepted and not attached to a live invitation: 204.
   *
   * <p>Takes {@link Options#ifMatch}.
   */
  public void delete(String ref, String documentId, Options options) {
    transport.call(Request.of(Api.PARTNER_CONNECT, "DELETE", "/onboarding/{ref}/documents/{document_id}", ref, documentId), options);
  }

  /** {@link #delete}, as the client has it. */
  public void delete(String ref, String documentId) {
    delete(ref, documentId, Options.none());
  }
}
