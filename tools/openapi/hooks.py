"""What Schemathesis does beside its own checks: a request that satisfies the document is refused only for what no schema states."""

import os
import uuid

import schemathesis

# Values of examples. Every call with them but the first would be a repeat, which gets the stored answer whatever else it has.
REPEATED = ("6f3f0a52-9a5e-4a5e-8d0c-0c6f0f0f7f10", "shop-4711")

# Codes of problems about the form of a request. Others say what it is about, such as insufficient_funds.
FORM = {
    "amount_out_of_range", "idempotency_key_missing", "invalid_base64", "invalid_json", "invalid_parameter", "on_behalf_of_required",
    "unknown_field", "unsupported_media_type", "unsupported_version", "validation_failed",
}

# Codes of fields whose rule no schema states: check digits, lists of other standards, times of the present, expressions, texts that people
# could mistake, and what depends on other members (a number on its scheme or country), on the resource or on the caller.
RULES = {
    "before_endpoint", "blank", "busy", "contact_taken", "contradiction", "control_characters", "document_expired", "duplicate", "exclusive",
    "expired", "extension", "incomplete", "invalid_category_code", "invalid_country", "invalid_date", "invalid_document_number",
    "invalid_expression", "invalid_filter", "invalid_iban", "invalid_key", "invalid_locale", "invalid_national_id", "invalid_nip", "invalid_phone",
    "invalid_postal_code", "invalid_register_number", "invalid_tax_id", "invalid_url", "later_than_end",
    "leading_or_trailing_whitespace", "locked", "mismatch", "name_mismatch", "not_allowed", "not_applicable", "not_owned",
    "not_supported", "order", "out_of_range", "repeated", "reserved", "taken", "too_early", "unchanged", "undeliverable_email",
    "unknown_document", "unknown_event", "url_not_allowed", "wildcard",
}


@schemathesis.hook
def before_call(context, case, **kwargs):
    """Makes of each example a new request, and leaves the merchant of all calls its delegation."""
    data = case.meta.phase.data if case.meta else None
    if (getattr(data, "parameter", None) or "").lower() == "authorization":
        return
    headers, body = case.headers or {}, case.body if isinstance(case.body, dict) else {}
    if headers.get("Idempotency-Key") == REPEATED[0]:
        headers["Idempotency-Key"] = str(uuid.uuid4())
    for name in ("external_ref", "partner_external_ref"):
        if body.get(name) == REPEATED[1]:
            body[name] = str(uuid.uuid4())
    if case.path.startswith("/sandbox/onboarding/") and (case.path_parameters or {}).get("ref") == os.environ["MERCHANT"] and "to" in body:
        body["to"] = "payouts_opt_in"


@schemathesis.check
def refused_by_no_schema(ctx, response, case):
    """A request that satisfies the document is not refused for its form."""
    if case.meta is None or not case.meta.generation.mode.is_positive or response.status_code not in (400, 415, 422):
        return
    problem = response.json()
    if problem["code"] in FORM and not (problem["errors"] and all(stated_by_none(e) for e in problem["errors"])):
        raise AssertionError(f"refused, though it satisfies the document: {problem['code']} {problem['errors']}")


def stated_by_none(error):
    """Whether no schema states the rule: the checks of a session depend on its kind, the members of an authentication on its type, and `all`
    replaces the amount of a payout."""
    field, code = error["field"], error["code"]
    of_type = field.startswith("/authentication/") and field != "/authentication/type"
    return code in RULES or of_type or field.startswith("/checks/") and code == "unknown_value" or (field, code) == ("/amount", "required")
