// Package verify checks the signatures of Partnerline webhooks. It depends on the standard library alone.
//
//	v, err := verify.New(secret) // whsec_..., as shown when the endpoint was created or its secret rotated
//	...
//	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
//	...
//	if err := v.Request(r.Header, body); err != nil {
//		http.Error(w, "bad signature", http.StatusUnauthorized)
//		return
//	}
//
// Verify the bytes as they came, before they are parsed. The same delivery may arrive several times: its id, the
// X-Webhook-Id header, stays the same. While a secret is being rotated, deliveries are signed with both, so a receiver
// may hold either, or give both to New.
//
// Requests to an endpoint with the signatures ed25519 or http_message are verified by the public keys of the tenant:
// see NewPublic.
package verify

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Tolerance is how far the time of a signature may be from now. It keeps a recorded request from being replayed later;
// every attempt is signed afresh, so late retries pass.
const Tolerance = 5 * time.Minute

// Why a signature is refused.
var (
	ErrMalformed = errors.New("malformed_header")           // the header is missing, or is not t=...,v1=...
	ErrTimestamp = errors.New("timestamp_out_of_tolerance") // too old, or too far ahead
	ErrSignature = errors.New("no_matching_signature")      // made with another key, or of another body or id
)

// errSecret says that a secret is not one.
var errSecret = errors.New("a secret is whsec_ followed by base64 of 24 to 64 bytes")

// A Verifier holds the secrets of an endpoint. It may be used by many goroutines at once.
type Verifier struct {
	keys [][]byte
	now  func() time.Time
}

// New returns a verifier for one or more secrets.
func New(secrets ...string) (*Verifier, error) {
	v := &Verifier{now: time.Now}
	for _, s := range secrets {
		encoded, ok := strings.CutPrefix(s, "whsec_")
		key, err := base64.StdEncoding.DecodeString(encoded)
		if !ok || err != nil || len(key) < 24 || len(key) > 64 {
			return nil, errSecret
		}
		v.keys = append(v.keys, key)
	}
	if len(v.keys) == 0 {
		return nil, errSecret
	}
	return v, nil
}

// Format implements fmt.Formatter: whatever prints a verifier does not print its keys.
func (*Verifier) Format(s fmt.State, _ rune) { _, _ = io.WriteString(s, "verify.Verifier") }

// Request verifies a request by its headers and its body as it came.
func (v *Verifier) Request(h http.Header, body []byte) error {
	return v.Signature(h.Get("X-Webhook-Id"), h.Get("X-Signature"), body)
}

// Signature verifies the value of an X-Signature header for a delivery id and a body.
func (v *Verifier) Signature(id, header string, body []byte) error {
	timestamp, signatures, err := parse(header)
	if err != nil {
		return err
	}
	at, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil {
		return ErrMalformed
	}
	if !inTime(v.now(), at) {
		return ErrTimestamp
	}
	for _, key := range v.keys {
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(id + "." + timestamp + "."))
		mac.Write(body)
		want := mac.Sum(nil)
		for _, s := range signatures {
			if got, err := hex.DecodeString(s); err == nil && hmac.Equal(got, want) {
				return nil
			}
		}
	}
	return ErrSignature
}

// maxHeader bounds what is parsed of a header from an unverified sender.
const maxHeader = 4 << 10

// parse reads t=...,v1=...[,v1=...]; parts of schemes that it does not know are passed over.
func parse(header string) (timestamp string, signatures []string, err error) {
	if len(header) > maxHeader {
		return "", nil, ErrMalformed
	}
	for _, part := range strings.Split(header, ",") {
		name, value, ok := strings.Cut(part, "=")
		switch {
		case !ok:
			return "", nil, ErrMalformed
		case name == "t":
			if timestamp != "" || value == "" {
				return "", nil, ErrMalformed
			}
			timestamp = value
		case name == "v1":
			signatures = append(signatures, value)
		}
	}
	if timestamp == "" {
		return "", nil, ErrMalformed
	}
	return timestamp, signatures, nil
}
