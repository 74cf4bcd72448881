import base64
import hashlib
import hmac
import time


def verify(secret: str, headers, body: bytes) -> bool:
    timestamp = headers["webhook-timestamp"]
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{timestamp}.".encode() + body
    want = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    return any(hmac.compare_digest(got.encode(), want) for got in headers["webhook-signature"].split(" "))
