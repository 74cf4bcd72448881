// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Says which identity data is there, never what it is.
 *
 * @param nationalId National identification number.
 * @param identityDocument Identity document.
 * @param residentialAddress Residential address.
 * @param placeOfBirth Place of birth.
 * @param citizenships Citizenships.
 * @param dateOfBirth Date of birth.
 */
public record IdentitySummary(
    @JsonProperty("national_id") NationalIdSummary nationalId,
    @JsonProperty("identity_document") IdentityDocumentSummary identityDocument,
    @JsonProperty("residential_address") Provided residentialAddress,
    @JsonProperty("place_of_birth") Provided placeOfBirth,
    @JsonProperty("citizenships") Provided citizenships,
    @JsonProperty("date_of_birth") Provided dateOfBirth) {}
