// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A step of the hosted flow.
 *
 * @param step {@code contact_verification}, {@code identity_verification}, {@code declarations}, {@code agreement_signing},
 *     {@code payouts_opt_in} or {@code verification_transfer}.
 * @param status {@code pending} or {@code completed}.
 * @param optional True for a step that the merchant may leave out.
 */
public record HostedStep(
    @JsonProperty("step") HostedStepName step,
    @JsonProperty("status") HostedStepStatus status,
    @JsonProperty("optional") boolean optional) {}
