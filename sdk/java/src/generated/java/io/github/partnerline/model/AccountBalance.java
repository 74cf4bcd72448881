// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;

/**
 * What a merchant has.
 *
 * @param merchantRef {@code mrc_} id.
 * @param asOf When the balances were read.
 * @param balances One for each currency that ever moved; their sum is that of the net amounts of all transactions.
 */
public record AccountBalance(
    @JsonProperty("merchant_ref") String merchantRef,
    @JsonProperty("as_of") Instant asOf,
    @JsonProperty("balances") List<Balance> balances) {
  /** What an answer lacks is empty. */
  public AccountBalance {
    balances = balances == null ? List.of() : balances;
  }
}
