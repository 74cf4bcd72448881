"""Reads {secret, keys, method, url, headers, body} from standard input, and prints what each library verifies.

keys are those of a JWKS. The libraries are those of Standard Webhooks, with the secret, and http-message-signatures.
"""

import base64
import json
import sys
from types import SimpleNamespace

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from http_message_signatures import HTTPMessageVerifier, HTTPSignatureKeyResolver, algorithms
from standardwebhooks import Webhook


class Keys(HTTPSignatureKeyResolver):
    def __init__(self, keys):
        self.keys = {k["kid"]: Ed25519PublicKey.from_public_bytes(base64.urlsafe_b64decode(k["x"] + "=")) for k in keys}

    def resolve_public_key(self, key_id):
        return self.keys[key_id]


def attempt(verify):
    try:
        verify()
    except Exception as error:  # noqa: BLE001, whatever a library refuses with
        return f"{type(error).__name__}: {error}"
    return ""


given = json.load(sys.stdin)
body = given["body"].encode()
request = SimpleNamespace(method=given["method"], url=given["url"], headers=given["headers"])
verifier = HTTPMessageVerifier(signature_algorithm=algorithms.ED25519, key_resolver=Keys(given["keys"]))
json.dump(
    {
        "http_message": attempt(
            lambda: verifier.verify(
                request,
                expect_tag="webhook",
                require_components=("@method", "@authority", "@path", "content-digest", "x-webhook-id"),
                body=body,
            )
        ),
        "hmac": attempt(lambda: Webhook(given["secret"]).verify(body, given["headers"])),
    },
    sys.stdout,
)
