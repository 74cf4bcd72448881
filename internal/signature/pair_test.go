package signature

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"net/url"
	"strings"
	"testing"
	"time"
)

func pairOf(t testing.TB, id, seed string) *Pair {
	t.Helper()
	raw, err := base64.StdEncoding.DecodeString(seed)
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewPair(id, raw, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The signature that the specification of Standard Webhooks shows, with the key of the reference implementation.
func TestPairSignsAsTheReference(t *testing.T) {
	p := pairOf(t, "key", "6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbc=")
	got := p.Sign("msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, []byte(`{"test": 2432232314}`))
	const want = "v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg=="
	if got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// RFC 9421, appendix B.2.6.
func TestMessageVector(t *testing.T) {
	p := pairOf(t, "test-key-ed25519", "n4Ni+HpISpVObnQMW0wOhCKROaIKqKtW/2ZYb2p9KcU=")
	input, sig := p.signMessage("sig-b26", []Component{
		{"date", "Tue, 20 Apr 2021 02:07:55 GMT"}, {"@method", "POST"}, {"@path", "/foo"}, {"@authority", "example.com"},
		{"content-type", "application/json"}, {"content-length", "18"},
	}, `;created=1618884473;keyid="test-key-ed25519"`)
	if want := `sig-b26=("date" "@method" "@path" "@authority" "content-type" "content-length")` +
		`;created=1618884473;keyid="test-key-ed25519"`; input != want {
		t.Errorf("input %s, want %s", input, want)
	}
	const want = "sig-b26=:wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==:"
	if sig != want {
		t.Errorf("signature %s, want %s", sig, want)
	}
}

// RFC 9530, appendix D has this digest of this body.
func TestContentDigest(t *testing.T) {
	const want = "sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:"
	if got := ContentDigest([]byte(`{"hello": "world"}`)); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestDerived(t *testing.T) {
	for raw, want := range map[string]string{
		"https://Example.com":               "example.com /",
		"https://example.com:443/a%2Fb":     "example.com /a%2Fb",
		"http://example.com:80/":            "example.com /",
		"https://example.com:80/":           "example.com:80 /",
		"https://[2001:DB8::1]:8443/hook?a": "[2001:db8::1]:8443 /hook ?a",
		"https://example.com/hook?":         "example.com /hook ?",
		"https://example.com?a=%20&b=?":     "example.com / ?a=%20&b=?",
	} {
		u, err := url.Parse(raw)
		if err != nil {
			t.Fatal(err)
		}
		names := []string{"@method", "@authority", "@path", "@query"}
		var values []string
		for i, c := range Derived(u) {
			if c.Name != names[i] {
				t.Errorf("%s: component %d is %s", raw, i, c.Name)
			}
			values = append(values, c.Value)
		}
		if got := strings.Join(values, " "); got != "POST "+want {
			t.Errorf("%s: %s, want %s", raw, got, want)
		}
	}
}

func TestNewPairRefusesOtherLengths(t *testing.T) {
	for _, n := range []int{0, ed25519.SeedSize - 1, ed25519.PrivateKeySize} {
		if _, err := NewPair("key", bytes.Repeat([]byte{1}, n), time.Time{}); err == nil {
			t.Errorf("a seed of %d bytes passes", n)
		}
	}
}

func BenchmarkPair(b *testing.B) {
	p := pairOf(b, "sgk_01kf3m8x7q9c4r5t6v7w8y9z0a", "6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbc=")
	body := make([]byte, 1024)
	b.Run("v1a", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			p.Sign("dlv_01kf3m8x7q9c4r5t6v7w8y9z0a", 1795168530, body)
		}
	})
	b.Run("message", func(b *testing.B) {
		u := &url.URL{Scheme: "https", Host: "example.com", Path: "/hook"}
		b.ReportAllocs()
		for b.Loop() {
			p.SignMessage(append(Derived(u), Component{"content-digest", ContentDigest(body)}), 1795168530)
		}
	})
}
