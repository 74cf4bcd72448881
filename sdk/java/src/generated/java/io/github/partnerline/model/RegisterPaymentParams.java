// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;
import java.time.Instant;
import java.util.Map;

/** What a customer is asked for. */
public final class RegisterPaymentParams extends Input {
  private RegisterPaymentParams(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds RegisterPaymentParams. */
  public static final class Builder extends Input.Builder<RegisterPaymentParams> {
    private Builder() {}

    /** Minor units of the currency (ISO 4217: JPY has none, PLN two digits, KWD three), 1 to 99 999 999 999. */
    public Builder amount(Long value) {
      set("amount", value);
      return this;
    }

    /** ISO 4217, one of the merchant's. */
    public Builder currency(String value) {
      set("currency", value);
      return this;
    }

    /** Your own reference, unique per merchant: 1 to 128 characters, no control characters, no blanks around it. */
    public Builder externalRef(String value) {
      set("external_ref", value);
      return this;
    }

    /** What is paid for, 1 to 255 characters; the customer sees it. */
    public Builder description(String value) {
      set("description", value);
      return this;
    }

    /** Who pays. */
    public Builder customer(PaymentCustomerInput value) {
      set("customer", value);
      return this;
    }

    /** Where the payment page leads in the end, with {@code payment_id} and {@code status} added: https, at most 2048
     * bytes. */
    public Builder returnUrl(String value) {
      set("return_url", value);
      return this;
    }

    /** {@code transfer}, {@code blik} or {@code card}; the customer chooses when it is absent. */
    public Builder method(PaymentMethod value) {
      set("method", value);
      return this;
    }

    /** Until when it can be paid: 15 minutes to 30 days ahead; 24 hours when absent. */
    public Builder validUntil(Instant value) {
      set("valid_until", value);
      return this;
    }

    /** Your own data: at most 20 keys of 1 to 40 characters, values of at most 500. Not for personal data. */
    public Builder metadata(Map<String, String> value) {
      set("metadata", value);
      return this;
    }

    @Override
    public RegisterPaymentParams build() {
      return new RegisterPaymentParams(this);
    }
  }
}
