package sender_test

import (
	"crypto/ed25519"
	"encoding/base64"
	"io"
	"net"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/signature"
	"github.com/partnerline/partnerline/services/dispatcher"
)

var seed = []byte("the seed of a key pair, 32 bytes")

func pair(t testing.TB, id string, seed []byte, from time.Time) *signature.Pair {
	t.Helper()
	p, err := signature.NewPair(id, seed, from)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Without another form than hmac, a request is what it was before there were others, byte for byte but for the
// timestamp and the signatures.
func TestRequestWithoutKeyPairs(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	got := make(chan string, 1)
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer func() { _ = c.Close() }()
		b := make([]byte, 4<<10)
		n, _ := io.ReadAtLeast(c, b, 1)
		got <- string(b[:n])
		_, _ = io.WriteString(c, "HTTP/1.1 204 No Content\r\n\r\n")
	}()
	t.Cleanup(func() { _ = l.Close() })
	r := request(t, "http://"+l.Addr().String()+"/hook?a=1")
	r.Target.Pairs = []*signature.Pair{pair(t, "sgk_1", seed, time.Time{})} // which nothing asks for
	if result := newSender(t).Send(t.Context(), r); result.Failure != dispatcher.NoFailure {
		t.Fatalf("%s: %v", result.Failure, result.Cause)
	}
	text := regexp.MustCompile(`t=\d+,v1=[0-9a-f]{64}`).ReplaceAllString(<-got, "t=T,v1=HEX")
	text = regexp.MustCompile(`v1,[A-Za-z0-9+/]{43}=`).ReplaceAllString(text, "v1,BASE64")
	text = regexp.MustCompile(`(webhook-timestamp: )\d+`).ReplaceAllString(text, "${1}T")
	want := strings.ReplaceAll(`POST /hook?a=1 HTTP/1.1
Host: `+l.Addr().String()+`
User-Agent: Partnerline-Webhooks/test
Content-Type: application/json
Accept-Encoding: identity
X-Webhook-Id: dlv_1
X-Webhook-Event: verification.completed
X-Webhook-Attempt: 1
X-Signature: t=T,v1=HEX
webhook-id: dlv_1
webhook-timestamp: T
webhook-signature: v1,BASE64
Content-Length: 7

{"n":1}`, "\n", "\r\n")
	if text != want {
		t.Errorf("sent:\n%s\nwant:\n%s", text, want)
	}
}

// Each form adds its headers and no others, over all protocols; what is signed is what arrives.
func TestFormsOfSignatures(t *testing.T) {
	t.Parallel()
	public := ed25519.NewKeyFromSeed(seed).Public().(ed25519.PublicKey)
	for name, start := range servers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			type received struct {
				header http.Header
				host   string
				body   []byte
			}
			got := make(chan received, 1)
			url, trust := start(t, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				got <- received{r.Header, r.Host, body}
			}))
			s := newSender(t, trust)
			for _, forms := range []dispatcher.Forms{
				{HMAC: true}, {Ed25519: true}, {Message: true}, {HMAC: true, Ed25519: true},
				{HMAC: true, Ed25519: true, Message: true},
			} {
				r := request(t, url+"/hook?shop=7")
				r.Target.Forms, r.Target.Pairs = forms, []*signature.Pair{pair(t, "sgk_1", seed, time.Now().Add(-time.Hour))}
				if result := s.Send(t.Context(), r); result.Failure != dispatcher.NoFailure {
					t.Fatalf("%s: %v", result.Failure, result.Cause)
				}
				x := <-got
				for header, want := range map[string]bool{
					"X-Signature": forms.HMAC, "Webhook-Id": forms.HMAC || forms.Ed25519,
					"Webhook-Timestamp": forms.HMAC || forms.Ed25519, "Webhook-Signature": forms.HMAC || forms.Ed25519,
					"Content-Digest": forms.Message, "Signature-Input": forms.Message, "Signature": forms.Message,
					"X-Webhook-Id": true, "X-Webhook-Event": true, "X-Webhook-Attempt": true,
				} {
					if has := x.header.Get(header) != ""; has != want {
						t.Errorf("%+v: %s is sent: %t", forms, header, has)
					}
				}
				list := strings.Fields(x.header.Get("Webhook-Signature"))
				var versions []string
				for _, text := range list {
					version, encoded, _ := strings.Cut(text, ",")
					versions = append(versions, version)
					if version == "v1a" {
						sum, _ := base64.StdEncoding.DecodeString(encoded)
						signed := x.header.Get("Webhook-Id") + "." + x.header.Get("Webhook-Timestamp") + "." + string(x.body)
						if !ed25519.Verify(public, []byte(signed), sum) {
							t.Errorf("%+v: v1a does not verify", forms)
						}
					}
				}
				var want []string
				if forms.HMAC {
					want = append(want, "v1")
				}
				if forms.Ed25519 {
					want = append(want, "v1a")
				}
				if !slices.Equal(versions, want) {
					t.Errorf("%+v: versions %v, want %v", forms, versions, want)
				}
				if forms.Message {
					checkMessage(t, public, x.header, x.host)
				}
			}
		})
	}
}

// checkMessage verifies an HTTP message signature by the base as RFC 9421 describes it.
func checkMessage(t *testing.T, public ed25519.PublicKey, header http.Header, host string) {
	t.Helper()
	input, ours := strings.CutPrefix(header.Get("Signature-Input"), "sig1=")
	const covered = `("@method" "@authority" "@path" "@query" "content-digest" "content-type" "x-webhook-id" ` +
		`"x-webhook-event" "x-webhook-attempt")`
	params := strings.TrimPrefix(input, covered)
	if !ours || !regexp.MustCompile(`^;created=\d+;keyid="sgk_1";alg="ed25519";tag="webhook"$`).MatchString(params) {
		t.Errorf("Signature-Input: %s", header.Get("Signature-Input"))
	}
	if digest := header.Get("Content-Digest"); digest != "sha-256=:K/0U9D0X/HzqJOCReoh5tLL4gLi67sG52Q+6rWVecb0=:" {
		t.Errorf("Content-Digest: %s", digest)
	}
	base := "\"@method\": POST\n\"@authority\": " + host + "\n\"@path\": /hook\n\"@query\": ?shop=7\n"
	for _, name := range []string{
		"content-digest", "content-type", "x-webhook-id", "x-webhook-event", "x-webhook-attempt",
	} {
		base += `"` + name + `": ` + header.Get(name) + "\n"
	}
	base += `"@signature-params": ` + input
	encoded, _ := strings.CutPrefix(header.Get("Signature"), "sig1=:")
	sum, err := base64.StdEncoding.DecodeString(strings.TrimSuffix(encoded, ":"))
	if err != nil || !ed25519.Verify(public, []byte(base), sum) {
		t.Errorf("the signature does not verify: %s over\n%s", header.Get("Signature"), base)
	}
}
