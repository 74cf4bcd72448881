package deploy

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// devSecrets runs the script that makes the Secrets of development, and returns a folder with one folder for each.
func devSecrets(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("sh", filepath.Join(root, "deploy/helm/secrets.sh")).Output()
	if err != nil {
		t.Fatal(err)
	}
	all, err := Manifests(out)
	if err != nil {
		t.Fatal(err)
	}
	schemas, err := NewSchemas()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, m := range all {
		none(t, schemas.Check(m))
		data, _ := m.at("stringData").(map[string]any)
		for key, value := range data {
			write(t, filepath.Join(dir, m.name(), key), []byte(value.(string)))
		}
	}
	return dir
}

// certificate makes a folder as cert-manager's Secrets are.
func certificate(t *testing.T) string {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber:          big.NewInt(1),
		NotBefore:             time.Now().Add(-time.Hour),
		NotAfter:              time.Now().Add(time.Hour),
		IsCA:                  true,
		BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	public := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	write(t, filepath.Join(dir, "tls.crt"), public)
	write(t, filepath.Join(dir, "ca.crt"), public)
	write(t, filepath.Join(dir, "tls.key"), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}))
	return dir
}

func write(t *testing.T, path string, b []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
}
