"""Client of Partnerline: partner connect (onboarding, payments, payouts) and webhooks.

with partnerline.Partnerline("pk_test_...", partner_connect_url="https://...") as client:
    draft = client.onboardings.create(partner_external_ref="shop-1")

Refused calls raise an :class:`ApiError`. Calls that may be repeated are: each POST that takes an Idempotency-Key is
sent with one, the same in all its attempts. :func:`verify` verifies deliveries.
"""

from . import enums, models
from ._client import AsyncPartnerline, Partnerline
from ._core import DEFAULT_MAX_RETRIES, DEFAULT_TIMEOUT, Options, Page, Response
from ._errors import (
    ApiError,
    AttemptTimeoutError,
    AuthenticationError,
    BadRequestError,
    ConflictError,
    FieldError,
    NotFoundError,
    PartnerlineError,
    PermissionDeniedError,
    PreconditionFailedError,
    RateLimitedError,
    ServerError,
    TransportError,
    UnexpectedAnswerError,
    UnprocessableError,
)
from ._publickey import COVERED, PublicKey, parse_jwks, verify_message, verify_with_public_keys
from ._signature import TOLERANCE, SignatureError, verify
from ._values import ABSENT, Absent
from ._version import __version__
from .codes import Code

__all__ = [
    "ABSENT",
    "COVERED",
    "DEFAULT_MAX_RETRIES",
    "DEFAULT_TIMEOUT",
    "TOLERANCE",
    "Absent",
    "ApiError",
    "AsyncPartnerline",
    "AttemptTimeoutError",
    "AuthenticationError",
    "BadRequestError",
    "Code",
    "ConflictError",
    "FieldError",
    "NotFoundError",
    "Options",
    "Page",
    "Partnerline",
    "PartnerlineError",
    "PermissionDeniedError",
    "PreconditionFailedError",
    "PublicKey",
    "RateLimitedError",
    "Response",
    "ServerError",
    "SignatureError",
    "TransportError",
    "UnexpectedAnswerError",
    "UnprocessableError",
    "__version__",
    "enums",
    "models",
    "parse_jwks",
    "verify",
    "verify_message",
    "verify_with_public_keys",
]
