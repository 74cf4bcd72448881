package signature_test

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"github.com/partnerline/partnerline/internal/signature"
)

func key(t testing.TB, secret string) *signature.Key {
	t.Helper()
	raw, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		t.Fatal(err)
	}
	return signature.NewKey(raw, time.Time{})
}

func TestSignVectors(t *testing.T) {
	raw, err := os.ReadFile("testdata/signature.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors struct {
		StandardWebhooks []struct {
			Secret, ID, Body, Signature string
			Timestamp                   int64
		} `json:"standard_webhooks"`
		Sender []struct {
			Name             string
			Keys             []string `json:"keys_newest_first"`
			ID, Body         string
			Timestamp        int64
			XSignature       string `json:"x_signature"`
			WebhookSignature string `json:"webhook_signature"`
		}
	}
	if err := json.Unmarshal(raw, &vectors); err != nil {
		t.Fatal(err)
	}
	if len(vectors.StandardWebhooks) == 0 || len(vectors.Sender) == 0 {
		t.Fatal("the vectors are empty")
	}
	for _, v := range vectors.StandardWebhooks {
		_, got := signature.Sign([]*signature.Key{key(t, v.Secret)}, v.ID, v.Timestamp, []byte(v.Body))
		if got != v.Signature {
			t.Errorf("%s: webhook-signature %s, want %s", v.ID, got, v.Signature)
		}
	}
	for _, v := range vectors.Sender {
		var keys []*signature.Key
		for _, s := range v.Keys {
			keys = append(keys, key(t, s))
		}
		x, std := signature.Sign(keys, v.ID, v.Timestamp, []byte(v.Body))
		if x != v.XSignature {
			t.Errorf("%s: X-Signature %s, want %s", v.Name, x, v.XSignature)
		}
		if std != v.WebhookSignature {
			t.Errorf("%s: webhook-signature %s, want %s", v.Name, std, v.WebhookSignature)
		}
	}
}

// The official library verifies what we sign, with either key of a rotation.
func TestOfficialLibraryVerifies(t *testing.T) {
	secrets := []string{"whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}
	body, now := []byte(`{"n":1}`), time.Now().Unix()
	_, std := signature.Sign([]*signature.Key{key(t, secrets[0]), key(t, secrets[1])}, "dlv_1", now, body)
	header := http.Header{}
	header.Set("webhook-id", "dlv_1")
	header.Set("webhook-timestamp", strconv.FormatInt(now, 10))
	header.Set("webhook-signature", std)
	for _, secret := range secrets {
		verifier, err := standardwebhooks.NewWebhook(secret)
		if err != nil {
			t.Fatal(err)
		}
		if err := verifier.Verify(body, header); err != nil {
			t.Errorf("%s: %v", secret, err)
		}
	}
}

func BenchmarkSign(b *testing.B) {
	keys, body := []*signature.Key{key(b, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")}, make([]byte, 1024)
	b.ReportAllocs()
	for b.Loop() {
		signature.Sign(keys, "dlv_01kf3m8x7q9c4r5t6v7w8y9z0a", 1795168530, body)
	}
}
