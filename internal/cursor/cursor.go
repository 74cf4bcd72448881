// Package cursor makes page tokens: the key of the last row of a page, encrypted and tied to the query, so that a
// client can neither read nor alter one, nor use it with another query.
package cursor

import (
	"encoding/base64"
	"encoding/json"
	"strings"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/keyring"
)

// errInvalid is the error of every token that was altered, or belongs to another query.
var errInvalid = fault.New(fault.InvalidPageToken,
	"the page token is altered, or belongs to a query with other parameters; start again without it")

// Encode makes the token of a key; query names the list, its owner and all filters.
func Encode(k *keyring.Keyring, query string, key any) (string, error) {
	b, err := json.Marshal(key)
	if err != nil {
		return "", err
	}
	return base64.RawURLEncoding.EncodeToString(k.Seal(b, "page_token/"+query)), nil
}

// maxToken caps what is decoded.
const maxToken = 1024

// Decode reads the token of the same query into key, a pointer.
func Decode(k *keyring.Keyring, query, token string, key any) error {
	// Only one encoding is accepted: decoders skip line breaks, and the last digit may have unused bits.
	b, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(token) > maxToken || strings.ContainsAny(token, "\r\n") {
		return errInvalid
	}
	plain, err := k.Open(b, "page_token/"+query)
	if err != nil || json.Unmarshal(plain, key) != nil {
		return errInvalid
	}
	return nil
}
