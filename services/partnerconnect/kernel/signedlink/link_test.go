package signedlink

import (
	"encoding/base64"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/ids"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

var testTime = time.Date(2026, 11, 20, 10, 15, 30, 0, time.UTC)

func linkKeys(t testing.TB, kids ...string) *LinkKeys {
	t.Helper()
	var parts []string
	for _, kid := range kids {
		key := make([]byte, 32)
		copy(key, kid)
		parts = append(parts, kid+":"+base64.StdEncoding.EncodeToString(key))
	}
	k, err := ParseLinkKeys(strings.Join(parts, ","))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func testLink() Link {
	return Link{
		Ref: pc.Ref(ids.New(pc.RefPrefix)), Purpose: PurposeOnboarding, Epoch: 1, IssuedAt: testTime.Truncate(time.Second),
		ExpiresAt: testTime.Add(time.Hour).Truncate(time.Second), ID: "bGluaw",
	}
}

func TestLinkOpensWithItsKey(t *testing.T) {
	keys := linkKeys(t, "k1")
	l := testLink()
	token := keys.Token(l)
	if got, err := keys.Verify(token, testTime); err != nil || got != l {
		t.Fatalf("%+v, %v; want %+v", got, err, l)
	}
	if len(token) > maxToken/2 {
		t.Errorf("a token has %d bytes: maxToken is too near", len(token))
	}
	if strings.Trim(token, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.") != "" {
		t.Error("the token needs escaping in a path")
	}
	if _, err := keys.Verify(token, l.ExpiresAt.Add(-time.Second)); err != nil {
		t.Errorf("a second before its end: %v", err)
	}
	got, err := keys.Verify(token, l.ExpiresAt)
	if !errors.Is(err, ErrLinkExpired) || got != l {
		t.Errorf("at its end: %+v, %v", got, err)
	}
}

func TestLinkKeysRotate(t *testing.T) {
	old, both, newOnly := linkKeys(t, "k1"), linkKeys(t, "k2", "k1"), linkKeys(t, "k2")
	token := old.Token(testLink())
	if _, err := both.Verify(token, testTime); err != nil {
		t.Errorf("after rotation: %v", err)
	}
	if _, err := newOnly.Verify(token, testTime); !errors.Is(err, ErrLinkInvalid) {
		t.Errorf("after the old key is gone: %v", err)
	}
	if _, err := newOnly.Verify(both.Token(testLink()), testTime); err != nil {
		t.Errorf("the first key must sign: %v", err)
	}
}

func TestLinkForged(t *testing.T) {
	keys := linkKeys(t, "k1")
	token := keys.Token(testLink())
	payload, mac, _ := strings.Cut(token, ".")
	raw, _ := base64.RawURLEncoding.DecodeString(payload)
	later := Encode([]byte(strings.Replace(string(raw), "|onboarding|1|", "|onboarding|2|", 1)))
	for name, forged := range map[string]string{
		"empty":                     "",
		"a dot":                     ".",
		"no signature":              payload,
		"empty signature":           payload + ".",
		"another payload":           later + "." + mac,
		"short signature":           payload + "." + mac[:len(mac)-4],
		"more":                      token + "A",
		"a dot more":                token + ".",
		"line break in payload":     payload[:8] + "\n" + payload[8:] + "." + mac,
		"line break in signature":   payload + "." + mac + "\n",
		"another key of the kid":    linkKeysNamed(t, "k1", "other").Token(testLink()),
		"a kid that does not exist": linkKeys(t, "k9").Token(testLink()),
		"too long":                  strings.Repeat("A", 1<<20),
	} {
		t.Run(name, func(t *testing.T) {
			if l, err := keys.Verify(forged, testTime); !errors.Is(err, ErrLinkInvalid) || l != (Link{}) {
				t.Errorf("%+v, %v", l, err)
			}
		})
	}
	for i := range token {
		c := byte('A')
		if token[i] == c {
			c = 'B'
		}
		if _, err := keys.Verify(token[:i]+string(c)+token[i+1:], testTime); !errors.Is(err, ErrLinkInvalid) {
			t.Errorf("byte %d changed: %v", i, err)
		}
	}
}

func linkKeysNamed(t *testing.T, kid, seed string) *LinkKeys {
	t.Helper()
	key := make([]byte, 32)
	copy(key, seed)
	k, err := ParseLinkKeys(kid + ":" + base64.StdEncoding.EncodeToString(key))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestParseLinkKeys(t *testing.T) {
	good := base64.StdEncoding.EncodeToString(make([]byte, 32))
	for name, s := range map[string]string{
		"empty":     "",
		"no key":    "k1",
		"short key": "k1:" + base64.StdEncoding.EncodeToString(make([]byte, 31)),
		"no base64": "k1:***",
		"twice":     "k1:" + good + ",k1:" + good,
		"bad kid":   "k|1:" + good, // would break the fields of the token
		"no kid":    ":" + good,
		"long kid":  strings.Repeat("k", 33) + ":" + good,
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := ParseLinkKeys(s); err == nil {
				t.Errorf("%s is accepted", name)
			} else if strings.Contains(err.Error(), good) {
				t.Error("the error shows a key")
			}
		})
	}
}

func FuzzVerifyLink(f *testing.F) {
	keys := linkKeys(f, "k1")
	token := keys.Token(testLink())
	f.Add(token)
	f.Add("")
	f.Add("..")
	f.Add(Encode([]byte("1|k1|mrc_|onboarding|x|1|2|3")) + "." + Encode(make([]byte, 32)))
	f.Fuzz(func(t *testing.T, s string) {
		l, err := keys.Verify(s, testTime)
		if err == nil && s != keys.Token(l) { // what passes is what we would have written
			t.Errorf("%q passes as %+v", s, l)
		}
	})
}
