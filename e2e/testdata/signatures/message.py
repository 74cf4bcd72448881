# snippet
import sys

_, public_key, method, host, target, body, *fields = sys.argv
headers = {"host": host, **dict(zip(fields[::2], fields[1::2]))}
print(str(verify(public_key, method, target, headers, body.encode())).lower(), end="")
