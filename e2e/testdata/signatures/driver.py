# snippet
import sys

_, secret, id, timestamp, signature, body = sys.argv
headers = {"webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature}
print(str(verify(secret, headers, body.encode())).lower(), end="")
