package onboarding

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
)

// An IDHash turns a national id into what can be compared without knowing it: HMAC-SHA256 under a key of its own, in
// hexadecimal, after the id of the key. The first key makes what is stored, and each of them what is looked for: so
// two hashes of one value are known as such, whichever key made each, until a key is taken out.
type IDHash []hashKey

type hashKey struct {
	id     string // empty for a key without one, whose hashes have none either
	secret []byte
}

var hashKeyID = regexp.MustCompile(`^[A-Za-z0-9_-]{1,32}$`)

// ParseIDHash reads `id:base64[,id:base64...]`; each key has at least 32 bytes, and one may have no id.
func ParseIDHash(s string) (IDHash, error) {
	var keys IDHash
	for part := range strings.SplitSeq(s, ",") {
		id, text, named := strings.Cut(strings.TrimSpace(part), ":")
		if !named {
			id, text = "", id
		}
		secret, err := base64.StdEncoding.DecodeString(text)
		switch {
		case named && !hashKeyID.MatchString(id):
			return nil, errors.New("want id:base64[,id:base64...] with ids of 1 to 32 letters, digits, - or _")
		case err != nil || len(secret) < sha256.Size:
			return nil, errors.New("want the base64 of at least 32 bytes, after an id and a colon or by itself")
		case slices.Contains(keys.IDs(), id):
			return nil, fmt.Errorf("the id %q is given twice", id)
		}
		keys = append(keys, hashKey{id, secret})
	}
	return keys, nil
}

// IDs are those of the keys, the first one first; a key without an id has an empty one.
func (h IDHash) IDs() []string {
	ids := make([]string, len(h))
	for i, k := range h {
		ids[i] = k.id
	}
	return ids
}

func (k hashKey) hash(scheme, value string) string {
	h := hmac.New(sha256.New, k.secret)
	h.Write([]byte(scheme + "\x00" + value))
	return representation.IDHashOf(k.id, hex.EncodeToString(h.Sum(nil)))
}

// All are the hashes of a value under each key, the first one first.
func (h IDHash) All(scheme, value string) []string {
	all := make([]string, len(h))
	for i, k := range h {
		all[i] = k.hash(scheme, value)
	}
	return all
}

// OfID are the hashes of a national id; none of an unknown one.
func (h IDHash) OfID(n NationalID) []string {
	if n.Value == "" {
		return nil
	}
	return h.All(n.Scheme, n.Value)
}

// Lookups are the hashes by which operators find an onboarding: of the applicant's e-mail address, and of the tax and
// register numbers. None without a key.
func Lookups(o Onboarding, hash IDHash) []string {
	if len(hash) == 0 {
		return nil
	}
	out := []string{}
	for _, text := range []string{o.Data.Applicant.Email, o.Data.Business.TaxID.Value, o.Data.Company.Register.Number} {
		if h := Lookup(hash[:1], text); text != "" && !slices.Contains(out, h[0]) {
			out = append(out, h[0])
		}
	}
	return out
}

// Lookup are the hashes by which an e-mail address or a number is found, however it is written: upper or lower case,
// with spaces or dashes.
func Lookup(hash IDHash, text string) []string {
	text = strings.ToLower(strings.TrimSpace(text))
	if !strings.Contains(text, "@") {
		text = strings.NewReplacer(" ", "", "-", "").Replace(text)
	}
	return hash.All("lookup", text)
}

// Rehashed is a decision with the hashes under the keys of today, where it was taken for the applicant, whose national
// id this is. Of another person no id is kept: those hashes stay as they are.
func (h IDHash) Rehashed(d *Decision, applicant NationalID) *Decision {
	own := h.OfID(applicant)
	if d == nil || !slices.ContainsFunc(d.Person.NationalIDHashes,
		func(hash string) bool { return slices.Contains(own, hash) }) {
		return d
	}
	rehashed := *d
	rehashed.Person.NationalIDHashes = own
	return &rehashed
}
