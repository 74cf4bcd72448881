// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * What a delegation allows.
 *
 * @param accountRead To read balance, transactions and settlements.
 * @param paymentsWrite To register payments.
 */
public record DelegationPermissions(
    @JsonProperty("account_read") boolean accountRead,
    @JsonProperty("payments_write") boolean paymentsWrite) {}
