// Package forward sends events to a local address as deliveries are sent to endpoints.
package forward

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const secretPrefix = "whsec_"

// NewSecret makes a signing secret.
func NewSecret() string {
	key := make([]byte, 32)
	_, _ = rand.Read(key) // never fails
	return secretPrefix + base64.StdEncoding.EncodeToString(key)
}

// signer signs requests with one secret.
type signer struct{ key []byte }

func newSigner(secret string) (*signer, error) {
	encoded, ok := strings.CutPrefix(secret, secretPrefix)
	key, err := base64.StdEncoding.DecodeString(encoded)
	if !ok || err != nil || len(key) < 24 || len(key) > 64 {
		return nil, errors.New("a secret is whsec_ followed by base64 of 24 to 64 bytes")
	}
	return &signer{key}, nil
}

// sign sets the headers by which a receiver verifies a delivery: those of Standard Webhooks, and X-Signature.
func (s *signer) sign(h http.Header, id string, at time.Time, body []byte) {
	timestamp := strconv.FormatInt(at.Unix(), 10)
	mac := hmac.New(sha256.New, s.key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	sum := mac.Sum(nil)
	h.Set("X-Webhook-Id", id)
	h.Set("X-Signature", "t="+timestamp+",v1="+hex.EncodeToString(sum))
	h.Set("Webhook-Id", id)
	h.Set("Webhook-Timestamp", timestamp)
	h.Set("Webhook-Signature", "v1,"+base64.StdEncoding.EncodeToString(sum))
}
