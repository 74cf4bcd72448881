package app

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/keyring"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

// The key that seals all others can be replaced while everything stays readable, and the operator sees when the old one
// is free.
func TestEncryptionKeyIsReplaced(t *testing.T) {
	t.Parallel()
	s := start(t)
	body := map[string]any{"url": target, "events": []string{"*"}}
	first := s.call("POST", s.public+"/api/v1/webhooks", s.key, body, "Idempotency-Key", "k").want(t, 201)
	id := first.data()["id"].(string)
	secret := s.signingKeys(id)[0].GetKey()
	restart := func(keys ...string) webhooksv1.OperatorServiceClient {
		t.Helper()
		s.stop()
		s.cfg.EncryptionKeys = envconfig.Secret(strings.Join(keys, ","))
		s.run()
		s.newKey("ten_a", false) // waits until the program serves
		return webhooksv1.NewOperatorServiceClient(s.grpc)
	}
	wantKeys := func(op webhooksv1.OperatorServiceClient, want ...*webhooksv1.EncryptionKey) {
		t.Helper()
		got, err := op.ListEncryptionKeys(internal(t.Context()), &webhooksv1.ListEncryptionKeysRequest{})
		if err != nil || len(got.GetData()) != len(want) {
			t.Fatalf("%v, %v", got, err)
		}
		for i, k := range got.GetData() {
			if k.String() != want[i].String() {
				t.Errorf("key %d is %v, want %v", i, k, want[i])
			}
		}
	}
	a, b := s.cfg.EncryptionKeys.Reveal(), keyring.NewKey("k2")
	op := restart(b, a)
	wantKeys(op, &webhooksv1.EncryptionKey{Id: "k2", First: true, Configured: true},
		&webhooksv1.EncryptionKey{Id: "k1", Configured: true, Values: 3})
	if done, err := op.ResealKeys(internal(t.Context()), &webhooksv1.ResealKeysRequest{}); err != nil ||
		done.GetChanged() != 3 || done.GetUnreadable() != 0 {
		t.Errorf("%v, %v", done, err)
	}
	wantKeys(op, &webhooksv1.EncryptionKey{Id: "k2", First: true, Configured: true, Values: 3},
		&webhooksv1.EncryptionKey{Id: "k1", Configured: true})
	op = restart(b)
	wantKeys(op, &webhooksv1.EncryptionKey{Id: "k2", First: true, Configured: true, Values: 3})
	if got := s.signingKeys(id); len(got) != 1 || string(got[0].GetKey()) != string(secret) {
		t.Error("the endpoint signs with another key than before")
	}
	again := s.call("POST", s.public+"/api/v1/webhooks", s.key, body, "Idempotency-Key", "k").want(t, 201)
	if again.Header.Get("Idempotency-Replayed") != "true" || again.data()["id"] != id {
		t.Errorf("repeat after the rotation: %s", again.Raw)
	}
	s.eventually("the metric has the key", func() bool {
		return strings.Contains(s.metrics(), `key_id="k2"`)
	})
}

// metrics are those of the admin port, as text.
func (s *service) metrics() string {
	s.t.Helper()
	req, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, s.admin+"/metrics", nil)
	if err != nil {
		s.t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return string(raw)
}
