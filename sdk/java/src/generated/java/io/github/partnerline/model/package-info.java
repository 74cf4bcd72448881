// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
/** What requests and answers have. */
package io.github.partnerline.model;
