package signedlink

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/field"
)

// A Purpose is what a link to the hosted flow is for; a link for one never serves another.
type Purpose string

// The purposes.
const (
	PurposeOnboarding Purpose = "onboarding" // leads a merchant through its onboarding
	PurposeInvitation Purpose = "invitation" // leads an invited person to what is to be signed
	PurposeSignIn     Purpose = "signin"     // was sent to the merchant's e-mail address and proves it, once
	// PurposeStop stops a change of the merchant's payout account. It is sent to the merchant's contacts, and any of
	// them may use it. Its id is the change's.
	PurposeStop Purpose = "stop"
	// PurposeDevice is of no URL: a browser keeps it as a cookie after the merchant signed in there.
	PurposeDevice Purpose = "device"
)

const (
	// SignInLinkTTL is a day, as long as strangers can use up the share of codes: until then a link signs the merchant in.
	SignInLinkTTL = 24 * time.Hour
	// DeviceTTL is how long a browser stays known after a sign-in.
	DeviceTTL = 180 * 24 * time.Hour
)

// A Link is what the URL of a hosted flow says: whom it is for and until when. It is signed, not stored, so handing one
// out writes nothing; raising the onboarding's LinkEpoch revokes all of them at once.
type Link struct {
	Ref       pc.Ref
	Purpose   Purpose
	Epoch     int
	IssuedAt  time.Time // whole seconds
	ExpiresAt time.Time // whole seconds
	ID        string    // 128 random bits, base64url: what is spent when the link is redeemed; of an invitation, its id
}

// LinkKeys signs with its first key and accepts any. So keys rotate in three steps: the new one is listed second until
// every replica knows it, then first, and then it is the only one, once the links of the old one have expired.
type LinkKeys struct {
	primary string
	keys    map[string][]byte
}

const (
	linkVersion = "1"
	linkFields  = 8
	// maxToken bounds the bytes of a token that is parsed; ours have about 220.
	maxToken = 512
	// minLinkKey is the length of the digest: a shorter key would weaken it.
	minLinkKey = sha256.Size
)

// ParseLinkKeys reads `kid:base64key[,kid:base64key...]`; a key has at least 32 bytes, a kid 1 to 32 letters, digits,
// `-` or `_`.
func ParseLinkKeys(s string) (*LinkKeys, error) {
	k := &LinkKeys{keys: map[string][]byte{}}
	for part := range strings.SplitSeq(s, ",") {
		kid, enc, ok := strings.Cut(strings.TrimSpace(part), ":")
		if !ok || !field.OtherNumber.MatchString(strings.ReplaceAll(kid, "_", "-")) {
			return nil,
				errors.New("link keys: want kid:base64key[,kid:base64key...] with kids of 1 to 32 letters, digits, - or _")
		}
		key, err := base64.StdEncoding.DecodeString(enc)
		if err != nil || len(key) < minLinkKey {
			return nil, fmt.Errorf("link keys: key %s must be the base64 of at least %d bytes", kid, minLinkKey)
		}
		if _, twice := k.keys[kid]; twice {
			return nil, fmt.Errorf("link keys: kid %s is given twice", kid)
		}
		k.keys[kid] = key
		if k.primary == "" {
			k.primary = kid
		}
	}
	return k, nil
}

// Token returns the signed form of l: base64url(v|kid|ref|purpose|epoch|iat|exp|jti), a dot, base64url(HMAC-SHA256).
func (k *LinkKeys) Token(l Link) string {
	payload := Encode([]byte(strings.Join([]string{
		linkVersion, k.primary, string(l.Ref), string(l.Purpose), strconv.Itoa(l.Epoch),
		strconv.FormatInt(l.IssuedAt.Unix(), 10), strconv.FormatInt(l.ExpiresAt.Unix(), 10), l.ID,
	}, "|")))
	return payload + "." + Encode(sign(k.keys[k.primary], payload))
}

// Verify returns the link that a token spells. ErrLinkInvalid: we never made it. ErrLinkExpired: we did, and the link
// is returned with the error. The onboarding's LinkEpoch shows whether it was revoked.
func (k *LinkKeys) Verify(token string, now time.Time) (Link, error) {
	if len(token) > maxToken {
		return Link{}, ErrLinkInvalid
	}
	payload, mac, ok := strings.Cut(token, ".")
	if !ok {
		return Link{}, ErrLinkInvalid
	}
	got, err := decode(mac)
	if err != nil {
		return Link{}, ErrLinkInvalid
	}
	raw, err := decode(payload)
	if err != nil {
		return Link{}, ErrLinkInvalid
	}
	f := strings.Split(string(raw), "|")
	if len(f) != linkFields || f[0] != linkVersion {
		return Link{}, ErrLinkInvalid
	}
	key, ok := k.keys[f[1]]
	if !ok || !hmac.Equal(got, sign(key, payload)) {
		return Link{}, ErrLinkInvalid
	}
	// From here on the text is our own.
	epoch, err1 := strconv.Atoi(f[4])
	issued, err2 := strconv.ParseInt(f[5], 10, 64)
	expires, err3 := strconv.ParseInt(f[6], 10, 64)
	if err := errors.Join(err1, err2, err3); err != nil {
		return Link{}, ErrLinkInvalid
	}
	l := Link{
		Ref: pc.Ref(f[2]), Purpose: Purpose(f[3]), Epoch: epoch, ID: f[7],
		IssuedAt: time.Unix(issued, 0).UTC(), ExpiresAt: time.Unix(expires, 0).UTC(),
	}
	if !now.Before(l.ExpiresAt) {
		return l, ErrLinkExpired
	}
	return l, nil
}

// Primary names the key that signs now.
func (k *LinkKeys) Primary() string { return k.primary }

// Known reports whether there is a key of a name.
func (k *LinkKeys) Known(kid string) bool { return k.keys[kid] != nil }

// Digest returns a keyed digest of a text under a key that is known. The text holds a `|`, which no token's payload
// does, so that a digest never passes for the signature of a link.
func (k *LinkKeys) Digest(kid, text string) string { return Encode(sign(k.keys[kid], text)) }

// codeSpace is the number of one-time codes.
const codeSpace = 1_000_000

// Code returns six digits that are derived from an id under a key that is known: the same digits for the same id, and
// not to be found without the key. They are 64 bits of a digest modulo codeSpace, so no code is likelier than another
// by more than 1 in 10^13.
func (k *LinkKeys) Code(kid, id string) string {
	return fmt.Sprintf("%06d", binary.BigEndian.Uint64(sign(k.keys[kid], "code|"+id))%codeSpace)
}

func sign(key []byte, payload string) []byte {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(payload))
	return h.Sum(nil)
}

func Encode(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

// decode is strict: no two texts encode the same bytes, so a token has one encoding.
func decode(s string) ([]byte, error) {
	if strings.ContainsAny(s, "\r\n") {
		return nil, ErrLinkInvalid // base64 decoders skip them
	}
	return base64.RawURLEncoding.Strict().DecodeString(s)
}
