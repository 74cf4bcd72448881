// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * One sufficient set of signatures.
 *
 * @param signers All of them sign.
 */
public record RepresentationAlternative(
    @JsonProperty("signers") List<RepresentationSigner> signers) {
  /** What an answer lacks is empty. */
  public RepresentationAlternative {
    signers = signers == null ? List.of() : signers;
  }
}
