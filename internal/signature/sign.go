package signature

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strconv"
)

// Sign returns the values of X-Signature and webhook-signature: the MAC over "id.timestamp.body" with each key, in two
// encodings: receivers need to support either.
func Sign(keys []*Key, id string, timestamp int64, body []byte) (xSignature, webhookSignature string) {
	const (
		hexEach    = len(",v1=") + 2*sha256.Size
		base64Each = len(" v1,") + 44
	)
	prefix := make([]byte, 0, 96)
	prefix = append(append(prefix, id...), '.')
	digits := len(prefix)
	prefix = append(strconv.AppendInt(prefix, timestamp, 10), '.')

	x := make([]byte, 0, len("t=")+20+len(keys)*hexEach)
	x = append(append(x, "t="...), prefix[digits:len(prefix)-1]...)
	std := make([]byte, 0, len(keys)*base64Each)
	var sum [sha256.Size]byte
	for i, k := range keys {
		mac := k.Sum(sum[:0], prefix, body)
		x = hex.AppendEncode(append(x, ",v1="...), mac)
		if i > 0 {
			std = append(std, ' ')
		}
		std = base64.StdEncoding.AppendEncode(append(std, "v1,"...), mac)
	}
	return string(x), string(std)
}
